// What records link to, and what links to them: by their texts, and by links that are records.

import type { Node } from 'prosemirror-model';
import { relationLimits } from '../../contract/limits.ts';
import type { RecordLinks } from '../../contract/links.ts';
import { filenamesFor } from '../../contract/embedded-files.ts';
import { foldName, linkedTypes, saysNote, type LinkedType } from '../../contract/mentions.ts';
import { notFound } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { loadYaml } from './front-matter.ts';
import { linkSnippet } from './link-snippet.ts';
import type { LinkedRecord, LinkStore, StoredLink } from './link-store.ts';
import { namingLink, type LinkEntry } from './summary.ts';
import type { LinkSource, TextStore } from './text-store.ts';
import { dependsOnFolder, titleKeys, noteFor, type NamingLink } from '../../contract/link-titles.ts';

/** What a token needs to see records of a type. */
export const areas = { note: 'notes', card: 'boards', event: 'calendar' } as const satisfies Record<LinkedType, string>;

interface LinksOptions {
  readonly store: LinkStore;
  readonly texts: TextStore;
  /** The record that an id of the interface names: of an occurrence its series. */
  readonly recordId: (type: LinkedType, id: string) => string;
  /** The markdown of a record that is there. */
  readonly markdown: Readonly<Record<LinkedType, (userId: string, id: string) => Promise<string>>>;
  readonly maybeParse: (markdown: string) => readonly Node[] | null;
}

type Outgoing = RecordLinks['outgoing'][number];
type Backlink = RecordLinks['backlinks'][number];

interface NamingSource extends LinkSource {
  readonly link: NamingLink;
}

/** What a text says for a record. */
type Said = Pick<Outgoing, 'targets' | 'addresses'>;

interface FoundSource extends LinkSource {
  readonly record: LinkedRecord;
}

/** How many texts are looked at before others may get their turn. */
const batchSize = 500;

export function typesFor({ scopes }: Pick<Caller, 'scopes'>): LinkedType[] {
  return linkedTypes.filter((type) => scopes.has(`${areas[type]}:read`));
}

export class Links {
  readonly #options: LinksOptions;

  constructor(options: LinksOptions) {
    this.#options = options;
  }

