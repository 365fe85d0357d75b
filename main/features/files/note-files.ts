// The rules of files of notes. A file stays while any kept version of any note names it; see file-names.ts.

import { isFileName } from '../../contract/file-names.ts';
import {
  maxNoteFiles,
  type FilesQuery,
  type NewNoteFiles,
  type NoteFile,
  type NoteFileList,
  type NoteFilesQuery,
} from '../../contract/files.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import type { RecordChange } from '../../lib/change.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import type { FileAnswer } from '../../lib/answer.ts';
import type { UploadedFile } from '../../lib/uploaded-file.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { FileNameStore } from './file-name-store.ts';
import { readFile } from './file-content.ts';
import { newFileName } from './new-name.ts';
import type { FoundFiles, NoteFileStore, StoredNoteFile } from './note-file-store.ts';
import type { Thumbnails } from './thumbnails.ts';

interface NoteFilesOptions {
  readonly store: NoteFileStore;
  readonly names: FileNameStore;
  readonly blobs: Blobs;
  readonly thumbnails: Thumbnails;
  readonly record: RecordChange;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** A file whose content is on the disk, with what was found out about it. */
type ReceivedFile = Pick<StoredNoteFile, 'filename' | 'mimeType' | 'size' | 'sha256' | 'width' | 'height'> & { readonly extension: string };

/** Files whose contents are on the disk. Until it is disposed of, they stay there also without a row that names them. */
interface ReceivedNoteFiles extends Disposable {
  readonly files: readonly ReceivedFile[];
}

const defaultLimit = 1_000;

export class NoteFiles {
  readonly #options: NoteFilesOptions;

  constructor(options: NoteFilesOptions) {
    this.#options = options;
  }

  /** Looks at all files, and then keeps all of them. Throws 404, 415, `too_large`, and the system's errors; then nothing is kept. */
  async receive(userId: string, noteId: string, uploaded: readonly UploadedFile[]): Promise<ReceivedNoteFiles> {
    this.#checkRoom(userId, noteId, uploaded.length);
    // Loaded when a file first comes: a start does not wait for it.
    const { fileKind } = await import('./file-kind.ts');
    const files = [];
    for (const { filename, path, size, sha256 } of uploaded) {
      const kind = await fileKind(path, filename, 'note');
      const measures = kind.mimeType.startsWith('image/')
        ? await (await import('./picture-size.ts')).pictureSize(path, kind.mimeType)
        : null;
      files.push({ filename, path, size, sha256, ...kind, width: measures?.width ?? null, height: measures?.height ?? null });
    }
    const kept = await this.#options.blobs.keep(files);
    return {
      files,
      [Symbol.dispose]: () => {
        kept[Symbol.dispose]();
      },
    };
  }

  /** To be called inside a write transaction. Throws 404, `too_large`. */
  add(userId: string, noteId: string, { files }: ReceivedNoteFiles): NewNoteFiles {
    const { store, record, clock, newId } = this.#options;
    this.#checkRoom(userId, noteId, files.length);
    const createdAt = clock();
    const isTaken = (name: string): boolean => store.isNameTaken(name);
    const items = files.map(({ extension, ...file }) => {
      const stored: StoredNoteFile = { ...pick(file), id: newId(), noteId, name: newFileName(createdAt, extension, isTaken), createdAt };
      store.insert(userId, stored);
      record({ userId, type: 'file', action: 'created', id: stored.id, version: null });
      return toReply(stored);
    });
    return { items };
  }

  /** Throws 404. */
  listOfNote(userId: string, noteId: string, { limit = defaultLimit, offset = 0 }: NoteFilesQuery): NoteFileList {
    const { store } = this.#options;
    if (!store.isNote(userId, noteId)) throw notFound('note');
    return toList(store.ofNote(userId, noteId, { limit, offset }), { limit, offset });
  }

  list(userId: string, { unused, limit = defaultLimit, offset = 0 }: FilesQuery): NoteFileList {
    const { store } = this.#options;
    const page = { limit, offset };
    return toList(unused === undefined ? store.all(userId, page) : store.byUse(userId, unused === 'false', page), page);
  }

  /**
   * The file, or with `size` a picture of it that fits into a square of `size` pixels. Throws 404, and 410 when its content is gone; with
   * `size` also 415 and 503.
   */
  async read(userId: string, noteId: string, name: string, size?: number): Promise<FileAnswer> {
    const file = isFileName(name) ? this.#options.store.maybeFileNamed(userId, noteId, name) : null;
    if (file === null) throw notFound('file');
    return readFile(file, this.#options, size);
  }

  /** To be called inside a write transaction. Throws 404, and 409 while a kept version names it, unless it is forced. */
  remove(userId: string, noteId: string, id: string, isForced: boolean): undefined {
    const { store, names, blobs, record } = this.#options;
    const file = store.maybeFile(userId, noteId, id);
    if (file === null) throw notFound('file');
    if (!isForced && store.isNamed(userId, id))
      throw new AppError(
        'conflict',
        'A note names this file, or an earlier version of one or a note in the trash does; force=true removes it',
      );
    store.remove(userId, id);
    names.forget(file.name);
    blobs.release([file.sha256]);
    record({ userId, type: 'file', action: 'deleted', id, version: null });
  }

  #checkRoom(userId: string, noteId: string, count: number): void {
    const { store } = this.#options;
    if (!store.isNote(userId, noteId)) throw notFound('note');
    if (store.countOfNote(userId, noteId) + count > maxNoteFiles)
      throw new AppError('too_large', `A note can have at most ${maxNoteFiles} files`);
  }
}

/** Without where the upload lay. */
function pick({ filename, mimeType, size, width, height, sha256 }: Omit<ReceivedFile, 'extension'>): Omit<ReceivedFile, 'extension'> {
  return { filename, mimeType, size, width, height, sha256 };
}

function toList({ files, total }: FoundFiles, page: { readonly limit: number; readonly offset: number }): NoteFileList {
  return { items: files.map(toReply), total, ...page };
}

function toReply({ id, noteId, name, filename, mimeType, size, width, height, textError = null, createdAt }: StoredNoteFile): NoteFile {
  const url = `/api/notes/${noteId}/attachments/${name}`;
  return { id, noteId, name, filename, mimeType, size, width, height, textError, url, createdAt: toInstant(createdAt) };
}
