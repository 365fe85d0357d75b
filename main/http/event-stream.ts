// Server-Sent Events (HTML Living Standard, section 9.2).

import { once } from 'node:events';
import type { Request, Response } from 'express';
import { invalid } from '../lib/app-error.ts';
import type { EventSink } from '../lib/answer.ts';

/** A comment goes out this often, so that both ends notice a dead connection, in milliseconds. */
const heartbeat = 15_000;
/** A reader that has not caught up for this long is dropped: it can come back with `Last-Event-ID`. In milliseconds. */
const defaultTimeoutMs = 30_000;
/** A reader may be this many bytes behind. */
const maxBacklogBytes = 1024 * 1024;

interface EventStreamOptions {
  /** Throws when the reader may no longer be served, for example after its token was revoked. */
  readonly stillAllowed: () => void;
  /** Aborted when the stream is to end: the service stops, or the reader may no longer be served. */
  readonly ended: AbortSignal;
  /** How long a reader may take to catch up, in milliseconds; 30 seconds unless told. */
  readonly timeoutMs?: number;
}

function readLastEventId(req: Request): number | null {
  const header = req.get('Last-Event-ID');
  if (header === undefined || header === '') return null;
  if (!/^\d{1,16}$/.test(header)) throw invalid({ path: 'Last-Event-ID', message: 'must be a whole number of at least 0' });
  return Number(header);
}

/**
 * Answers with an event stream that `produce` feeds; settles when it has ended, for whatever reason. Throws the reason of `ended` where it
 * is not to begin any more.
 */
export async function sendEventStream(
  req: Request,
  res: Response,
  options: EventStreamOptions,
  produce: (sink: EventSink) => Promise<void>,
): Promise<void> {
  const lastEventId = readLastEventId(req);
  // A request that has come while the service stops: no news of that would come any more.
  options.ended.throwIfAborted();
  const gone = new AbortController();
  const end = (): void => {
    gone.abort();
  };
  res.once('close', end);
  res.once('error', end);
  options.ended.addEventListener('abort', end);
  const open = (): void => {
    if (res.headersSent || gone.signal.aborted) return;
    res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' });
    res.write(': open\n\n');
  };
  const push = (text: string): boolean => {
    if (gone.signal.aborted) return false;
    try {
      options.stillAllowed();
    } catch {
      end();
      return false;
    }
    if (res.writableLength > maxBacklogBytes) res.destroy();
    open();
    return res.write(text);
  };
  const beat = setInterval(() => {
    push(': still here\n\n');
  }, heartbeat);
  try {
    await produce({
      open,
      nothing: () => {
        if (!res.headersSent && !gone.signal.aborted) res.status(204).end();
      },
      lastEventId,
      signal: gone.signal,
      send: ({ id, data }) => push(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`),
      drained: () => drained(res, gone, options.timeoutMs ?? defaultTimeoutMs),
    });
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    clearInterval(beat);
    options.ended.removeEventListener('abort', end);
    // Without a head it was refused: that is answered like any other error.
    if (res.headersSent) res.end();
  }
}

/**
 * Settles when the reader has caught up. Rejects, and cuts the connection, when that takes longer than `timeoutMs` milliseconds or `gone`
 * or `ended` is aborted.
 */
export async function drained(res: Response, gone: AbortController, timeoutMs: number, ended: AbortSignal = gone.signal): Promise<void> {
  if (!res.writableNeedDrain) return;
  const late = AbortSignal.timeout(timeoutMs);
  try {
    await once(res, 'drain', { signal: AbortSignal.any([gone.signal, ended, late]) });
  } catch (error) {
    // Too slow, or gone already.
    res.destroy();
    gone.abort();
    throw error;
  }
}
