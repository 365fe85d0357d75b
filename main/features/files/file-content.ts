// A kept content as an answer: the file itself, or a small picture of it.

import { stat } from 'node:fs/promises';
import { AppError } from '../../lib/app-error.ts';
import type { FileAnswer } from '../../lib/answer.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { Thumbnails } from './thumbnails.ts';

/** What its record says of a file. */
interface RecordedFile {
  readonly filename: string;
  readonly mimeType: string;
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  readonly createdAt: number;
}

interface Kept {
  readonly blobs: Blobs;
  readonly thumbnails: Thumbnails;
}

/**
 * The file, or with `side` a picture of it that is at most that many pixels wide and high. Throws 410 when its content is gone or has
 * another length; with `side` also 415 and 503.
 */
export async function readFile(file: RecordedFile, { blobs, thumbnails }: Kept, side?: number): Promise<FileAnswer> {
  const { filename, mimeType, sha256, createdAt } = file;
  const path = blobs.path(sha256);
  if (!(await mayBeWhole(path, file.size)))
    throw new AppError(
      'file_missing',
      'The content of this file is missing from the data directory, or damaged there; a backup may still have it',
    );
  if (side === undefined) return { content: { path }, filename, mimeType, etag: sha256, lastModified: createdAt };
  const thumbnail = await thumbnails.make({ path, mimeType, sha256, size: side });
  return { content: thumbnail, filename: `${filename}.webp`, mimeType: 'image/webp', etag: `${sha256}-${side}`, lastModified: createdAt };
}

/** False if it is certainly not: what cannot be looked at is told as such when it is read. */
async function mayBeWhole(path: string, size: number): Promise<boolean> {
  try {
    const found = await stat(path);
    return found.isFile() && found.size === size;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}