  /** Throws 404. */
  async of(caller: Caller, type: LinkedType, named: string): Promise<RecordLinks> {
    const { store, recordId } = this.#options;
    const { userId } = caller;
    const id = recordId(type, named);
    const record = store.records(userId, type, [id]).get(id);
    if (record === undefined) throw notFound(type);
    const types = typesFor(caller);
    const recordLinks = store.page(userId, { id, types }, { limit: relationLimits.links, offset: 0 });
    const texts = await new CooperativeScheduler().run(this.#outgoing(userId, record, types));
    const outgoing = [...texts, ...this.#recordLinks(userId, id, 'to', recordLinks)];
    const sources = (await this.linksTo(userId, type, record)).filter((source) => types.includes(source.type));
    const backlinks = [...(await this.#backlinks(userId, sources)), ...this.#recordLinks(userId, id, 'from', recordLinks)];
    return {
      outgoing: outgoing.slice(0, relationLimits.links).map(({ kind, type: to, id: toId, title, exists, targets, addresses, linkId }) => ({
        kind,
        type: to,
        id: toId,
        title,
        exists,
        targets,
        addresses,
        linkId,
      })),
      backlinks: backlinks.slice(0, relationLimits.links).map(({ other, kind, type: of, linkId, snippet }) => ({
        kind,
        type: of,
        id: other.id,
        title: other.title,
        snippet,
        linkId,
      })),
    };
  }

  /** The texts that lead to a record, each with every way in which it says so, those changed last first. */
  linksTo(userId: string, type: LinkedType, record: LinkedRecord): Promise<FoundSource[]> {
    return new CooperativeScheduler().run(this.#linksTo(userId, type, record));
  }

  *#linksTo(userId: string, type: LinkedType, record: LinkedRecord): Generator<void, FoundSource[]> {
    const { texts } = this.#options;
    const named = texts.linksTo({ userId, type, id: record.id });
    const titled = type === 'note' ? yield* this.#byTitle(userId, record.title, record.id) : [];
    return yield* this.#found(userId, [...named, ...titled]);
  }

  /** The texts that lead to no note, and would lead to this one if it had this title. */
  linksToNothing(userId: string, title: string, note: LinkedRecord): Promise<FoundSource[]> {
    return new CooperativeScheduler().run(this.#linksToNothing(userId, title, note));
  }

  *#linksToNothing(userId: string, title: string, note: LinkedRecord): Generator<void, FoundSource[]> {
    const titled = new Map([[foldName(title), [{ ...note, title }]]]);
    const folderOf = this.#options.store.folders(userId);
    const isNamed = ({ link }: NamingSource): boolean => noteFor(link, titled, folderOf) !== null;
    const dangling = yield* this.#byTitle(userId, title, null);
    return yield* this.#found(userId, dangling.filter(isNamed));
  }

  /** The records that sources are of, as far as they are there; those changed last first. */
  *#found(userId: string, sources: readonly LinkSource[]): Generator<void, FoundSource[]> {
    const found: FoundSource[] = [];
    for (const each of linkedTypes) {
      const own = sources.filter((source) => source.type === each);
      const records = yield* this.#records(userId, each, [...new Set(own.map(({ id }) => id))]);
      for (const source of own) {
        const record = records.get(source.id);
        if (record !== undefined) found.push({ ...source, record });
      }
      yield;
    }
    return found.toSorted((a, b) => b.record.updatedAt - a.record.updatedAt || (a.id < b.id ? 1 : -1));
  }

  /** Some at a time: very many texts can say the same. */
  *#records(userId: string, type: LinkedType, ids: readonly string[]): Generator<void, Map<string, LinkedRecord>> {
    const records = new Map<string, LinkedRecord>();
    for (let at = 0; at < ids.length; at += batchSize) {
      for (const [id, record] of this.#options.store.records(userId, type, ids.slice(at, at + batchSize))) records.set(id, record);
      yield;
    }
    return records;
  }

  /** The links by this title that mean the note, and no other of the same title; with null, those that mean none. */
  *#byTitle(userId: string, title: string, id: string | null): Generator<void, NamingSource[]> {
    const { store, texts } = this.#options;
    const folderOf = store.folders(userId);
    const candidates = yield* this.#naming(userId, texts.linksToTitle(userId, title), folderOf);
    // Many texts say the same: what that means is worked out once.
    const targets = [...new Set(candidates.map(({ link }) => link.target))];
    const titled = store.titled(userId, [...new Set(targets.flatMap(titleKeys))]);
    const meant = new Map<string, string | null>();
    const meaning: NamingSource[] = [];
    for (const [index, candidate] of candidates.entries()) {
      const { link, target } = candidate;
      const key = `${target}|${link.folder}`;
      const known = meant.get(key);
      const note = known === undefined ? (noteFor(link, titled, folderOf)?.id ?? null) : known;
      if (known === undefined) meant.set(key, note);
      if (note === id) meaning.push(candidate);
      if (known === undefined || index % batchSize === 0) yield;
    }
    return meaning;
  }

  /** Sources with what they say of the note that they name, and where they stand if that has a say. */
  *#naming(userId: string, sources: readonly LinkSource[], folderOf: (record: LinkedRecord) => string): Generator<void, NamingSource[]> {
    const named: NamingSource[] = [];
    for (const [index, source] of sources.entries()) {
      named.push({ ...source, link: namingLink(source.title ?? '', source.target, '') });
      if (index % batchSize === 0) yield;
    }
    const standing = named.filter(({ type, link }) => type === 'note' && dependsOnFolder(link));
    const records = yield* this.#records(userId, 'note', [...new Set(standing.map(({ id }) => id))]);
    return named.map((source) => {
      const record = records.get(source.id);
      return record === undefined ? source : { ...source, link: { ...source.link, folder: folderOf(record) } };
    });
  }

  *#outgoing(userId: string, from: LinkedRecord, types: readonly LinkedType[]): Generator<void, Outgoing[]> {
    const { store, texts } = this.#options;
    const { id } = from;
    const entries = [...texts.linksOf({ userId, id }).values()].filter(({ toType }) => types.includes(toType));
    const titled = store.titled(userId, yield* keysOfAll(entries));
    const records = new Map(linkedTypes.map((type) => [type, store.records(userId, type, idsOf(entries, type))]));
    // Read where a title that no note has could be that of a file.
    let filenames: ReadonlySet<string> | null = null;
    const isFile = (title: string): boolean =>
      filenamesFor(title).some((filename) => (filenames ??= store.filenames(userId, id)).has(foldName(filename)));
    const folderOf = store.folders(userId);
    const folder = folderOf(from);
    const seen = new Map<string, Said>();
    const found: Outgoing[] = [];
    for (const entry of entries) {
      const { toType: type, toId, title, target } = entry;
      yield;
      const link = title === null ? null : namingLink(title, target, folder);
      const record = link === null ? (records.get(type)?.get(toId ?? '') ?? null) : noteFor(link, titled, folderOf);
      if (record === null && isForAnything(link)) continue;
      const key = `${type} ${record?.id ?? toId ?? `[[${foldName(title ?? '')}`}`;
      const said: Said = seen.get(key) ?? { targets: [], addresses: [] };
      if (link !== null) said[link.isFile ? 'addresses' : 'targets'].push(link.target);
      if (seen.has(key)) continue;
      seen.set(key, said);
      // `![[photo.png]]` shows a file of the record: that leads to nothing else, and is no link to nothing.
      if (record !== null || title === null || !isFile(title)) found.push(outgoingTo(entry, record, said));
    }
    return found.toSorted((a, b) => a.title.localeCompare(b.title));
  }

  /** Each source once, with the words around its first link. */
  async #backlinks(userId: string, sources: readonly FoundSource[]): Promise<(Omit<Backlink, 'id' | 'title'> & { other: LinkedRecord })[]> {
    const { markdown, maybeParse } = this.#options;
    const scheduler = new CooperativeScheduler();
    const first = [...new Map(sources.toReversed().map((source) => [source.id, source])).values()].toReversed();
    const found = [];
    for (const { type, id, target, title, record } of first.slice(0, relationLimits.links)) {
      // One that has just been deleted says nothing any more.
      const text = await markdown[type](userId, id).catch(() => '');
      if (/^\uFEFF?---/.test(text)) await loadYaml();
      const snippet = linkSnippet(text, { target, title, maybeParse });
      found.push({ kind: 'text' as const, type, linkId: null, snippet, other: record });
      await scheduler.yieldIfDue();
    }
    return found;
  }

  /** The links of a record that lead from it (`to`), or to it (`from`), with the record at that end. */
  #recordLinks(userId: string, id: string, end: 'to' | 'from', links: readonly StoredLink[]): RecordEnd[] {
    const ends = links.flatMap((link) => {
      if ((end === 'to' ? link.fromId : link.toId) !== id) return [];
      const [type, other] = end === 'to' ? [link.toType, link.toId] : [link.fromType, link.fromId];
      return [{ type, other, linkId: link.id }];
    });
    return linkedTypes.flatMap((type) => {
      const own = ends.filter((each) => each.type === type);
      const records = this.#options.store.records(
        userId,
        type,
        own.map(({ other }) => other),
      );
      return own.flatMap(({ other, linkId }): RecordEnd[] => {
        const record = records.get(other);
        return record === undefined
          ? []
          : [
              {
                kind: 'record',
                type,
                id: record.id,
                title: record.title,
                exists: true,
                targets: [],
                addresses: [],
                linkId,
                snippet: '',
                other: record,
              },
            ];
      });
    });
  }
}

function outgoingTo({ toType: type, toId, title }: LinkEntry, record: LinkedRecord | null, said: Said): Outgoing {
  if (record !== null) return { kind: 'text', type, id: record.id, title: record.title, exists: true, ...said, linkId: null };
  return { kind: 'text', type, id: toId, title: title ?? toId ?? '', exists: false, ...said, linkId: null };
}

/** Whether a link may have been meant for anything, as long as there is no such note. */
const isForAnything = (link: NamingLink | null): boolean => link?.isFile === true && !saysNote(link.target);

interface RecordEnd extends Outgoing {
  readonly snippet: string;
  readonly other: LinkedRecord;
}

/** The folded titles by which the notes are looked for that these name. */
function* keysOfAll(entries: readonly LinkEntry[]): Generator<void, string[]> {
  const keys = new Set<string>();
  for (const { title } of entries) {
    if (title !== null) for (const key of titleKeys(title)) keys.add(key);
    yield;
  }
  return [...keys];
}

const idsOf = (entries: readonly LinkEntry[], type: LinkedType): string[] =>
  entries.flatMap(({ toType, toId }) => (toType === type && toId !== null ? [toId] : []));
