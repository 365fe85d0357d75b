// Sends a file: whole, in ranges, or "not modified". Always as a download, and never as something that a browser would run.

import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { AppError } from '../lib/app-error.ts';
import type { FileAnswer } from '../lib/answer.ts';
import { isOfOneFile } from '../storage/files.ts';
import type { LargeAnswers } from './large-answers.ts';

/** Types that a browser would run, or read as a document of ours. */
const active = new Set([
  'text/html',
  'application/xhtml+xml',
  'image/svg+xml',
  'application/xml',
  'text/xml',
  'text/javascript',
  'application/javascript',
]);

/**
 * Settles once the answer is sent, also when the reader has gone away. Throws `range_not_satisfiable`, `version_mismatch` and the
 * system's errors.
 */
export async function sendFile(req: Request, res: Response, answer: FileAnswer, largeAnswers: LargeAnswers): Promise<void> {
  const { content, filename, mimeType, etag, lastModified } = answer;
  const { 'content-security-policy': policy } = res.getHeaders();
  const headers = new Map([
    ['Content-Type', active.has(mimeType) ? 'application/octet-stream' : mimeType],
    ['Content-Disposition', disposition(filename)],
    ['Content-Security-Policy', 'sandbox'],
    ['X-Content-Type-Options', 'nosniff'],
    ['ETag', `"${etag}"`],
    ['Last-Modified', new Date(lastModified).toUTCString()],
  ]);
  res.setHeaders(headers);
  if (content instanceof Uint8Array) {
    if (req.fresh) {
      res.status(304).removeHeader('Content-Type');
      res.end();
    } else await largeAnswers.send(res, content);
    return;
  }
  try {
    allowLongSuffix(req, content.path);
    await stream(res, content.path);
  } catch (error) {
    // The answer that tells of it leaves out what else was prepared for the file.
    res.setHeader('Content-Security-Policy', String(policy));
    throw toSendRefusal(error as SendError);
  }
}

/** The last n bytes of a file that has fewer are all of it (RFC 9110, 14.1.2); range-parser takes that for out of range. */
function allowLongSuffix(req: Request, path: string): void {
  const wanted = /^bytes=-(\d+)$/.exec(req.headers.range ?? '')?.[1];
  if (wanted === undefined) return;
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0 && Number(wanted) > size) req.headers.range = 'bytes=0-';
}

/** `filename` for clients that know no other, in plain ASCII, and `filename*` for all the others (RFC 6266, RFC 8187). */
function disposition(filename: string): string {
  // Not every client keeps a slash from becoming a path.
  const name = filename.toWellFormed().replace(/[/\\]/g, '_');
  // Quoted also where a bare word would do: some clients look for the quotes.
  const header = contentDisposition(name, { fallback: name.replace(/[^ -~]|%(?=[\da-f]{2})/giu, '_') }).replace(
    /^attachment; filename=([^";]+)/,
    'attachment; filename="$1"',
  );
  if (header.includes("; filename*=UTF-8''")) return header;
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${header}; filename*=UTF-8''${encoded}`;
}

interface SendError extends Error {
  readonly status?: number;
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function stream(res: Response, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { root: dirname(path), cacheControl: false, dotfiles: 'allow' } as const;
    res.sendFile(basename(path), options, (error?: SendError) => {
      // A reader that has gone away needs no answer.
      if (error === undefined || error === null || error.code === 'ECONNABORTED' || error.code === 'EPIPE') resolve();
      else reject(error);
    });
  });
}

function toSendRefusal(error: SendError): Error {
  if (error.status === 416)
    return new AppError('range_not_satisfiable', 'The file has no such range', {
      headers: { 'Content-Range': error.headers?.['Content-Range'] ?? 'bytes */*' },
    });
  if (error.status === 412) return new AppError('version_mismatch', 'The file is another one by now');
  if (isOfOneFile(error))
    return new AppError('file_missing', `The content of this file cannot be read (${error.code}); a backup may still have it`, {
      cause: error,
    });
  // Nothing that the caller can help.
  return new Error('A kept file cannot be read', { cause: error });
}
