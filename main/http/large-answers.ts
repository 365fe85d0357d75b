// Answers of more than a few pieces go out no faster than they are taken in, and readers that do not read cannot fill the memory.

import type { ServerResponse } from 'node:http';
import { Semaphore } from '../lib/semaphore.ts';
import { listPieces } from './json-text.ts';

/** Bytes handed to a connection at a time: a month of events goes out in one piece. */
export const pieceSize = 128 * 1024;

const defaults = {
  /** The most bytes of unfinished answers that wait for their readers. */
  maxHeldBytes: 128 * 1024 * 1024,
  /** A reader that has taken a piece more recently than this, in milliseconds, is reading: it is not cut to make room. */
  grace: 1_000,
};

interface Held {
  readonly res: ServerResponse;
  readonly bytes: number;
  /** Since when its reader has taken no further piece, as of `performance.now()`; null while one is being handed over. */
  waitingSince: number | null;
}

/**
 * Sends answers that are there as a whole. A connection is given one piece at a time; the rest waits here, and when all that waits
 * is more than `maxHeldBytes`, the readers that have taken nothing for the longest time are cut. (One that takes nothing at all for
 * 30 seconds is cut by `listen.ts`, whatever it is sent.)
 */
export class LargeAnswers {
  readonly #limits: typeof defaults;
  readonly #held = new Set<Held>();
  readonly #writing = new Semaphore(1, Number.POSITIVE_INFINITY, 'Too many lists are being written');

  constructor(limits: Partial<typeof defaults> = {}) {
    this.#limits = { ...defaults, ...limits };
  }

  /** Bytes of the unfinished answers that wait for their readers. */
  get held(): number {
    let bytes = 0;
    for (const held of this.#held) bytes += held.bytes;
    return bytes;
  }

  /**
   * Sends a long list as JSON, on an answer whose head is prepared. Lists are written one after another: the rows and the text of many at
   * a time would fill the memory, and none would be ready sooner.
   */
  sendList(res: ServerResponse, list: Parameters<typeof listPieces>[0]): Promise<void> {
    // An `async` function would keep its arguments, the list among them, until the last byte is taken in.
    return this.#writing.run(() => listPieces(list)).then((pieces) => this.#send(res, pieces, release));
  }

  /** Sends the body of an answer whose head is prepared, with its length. Settles once it is handed over whole, or its reader is gone. */
  send(res: ServerResponse, body: Uint8Array): Promise<void> {
    return this.#send(res, [body]);
  }

  /** `sent` is told of each piece that is handed over whole. */
  async #send(res: ServerResponse, pieces: Uint8Array[], sent?: (piece: Uint8Array) => void): Promise<void> {
    const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    res.setHeader('Content-Length', bytes);
    if (res.req.method === 'HEAD') {
      res.end();
      return;
    }
    if (bytes <= pieceSize) {
      res.end(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
      return;
    }
    const held: Held = { res, bytes, waitingSince: null };
    this.#held.add(held);
    this.#makeRoom();
    try {
      // What is sent is let go of, so that an answer holds no more than is left of it.
      for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
        for (let at = 0; at < piece.byteLength && !res.destroyed; at += pieceSize) {
          if (write(res, piece, at, sent)) continue;
          held.waitingSince = performance.now();
          await drainOrClose(res);
          held.waitingSince = null;
        }
      }
      res.end();
    } finally {
      this.#held.delete(held);
    }
  }

  #makeRoom(): void {
    const now = performance.now();
    const idle = [...this.#held]
      .filter(({ waitingSince }) => waitingSince !== null && now - waitingSince >= this.#limits.grace)
      .toSorted((one, other) => (one.waitingSince ?? 0) - (other.waitingSince ?? 0));
    let excess = this.held - this.#limits.maxHeldBytes;
    for (const held of idle) {
      if (excess <= 0) return;
      excess -= held.bytes;
      this.#held.delete(held);
      held.res.destroy();
    }
  }
}

/** Writes what a connection is given at a time of the piece; false if the rest is to wait. `sent` is told once the whole piece is taken. */
function write(res: ServerResponse, piece: Uint8Array, at: number, sent?: (piece: Uint8Array) => void): boolean {
  const part = piece.byteLength > pieceSize ? piece.subarray(at, at + pieceSize) : piece;
  if (sent === undefined || at + pieceSize < piece.byteLength) return res.write(part);
  return res.write(part, () => {
    sent(piece);
  });
}

/**
 * Gives the memory of a piece back that the socket has taken. V8 collects by what is on its own heap: it let the pieces of ten lists pile
 * up beside it, and malloc does not give back what it has once grown by. A piece that shares its memory with others is left alone.
 */
function release(piece: Uint8Array): void {
  const { buffer } = piece;
  if (buffer instanceof ArrayBuffer && piece.byteLength > buffer.byteLength / 2) buffer.transfer(0);
}

function drainOrClose(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      res.removeListener('drain', settle);
      res.removeListener('close', settle);
      resolve();
    };
    res.once('drain', settle);
    res.once('close', settle);
    if (res.destroyed) settle();
  });
}
