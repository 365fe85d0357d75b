// What is put off while a note is being changed: writing out its content, its excerpt and its entry in the full-text index.
// None of it changes the note: version, time of change and feed stay as they are.

import type { ContentStore, NewContent, SnapshotMark } from './content-store.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { maybePacked } from '../../lib/packed-text.ts';
import { excerptOf, excerptOfSource, excerptSource } from './excerpt.ts';
import type { NoteCache } from './note-cache.ts';
import { parsedAtOnce, type NoteParser } from './note-parser.ts';
import type { NoteKey, NoteStore } from './note-store.ts';
import type { IndexEntry } from './search/index-entry.ts';
import type { SearchStore } from './search/search-store.ts';

/** A snapshot is kept when the last one is this many versions older, or this many characters of steps. */
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
  readonly spacing: SnapshotSpacing;
}

/** A note as it is to be written out; `stored` is null where the content is there already. */
export interface PreparedFlush {
  readonly key: NoteKey;
  readonly version: number;
  readonly excerpt: string;
  readonly entry: IndexEntry;
  readonly stored: NewContent | null;
}

/** Characters of notes that are indexed in one write: the index takes some milliseconds for them. */
const togetherLength = 128 * 1024;

/** The same in their order, parted into writes: notes share one up to a length of all, and a longer note has one of its own. */
export function inWrites(flushes: readonly PreparedFlush[]): PreparedFlush[][] {
  const writes: PreparedFlush[][] = [];
  let length = 0;
  for (const flush of flushes) {
    const own = flush.entry.body.length;
    const last = writes.at(-1);
    if (last !== undefined && length + own <= togetherLength) {
      last.push(flush);
      length += own;
    } else {
      writes.push([flush]);
      length = own;
    }
  }
  return writes;
}

export class NoteFlusher {
  readonly #options: NoteFlusherOptions;

  constructor(options: NoteFlusherOptions) {
    this.#options = options;
  }

  /**
   * Works out what is to be written of the version that is current when it is called, or of a later one; null if nothing is. Throws
   * `unavailable`.
   */
  async prepare(key: NoteKey): Promise<PreparedFlush | null> {
    const { contents, parser } = this.#options;
    const row = this.#options.store.maybeNote(key);
    if (row === null || row.indexedVersion === row.version) return null;
    const written = contents.maybeCurrentMark(key)?.version === row.version ? contents.maybeCurrent(key) : null;
    if (written !== null) {
      const { content } = written;
      const excerpt = row.flushedVersion === row.version ? row.excerpt : excerptOf(content.slice(0, excerptSource));
      return { key, version: row.version, excerpt, entry: await parser.indexEntry({ title: row.title, content }), stored: null };
    }
    // A note that no request has kept in memory so long would take the place of one that is in use.
    const current = await this.#options.cache.fetchAtHand(key, { keeps: false });
    if (current === null) return null;
    const {
      note: { version, source },
      row: { title, stepBytes },
    } = current;
    const scheduler = new CooperativeScheduler();
    const content = source.content();
    await scheduler.yieldIfDue();
    await source.preparse((markdown) => parser.parse(markdown), parsedAtOnce);
    await parser.prewriteState(source);
    const state = await scheduler.run(source.stating());
    const packedState = state === null ? null : await maybePacked(state);
    const entry = await parser.indexEntry({ title, content });
    const stateText = packedState === null ? (state?.join('') ?? null) : null;
    const stored = { version, stepBytes, title, content, state: stateText, packedState };
    return { key, version, excerpt: excerptOfSource(source), entry, stored };
  }

  /** Inside a write: contents, excerpts and entries in the full-text index, except of notes that are gone or further already. */
  store(flushes: readonly PreparedFlush[]): void {
    const { store, contents, search } = this.#options;
    const stored = flushes.filter(({ key, version, excerpt, stored }) => {
      const row = store.maybeNote(key);
      if (row === null || row.indexedVersion >= version) return false;
      if (stored !== null && row.flushedVersion < version) {
        this.#keepSnapshot(key);
        contents.put(key, stored);
      }
      store.markFlushed(key, version, excerpt);
      return true;
    });
    // After all else; see `putAll`.
    search.putAll(stored);
  }

  /** Keeps what is going to be replaced, if history would otherwise have to be replayed from too far away. */
  #keepSnapshot(key: NoteKey): void {
    const { contents, spacing } = this.#options;
    const current = contents.maybeCurrentMark(key);
    const last: SnapshotMark | undefined = contents.snapshots(key)[0];
    if (current === null) return;
    if (last === undefined || current.version - last.version >= spacing.versions || current.stepBytes - last.stepBytes >= spacing.stepBytes)
      contents.snapshot(key);
  }
}
