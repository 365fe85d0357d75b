// Notes that the full-text index does not have as they are: a search sees them all the same. It waits for a write of very long ones alone.

import type { ContentStore } from './content-store.ts';
import type { NoteCache } from './note-cache.ts';
import { isLong } from './note-flusher.ts';
import type { NoteParser } from './note-parser.ts';
import type { NoteKey, NoteStore, StoredNote } from './note-store.ts';
import type { IndexEntry } from './search/index-entry.ts';

export interface PendingNote {
  readonly key: NoteKey;
  readonly version: number;
  readonly title: string;
  readonly content: string;
  readonly entry: IndexEntry;
}

type PendingText = Omit<PendingNote, 'entry'>;

interface NewestPending {
  /** Oldest change first. */
  readonly notes: readonly PendingNote[];
  /** Whether these, and those of `toFlush`, are all that the user has. */
  readonly complete: boolean;
  /** What takes the index too long to be tried out, and all that is older, oldest change first: the order of flushes is that of hits. */
  readonly toFlush: readonly NoteKey[];
}

interface PendingNotesOptions {
  readonly store: NoteStore;
  readonly contents: ContentStore;
  readonly cache: NoteCache;
  readonly parser: NoteParser;
}

/** At how many of them a search looks besides the index, and at how many characters of them: the newest ones. */
const maxNotes = 100;
const maxCharacters = 1024 * 1024;
/** How many characters the index takes in a few milliseconds. */
const maxTriedOut = 256 * 1024;

export class PendingNotes {
  readonly #options: PendingNotesOptions;

  constructor(options: PendingNotesOptions) {
    this.#options = options;
  }

  /** The user's newest. One that cannot be loaded now is left out. `evenLong`: none is to be flushed, however long the index takes. */
  async newest(userId: string, { evenLong }: { readonly evenLong: boolean }): Promise<NewestPending> {
    const rows = this.#options.store.newestPending(userId, maxNotes + 1);
    const notes: PendingNote[] = [];
    let characters = 0;
    for (const [at, row] of rows.slice(0, maxNotes).entries()) {
      const text = await this.#load({ userId, id: row.id }, row);
      if (text === null) continue;
      characters += text.content.length;
      if (!evenLong && (isLong(text.content) || characters > maxTriedOut)) {
        const toFlush = rows.slice(at, maxNotes).map(({ id }) => ({ userId, id }));
        return { notes: notes.toReversed(), complete: rows.length <= maxNotes, toFlush: toFlush.toReversed() };
      }
      if (characters > maxCharacters && notes.length > 0) return { notes: notes.toReversed(), complete: false, toFlush: [] };
      const note = await this.#withEntry(text);
      if (note !== null) notes.push(note);
    }
    return { notes: notes.toReversed(), complete: rows.length <= maxNotes, toFlush: [] };
  }

  /** Whether it was not deleted since it was read. */
  exists({ key }: PendingNote): boolean {
    return this.#options.store.maybeNote(key) !== null;
  }

  /** Null if the note is gone, or cannot be read in time. */
  async #load(key: NoteKey, row: StoredNote): Promise<PendingText | null> {
    const { store, contents, cache } = this.#options;
    const stored = contents.maybeCurrentMark(key)?.version === row.version ? contents.maybeCurrent(key) : null;
    if (stored !== null) return { key, version: row.version, title: row.title, content: stored.content };
    const note = cache.getWritten(row) ?? (await cache.fetchWritten(key).catch(() => null));
    const now = store.maybeNote(key);
    if (note === null || now === null) return null;
    return { key, version: note.version, title: now.title, content: note.source.content() };
  }

  async #withEntry(note: PendingText): Promise<PendingNote | null> {
    const entry = await this.#options.parser.indexEntry(note).catch(() => null);
    return entry === null ? null : { ...note, entry };
  }
}
