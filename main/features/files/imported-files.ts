// Files of notes and cards that come in from elsewhere.

import { isFileName } from '../../contract/file-names.ts';
import { AppError } from '../../lib/app-error.ts';
import type { RecordChange } from '../../lib/change.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { AttachmentStore, StoredAttachment } from './attachment-store.ts';
import type { FileNameStore } from './file-name-store.ts';
import { newFileName } from './new-name.ts';
import type { NoteFileStore, StoredNoteFile } from './note-file-store.ts';

interface ImportedFilesOptions {
  readonly notes: NoteFileStore;
  readonly names: FileNameStore;
  readonly attachments: AttachmentStore;
  readonly blobs: Blobs;
  readonly record: RecordChange;
  /** As `record`, of what belongs to no batch. */
  readonly recordAlone: RecordChange;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** A file whose content is kept. */
interface ImportedFile extends Pick<StoredNoteFile, 'filename' | 'name' | 'mimeType' | 'size' | 'sha256' | 'width' | 'height'> {
  readonly id?: string;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt?: number;
}

type Kind = Pick<StoredNoteFile, 'mimeType' | 'width' | 'height'> & { readonly extension: string };

/** How many files of a note are looked at. */
const maxOfNote = 2_000;

export class ImportedFiles {
  readonly #options: ImportedFilesOptions;

  constructor(options: ImportedFilesOptions) {
    this.#options = options;
  }

  /** What kind of file it is, or why it can be none. Throws the system's errors. */
  async inspect(path: string, filename: string, owner: 'note' | 'card'): Promise<Kind | { readonly refused: string }> {
    const { kindOfKept } = await import('./file-kind.ts');
    try {
      const kind = await kindOfKept(path, filename, owner);
      const isPicture = owner === 'note' && kind.mimeType.startsWith('image/');
      const measures = isPicture ? await (await import('./picture-size.ts')).pictureSize(path, kind.mimeType) : null;
      return { ...kind, width: measures?.width ?? null, height: measures?.height ?? null };
    } catch (error) {
      if (error instanceof AppError && error.code === 'unsupported_media_type') return { refused: error.message };
      throw error;
    }
  }

  /** Moves contents among the kept, where they stay until they are disposed of. Throws the system's errors. */
  keep(files: Parameters<Blobs['keep']>[0]): Promise<Disposable> {
    return this.#options.blobs.keep(files);
  }

  /** A name for a file of a note, as none has. */
  newName(extension: string): string {
    return newFileName(this.#options.clock(), extension, (name) => isFileName(name) && this.isNameTaken(name));
  }

  isNameTaken(name: string): boolean {
    return this.#options.notes.isNameTaken(name);
  }

  /** The files of a note. */
  ofNote(userId: string, noteId: string): readonly StoredNoteFile[] {
    return this.#options.notes.ofNote(userId, noteId, { limit: maxOfNote, offset: 0 }).files;
  }

  /** Inside a write. */
  addToNote(userId: string, noteId: string, files: readonly ImportedFile[]): void {
    const { notes, names, recordAlone, clock, newId } = this.#options;
    for (const { id: given, createdAt = clock(), name, filename, mimeType, size, sha256, width, height } of files) {
      const id = given ?? newId();
      notes.insert(userId, { id, noteId, name, filename, mimeType, size, sha256, width, height, createdAt });
      recordAlone({ userId, type: 'file', action: 'created', id, version: null });
    }
    // Also those that the text names in a way of its own, as `![[photo.png]]`: they are in use.
    names.add(
      userId,
      noteId,
      files.map(({ name }) => name),
    );
  }

  /** The files of a card. */
  ofCard(userId: string, cardId: string): readonly StoredAttachment[] {
    return this.#options.attachments.ofCards(userId, [cardId]);
  }

  /** Inside the write that makes or changes the card, which tells of them. `isUndone`: an undo takes them away by themselves. */
  addToCard(userId: string, cardId: string, files: readonly ImportedFile[], isUndone = false): void {
    const { attachments, record, clock, newId } = this.#options;
    for (const { id = newId(), createdAt = clock(), filename, mimeType, size, sha256 } of files) {
      attachments.insert(userId, { id, cardId, filename, mimeType, size, sha256, createdAt });
      if (isUndone) record({ userId, type: 'file', action: 'created', id, version: null });
    }
  }
}
