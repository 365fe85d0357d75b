// Clients that mean ill, or whose disk is full: others are served meanwhile, and nothing stays behind.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { json, startProvider } from '../support/provider.ts';
import { runServe, startServiceProcess, type ServiceProcess } from '../support/process.ts';
import { runServeHere } from '../support/serve-here.ts';
import { full } from '../support/tiers.ts';
import { meter, turnsOf } from '../support/watched-service.ts';

const event = { title: 'Tea', startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' };

async function call(
  service: ServiceProcess,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: { code?: string; id?: string; calendarId?: string; total?: number; requestId?: string } }> {
  const response = await fetch(service.info.baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${service.info.token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as object) };
}

describe('hostile clients', () => {
  let dataDir: string;
  let service: ServiceProcess;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'daybook-hostile-'));
    service = await startServiceProcess(dataDir, { preload: meter });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await service.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  const open = async (head: string): Promise<Socket> => {
    const { port } = new URL(service.info.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    await new Promise((resolve) => {
      socket.once('connect', resolve);
    });
    socket.write(head);
    return socket;
  };
  const host = (): string => new URL(service.info.baseUrl).host;
  const authorised = (): string => `Host: ${host()}\r\nAuthorization: Bearer ${service.info.token}\r\n`;
  /**
   * The longest turn of the event loop while `attack` goes on and honest requests are answered: milliseconds of processor time, which other
   * programs on the machine do not lengthen.
   */
  const longestTurn = async (attack: () => Promise<unknown>): Promise<number> => {
    await turnsOf(service);
    let going = true;
    const over = attack().finally(() => {
      going = false;
    });
    do {
      expect((await call(service, 'GET', '/api/events?limit=1')).status).toBe(200);
      // Slow connections are cut off after many seconds; meanwhile a few requests a second tell as much as many.
      await sleep(200);
    } while (going);
    await over;
    return (await turnsOf(service)).longest;
  };

  test('idle and slow connections hold no other client up, and slow ones are cut off', async () => {
    const attack = async (): Promise<void> => {
      await Promise.all(Array.from({ length: 200 }, () => open('')));
      await Promise.all(Array.from({ length: 50 }, () => open('GET /health HTTP/1.1\r\nHost: ')));
      await Promise.all(
        Array.from({ length: 20 }, () =>
          open(`POST /api/events HTTP/1.1\r\n${authorised()}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"ti`),
        ),
      );
      const slow = await open('GET /health HTTP/1.1\r\nX-Slow: ');
      const closed = new Promise((resolve) => {
        slow.once('close', resolve);
      });
      slow.resume();
      await closed;
    };
    expect(await longestTurn(attack)).toBeLessThan(500);
  });

  test('large answers of a provider hold no other client up', full, async () => {
    const provider = await startProvider();
    const answers = async (path: string, body?: object): Promise<string> => {
      const { baseUrl, token } = service.info;
      const response = await fetch(baseUrl + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return `${response.status} ${await response.text()}`;
    };
    try {
      await call(service, 'PUT', '/api/config', { AI_BASE_URL: provider.baseUrl, AI_API_KEY: 'sk-0123456789-abc', AI_MODEL: 'm' });
      const part = String.raw`\u0041 word\n`;
      const contentOf = (length: number): string => `{"choices":[{"index":0,"delta":{"content":"${part.repeat(length / part.length)}"}}]}`;
      provider.answer(
        (res) => {
          res.writeHead(200, { 'Content-Type': 'text/event-stream' });
          res.write(
            `data: ${contentOf(7 * 1024 * 1024)}\n\ndata: {"choices":[{"delta":{"content":"${'\\\\'.repeat(1024 * 1024)}x"}}]}\n\n`,
          );
          res.end('data: [DONE]\n\n');
        },
        (res) => {
          res.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(`data: ${contentOf(12 * 1024 * 1024)}\n\n`);
        },
        json(200, contentOf(6 * 1024 * 1024)),
        json(200, { data: Array.from({ length: 200_000 }, (_, at) => ({ id: `m${at}` })) }),
      );
      const messages = [{ role: 'user', content: 'x' }];
      let told = '';
      const attack = async (): Promise<void> => {
        expect((await answers('/api/ai/chat', { messages, stream: true })).slice(-20)).toContain('[DONE]');
        told = await answers('/api/ai/chat', { messages, stream: true });
        expect((await answers('/api/ai/chat', { messages })).length).toBeGreaterThan(3 * 1024 * 1024);
        told += await answers('/api/ai/models');
      };
      // A fifth of it is meant; two busy processors share caches.
      expect(await longestTurn(attack)).toBeLessThan(250);
      expect(told).toContain('sent an event of more than 8388608 bytes');
      expect(told).toContain('sent more than 100000 values');
    } finally {
      provider.close();
    }
  });

  test('large, endless, deep and cut bodies hold no other client up, and leave no memory behind', full, async () => {
    const resident = (): number =>
      Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.info.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    const before = process.platform === 'linux' ? resident() : 0;
    const large = 'x'.repeat(60 * 1024 * 1024);
    const attack = async (): Promise<void> => {
      for (let round = 0; round < 3; round += 1) {
        const refused = await fetch(`${service.info.baseUrl}/api/events`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${service.info.token}`, 'Content-Type': 'application/json' },
          body: large,
        }).then(
          (answer) => answer.status,
          () => 413,
        );
        expect(refused).toBe(413);
      }
      const deep = `{"title":${'['.repeat(400_000)}`;
      for (let round = 0; round < 5; round += 1)
        await open(
          `POST /api/events HTTP/1.1\r\n${authorised()}Content-Type: application/json\r\nContent-Length: ${deep.length}\r\n\r\n${deep}`,
        );
      for (let round = 0; round < 20; round += 1)
        (
          await open(
            `POST /api/events HTTP/1.1\r\n${authorised()}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"title":"`,
          )
        ).destroy();
      const endless = await open(
        `POST /api/events HTTP/1.1\r\n${authorised()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      const chunk = `10000\r\n${'y'.repeat(0x10000)}\r\n`;
      const cut = new Promise((resolve) => {
        endless.once('close', resolve);
      });
      endless.resume();
      // A write that fails calls back at once: going on from there would never let the close come through.
      const pour = (error?: Error | null): void => {
        if (error === undefined || error === null) endless.write(chunk, pour);
      };
      pour();
      await cut;
    };
    expect(await longestTurn(attack)).toBeLessThan(500);
    if (process.platform === 'linux') await expect.poll(() => resident() - before, { interval: 500 }).toBeLessThan(150);
    expect(await call(service, 'GET', '/api/events?limit=0')).toMatchObject({ status: 200, body: { total: 0 } });
  });
});

function smallDisk(context: TestContext, size: string): string {
  context.skip(process.platform !== 'linux' || process.getuid?.() !== 0, 'only root on Linux can mount a small disk');
  const dataDir = mkdtempSync(join(tmpdir(), 'daybook-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', dataDir], { stdio: 'ignore' });
  } catch {
    rmSync(dataDir, { recursive: true, force: true });
    context.skip('this system does not let the test mount a small disk');
  }
  return dataDir;
}

function removeDisk(dataDir: string): void {
  execFileSync('umount', ['-l', dataDir]);
  rmSync(dataDir, { recursive: true, force: true });
}

/** Fills the disk; the path of what does. */
function fill(dataDir: string): string {
  const filler = join(dataDir, 'filler');
  try {
    writeFileSync(filler, Buffer.alloc(12 * 1024 * 1024));
  } catch {
    // That was the point: as much as went in has filled the disk.
  }
  return filler;
}

describe('a full disk', () => {
  test.for([
    [0, runServeHere],
    [100, runServeHere],
    [250, runServe],
  ] as const)('with %i KiB of room: a start says in one line that there is none left', async ([room, run], context) => {
    const dataDir = smallDisk(context, '2m');
    try {
      writeFileSync(join(dataDir, 'filler'), Buffer.alloc((2048 - room) * 1024));
      const { code, stderr } = await run(['--data-dir', dataDir, '--port', '0', '--frontend-port', '0']);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^[^\n]*(?:no room left on the disk|disk is full)[^\n]*\n$/) as string]);
      expect(stderr).not.toContain('cannot be locked');
    } finally {
      removeDisk(dataDir);
    }
  });

  test('is 507, changes nothing, and is over when there is room again', async (context) => {
    const dataDir = smallDisk(context, '3m');
    const service = await startServiceProcess(dataDir);
    try {
      expect((await call(service, 'POST', '/api/events', event)).status).toBe(201);
      const environment = readFileSync(join(dataDir, '.env'), 'utf8');
      const filler = fill(dataDir);
      const long = { ...event, description: 'x'.repeat(90_000) };
      expect(await call(service, 'POST', '/api/events', long)).toMatchObject({ status: 507, body: { code: 'storage_full' } });
      expect(await call(service, 'PUT', '/api/config', { AI_MODEL: 'x'.repeat(4_000) })).toMatchObject({
        status: 507,
        body: { code: 'storage_full' },
      });
      expect(readFileSync(join(dataDir, '.env'), 'utf8')).toBe(environment);
      expect(readdirSync(dataDir).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      // Reads go on, and so does everything once there is room.
      expect(await call(service, 'GET', '/api/events?limit=0')).toMatchObject({ status: 200, body: { total: 1 } });
      rmSync(filler);
      expect((await call(service, 'POST', '/api/events', long)).status).toBe(201);
      expect((await call(service, 'PUT', '/api/config', { AI_MODEL: 'small' })).status).toBe(200);
      expect(await call(service, 'GET', '/api/events?limit=0')).toMatchObject({ status: 200, body: { total: 2 } });
      expect(await service.end('SIGTERM')).toBe(0);
    } finally {
      await service.end('SIGKILL');
      removeDisk(dataDir);
    }
  });

  test('takes deletions, the way into the trash and a start, by the room that is kept for them', full, async (context) => {
    const dataDir = smallDisk(context, '9m');
    let service = await startServiceProcess(dataDir);
    try {
      const long = { ...event, description: 'x'.repeat(90_000) };
      const ids: string[] = [];
      for (let count = 0; count < 5; count += 1) ids.push((await call(service, 'POST', '/api/events', long)).body.id ?? '');
      const calendar = (await call(service, 'GET', `/api/events/${ids[0]}`)).body.calendarId ?? '';
      const { id: userId = '' } = (await call(service, 'GET', '/api/auth/me')).body;
      const room = join(dataDir, 'deletions.room');
      const keepAndFill = (): void => {
        rmSync(join(dataDir, 'filler'), { force: true });
        writeFileSync(room, Buffer.alloc(4 * 1024 * 1024));
        fill(dataDir);
      };
      keepAndFill();
      expect((await call(service, 'POST', '/api/events', long)).status).toBe(507);
      const trashing = { method: 'POST', path: '/api/trash', body: { type: 'event', id: ids[0] } };
      const creating = { method: 'POST', path: '/api/events', body: long };
      expect((await call(service, 'POST', '/api/batch', { operations: [trashing, creating] })).status).toBe(507);
      expect(existsSync(room)).toBe(true);
      for (const [method, path, body] of [
        ['POST', '/api/trash', trashing.body],
        ['POST', '/api/batch', { operations: [{ ...trashing, body: { type: 'event', id: ids[1] } }] }],
        ['DELETE', `/dav/calendars/${userId}/${calendar}/${ids[2]}.ics`],
        ['DELETE', `/api/events/${ids[3]}`],
      ] as const) {
        keepAndFill();
        expect([path, (await call(service, method, path, body)).status]).toEqual([path, expect.toBeOneOf([200, 201, 204])]);
        expect(existsSync(room)).toBe(false);
      }
      keepAndFill();
      await service.end('SIGKILL');
      service = await startServiceProcess(dataDir);
      expect((await call(service, 'DELETE', `/api/events/${ids[4]}`)).status).toBe(204);
      expect(await call(service, 'GET', '/api/events?limit=0')).toMatchObject({ status: 200, body: { total: 0 } });
    } finally {
      await service.end('SIGKILL');
      removeDisk(dataDir);
    }
  });
});
