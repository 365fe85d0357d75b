// The rules of exports: whose note, which of its pictures, under which name.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Paper } from '../../contract/exports.ts';
import { addressOfFile, fileNamesIn } from '../../contract/file-names.ts';
import { foldName } from '../../contract/mentions.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import type { FileAnswer } from '../../lib/answer.ts';
import { isOfOneFile } from '../../storage/files.ts';
import type { ExportFormat, ExportNote } from './export-note.ts';
import type { Exports } from './exports.ts';
import { fileName } from '../../lib/file-name.ts';

/** A note, as the feature that keeps it hands it over. */
type ExportSource = Pick<ExportNote, 'title' | 'markdown' | 'author' | 'createdAt' | 'updatedAt'>;

interface NoteExportsOptions {
  readonly exports: Exports;
  /** Throws 404. */
  readonly note: (userId: string, id: string) => ExportSource | Promise<ExportSource>;
  /** A file attached to a card of this user. Throws 404. */
  readonly attachment: (userId: string, cardId: string, id: string) => Promise<FileAnswer>;
  /** A file that this note of the user has or names. Throws 404. */
  readonly file: (userId: string, noteId: string, name: string) => Promise<FileAnswer>;
  /** The names of the files that this note has or names, with what they were called when they came. Throws 404. */
  readonly filesOf: (userId: string, noteId: string) => readonly { readonly name: string; readonly filename: string }[];
}

const mimeTypes: Readonly<Record<ExportFormat, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
};

/** For whom it is made: with a token that may read no files, pictures that are files of their own are as if they were not there. */
type Reader = Pick<Caller, 'userId' | 'scopes'>;

const ownAttachment = /\/api\/cards\/([\w-]{1,64})\/attachments\/([\w-]{1,64})/g;

/** Pictures that are read for one document, and bytes of all of them. */
const maxFiles = 200;
const maxBytes = 64 * 1024 * 1024;

export class NoteExports {
  readonly #options: NoteExportsOptions;

  constructor(options: NoteExportsOptions) {
    this.#options = options;
  }

  /** The document. Throws 404, and `too_large` and `unavailable` as `Exports.make` does. */
  async make(
    format: ExportFormat,
    request: { readonly caller: Reader; readonly id: string; readonly paper: Paper; readonly signal: AbortSignal },
  ): Promise<FileAnswer> {
    const source = await this.#options.note(request.caller.userId, request.id);
    const { userId, scopes } = request.caller;
    const files = scopes.has('files:read')
      ? await this.#filesIn(source.markdown, userId, request.id)
      : new Map<string, Uint8Array<ArrayBuffer>>();
    const content = await this.#options.exports.make(format, { ...source, files, paper: request.paper }, request.signal);
    const etag = createHash('sha256').update(content).digest('hex').slice(0, 32);
    return { content, filename: fileName(source.title, format, 'Note'), mimeType: mimeTypes[format], etag, lastModified: source.updatedAt };
  }

  /** The user's own files that the text names, by the address that it names them with; others are as if they were not there. */
  async #filesIn(markdown: string, userId: string, noteId: string): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
    const { attachment, file, filesOf } = this.#options;
    const files = new Map<string, Uint8Array<ArrayBuffer>>();
    const readers = new Map<string, () => Promise<FileAnswer>>();
    for (const [address, cardId = '', id = ''] of markdown.matchAll(ownAttachment))
      readers.set(address, () => attachment(userId, cardId, id));
    for (const name of fileNamesIn(markdown)) readers.set(addressOfFile(name), () => file(userId, noteId, name));
    if (markdown.includes('![[')) {
      const { embedsIn } = await import('./embeds.ts');
      const names = new Map(filesOf(userId, noteId).map(({ name, filename }) => [foldName(filename), name]));
      for (const { address, filename } of embedsIn(markdown)) {
        const name = names.get(foldName(filename));
        if (name !== undefined) readers.set(address, () => file(userId, noteId, name));
      }
    }
    let left = maxBytes;
    for (const [address, read] of [...readers].slice(0, maxFiles)) {
      const bytes = await pictureOf(read);
      if (bytes === null || bytes.byteLength > left) continue;
      left -= bytes.byteLength;
      files.set(address, bytes);
    }
    return files;
  }
}

/** Null for what is no picture, and for what is not there or cannot be read. */
async function pictureOf(read: () => Promise<FileAnswer>): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const { content, mimeType } = await read();
    if (!mimeType.startsWith('image/')) return null;
    return content instanceof Uint8Array ? content : new Uint8Array(await readFile(content.path));
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'file_missing')) return null;
    if (isOfOneFile(error)) return null;
    throw error;
  }
}
