// Notes that the full-text index does not have as they are: a search sees them all the same, and waits for no write.

import type { ContentStore } from './content-store.ts';
import type { NoteCache } from './note-cache.ts';
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

export interface PendingNotesOptions {
  readonly store: NoteStore;
  readonly contents: ContentStore;
  readonly cache: NoteCache;
  readonly parser: NoteParser;
}

/** At how many of them a search looks besides the index, and at how many characters of them: the newest ones. */
const maxNotes = 100;
const maxCharacters = 1024 * 1024;

export class PendingNotes {
  readonly #options: PendingNotesOptions;

  constructor(options: PendingNotesOptions) {
    this.#options = options;
  }

  /** The user's newest, oldest change first; `complete` if they are all. One that cannot be loaded now is left out. */
  async newest(userId: string): Promise<{ readonly notes: readonly PendingNote[]; readonly complete: boolean }> {
    const rows = this.#options.store.newestPending(userId, maxNotes + 1);
    const notes: PendingNote[] = [];
    let characters = 0;
    for (const row of rows.slice(0, maxNotes)) {
      const note = await this.#load({ userId, id: row.id }, row);
      if (note === null) continue;
      characters += note.content.length;
      if (characters > maxCharacters && notes.length > 0) return { notes: notes.toReversed(), complete: false };
      notes.push(note);
    }
    return { notes: notes.toReversed(), complete: rows.length <= maxNotes };
  }

  /** Whether it was not deleted since it was read. */
  exists({ key }: PendingNote): boolean {
    return this.#options.store.maybeNote(key) !== null;
  }

  /** Null if the note is gone, or cannot be read in time. */
  async #load(key: NoteKey, row: StoredNote): Promise<PendingNote | null> {
    const { store, contents, cache } = this.#options;
    const stored = contents.maybeCurrentMark(key)?.version === row.version ? contents.maybeCurrent(key) : null;
    if (stored !== null) return this.#withEntry({ key, version: row.version, title: row.title, content: stored.content });
    const note = cache.getWritten(row) ?? (await cache.fetchWritten(key).catch(() => null));
    const now = store.maybeNote(key);
    if (note === null || now === null) return null;
    return this.#withEntry({ key, version: note.version, title: now.title, content: note.source.content() });
  }

  async #withEntry(note: Omit<PendingNote, 'entry'>): Promise<PendingNote | null> {
    const entry = await this.#options.parser.indexEntry(note).catch(() => null);
    return entry === null ? null : { ...note, entry };
  }
}
