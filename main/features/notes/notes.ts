// The rules of notes. Knows no HTTP and no SQL; what changes anything is called inside a write transaction.

import type { Node } from 'prosemirror-model';
import type { Step } from 'prosemirror-transform';
import { maxNoteBytes, type NoteDelta } from '../../contract/note-delta.ts';
import type { NoteListQuery } from '../../contract/note-list.ts';
import type { CreateNote, Note, NoteDeltaReply, NoteList, NoteQuery, NoteSummary } from '../../contract/notes.ts';
import { AppError, notFound, RetryableConflict } from '../../lib/app-error.ts';
import type { RecordChange } from '../../lib/change.ts';
import type { NoteWatcher } from '../../lib/text-watcher.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import type { NamedFiles } from '../../lib/named-files.ts';
import type { Precondition } from '../../lib/precondition.ts';
import { applyDelta, maybeNextContent, maybePrepareSteps, type PreparedSteps } from './delta/apply.ts';
import { advance } from './delta/replay.ts';
import { areHeavy, prepareJson } from './delta/step-json.ts';
import { excerptOf, excerptOfSource, excerptSource, maybeKnownExcerpt } from './excerpt.ts';
import type { LiveNote, StepHistory } from './live-note.ts';
import type { FoundNote, NoteSearch } from './note-search.ts';
import { NoteParser, parsedAtOnce } from './note-parser.ts';
import { NoteReading, type NoteReadingOptions } from './note-reading.ts';
import { NotPreparsed, type PreparedRewrite } from './note-source.ts';
import { attributesOf, type AttributeChanges } from './attribute-changes.ts';
import type { ListedNote, NoteListStore } from './note-list-store.ts';
import { filterOf, findFiltered, orderOf } from './note-lists.ts';
import type { NoteKey, StoredNote } from './note-store.ts';
import type { FlushScheduler } from './flush-scheduler.ts';
import type { Parsed } from './source/reparse.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { LongList } from '../../lib/long-list.ts';

export interface NotesOptions extends NoteReadingOptions {
  readonly lists: NoteListStore;
  readonly attributes: AttributeChanges;
  readonly flushScheduler: FlushScheduler;
  readonly search: NoteSearch;
  readonly namedFiles: NamedFiles;
  readonly record: RecordChange;
  readonly watcher: NoteWatcher;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** What a change needs that takes long to get. */
export interface PreparedChange {
  /** Null where the text stays as it is. */
  readonly note: LiveNote | null;
  /** What the markdown that the delta asks for is read as; null if it asks for none. */
  readonly preparsed: Parsed | null;
  /** What comes of that if the note is still the same; null for a small note, where it takes no time. */
  readonly rewrite: PreparedRewrite | null;
  /** What steps alone come to if the note is still the same; null for another delta, and for steps that cannot be accepted. */
  readonly stepped: PreparedSteps | null;
}

/** A change of which nothing takes long. */
export const unprepared: PreparedChange = { note: null, preparsed: null, rewrite: null, stepped: null };

export interface PreparedNote {
  /** The blocks of a new note; null where they take too long to be read. */
  readonly blocks: readonly Node[] | null;
  /** What comes of its template; absent without one. */
  readonly filled?: { readonly content: string; readonly cursor: number | null };
}

/** Whether a delta changes more than attributes. */
export function changesText({ steps, edits, content, title }: NoteDelta): boolean {
  return [steps, edits, content, title].some((each) => each !== undefined);
}

/** What markdown can have between letters that a reader sees side by side. */
const between = String.raw`[\\*_~]*`;

/** Markdown without any of these holds neither tags nor links; a character reference can stand for each. */
const mayMention = new RegExp(String.raw`#[^\s#]|\[${between}\[|&#?\w|${'daybook:'.split('').join(between)}|^\uFEFF?---`, 'i');

/** Notes whose contents are read by one statement. */
const together = 64;

/** A list can be of more notes than this, and is read while it is written. */
const longList = 1_000;
/** Of notes that only their rows are needed of, the clock is looked at after this many. */
const rowsAtOnce = 64;

export class Notes {
  readonly #options: NotesOptions;
  readonly #reading: NoteReading;

