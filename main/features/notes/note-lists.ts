// Lists of notes and searches in them. What a list tells of a note that is not flushed yet is made on the spot: nothing is written.

import { setImmediate } from 'node:timers/promises';
import type { NoteListQuery } from '../../contract/note-list.ts';
import type { NoteList, NoteSummary } from '../../contract/notes.ts';
import { toInstant } from '../../lib/clock.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { LongList } from '../../lib/answer.ts';
import { attributesReply } from './attribute-changes.ts';
import type { ContentStore, VersionContent } from './content-store.ts';
import { excerptOf, excerptOfSource, excerptSource, maybeKnownExcerpt } from './excerpt.ts';
import type { NoteCache } from './note-cache.ts';
import { noteFilter, findFiltered, orderOf } from './note-filter.ts';
import type { ListedNote, NoteListStore } from './note-list-store.ts';
import type { NoteReading } from './note-reading.ts';
import type { FoundNote, NoteSearch } from './note-search.ts';
import type { NoteKey, NoteStore } from './note-store.ts';

interface NoteListsOptions {
  readonly store: NoteStore;
  readonly lists: NoteListStore;
  readonly contents: ContentStore;
  readonly cache: NoteCache;
  readonly search: NoteSearch;
  readonly reading: NoteReading;
}

/** Notes whose contents are read together. */
const batchSize = 32;

/** A list can be of more notes than this, and is read while it is written; one with contents, which are long, of more than this. */
const longList = 1_000;
const longListOfContents = 100;
/** Of notes that only their rows are needed of, the clock is looked at after this many. */
const rowsAtOnce = 64;

export class NoteLists {
  readonly #options: NoteListsOptions;

  constructor(options: NoteListsOptions) {
    this.#options = options;
  }

