import { linksApi } from '../../contract/links.ts';
import { command, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { Links } from './links.ts';
import type { LinksOfRecords } from './record-links.ts';
import type { Renames } from './renames.ts';
import type { Tags } from './tags.ts';

interface RelationRoutesOptions {
  readonly tags: Tags;
  readonly links: Links;
  readonly recordLinks: LinksOfRecords;
  readonly renames: Renames;
}

export function relationRoutes({ tags, links, recordLinks, renames }: RelationRoutesOptions): Endpoint[] {
  return [
    query(linksApi.listTags, ({ caller, query }) => tags.list(caller.userId, query)),
    // They write many records, each by itself.
    query(linksApi.renameTag, ({ caller, body }) => renames.tag(caller, body)),
    query(linksApi.renameNote, ({ caller, params, body, precondition }) => renames.note(caller, params.id, body, precondition)),
    query(linksApi.noteLinks, ({ caller, params }) => links.of(caller, 'note', params.id)),
    query(linksApi.cardLinks, ({ caller, params }) => links.of(caller, 'card', params.id)),
    query(linksApi.eventLinks, ({ caller, params }) => links.of(caller, 'event', params.id)),
    command(linksApi.createLink, ({ caller, body }) => recordLinks.create(caller, body)),
    query(linksApi.listLinks, ({ caller, query }) => recordLinks.list(caller, query)),
    query(linksApi.readLink, ({ caller, params }) => recordLinks.read(caller, params.id)),
    command(linksApi.deleteLink, ({ caller, params }) => recordLinks.remove(caller, params.id)),
  ];
}
