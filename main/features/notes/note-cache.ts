// Notes in memory, so that a delta need not parse. What is kept here is never believed by itself: a write can be undone,
// and then the note in memory is one that never was. So it is used only while the note's row, read in the same place, has its
// version. That is enough: code that gives a row a new version puts the note of that version here, in place of any other.

import { LRUCache } from 'lru-cache';
import type { Node } from 'prosemirror-model';
import { SharedWork } from '../../lib/shared-work.ts';
import type { LiveNote } from './live-note.ts';
import type { NoteLoader } from './note-loader.ts';
import type { NoteParser } from './note-parser.ts';
import type { NoteSource } from './note-source.ts';
import type { NoteKey, NoteStore, StoredNote } from './note-store.ts';

/**
 * Memory that notes may take, in bytes, and what one takes: for each of its characters, for each of its blocks, for each text in one, for
 * each node between a block and its texts, and besides.
 */
const defaultMaxBytes = 128 * 1024 * 1024;
const bytesPerCharacter = 32;
const bytesPerBlock = 512;
const bytesPerText = 96;
const bytesPerNode = 160;
const bytesPerNote = 20 * 1024;

/**
 * Notes that are kept at most, however small. One of 2 KB is read anew in less than half a millisecond; a thousand of them were what V8
 * measures its heap by, which it lets grow by a share of what is kept.
 */
const maxNotes = 200;

/** Once no note was asked for during this time, in milliseconds, those used last stay: up to these bytes of them, and one at any size. */
const idleMs = 15_000;
const maxIdleBytes = 16 * 1024 * 1024;

/** How much may be left to be written of a note whose content counts as at hand, in units of `parseWeight`. */
const writtenAtOnce = 32 * 1024;

/** Of more blocks than this a part is looked at, all over the note, and counts for all: it is asked for with each change. */
const blocksLookedAt = 1_000;

function sizeOf({ doc, size }: NoteSource): number {
  const { children, childCount } = doc;
  const step = Math.ceil(childCount / blocksLookedAt);
  let [inBlocks, looked] = [0, 0];
  for (let index = 0; index < childCount; index += step, looked++) inBlocks += sizeIn(children[index] as Node);
  const inAll = looked === 0 ? 0 : Math.round((inBlocks / looked) * childCount);
  return bytesPerNote + bytesPerBlock * childCount + inAll + bytesPerCharacter * size;
}

/** What the children of a block take. To look at each would take longer than what changes one of them: they count as the first does. */
function sizeIn({ isTextblock, childCount, firstChild, nodeSize }: Node): number {
  if (isTextblock || firstChild === null) return bytesPerText * childCount;
  // The first can be longer than the others, but there are no more texts than characters.
  return Math.min(childCount * (bytesPerNode + sizeIn(firstChild)), bytesPerNode * nodeSize);
}

interface NoteCacheOptions {
  readonly store: NoteStore;
  readonly loader: NoteLoader;
  readonly parser: NoteParser;
  /** For tests. */
  readonly maxBytes?: number;
}

interface FetchOptions {
  /** Whether a note that had to be loaded is kept. True if absent. */
  readonly keeps?: boolean;
}

export class NoteCache {
  readonly #store: NoteStore;
  readonly #loader: NoteLoader;
  readonly #parser: NoteParser;
  readonly #notes: LRUCache<string, LiveNote>;
  readonly #loading = new SharedWork<LiveNote | null>();
  #idleTimer: NodeJS.Timeout | null = null;

