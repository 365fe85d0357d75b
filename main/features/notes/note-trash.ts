// Notes in the trash: their rows stay as they are, and nothing but the trash shows them.

import { notFound } from '../../lib/app-error.ts';
import type { RecordChange } from '../../lib/change.ts';
import type { Clock } from '../../lib/clock.ts';
import type { NoteWatcher } from '../../lib/text-watchers.ts';
import type { TrashedRecord, TrashKind } from '../../lib/record-kinds.ts';
import type { FlushScheduler } from './flush-scheduler.ts';
import type { NoteCache } from './note-cache.ts';
import type { NoteStore } from './note-store.ts';
import type { SearchStore } from './search/search-store.ts';

export interface NoteTrashOptions {
  readonly store: NoteStore;
  readonly search: SearchStore;
  readonly cache: NoteCache;
  readonly flushScheduler: FlushScheduler;
  readonly record: RecordChange;
  readonly watcher: NoteWatcher;
  readonly clock: Clock;
  /** Told of the user of each note that comes back, which can be archived. */
  readonly mayArchive: (userId: string) => void;
}

export class NoteTrash implements TrashKind {
  readonly #options: NoteTrashOptions;

  constructor(options: NoteTrashOptions) {
    this.#options = options;
  }

  /** Throws 404. */
  put(userId: string, id: string): { readonly title: string; readonly data: unknown } {
    const { store, search, cache, record, clock } = this.#options;
    const key = { userId, id };
    const row = store.maybeNote(key);
    if (row === null) throw notFound('note');
    store.putAside(key, clock());
    search.remove(id);
    cache.drop(id);
    record({ userId, type: 'note', action: 'deleted', id, version: row.version });
    return { title: row.title, data: null };
  }

  restore(userId: string, { recordId: id }: TrashedRecord): number | null {
    const { store, flushScheduler, record, watcher, mayArchive } = this.#options;
    const key = { userId, id };
    // It is indexed anew, and flushed first if it was not.
    store.takeBack(key);
    mayArchive(userId);
    const row = store.maybeNote(key);
    if (row === null) return null;
    record({ userId, type: 'note', action: 'created', id, version: row.version });
    watcher.restored(userId, id);
    flushScheduler.markDirty(key);
    return row.version;
  }

  purge(userId: string, { recordId: id }: TrashedRecord): void {
    this.#options.store.remove({ userId, id });
  }
}
