// The rules of links between records that stand in no text. What changes anything is called inside a write.

import { relationLimits, type CreateLink, type Link, type LinkList, type LinkQuery } from '../../contract/links.ts';
import type { LinkedType } from '../../contract/mentions.ts';
import { invalid, notFound } from '../../lib/app-error.ts';
import { requireScope, type Caller } from '../../lib/caller.ts';
import type { RecordChange } from '../../lib/change.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import { importedTimes, type Imported } from '../../lib/imported-record.ts';
import type { FormerFields } from '../../lib/record-kinds.ts';
import type { LinkStore, StoredLink } from './link-store.ts';
import { areas, typesFor } from './links.ts';

interface RecordLinksOptions {
  readonly store: LinkStore;
  readonly record: RecordChange;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The record that an id of the interface names: of an occurrence its series. */
  readonly recordId: (type: LinkedType, id: string) => string;
}

const pageLength = 1_000;

export class LinksOfRecords {
  readonly #options: RecordLinksOptions;

  constructor(options: RecordLinksOptions) {
    this.#options = options;
  }

  /** `as`: what it brings along. Throws `insufficient_scope`, and 400 where there is no such record, or it has too many links. */
  create(caller: Caller, { from, to }: CreateLink, as: Imported = {}): Link {
    const { store, clock, newId } = this.#options;
    const { userId } = caller;
    requireScope(caller, `${areas[from.type]}:write`);
    requireScope(caller, `${areas[to.type]}:read`);
    const fromId = this.#recordId(userId, 'from', from);
    const toId = this.#recordId(userId, 'to', to);
    const standing = store.maybeBetween(userId, fromId, toId);
    if (standing !== null) return { ...toReply(standing), duplicate: true };
    for (const [path, id] of [
      ['from', fromId],
      ['to', toId],
    ] as const)
      if (store.countOf(userId, id) >= relationLimits.recordLinks)
        throw invalid({ path, message: `has ${relationLimits.recordLinks} links already` });
    const { createdAt } = importedTimes(as, clock());
    const link: StoredLink = { id: as.id ?? newId(), fromType: from.type, fromId, toType: to.type, toId, createdAt };
    this.#insert(userId, link);
    return toReply(link);
  }

  /** Whether there is a link from one to the other. */
  isLinked(userId: string, from: CreateLink['from'], to: CreateLink['to']): boolean {
    const { store, recordId } = this.#options;
    return store.maybeBetween(userId, recordId(from.type, from.id), recordId(to.type, to.id)) !== null;
  }

  list(caller: Caller, { type, id, limit = pageLength, offset = 0 }: LinkQuery): LinkList {
    const { store, recordId } = this.#options;
    if ((type === undefined) !== (id === undefined))
      throw invalid({ path: type === undefined ? 'type' : 'id', message: 'must be given as well' });
    const filter = { id: type === undefined || id === undefined ? null : recordId(type, id), types: typesFor(caller) };
    const items = store.page(caller.userId, filter, { limit, offset }).map(toReply);
    return { items, total: store.count(caller.userId, filter), limit, offset };
  }

  /** Throws 404, `insufficient_scope`. */
  read(caller: Caller, id: string): Link {
    const link = this.#shown(caller.userId, id);
    requireScope(caller, `${areas[link.fromType]}:read`);
    requireScope(caller, `${areas[link.toType]}:read`);
    return toReply(link);
  }

  /** Throws 404, `insufficient_scope`. */
  remove(caller: Caller, id: string): undefined {
    const link = this.#shown(caller.userId, id);
    requireScope(caller, `${areas[link.fromType]}:write`);
    this.#remove(caller.userId, link);
  }

  /** Makes a link again that was deleted; false where one of its records is gone. Throws `insufficient_scope`. */
  makeAgain(caller: Caller, { id, fields }: FormerFields): boolean {
    const { store } = this.#options;
    const { userId } = caller;
    // What `#remove` has given to the feed.
    const link = { ...(fields as unknown as Omit<StoredLink, 'id'>), id };
    requireScope(caller, `${areas[link.fromType]}:write`);
    if (!this.#isThere(userId, link.fromType, link.fromId) || !this.#isThere(userId, link.toType, link.toId)) return false;
    if (store.maybeLink(userId, id) === null && store.maybeBetween(userId, link.fromId, link.toId) === null) this.#insert(userId, link);
    return true;
  }

  /** Takes back that a link was made; false if it is gone. Throws `insufficient_scope`. */
  takeBack(caller: Caller, id: string): boolean {
    const link = this.#options.store.maybeLink(caller.userId, id);
    if (link === null) return false;
    requireScope(caller, `${areas[link.fromType]}:write`);
    this.#remove(caller.userId, link);
    return true;
  }

  #insert(userId: string, link: StoredLink): void {
    this.#options.store.insert(userId, link);
    this.#options.record({ userId, type: 'link', action: 'created', id: link.id, version: 0 });
  }

  #remove(userId: string, { id, ...before }: StoredLink): void {
    this.#options.store.remove(userId, id);
    this.#options.record({ userId, type: 'link', action: 'deleted', id, version: 0, before: { ...before } });
  }

  /** One whose records are both there. */
  #shown(userId: string, id: string): StoredLink {
    const link = this.#options.store.maybeLink(userId, id);
    if (link === null || !this.#isThere(userId, link.fromType, link.fromId) || !this.#isThere(userId, link.toType, link.toId))
      throw notFound('link');
    return link;
  }

  #isThere(userId: string, type: LinkedType, id: string): boolean {
    return this.#options.store.records(userId, type, [id]).has(id);
  }

  #recordId(userId: string, path: 'from' | 'to', { type, id: named }: CreateLink['from']): string {
    const id = this.#options.recordId(type, named);
    if (!this.#isThere(userId, type, id)) throw invalid({ path: `${path}.id`, message: `is not the id of a ${type}` });
    return id;
  }
}

function toReply({ id, fromType, fromId, toType, toId, createdAt }: StoredLink): Link {
  return { id, from: { type: fromType, id: fromId }, to: { type: toType, id: toId }, createdAt: toInstant(createdAt) };
}
