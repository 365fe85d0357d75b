// What is put off while a note is being changed: writing out its content, its excerpt and its entry in the full-text index.
// None of it changes the note: version, time of change and feed stay as they are.

import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { maybePacked } from '../../lib/packed-text.ts';
import { excerptOf, excerptOfSource, excerptSource } from './excerpt.ts';
import type { NoteCache } from './note-cache.ts';
import { parsedAtOnce, type NoteParser } from './note-parser.ts';
import type { NoteKey } from './note-store.ts';
import { storeFlushes, type FlushStores, type PreparedFlush } from './stored-flush.ts';

interface NoteFlusherOptions extends FlushStores {
  readonly cache: NoteCache;
  readonly parser: NoteParser;
}

/** Characters of notes that are indexed in one write: the index takes some milliseconds for them. */
const togetherLength = 128 * 1024;

/** Whether the index takes so long for words of this length, in characters, that they are stored in a thread. */
export const isLong = (words: string): boolean => words.length > togetherLength;

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
    const content = source.content();
    const scheduler = new CooperativeScheduler();
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
    storeFlushes(this.#options, flushes);
  }
}
