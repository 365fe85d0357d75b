// Notes that come in from elsewhere, with the times and ids that they had there.

import { maxNoteBytes } from '../../contract/limits.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import type { RecordChange } from '../../lib/change.ts';
import type { Clock } from '../../lib/clock.ts';
import { importedTimes, type Imported } from '../../lib/imported-record.ts';
import { anyVersion } from '../../lib/precondition.ts';
import type { NamedFiles, NoteWatcher } from '../../lib/text-watchers.ts';
import type { ContentStore } from './content-store.ts';
import type { FlushScheduler } from './flush-scheduler.ts';
import type { NoteListStore } from './note-list-store.ts';
import type { NoteStore } from './note-store.ts';
import type { Notes, PreparedNote } from './notes.ts';

interface ImportedNote {
  readonly title: string;
  readonly content: string;
  readonly notebookId: string | null;
  readonly isPinned: boolean;
  readonly isArchived: boolean;
}

interface ImportedNotesOptions {
  readonly notes: Notes;
  readonly store: NoteStore;
  readonly lists: NoteListStore;
  readonly contents: ContentStore;
  readonly flushScheduler: FlushScheduler;
  readonly namedFiles: NamedFiles;
  readonly record: RecordChange;
  readonly watcher: NoteWatcher;
  readonly hasNotebook: (userId: string, id: string) => boolean;
  readonly clock: Clock;
  readonly newId: () => string;
}

export class ImportedNotes {
  readonly #options: ImportedNotesOptions;

  constructor(options: ImportedNotesOptions) {
    this.#options = options;
  }

  /** Null if the user has no such note. */
  maybeVersion(userId: string, id: string): number | null {
    return this.#options.store.maybeNote({ userId, id })?.version ?? null;
  }

  /** Null if the user has no such note. Throws `unavailable`. */
  async maybeRead(
    userId: string,
    id: string,
  ): Promise<{ title: string; content: string; notebookId: string | null; updatedAt: number } | null> {
    try {
      const { title, content, notebookId, updatedAt } = await this.#options.notes.read(userId, id, {});
      return { title, content, notebookId, updatedAt: Date.parse(updatedAt) };
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    }
  }

  /** Before the write; what it gives makes the note, inside the write. Throws `too_large`, `unavailable`. */
  async prepareCreate(userId: string, note: ImportedNote, as: Imported): Promise<() => { id: string; version: number }> {
    if (Buffer.byteLength(note.content) > maxNoteBytes) throw new AppError('too_large', `A note is at most ${maxNoteBytes} bytes long`);
    const prepared = await this.#options.notes.prepareCreate({ title: note.title, content: note.content });
    return () => this.#create(userId, note, as, prepared);
  }

  #create(
    userId: string,
    { title, content, isPinned, isArchived, notebookId }: ImportedNote,
    as: Imported,
    { blocks, excerpt }: PreparedNote,
  ): { id: string; version: number } {
    const { store, lists, contents, flushScheduler, namedFiles, record, watcher, hasNotebook, clock, newId } = this.#options;
    const id = as.id ?? newId();
    const key = { userId, id };
    const { createdAt, updatedAt } = importedTimes(as, clock());
    if (isArchived) lists.mayArchive(userId);
    store.insert(key, {
      title,
      excerpt,
      at: createdAt,
      changedAt: updatedAt,
      // It may have been deleted meanwhile.
      notebookId: notebookId !== null && hasNotebook(userId, notebookId) ? notebookId : null,
      isPinned: isPinned ? 1 : 0,
      isArchived: isArchived ? 1 : 0,
    });
    contents.put(key, { version: 0, stepBytes: 0, title, content, state: null });
    namedFiles.created(userId, id, content);
    record({ userId, type: 'note', action: 'created', id, version: 0 });
    watcher.created(userId, id, blocks);
    flushScheduler.markDirty(key);
    return { id, version: 0 };
  }

  /**
   * Before the write; what it gives changes the note, inside the write, and throws `RetryableConflict` if the note is not of `version` any
   * more. Throws 404, `unavailable`.
   */
  async prepareUpdate(userId: string, id: string, note: ImportedNote, version: number): Promise<() => { id: string; version: number }> {
    const { notes, hasNotebook } = this.#options;
    const { title, content, notebookId, isPinned, isArchived } = note;
    const text = { title, content, version };
    const prepared = await notes.prepareChange(userId, id, text);
    return () => {
      const place = notebookId === null || hasNotebook(userId, notebookId) ? { notebookId } : {};
      notes.change(userId, id, { ...text, ...place, isPinned, isArchived }, anyVersion, prepared);
      const changed = this.maybeVersion(userId, id);
      if (changed === null) throw notFound('note');
      return { id, version: changed };
    };
  }
}
