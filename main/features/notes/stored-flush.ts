// Storing what a flush has worked out: content, excerpt and the entry of the full-text index, in one write.

import type { ContentStore, NewContent, SnapshotMark } from './content-store.ts';
import type { NoteKey, NoteStore } from './note-store.ts';
import type { IndexEntry } from './search/index-entry.ts';
import type { NoteSearchStore } from './search/search-store.ts';

/** A snapshot is kept when the last one is this many versions older, or this many characters of steps. */
export interface SnapshotSpacing {
  readonly versions: number;
  readonly stepBytes: number;
}

/** A note as it is to be written out; `stored` is null where the content is there already. */
export interface PreparedFlush {
  readonly key: NoteKey;
  readonly version: number;
  readonly excerpt: string;
  readonly entry: IndexEntry;
  readonly stored: NewContent | null;
}

export interface FlushStores {
  readonly store: NoteStore;
  readonly contents: ContentStore;
  readonly search: NoteSearchStore;
  readonly spacing: SnapshotSpacing;
}

/** Inside a write: contents, excerpts and entries in the full-text index, except of notes that are gone or further already. */
export function storeFlushes(stores: FlushStores, flushes: readonly PreparedFlush[]): void {
  const { store, contents, search } = stores;
  const stored = flushes.filter(({ key, version, excerpt, stored }) => {
    const row = store.maybeNote(key);
    if (row === null || row.indexedVersion >= version) return false;
    if (stored !== null && row.flushedVersion < version) {
      keepSnapshot(stores, key);
      contents.put(key, stored);
    }
    store.markFlushed(key, version, excerpt);
    return true;
  });
  // After all else; see `putAll`.
  search.putAll(stored);
}

/** Keeps what is going to be replaced, if history would otherwise have to be replayed from too far away. */
function keepSnapshot({ contents, spacing }: FlushStores, key: NoteKey): void {
  const current = contents.maybeCurrentMark(key);
  const last: SnapshotMark | undefined = contents.snapshots(key)[0];
  if (current === null) return;
  if (last === undefined || current.version - last.version >= spacing.versions || current.stepBytes - last.stepBytes >= spacing.stepBytes)
    contents.snapshot(key);
}
