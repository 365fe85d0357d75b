// Sends an answer that comes bit by bit, no faster than the caller takes it in.

import type { Response } from 'express';
import type { StreamAnswer } from '../lib/answer.ts';
import { drained } from './event-stream.ts';

/** A caller who has taken in nothing for this long is cut off, in milliseconds: what makes the answer should not wait for ever. */
const timeoutMs = 60_000;
/** Bytes handed to the connection at a time. */
const pieceSize = 64 * 1024;

/**
 * Answers with what `make` gives; settles when the answer has ended, also because the caller has left. The signal is
 * aborted when that happens, and with the reason of `until` when that is: a body then has the time for a last word.
 * What `make` throws is thrown; a body that fails half-way cuts the connection.
 */
export async function sendStream(
  res: Response,
  until: AbortSignal | null,
  make: (signal: AbortSignal) => Promise<StreamAnswer>,
): Promise<void> {
  const left = new AbortController();
  const leave = (): void => {
    left.abort();
  };
  res.once('close', leave);
  res.once('error', leave);
  const ended = new AbortController();
  const stop = (): void => {
    ended.abort(until?.reason);
  };
  left.signal.addEventListener('abort', () => {
    ended.abort(left.signal.reason);
  });
  until?.addEventListener('abort', stop);
  if (until?.aborted === true) stop();
  try {
    const { status, headers, body } = await make(ended.signal);
    if (!left.signal.aborted) {
      // Not only with the first bytes: a stream can be silent for a while.
      res
        .status(status)
        .setHeaders(new Map(Object.entries(headers)))
        .flushHeaders();
    }
    for await (const chunk of body) {
      // One document can come as one large chunk.
      for (let at = 0; at < chunk.byteLength; at += pieceSize) {
        if (left.signal.aborted) return;
        if (!res.write(chunk.subarray(at, at + pieceSize))) await drained(res, left, timeoutMs, ended.signal);
      }
    }
    res.end();
  } catch (error) {
    if (left.signal.aborted) return;
    throw ended.signal.aborted ? ended.signal.reason : error;
  } finally {
    until?.removeEventListener('abort', stop);
  }
}
