// One note, as it is now, for those who read it. What is large is loaded and written first, so that reading it holds no other request up.

import type { Note, NoteQuery } from '../../contract/notes.ts';
import { notFound } from '../../lib/app-error.ts';
import { toInstant } from '../../lib/clock.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { attributesReply } from './attribute-changes.ts';
import type { ContentStore, StoredContent } from './content-store.ts';
import type { LiveNote } from './live-note.ts';
import type { NoteCache } from './note-cache.ts';
import type { NoteChanges } from './note-changes.ts';
import type { NoteLoader } from './note-loader.ts';
import { NoteParser } from './note-parser.ts';
import { documentJson, documentText, type ParsedPieces } from './note-pieces.ts';
import type { NoteSource } from './note-source.ts';
import type { NoteKey, NoteStore, StoredNote } from './note-store.ts';

interface NoteReadingOptions {
  readonly store: NoteStore;
  readonly contents: ContentStore;
  readonly cache: NoteCache;
  readonly parser: NoteParser;
  readonly loader: NoteLoader;
  readonly changes: NoteChanges;
}

/** What is stored of a note's text. */
type Stored = Pick<StoredContent, 'version' | 'content'>;

/** A note and its content of one moment. */
interface Current {
  readonly row: StoredNote;
  readonly content: string;
}

interface AtHand extends Current {
  readonly source: NoteSource | null;
}

/** A note on its way into memory, parsed by the thread. */
interface Parsing {
  readonly version: number;
  readonly pieces: Promise<ParsedPieces>;
}

export class NoteReading {
  readonly #options: NoteReadingOptions;
  /** By the note's id, until it is in memory: it is read by others meanwhile. */
  readonly #parsing = new Map<string, Parsing>();

  constructor(options: NoteReadingOptions) {
    this.#options = options;
  }

  /** Throws 404, `stale_version` or `history_gone` for `since`, and `unavailable` when a large note cannot be read in time. */
  async read(key: NoteKey, { include, since }: NoteQuery): Promise<Note> {
    const atOnce = include === 'doc' && since === undefined ? await this.#maybeReadParsed(key) : null;
    if (atOnce !== null) return atOnce;
    // What must be loaded is loaded first, so that all of the answer is of one moment.
    const { row, content, source } = include === 'doc' ? await this.#loadedAtHand(key) : await this.#atHand(key);
    const missed = since === undefined ? {} : this.#options.changes.missed(key, this.#note(key), since, row.version);
    return {
      id: key.id,
      title: row.title,
      ...attributesReply(row),
      content,
      version: row.version,
      createdAt: toInstant(row.createdAt),
      updatedAt: toInstant(row.updatedAt),
      ...(include === 'doc' && source !== null ? { doc: asDoc(await new CooperativeScheduler().run(documentJson(source.doc))) } : {}),
      ...missed,
    };
  }

  /**
   * The note of this row, or a later state of it, with its content; null if it is gone. `stored` is what was written out of it last. Throws
   * `unavailable`.
   */
  async maybeCurrent(userId: string, row: StoredNote, stored: Stored | undefined): Promise<Current | null> {
    if (stored?.version === row.version) return { row, content: stored.content };
    const { cache } = this.#options;
    const written = cache.getWritten(row);
    if (written !== null) return { row, content: written.source.content() };
    const later = await cache.fetchAtHand({ userId, id: row.id });
    return later === null ? null : { row: later.row, content: later.note.source.content() };
  }

  /** The row and the content of one moment; with what the note is in memory, unless its content is stored as it is. Throws 404. */
  async #atHand(key: NoteKey): Promise<AtHand> {
    const { cache, contents } = this.#options;
    const stored = contents.maybeNote(key);
    if (stored === null) throw notFound('note');
    if (stored.contentVersion === stored.version) return { row: stored, content: stored.content, source: null };
    const written = cache.getWritten(stored);
    if (written === null) return this.#loadedAtHand(key);
    return { row: stored, content: written.source.content(), source: written.source };
  }

  async #loadedAtHand(key: NoteKey): Promise<AtHand> {
    const loaded = await this.#options.cache.fetchAtHand(key);
    if (loaded === null) throw notFound('note');
    const { row, note } = loaded;
    return { row, content: note.source.content(), source: note.source };
  }

  /**
   * A large note that is not in memory, with its document as the thread that parsed it has written that; what else needs the note gets it
   * afterwards. Null where it must be loaded first. Throws `unavailable`.
   */
  async #maybeReadParsed(key: NoteKey): Promise<Note | null> {
    const { store, cache, contents, loader } = this.#options;
    if (cache.holds(key.id)) return null;
    const row = store.maybeNote(key);
    const stored = row === null ? null : contents.maybeCurrent(key);
    if (row === null || stored?.version !== row.version || NoteParser.isSmall(stored.content)) return null;
    // Asked once: what is being parsed was found to be so.
    if (this.#parsing.get(key.id)?.version !== stored.version && !(await loader.isAsRead(stored))) return null;
    const { title, content } = stored;
    const parsing = this.#parsing.get(key.id) ?? this.#parse(key, stored);
    if (parsing?.version !== stored.version) return null;
    const doc = asDoc(documentText(await parsing.pieces, title));
    const now = this.#note(key);
    if (now.version !== row.version) return null;
    const { version, createdAt, updatedAt } = now;
    return {
      id: key.id,
      title,
      ...attributesReply(now),
      content,
      version,
      createdAt: toInstant(createdAt),
      updatedAt: toInstant(updatedAt),
      doc,
    };
  }

  /** Has the thread parse the note, of which a live note is made afterwards; null if it is being loaded already. */
  #parse({ id, userId }: NoteKey, stored: StoredContent): Parsing | null {
    const { cache, parser, loader } = this.#options;
    const pieces = Promise.withResolvers<ParsedPieces>();
    const assemble = async (): Promise<LiveNote> => {
      try {
        pieces.resolve(parser.parseInThread(stored.content));
        return await loader.assemble(stored, await pieces.promise);
      } finally {
        this.#parsing.delete(id);
      }
    };
    if (!cache.load({ id, userId }, assemble)) return null;
    const parsing = { version: stored.version, pieces: pieces.promise };
    this.#parsing.set(id, parsing);
    return parsing;
  }

  #note(key: NoteKey): StoredNote {
    const row = this.#options.store.maybeNote(key);
    if (row === null) throw notFound('note');
    return row;
  }
}

/** A document as it is answered with: text becomes the same when it is written as JSON. */
const asDoc = (json: object): NonNullable<Note['doc']> => json as NonNullable<Note['doc']>;
