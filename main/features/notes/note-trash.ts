// Notes in the trash: their rows stay as they are, and nothing but the trash shows them.

import { notFound } from '../../lib/app-error.ts';
import type { RecordChange } from '../../lib/change.ts';
import type { Clock } from '../../lib/clock.ts';
import type { NoteWatcher } from '../../lib/text-watchers.ts';
import type { TrashedRecord, TrashKind } from '../../lib/record-kinds.ts';
import type { AttributeChanges } from './attribute-changes.ts';
import type { FlushScheduler } from './flush-scheduler.ts';
import type { NoteCache } from './note-cache.ts';
import type { NoteStore } from './note-store.ts';
import type { NoteSearchStore } from './search/search-store.ts';

interface NoteTrashOptions {
  readonly store: NoteStore;
  readonly search: NoteSearchStore;
  readonly cache: NoteCache;
  readonly attributes: AttributeChanges;
  readonly flushScheduler: FlushScheduler;
  readonly record: RecordChange;
  readonly watcher: NoteWatcher;
  readonly clock: Clock;
  /** Told of the user of each note that comes back, which can be archived. */
  readonly mayArchive: (userId: string) => void;
}

/** Where a note was. What was put aside before this was kept has null in its place. */
interface NotePlace {
  readonly notebookId: string | null;
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
    return { title: row.title, data: { notebookId: row.notebookId } satisfies NotePlace };
  }

  /** Its notebook can have been deleted meanwhile: then it is in another one, or in none, which is a change of the note. */
  restore(userId: string, { recordId: id, data }: TrashedRecord): number | null {
    const { store, attributes, flushScheduler, record, watcher, mayArchive } = this.#options;
    const key = { userId, id };
    // It is indexed anew, and flushed first if it was not.
    store.takeBack(key);
    mayArchive(userId);
    const row = store.maybeNote(key);
    if (row === null) return null;
    record({ userId, type: 'note', action: 'created', id, version: row.version });
    const { notebookId } = (data as NotePlace | null) ?? row;
    const { version } = attributes.store(key, { ...row, notebookId }, row).row;
    watcher.restored(userId, id);
    flushScheduler.markDirty(key);
    return version;
  }

  purge(userId: string, { recordId: id }: TrashedRecord): void {
    this.#options.store.remove({ userId, id });
  }
}
