// Runs in a worker thread: stores what a flush has worked out of a long note. For a hundred thousand different words the full-text index
// takes a tenth of a second, in one piece.

import type { PlacedFiles } from '../../storage/connection.ts';
import { writeInThread } from '../../storage/write-in-thread.ts';
import { ContentStore } from './content-store.ts';
import { NoteStore } from './note-store.ts';
import { NoteSearchStore } from './search/search-store.ts';
import { storeFlushes, type PreparedFlush, type SnapshotSpacing } from './stored-flush.ts';

/** What is to be stored in the database. */
export interface FlushJob {
  readonly files: PlacedFiles;
  readonly spacing: SnapshotSpacing;
  readonly flush: PreparedFlush;
}

/** Null has the thread started, and nothing done. */
export function storeFlush(job: FlushJob | null): void {
  if (job === null) return;
  const { files, spacing, flush } = job;
  writeInThread(files, (database) => {
    const stores = { store: new NoteStore(database), contents: new ContentStore(database), search: new NoteSearchStore(database), spacing };
    storeFlushes(stores, [flush]);
  });
}