  /** In the order that is asked for; with words to search for, the best match first. */
  async list(userId: string, query: NoteListQuery): Promise<NoteList> {
    const { lists } = this.#options;
    const { q, include, limit, offset = 0 } = query;
    const filter = noteFilter(query);
    if (q !== undefined) {
      const found = await findFiltered(this.#options, {
        userId,
        q,
        filter,
        page: { limit: limit ?? null, offset, withNotes: include !== 'content' },
      });
      if (found !== null) {
        const { hits, total, corrected } = found;
        const items = await this.#found(userId, hits, include === 'content');
        return { items, total, limit: limit ?? null, offset, ...(corrected.length === 0 ? {} : { corrected: [...corrected] }) };
      }
    }
    const total = lists.total(userId, filter);
    // To count the notes of a tag takes as long as to list them.
    if (filter.tags !== null) await setImmediate();
    const rows = lists.list(userId, filter, orderOf(query), { limit, offset }, total);
    const items = await this.#items(userId, rows, include === 'content');
    return { items, total, limit: limit ?? null, offset };
  }

  /** What `list` gives, to be read while it is written; null for a search, and for a list of few notes. */
  maybeLongList(userId: string, query: NoteListQuery): LongList<NoteList> | null {
    const { q, limit = Infinity, include } = query;
    const most = include === 'content' ? longListOfContents : longList;
    if (q !== undefined || limit <= most || this.#options.lists.total(userId, noteFilter(query)) <= most) return null;
    return new LongList<NoteList>(() => this.#slices(userId, query));
  }

  async *#slices(userId: string, query: NoteListQuery): AsyncGenerator<NoteSummary[] | Uint8Array, Omit<NoteList, 'items'>> {
    const { include, limit, offset = 0 } = query;
    const withContents = include === 'content';
    using list = this.#options.lists.long(userId, noteFilter(query), orderOf(query), { limit, offset });
    for (const slice of list.slices) {
      if (withContents) {
        const rows = slice.rows();
        for (let at = 0; at < rows.length; at += batchSize) yield await this.#withContents(userId, rows.slice(at, at + batchSize));
      } else yield slice.maybeJson() ?? (await this.#summaries(userId, slice.rows()));
    }
    return { total: list.total(), limit: limit ?? null, offset };
  }

  #items(userId: string, rows: readonly ListedNote[], withContents: boolean): Promise<NoteSummary[]> {
    return withContents ? this.#withContents(userId, rows) : this.#summaries(userId, rows);
  }

  /** What the rows say; of a note that is not flushed yet the excerpt is made on the spot, and nothing is written. */
  async #summaries(userId: string, rows: readonly ListedNote[]): Promise<NoteSummary[]> {
    const scheduler = new CooperativeScheduler();
    const items: NoteSummary[] = [];
    for (const row of rows) {
      const isFlushed = row.flushedVersion === row.version;
      items.push(isFlushed ? summary(row) : { ...summary(row), excerpt: await this.#excerpt({ userId, id: row.id }, row) });
      if (!isFlushed || items.length % rowsAtOnce === 0) await scheduler.yieldIfDue();
    }
    return items;
  }

  async #excerpt(key: NoteKey, row: ListedNote): Promise<string> {
    const { cache, contents } = this.#options;
    const cached = cache.getCached(row);
    const known = cached === null ? null : maybeKnownExcerpt(cached.source);
    if (known !== null) return known;
    if (contents.maybeCurrentMark(key)?.version === row.version) return excerptOf(contents.beginning(key, excerptSource));
    // One that cannot be loaded in time shows its former words.
    const note = cache.getWritten(row) ?? (await cache.fetchWritten(key).catch(() => null));
    return note === null ? row.excerpt : excerptOfSource(note.source);
  }

  /** Notes that were found, in the order of the hits; one that has gone meanwhile is left out. Each is of one moment. */
  async #found(userId: string, hits: readonly FoundNote[], withContent: boolean): Promise<NoteSummary[]> {
    const scheduler = new CooperativeScheduler();
    const items: NoteSummary[] = [];
    for (let at = 0; at < hits.length; at += batchSize) {
      await scheduler.yieldIfDue();
      const some = hits.slice(at, at + batchSize);
      const known = new Map<string, NoteSummary | null>();
      for (const hit of withContent ? [] : some) {
        known.set(hit.id, maybeSummary(hit));
        if (scheduler.isDue) await scheduler.yieldIfDue();
      }
      const others = some.filter(({ id }) => (known.get(id) ?? null) === null);
      const read = others.length === 0 ? null : await this.#read(userId, others, withContent, scheduler);
      for (const { id } of some) {
        const item = known.get(id) ?? read?.get(id);
        if (item !== undefined) items.push(item);
      }
    }
    return items;
  }

  /** By id, those of a few hits that are still there. */
  async #read(
    userId: string,
    hits: readonly FoundNote[],
    withContent: boolean,
    scheduler: CooperativeScheduler,
  ): Promise<ReadonlyMap<string, NoteSummary>> {
    const { store } = this.#options;
    const rows = store.hits(userId, hits);
    const matches = new Map(
      hits.map(({ id, matchIn }) => {
        const text = rows.get(id)?.text ?? null;
        return [id, text === null ? null : matchIn(text)];
      }),
    );
    const unread = hits.filter(({ id }) => withContent || matches.get(id) === null).map(({ id }) => id);
    const stored = unread.length === 0 ? null : await this.#contentsOf(userId, unread, scheduler);
    const items = new Map<string, NoteSummary>();
    for (const { id, match } of hits) {
      const found = rows.get(id);
      if (found === undefined) continue;
      if (scheduler.isDue) await scheduler.yieldIfDue();
      const known = matches.get(id) ?? null;
      const unread = { row: found, content: null };
      const reading = withContent || known === null ? this.#options.reading.maybeCurrent(userId, found, stored?.get(id)) : null;
      // One that cannot be written in time shows what its title says.
      const current = reading === null ? unread : await (withContent ? reading : reading.catch(() => unread));
      if (current === null) continue;
      const { row, content } = current;
      const excerpt = row.flushedVersion === row.version || content === null ? row.excerpt : excerptOf(content);
      items.set(id, {
        ...summary(row),
        excerpt,
        ...(withContent && content !== null ? { content } : {}),
        match: known ?? match(row, content ?? '', row === found ? found.text : null),
      });
    }
    return items;
  }

  /** By id, what was written out last of each of a few notes; others get their turn where that is much. */
  async #contentsOf(userId: string, ids: readonly string[], scheduler: CooperativeScheduler): Promise<ReadonlyMap<string, VersionContent>> {
    const all = new Map<string, VersionContent>();
    for (let rest = ids; rest.length > 0;) {
      if (scheduler.isDue) await scheduler.yieldIfDue();
      const { contents, unread } = this.#options.contents.several(userId, rest);
      for (const [id, content] of contents) all.set(id, content);
      rest = unread;
    }
    return all;
  }

  /** There can be many of them: some at a time are read, and others get their turn in between. */
  async #withContents(userId: string, notes: readonly ListedNote[]): Promise<NoteSummary[]> {
    const { store } = this.#options;
    const scheduler = new CooperativeScheduler();
    const items: NoteSummary[] = [];
    for (let at = 0; at < notes.length; at += batchSize) {
      await scheduler.yieldIfDue();
      const ids = notes.slice(at, at + batchSize).map(({ id }) => id);
      const stored = await this.#contentsOf(userId, ids, scheduler);
      // Of a moment that may be later than that of the list.
      const rows = store.found(userId, ids);
      for (const id of ids) {
        const found = rows.get(id);
        const current = found === undefined ? null : await this.#options.reading.maybeCurrent(userId, found, stored.get(id));
        if (current === null) continue;
        const { row, content } = current;
        items.push({ ...summary(row), excerpt: row.flushedVersion === row.version ? row.excerpt : excerptOf(content), content });
      }
    }
    return items;
  }
}

/** What a search tells of a note that came along with the hit; null where its content has to be looked at. */
function maybeSummary({ note, matchIn }: FoundNote): NoteSummary | null {
  // Where the index is as far as the note, so is its excerpt.
  const match = note === null || note.text === null ? null : matchIn(note.text);
  return note === null || match === null ? null : { ...summary(note), match };
}

/** What a list tells of a note, without its content. */
export function summary(row: ListedNote): NoteSummary {
  const { id, title, excerpt, version, createdAt, updatedAt } = row;
  return { id, title, ...attributesReply(row), excerpt, version, createdAt: toInstant(createdAt), updatedAt: toInstant(updatedAt) };
}
