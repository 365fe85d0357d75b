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
  readonly createdAt: number;
}

interface Kept {
  readonly blobs: Blobs;
  readonly thumbnails: Thumbnails;
}

/**
 * The file, or with `size` a picture of it that fits into a square of `size` pixels. Throws 410 when its content is gone; with `size` also
 * 415 and 503.
 */
export async function readFile(file: RecordedFile, { blobs, thumbnails }: Kept, size?: number): Promise<FileAnswer> {
  const { filename, mimeType, sha256, createdAt } = file;
  const path = blobs.path(sha256);
  if (!(await exists(path)))
    throw new AppError(
      'file_missing',
      'The content of this file is missing from the data directory; a copy of its attachments folder may still have it',
    );
  if (size === undefined) return { content: { path }, filename, mimeType, etag: sha256, lastModified: createdAt };
  const thumbnail = await thumbnails.make({ path, mimeType, sha256, size });
  return { content: thumbnail, filename: `${filename}.webp`, mimeType: 'image/webp', etag: `${sha256}-${size}`, lastModified: createdAt };
}

/** False only if there is certainly nothing: what cannot be looked at is told as such when it is read. */
async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}
