// The rules of files attached to cards. Contents are kept by storage/blobs.ts before the rows that name them are committed,
// and removed after the rows are gone.

import type { Attachment, NewAttachments } from '../../contract/cards.ts';
import { notFound } from '../../lib/app-error.ts';
import type { RecordChange } from '../../lib/change.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import type { FileAnswer } from '../../lib/answer.ts';
import type { Precondition } from '../../lib/precondition.ts';
import type { UploadedFile } from '../../lib/uploaded-file.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { AttachmentStore, StoredAttachment } from './attachment-store.ts';
import { readFile } from './file-content.ts';
import type { Thumbnails } from './thumbnails.ts';

interface AttachmentsOptions {
  readonly store: AttachmentStore;
  readonly blobs: Blobs;
  readonly thumbnails: Thumbnails;
  /** Called inside the transaction that adds attachments to a card or removes one, after these were recorded. */
  readonly cardChanged: CardFilesChanged;
  readonly record: RecordChange;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Tells a card of files that it has got or lost, by their ids and names. */
export type CardFilesChanged = (
  userId: string,
  cardId: string,
  files: { readonly fileIds: readonly string[]; readonly filesAdded?: readonly string[]; readonly filesRemoved?: readonly string[] },
) => void;

/** Files whose contents are on the disk. Until it is disposed of, they stay there also without a row that names them. */
interface ReceivedFiles extends Disposable {
  readonly files: readonly Pick<StoredAttachment, 'filename' | 'mimeType' | 'size' | 'sha256'>[];
}

export class Attachments {
  readonly #options: AttachmentsOptions;

  constructor(options: AttachmentsOptions) {
    this.#options = options;
  }

  /** Looks at all files, and then keeps all of them. Throws 415, and the system's errors; then nothing is kept. */
  async receive(uploaded: readonly UploadedFile[]): Promise<ReceivedFiles> {
    // Loaded when a file first comes: a start does not wait for it.
    const { fileKind } = await import('./file-kind.ts');
    const files = [];
    for (const { filename, path, size, sha256 } of uploaded) {
      const { mimeType } = await fileKind(path, filename, 'card');
      files.push({ filename, path, size, sha256, mimeType });
    }
    const kept = await this.#options.blobs.keep(files);
    return {
      files,
      [Symbol.dispose]: () => {
        kept[Symbol.dispose]();
      },
    };
  }

  /** `receive` for a card that is there. Throws 404 besides. */
  receiveFor(userId: string, cardId: string, uploaded: readonly UploadedFile[]): Promise<ReceivedFiles> {
    this.#cardVersion(userId, cardId);
    return this.receive(uploaded);
  }

  /** Adds the files to a card of which others know. To be called inside a write transaction. Throws 404. */
  add(userId: string, cardId: string, received: ReceivedFiles): NewAttachments {
    const { record, cardChanged } = this.#options;
    const items = this.attach(userId, cardId, received);
    const fileIds = items.map(({ id }) => id);
    for (const id of fileIds) record({ userId, type: 'file', action: 'created', id, version: null });
    cardChanged(userId, cardId, { fileIds, filesAdded: items.map(({ filename }) => filename) });
    return { items };
  }

  /** Adds the files to a card that is made in the same transaction. */
  attach(userId: string, cardId: string, { files }: ReceivedFiles): Attachment[] {
    const { store, clock, newId } = this.#options;
    const createdAt = clock();
    return files.map(({ filename, mimeType, size, sha256 }) => {
      const attachment: StoredAttachment = { id: newId(), cardId, filename, mimeType, size, sha256, createdAt };
      store.insert(userId, attachment);
      return toReply(attachment);
    });
  }

  /** Gives one card the files of another; the contents are shared. To be called inside a write transaction. */
  copy(userId: string, fromCardId: string, toCardId: string): Attachment[] {
    const { store, clock, newId } = this.#options;
    const createdAt = clock();
    return store.ofCards(userId, [fromCardId]).map((file) => {
      const attachment: StoredAttachment = { ...file, id: newId(), cardId: toCardId, createdAt };
      store.insert(userId, attachment);
      return toReply(attachment);
    });
  }

  /**
   * The file, or with `size` a picture of it that fits into a square of `size` pixels. Throws 404, and 410 when its content is gone; with
   * `size` also 415 and 503.
   */
  async read(userId: string, cardId: string, id: string, size?: number): Promise<FileAnswer> {
    return readFile(this.#attachment(userId, cardId, id), this.#options, size);
  }

  /** To be called inside a write transaction. Throws 404, and 412 for the version of the card. */
  remove(userId: string, cardId: string, id: string, precondition: Precondition): undefined {
    const { store, blobs, record, cardChanged } = this.#options;
    const { sha256, filename } = this.#attachment(userId, cardId, id);
    precondition.check(this.#cardVersion(userId, cardId));
    store.remove(userId, id);
    blobs.release([sha256]);
    record({ userId, type: 'file', action: 'deleted', id, version: null });
    cardChanged(userId, cardId, { fileIds: [id], filesRemoved: [filename] });
  }

  /** Those of these cards by card, oldest first; a card without any is missing. */
  ofCards(userId: string, cardIds: readonly string[]): ReadonlyMap<string, Attachment[]> {
    return attachmentsOf(this.#options.store, userId, cardIds);
  }

  /** To be called inside the transaction before these cards are deleted: their files can go after the commit. */
  removing(userId: string, cardIds: readonly string[]): void {
    const { store, blobs } = this.#options;
    blobs.release(store.contentsOfCards(userId, cardIds));
  }

  #attachment(userId: string, cardId: string, id: string): StoredAttachment {
    const attachment = this.#options.store.maybeAttachment(userId, cardId, id);
    if (attachment === null) throw notFound('attachment');
    return attachment;
  }

  #cardVersion(userId: string, cardId: string): number {
    const version = this.#options.store.maybeCardVersion(userId, cardId);
    if (version === null) throw notFound('card');
    return version;
  }
}

/** Attachments by card, oldest first; a card without any is missing. */
export function attachmentsOf(
  store: Pick<AttachmentStore, 'ofCards'>,
  userId: string,
  cardIds: readonly string[],
): ReadonlyMap<string, Attachment[]> {
  return Map.groupBy(store.ofCards(userId, cardIds).map(toReply), ({ cardId }) => cardId);
}

function toReply({ createdAt, textError = null, ...attachment }: StoredAttachment): Attachment {
  return { ...attachment, textError, url: `/api/cards/${attachment.cardId}/attachments/${attachment.id}`, createdAt: toInstant(createdAt) };
}
