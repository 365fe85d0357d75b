// Runs in a worker thread: stores what a flush has worked out of a long note. For a hundred thousand different words the full-text index
// takes a tenth of a second, in one piece.

import { writeInThread } from '../../storage/write-in-thread.ts';
import { ContentStore } from './content-store.ts';
import { NoteStore } from './note-store.ts';
import { NoteSearchStore } from './search/search-store.ts';
import { storeFlushes, type PreparedFlush, type SnapshotSpacing } from './stored-flush.ts';

/** `flush` is to be stored in the database `file`; null has the thread started, and nothing done. */
export interface FlushJob {
  readonly file: string;
  readonly spacing: SnapshotSpacing;
  readonly flush: PreparedFlush | null;
}

export function storeFlush({ file, spacing, flush }: FlushJob): void {
  if (flush === null) return;
  writeInThread(file, (database) => {
    const stores = { store: new NoteStore(database), contents: new ContentStore(database), search: new NoteSearchStore(database), spacing };
    storeFlushes(stores, [flush]);
  });
}
