// Which files the versions of notes name: what is asked before a file is removed.

import { embeddedNamesInSource, maybeEmbedded } from '../../contract/embedded-files.ts';
import { fileNamesIn } from '../../contract/file-names.ts';
import { maxNoteFiles } from '../../contract/files.ts';
import { AppError } from '../../lib/app-error.ts';
import type { NamedFiles } from '../../lib/text-watchers.ts';
import type { FileNameStore } from './file-name-store.ts';

/** Of files that a change shows as `![[photo.png]]`, whether they are there or not: more than a note can have, and no endless list. */
const maxEmbedded = 10 * maxNoteFiles;

const embeddedAmong = (names: readonly string[]): string[] => names.flatMap((name) => maybeEmbedded(name) ?? []);

export class FileNames implements NamedFiles {
  readonly #store: FileNameStore;

  constructor(store: FileNameStore) {
    this.#store = store;
  }

  created(userId: string, noteId: string, content: string): void {
    this.changed(userId, noteId, { version: 0, added: [...fileNamesIn(content), ...embeddedNamesInSource(content)], removed: [] });
  }

  changed(...[userId, noteId, { version, added, removed }]: Parameters<NamedFiles['changed']>): void {
    if (removed.length > 0) this.#store.end(noteId, removed, version);
    this.#store.endEmbedded(noteId, embeddedAmong(removed), version);
    this.#store.addEmbedded(noteId, embeddedAmong(added).slice(0, maxEmbedded));
    if (added.length > 0 && this.#store.add(userId, noteId, added) && this.#store.count(noteId) > maxNoteFiles)
      throw new AppError('too_large', `A note can name at most ${maxNoteFiles} files`);
  }
}
