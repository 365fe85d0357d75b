// What is put off while a note is being changed: writing out its content, its excerpt and its entry in the full-text index.
// None of it changes the note: version, time of change and feed stay as they are.

import type { ContentStore, SnapshotMark, StoredContent } from './content-store.ts';
import { excerptOf, excerptSource } from './excerpt.ts';
import type { LiveNote } from './live-note.ts';
import type { NoteCache } from './note-cache.ts';
import { parsedAtOnce, type NoteParser } from './note-parser.ts';
import type { NoteKey, NoteStore, StoredNote } from './note-store.ts';
import type { SearchStore } from './search/search-store.ts';

/** A snapshot is kept when the last one is so many versions older, or so many characters of steps. */
export interface SnapshotSpacing {
  readonly versions: number;
  readonly stepBytes: number;
}

export interface NoteFlusherOptions {
  readonly store: NoteStore;
  readonly contents: ContentStore;
  readonly search: SearchStore;
  readonly cache: NoteCache;
  readonly parser: NoteParser;
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly spacing: SnapshotSpacing;
}

/** A note as it was written out: `stored` is null if that was done already. */
interface FlushedNote {
  readonly version: number;
  readonly excerpt: string;
  readonly stored: StoredContent | null;
}

export class NoteFlusher {
  readonly #options: NoteFlusherOptions;

  constructor(options: NoteFlusherOptions) {
    this.#options = options;
  }

  /** Writes out content and excerpt of the version that is current when it is called, or of a later one. Throws `unavailable`. */
  async flush(key: NoteKey): Promise<void> {
    const row = this.#options.store.maybeNote(key);
    if (row === null || row.flushedVersion === row.version) return;
    const flushed = await this.#written(key, row);
    if (flushed === null) return;
    await this.#options.write(() => { this.#store(key, flushed); });
  }

  /** Puts the version that is current when it is called, or a later one, into the full-text index. Throws `unavailable`. */
  async index(key: NoteKey): Promise<void> {
    const row = this.#options.store.maybeNote(key);
    if (row === null || row.indexedVersion === row.version) return;
    await this.flush(key);
    await this.#options.write(() => { this.#index(key); });
  }

  /** Null if the note is gone. */
  async #written(key: NoteKey, row: StoredNote): Promise<FlushedNote | null> {
    const { contents } = this.#options;
    if (contents.maybeCurrentMark(key)?.version === row.version) return { version: row.version, excerpt: excerptOf(contents.beginning(key, excerptSource)), stored: null };
    const current = await this.#current(key);
    if (current === null) return null;
    const { version, source } = current.note;
    const content = source.content();
    await source.preparse((markdown) => this.#options.parser.parse(markdown), parsedAtOnce);
    return { version, excerpt: excerptOf(content), stored: { version, stepBytes: current.row.stepBytes, title: current.row.title, content, state: source.state() } };
  }

  #store(key: NoteKey, { version, excerpt, stored }: FlushedNote): void {
    const { store, contents } = this.#options;
    const row = store.maybeNote(key);
    if (row === null || row.flushedVersion >= version) return;
    if (stored !== null) {
      this.#keepSnapshot(key);
      contents.put(key, stored);
    }
    store.markFlushed(key, version, excerpt);
  }

  /** Keeps what is going to be replaced, if history would otherwise have to be replayed from too far away. */
  #keepSnapshot(key: NoteKey): void {
    const { contents, spacing } = this.#options;
    const current = contents.maybeCurrentMark(key);
    const last: SnapshotMark | undefined = contents.snapshots(key)[0];
    if (current === null) return;
    if (last === undefined || current.version - last.version >= spacing.versions || current.stepBytes - last.stepBytes >= spacing.stepBytes) contents.snapshot(key);
  }

  #index(key: NoteKey): void {
    const { store, contents, search } = this.#options;
    const row = store.maybeNote(key);
    const current = row === null || row.indexedVersion >= row.flushedVersion ? null : contents.maybeCurrent(key);
    if (current === null) return;
    search.put(key, current);
    store.indexed(key, current.version);
  }

  /** The note and its row, of the same version and committed. Null if the note is gone. */
  async #current(key: NoteKey): Promise<{ readonly note: LiveNote; readonly row: StoredNote } | null> {
    const { store, cache } = this.#options;
    const loaded = await cache.fetch(key);
    const row = store.maybeNote(key);
    return row === null ? null : { row, note: cache.getOrLoad(key.userId, row, loaded) };
  }
}
