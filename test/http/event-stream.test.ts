import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { sendEventStream } from '../../main/http/event-stream.ts';
import type { EventSink } from '../../main/lib/answer.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Serves one stream; gives its port and what became of its producer. */
async function serve(
  produce: (sink: EventSink) => Promise<void>,
  stillAllowed: () => void = () => undefined,
  stopping = new AbortController().signal,
): Promise<{ port: number; ended: Promise<string> }> {
  const app = express();
  let tell: (how: string) => void;
  const ended = new Promise<string>((resolve) => {
    tell = resolve;
  });
  app.get('/', async (req, res) => {
    await sendEventStream(req, res, { stillAllowed, ended: stopping, timeoutMs: 300 }, produce).then(
      () => {
        tell('ended');
      },
      () => {
        tell('failed');
      },
    );
  });
  const listening = createServer(app);
  server = listening;
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', resolve);
  });
  return { port: (listening.address() as AddressInfo).port, ended };
}

test('a reader that takes nothing is cut off, with at most a bounded backlog in memory', async () => {
  let sent = 0;
  const large = 'x'.repeat(64 * 1024);
  const { port, ended } = await serve(async (sink) => {
    while (!sink.signal.aborted) {
      sent += 1;
      if (!sink.send({ id: sent, data: large })) await sink.drained();
    }
  });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  socket.pause();
  expect(await ended).toBe('ended');
  // What the system's own buffers take in, and no more.
  expect(sent).toBeLessThan(400);
  socket.destroy();
});

test('a producer that does not wait for its reader is cut off as well', async () => {
  let sent = 0;
  const large = 'x'.repeat(64 * 1024);
  const { port, ended } = await serve(async (sink) => {
    while (!sink.signal.aborted && sent < 10_000) {
      sent += 1;
      sink.send({ id: sent, data: large });
      if (sent % 10 === 0)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
    }
  });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  socket.pause();
  expect(await ended).toBe('ended');
  expect(sent).toBeLessThan(1_000);
  socket.destroy();
});

test('nothing more is sent once the reader is not allowed any longer', async () => {
  let allowed = true;
  const { port, ended } = await serve(
    async (sink) => {
      sink.send({ id: 1, data: 'before' });
      allowed = false;
      sink.send({ id: 2, data: 'after' });
      await new Promise((resolve) => {
        sink.signal.addEventListener('abort', resolve);
        if (sink.signal.aborted) resolve(null);
      });
    },
    () => {
      if (!allowed) throw new Error('no more');
    },
  );
  const text = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  expect(text).toContain('before');
  expect(text).not.toContain('after');
  expect(await ended).toBe('ended');
});

test('one that is asked for while the service stops is refused', async () => {
  let isBegun = false;
  const { port, ended } = await serve(
    async (sink) => {
      isBegun = true;
      await Promise.race([once(sink.signal, 'abort'), sleep(2_000)]);
    },
    undefined,
    AbortSignal.abort(new Error('The service is stopping')),
  );
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect([await ended, isBegun]).toEqual(['failed', false]);
  socket.destroy();
});