  constructor(options: NotesOptions) {
    this.#options = options;
    this.#reading = new NoteReading(options);
  }

  /** Before a note is created: what it says besides its words. Throws `unavailable`. */
  prepareCreate({ content = '' }: CreateNote): PreparedNote | Promise<PreparedNote> {
    const { parser, watcher } = this.#options;
    const blocks = this.prepareCreateNow({ content }).blocks;
    if (blocks === null) {
      if (Buffer.byteLength(content) > maxNoteBytes) return { blocks };
      return parser.parse(content).then(async (parsed) => {
        const nodes = parsed.blocks.map(({ node }) => node);
        await watcher.prepare(nodes);
        return { blocks: nodes };
      });
    }
    const loading = watcher.prepare(blocks);
    return loading === null ? { blocks } : loading.then(() => ({ blocks }));
  }

  /** The same at once: without the blocks of a large note. */
  prepareCreateNow({ content = '' }: Pick<CreateNote, 'content'>): PreparedNote {
    return { blocks: mayMention.test(content) ? NoteParser.maybeParse(content) : [] };
  }

  /** The content is kept as it is sent; `prepared` is what `prepareCreate` gave. Throws `too_large`. */
  create(userId: string, { title, content: given = '', ...asked }: CreateNote, { blocks, filled }: PreparedNote): Note {
    const content = filled?.content ?? given;
    if (Buffer.byteLength(content) > maxNoteBytes) throw new AppError('too_large', `A note is at most ${maxNoteBytes} bytes long`);
    const { store, contents, flushScheduler, namedFiles, record, watcher, clock, newId } = this.#options;
    const id = newId();
    const key = { userId, id };
    const now = clock();
    // Made here, where the content is at hand: a list then reads the row alone.
    const attributes = this.#options.attributes.asked(userId, asked);
    if (attributes.isArchived === 1) this.#options.lists.mayArchive(userId);
    store.insert(key, { title, excerpt: excerptOf(content), at: now, ...attributes });
    contents.put(key, { version: 0, stepBytes: 0, title, content, state: null });
    namedFiles.created(userId, id, content);
    record({ userId, type: 'note', action: 'created', id, version: 0 });
    watcher.created(userId, id, blocks);
    flushScheduler.markDirty(key);
    const at = toInstant(now);
    const cursor = filled?.cursor ?? null;
    return {
      id,
      title,
      ...attributesOf(attributes),
      content,
      version: 0,
      createdAt: at,
      updatedAt: at,
      ...(cursor === null ? {} : { cursor }),
    };
  }

  /** The document as it is now; null if the user has no such note. Throws `unavailable`. */
  async maybeDocument(userId: string, id: string): Promise<{ readonly version: number; readonly doc: Node } | null> {
    const note = await this.#options.cache.fetch({ userId, id });
    return note === null ? null : { version: note.version, doc: note.source.doc };
  }

  /** Throws 404, `stale_version` or `history_gone` for `since`, and `unavailable` when a large note cannot be read in time. */
  read(userId: string, id: string, query: NoteQuery): Promise<Note> {
    return this.#reading.read({ userId, id }, query);
  }

  /** In the order that is asked for; with words to search for, the best match first. */
  async list(userId: string, query: NoteListQuery): Promise<NoteList> {
    const { lists } = this.#options;
    const { q, include, limit, offset = 0 } = query;
    const filter = filterOf(query);
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
    const rows = lists.list(userId, filter, orderOf(query), { limit, offset });
    const items = await this.#items(userId, rows, include === 'content');
    return { items, total: lists.total(userId, filter), limit: limit ?? null, offset };
  }

