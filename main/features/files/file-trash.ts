// Single files in the trash, of cards and of notes. Their rows and contents stay; a file whose owner went there is no matter of this.

import { AppError, notFound } from '../../lib/app-error.ts';
import type { RecordChange } from '../../lib/change.ts';
import type { TrashedRecord, TrashKind } from '../../lib/record-kinds.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { CardFilesChanged } from './attachments.ts';
import type { AttachmentStore } from './attachment-store.ts';
import type { FileNameStore } from './file-name-store.ts';
import type { FileTrashStore, TrashableFile } from './file-trash-store.ts';
import type { NoteFileStore } from './note-file-store.ts';

interface FileTrashOptions {
  readonly store: FileTrashStore;
  readonly cards: Pick<AttachmentStore, 'maybeAttachment' | 'maybeCardVersion'>;
  readonly notes: Pick<NoteFileStore, 'maybeFile' | 'isNamed'>;
  readonly names: Pick<FileNameStore, 'forget'>;
  readonly blobs: Pick<Blobs, 'release'>;
  /** Called inside the transaction that takes a file from a card or gives it back. */
  readonly cardChanged: CardFilesChanged;
  readonly record: RecordChange;
}

/** What is kept of where the file was. */
type Kept = Pick<TrashableFile, 'ownerId'>;

export class FileTrash implements TrashKind {
  readonly #options: FileTrashOptions;

  constructor(options: FileTrashOptions) {
    this.#options = options;
  }

  /** Throws 404, and 409 for a file that a kept version of a note names. */
  put(userId: string, id: string, entryId: string): { readonly title: string; readonly data: unknown } {
    const { store, notes, record, cardChanged } = this.#options;
    const file = store.maybeFile({ userId, id });
    if (file === null || !this.#isThere(userId, file)) throw notFound('file');
    if (file.ownerType === 'note' && notes.isNamed(userId, id))
      throw new AppError('conflict', 'A note names this file, or an earlier version of one or a note in the trash does');
    store.give({ userId, id }, entryId);
    record({ userId, type: 'file', action: 'deleted', id, version: null });
    if (file.ownerType === 'card') cardChanged(userId, file.ownerId, { fileIds: [id], filesRemoved: [file.filename] });
    return { title: file.filename, data: { ownerId: file.ownerId } satisfies Kept };
  }

  /** To its card or note. Throws 409 while the card is in the trash itself, or when it is gone. */
  restore(userId: string, { entryId, recordId: id, data }: TrashedRecord): null {
    const { store, cards, record, cardChanged } = this.#options;
    const file = store.maybeFile({ userId, id });
    if (file?.ownerId !== entryId) throw notFound('file');
    // What `put` has given.
    const { ownerId } = data as Kept;
    if (file.ownerType === 'card' && cards.maybeCardVersion(userId, ownerId) === null)
      throw new AppError('conflict', 'The card of this file is in the trash or gone: bring the card back first');
    store.give({ userId, id }, ownerId);
    record({ userId, type: 'file', action: 'created', id, version: null });
    if (file.ownerType === 'card') cardChanged(userId, ownerId, { fileIds: [id], filesAdded: [file.filename] });
    return null;
  }

  /** Whether it is a file of a card, and in no trash. */
  isOnCard(userId: string, id: string): boolean {
    const file = this.#options.store.maybeFile({ userId, id });
    return file?.ownerType === 'card' && this.#isThere(userId, file);
  }

  purge(userId: string, { entryId, recordId: id }: TrashedRecord): void {
    const { store, names, blobs } = this.#options;
    const file = store.maybeFile({ userId, id });
    if (file?.ownerId !== entryId) return;
    store.remove({ userId, id });
    if (file.name !== null) names.forget(file.name);
    blobs.release([file.sha256]);
  }

  /** Whether it is in no trash: neither by itself, nor with its card. Files of notes outlive their notes. */
  #isThere(userId: string, { id, ownerType, ownerId }: TrashableFile): boolean {
    const { cards, notes } = this.#options;
    return (ownerType === 'card' ? cards.maybeAttachment(userId, ownerId, id) : notes.maybeFile(userId, ownerId, id)) !== null;
  }
}
