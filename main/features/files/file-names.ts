// Which files the versions of notes name: what is asked before a file is removed.

import { fileNamesIn } from '../../contract/file-names.ts';
import { maxNoteFiles } from '../../contract/files.ts';
import { AppError } from '../../lib/app-error.ts';
import type { NamedFiles } from '../../lib/text-watchers.ts';
import type { FileNameStore } from './file-name-store.ts';

export class FileNames implements NamedFiles {
  readonly #store: FileNameStore;

  constructor(store: FileNameStore) {
    this.#store = store;
  }

  created(userId: string, noteId: string, content: string): void {
    this.changed(userId, noteId, { version: 0, added: [...fileNamesIn(content)], removed: [] });
  }

  changed(...[userId, noteId, { version, added, removed }]: Parameters<NamedFiles['changed']>): void {
    if (removed.length > 0) this.#store.end(noteId, removed, version);
    if (added.length > 0 && this.#store.add(userId, noteId, added) && this.#store.count(noteId) > maxNoteFiles)
      throw new AppError('too_large', `A note can name at most ${maxNoteFiles} files`);
  }
}