  /** What `list` gives, to be read while it is written; null for a search, and for a list of few notes. */
  maybeLongList(userId: string, query: NoteListQuery): LongList<NoteList> | null {
    const { q, tag, limit } = query;
    if (q !== undefined || tag !== undefined || (limit ?? longList + 1) <= longList) return null;
    if (this.#options.lists.total(userId, filterOf(query)) <= longList) return null;
    return new LongList<NoteList>(() => this.#slices(userId, query));
  }

  async *#slices(userId: string, query: NoteListQuery): AsyncGenerator<NoteSummary[] | Uint8Array, Omit<NoteList, 'items'>> {
    const { include, limit, offset = 0 } = query;
    const withContents = include === 'content';
    using list = this.#options.lists.long(userId, filterOf(query), orderOf(query), { limit, offset });
    for (const slice of list.slices)
      yield (withContents ? null : slice.maybeJson()) ?? (await this.#items(userId, slice.rows(), withContents));
    return { total: list.total, limit: limit ?? null, offset };
  }

  #items(userId: string, rows: readonly ListedNote[], withContents: boolean): Promise<NoteSummary[]> {
    return withContents ? this.#withContents(userId, rows) : this.#summaries(userId, rows);
  }

  /** Throws 404, 412. */
  remove(userId: string, id: string, precondition: Precondition): undefined {
    const key = { userId, id };
    const { version } = this.#note(key);
    precondition.check(version);
    const { store, cache, record } = this.#options;
    store.remove(key);
    cache.drop(id);
    record({ userId, type: 'note', action: 'deleted', id, version });
  }

  /**
   * Before a change: the note as it is now, and what the delta makes of it, so that neither need be parsed inside the write. Throws 404,
   * `unavailable`.
   */
  async prepareChange(userId: string, id: string, delta: NoteDelta): Promise<PreparedChange> {
    const { cache, parser } = this.#options;
    const key = { userId, id };
    if (!changesText(delta)) return unprepared;
    // Steps alone do without the content.
    const isOfSteps = delta.steps !== undefined && delta.markdown === undefined;
    const note = await (isOfSteps ? cache.fetch(key) : cache.fetchWritten(key));
    if (note === null) throw notFound('note');
    await this.#options.watcher.prepare(note.source.doc.children);
    if (isOfSteps) return { ...unprepared, note, stepped: await this.#prepareSteps(key, note, delta) };
    const next = maybeNextContent(note, delta);
    if (next === null) return { ...unprepared, note };
    const preparsed = await note.source.preparse((markdown) => parser.parse(markdown), parsedAtOnce, next);
    await this.#options.watcher.prepare(preparsed.markdown.blocks.slice(0, 1).map(({ node }) => node));
    return { ...unprepared, note, preparsed, rewrite: NoteParser.isSmall(next) ? null : await this.#prepareRewrite(note, preparsed) };
  }

  /** Before the write, as the bytes that may have to be counted are those of a whole block. */
  async #prepareSteps(key: NoteKey, note: LiveNote, delta: NoteDelta): Promise<PreparedSteps | null> {
    const { changes, parser } = this.#options;
    if (note.sizeAtMost === undefined) await parser.prewrite(note.source);
    const history: StepHistory = {
      after: (version) => changes.history(key, { ...this.#note(key), version: note.version }).after(version),
    };
    const stepped = maybePrepareSteps(note, delta, history);
    if (stepped?.isToBeCounted === true) await parser.prewrite(stepped.change.source);
    return stepped;
  }

  /**
   * Steps on a version of the note, in the form that `prepareChange` takes: as markdown where there is so much in them that they would be
   * read and checked for long. Throws 404, `unavailable`, and `RetryableConflict` if the note has another version.
   */
  async deltaOf(userId: string, id: string, version: number, steps: readonly Step[]): Promise<NoteDelta> {
    const { cache, parser } = this.#options;
    if (!areHeavy(steps)) return { version, steps: steps.map((step) => step.toJSON() as Record<string, unknown>) };
    const note = await cache.fetch({ userId, id });
    if (note === null) throw notFound('note');
    if (note.version !== version) throw new RetryableConflict('The note was changed meanwhile');
    const source = advance(note.source, steps);
    await parser.prewrite(source);
    return { version, content: source.content() };
  }

  /** In slices: all that storing the new content takes. */
  async #prepareRewrite({ source }: LiveNote, preparsed: Parsed): Promise<PreparedRewrite> {
    const scheduler = new CooperativeScheduler();
    const next = preparsed.content;
    const rewrite = await scheduler.run(source.rewriting(next, { maxWeight: parsedAtOnce, preparsed }));
    if (rewrite !== null) await prepareJson(rewrite.steps, scheduler);
    return { source, next, rewrite };
  }

  /**
   * Applies a delta; `prepared` is what `prepareChange` gave. Throws 404, 412, what the contract says of deltas, and `RetryableConflict`
   * if the note was changed since, so that too much would have to be parsed.
   */
  change(
    userId: string,
    id: string,
    delta: NoteDelta,
    precondition: Precondition,
    { note, preparsed, rewrite, stepped }: PreparedChange,
  ): NoteDeltaReply {
    const { cache, changes } = this.#options;
    const key = { userId, id };
    const row = this.#note(key);
    const deltaId = delta.deltaId ?? null;
    const answered = deltaId === null ? null : changes.maybeAnswered(key, row, deltaId);
    if (answered !== null) return answered;
    precondition.check(row.version);
    const attributes = this.#options.attributes.asked(userId, delta, row);
    const request = { since: delta.version ?? null, clientID: delta.clientID ?? null, deltaId };
    if (!changesText(delta)) return changes.accept(key, row, { text: null, attributes }, request);
    try {
      const before = cache.getOrLoad(userId, row, note);
      const outcome = applyDelta(before, delta, changes.history(key, row), {
        maxWeight: parsedAtOnce,
        preparsed,
        prepared: rewrite,
        stepped,
      });
      return changes.accept(key, row, { text: { before, outcome }, attributes }, request);
    } catch (error) {
      throw error instanceof NotPreparsed ? new RetryableConflict('The note is being changed, and too large to be read in between') : error;
    }
  }

  #note(key: NoteKey): StoredNote {
    const row = this.#options.store.maybeNote(key);
    if (row === null) throw notFound('note');
    return row;
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
    for (let at = 0; at < hits.length; at += together) {
      await scheduler.yieldIfDue();
      const some = hits.slice(at, at + together);
      const known = new Map(withContent ? [] : some.map((hit) => [hit.id, maybeSummary(hit)]));
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
    const { store, contents } = this.#options;
    const rows = store.hits(userId, hits);
    const matches = new Map(
      hits.map(({ id, matchIn }) => {
        const text = rows.get(id)?.text ?? null;
        return [id, text === null ? null : matchIn(text)];
      }),
    );
    const unread = hits.filter(({ id }) => withContent || matches.get(id) === null).map(({ id }) => id);
    const stored = unread.length === 0 ? null : contents.several(userId, unread);
    const items = new Map<string, NoteSummary>();
    for (const { id, match } of hits) {
      const found = rows.get(id);
      if (found === undefined) continue;
      if (scheduler.isDue) await scheduler.yieldIfDue();
      const known = matches.get(id) ?? null;
      const unread = { row: found, content: null };
      const reading = withContent || known === null ? this.#reading.maybeCurrent(userId, found, stored?.get(id)) : null;
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

  /** There can be many of them: some at a time are read, and others get their turn in between. */
  async #withContents(userId: string, notes: readonly ListedNote[]): Promise<NoteSummary[]> {
    const { store, contents } = this.#options;
    const scheduler = new CooperativeScheduler();
    const items: NoteSummary[] = [];
    for (let at = 0; at < notes.length; at += together) {
      await scheduler.yieldIfDue();
      const ids = notes.slice(at, at + together).map(({ id }) => id);
      // Of one moment, which may be later than that of the list.
      const rows = store.found(userId, ids);
      const stored = contents.several(userId, ids);
      for (const id of ids) {
        const found = rows.get(id);
        const current = found === undefined ? null : await this.#reading.maybeCurrent(userId, found, stored.get(id));
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
  return { id, title, ...attributesOf(row), excerpt, version, createdAt: toInstant(createdAt), updatedAt: toInstant(updatedAt) };
}