  constructor({ store, loader, parser, maxBytes = defaultMaxBytes }: NoteCacheOptions) {
    this.#store = store;
    this.#loader = loader;
    this.#parser = parser;
    this.#notes = new LRUCache({
      max: maxNotes,
      maxSize: maxBytes,
      // One note can be larger than all that is meant to be kept: then it is the only one.
      sizeCalculation: ({ source }) => Math.min(maxBytes, sizeOf(source)),
    });
  }

  /** Whether some version of the note is in memory. */
  holds(id: string): boolean {
    return this.#notes.has(id);
  }

  /** The note of this row, if it is in memory. */
  getCached({ id, version }: Pick<StoredNote, 'id' | 'version'>): LiveNote | null {
    this.#idleTimer?.refresh();
    const note = this.#notes.get(id);
    return note?.version === version ? note : null;
  }

  /**
   * The note of this row, which must have been read just now; loaded on the spot if neither memory nor `spare` has it. Throws
   * `RetryableConflict` for one that takes long to be loaded.
   */
  getOrLoad(userId: string, row: StoredNote, spare: LiveNote | null = null): LiveNote {
    const cached = this.getCached(row) ?? (spare?.version === row.version ? spare : null);
    if (cached !== null) return cached;
    const note = this.#loader.now({ userId, id: row.id });
    this.#keep(row.id, note);
    return note;
  }

  /** To be called by the code that gives the note a new version, in the same write, as the last thing that could fail. */
  put(id: string, note: LiveNote): void {
    this.#keep(id, note);
  }

  /** As `put`, of a change that leaves the text as it is. */
  carryOn(id: string, from: number, to: number): void {
    const note = this.#notes.get(id);
    if (note?.version === from) this.#keep(id, { ...note, version: to });
    else this.#notes.delete(id);
  }

  drop(id: string): void {
    this.#notes.delete(id);
  }

  /**
   * Outside of a write: the note as it is, loaded without blocking others, and kept from then on unless `keeps` is false. Null if the user
   * has no such note. Throws `unavailable`.
   */
  async fetch(key: NoteKey, { keeps = true }: FetchOptions = {}): Promise<LiveNote | null> {
    const row = this.#store.maybeNote(key);
    if (row === null) return null;
    const cached = this.getCached(row);
    if (cached !== null) return cached;
    return this.#loading.run(key.id, () => this.#load(key, { keeps }));
  }

  /**
   * Loads the note, of which `beginning` gives some version, unless that is being done; others who ask for the note meanwhile wait for it.
   * Whether it has begun.
   */
  load(key: NoteKey, beginning: () => Promise<LiveNote>): boolean {
    if (this.#loading.has(key.id)) return false;
    // One that fails is loaded anew for the first who asks.
    this.#loading.run(key.id, () => this.#load(key, { keeps: true, beginning: beginning() })).catch(() => undefined);
    return true;
  }

  /** What `fetch` gives, with its content at hand. Throws `unavailable`. */
  async fetchWritten(key: NoteKey): Promise<LiveNote | null> {
    const note = await this.fetch(key);
    if (note !== null) await this.#parser.prewrite(note.source);
    return note;
  }

  /**
   * The note with its content at hand, and its row, of one moment after the call: it can have been changed again since. While a user
   * types, the newest version is never at hand, and to write a long paragraph on the spot takes a second. Throws `unavailable`.
   */
  async fetchAtHand(key: NoteKey, options: FetchOptions = {}): Promise<{ readonly note: LiveNote; readonly row: StoredNote } | null> {
    let row = this.#store.maybeNote(key);
    let note = row === null ? null : this.getCached(row);
    while (row !== null && note?.version !== row.version) {
      note = await this.fetch(key, options);
      row = this.#store.maybeNote(key);
      if (note === null) return null;
    }
    if (row === null || note === null) return null;
    await this.#parser.prewrite(note.source);
    return { note, row };
  }

  /** The note of this row, if it is in memory with its content at hand. */
  getWritten(row: Pick<StoredNote, 'id' | 'version'>): LiveNote | null {
    const note = this.getCached(row);
    return note?.source.isContentAtHand !== true || note.source.maybeContent(writtenAtOnce) === null ? null : note;
  }

  async #load(
    key: NoteKey,
    { keeps, beginning = this.#loader.load(key) }: { readonly keeps: boolean; readonly beginning?: Promise<LiveNote> },
  ): Promise<LiveNote | null> {
    let note = await beginning;
    for (;;) {
      const row = this.#store.maybeNote(key);
      if (row === null) return null;
      if (row.version !== note.version) {
        // It was changed since it was written out, perhaps while it was loaded.
        const cached = this.getCached(row);
        if (cached !== null) return cached;
        const further = await this.#loader.bringTo(key, note, row.version);
        // The steps in between can have been thinned out meanwhile.
        note = further.version > note.version ? further : await this.#loader.load(key);
        continue;
      }
      if (keeps) this.#keep(key.id, note);
      return note;
    }
  }

  #keep(id: string, note: LiveNote): void {
    this.#notes.set(id, note);
    this.#idleTimer ??= setTimeout(() => {
      this.#idleTimer = null;
      while (this.#notes.calculatedSize > maxIdleBytes && this.#notes.size > 1) this.#notes.pop();
    }, idleMs).unref();
  }
}
