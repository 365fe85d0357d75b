// The headless service as a process: starting, refusing to start, stopping, being killed.

import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runHeadless } from '../../main/headless.ts';
import { full } from '../support/tiers.ts';
import { withNewDatabase } from '../support/new-database.ts';
import { cleanEnvironment, runServe, startServiceProcess, type ServiceProcess } from '../support/process.ts';
import { times } from '../support/property.ts';
import { runServeHere } from '../support/serve-here.ts';
import { startTestService } from '../support/service.ts';

let dataDir: string;
const running: ServiceProcess[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'daybook-life-'));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.end('SIGKILL')));
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(options?: Parameters<typeof startServiceProcess>[1]): Promise<ServiceProcess> {
  const service = await startServiceProcess(dataDir, options);
  running.push(service);
  return service;
}

const headers = (service: ServiceProcess) => ({ Authorization: `Bearer ${service.info.token}`, 'Content-Type': 'application/json' });
const createEvent = (service: ServiceProcess, title: string): Promise<Response> =>
  fetch(`${service.info.baseUrl}/api/events`, {
    method: 'POST',
    headers: headers(service),
    body: JSON.stringify({ title, startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' }),
  });
const listEvents = async (service: ServiceProcess): Promise<{ id: string; title: string }[]> =>
  (
    (await (await fetch(`${service.info.baseUrl}/api/events?limit=1000`, { headers: headers(service) })).json()) as {
      items: { id: string; title: string }[];
    }
  ).items;

/** Every file below a folder with its content's hash: to show that nothing was touched. */
function fingerprint(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile());
  // The lock is held by being there; SQLite's shared memory is an index that each process makes anew.
  const kept = names.filter((name) => !name.startsWith('daybook.lock') && !name.endsWith('-shm'));
  return Object.fromEntries(
    kept.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}

async function occupy(host: string): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen({ port: 0, host, ipv6Only: true }, resolve);
  });
  return server;
}

describe('starting', () => {
  test('makes the data directory, tells where it serves, and keeps secrets to their owner', full, async () => {
    const nested = join(dataDir, 'not', 'there yet');
    const service = await startServiceProcess(nested);
    running.push(service);
    expect(service.info).toMatchObject({ pid: service.child.pid, version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string });
    expect(Date.parse(service.info.startedAt)).toBeGreaterThan(Date.now() - 60_000);
    expect((await fetch(`${service.info.baseUrl}/health`)).status).toBe(200);
    expect((await fetch(service.info.frontendUrl)).status).toBeLessThan(504);
    for (const file of ['.env', 'service.json']) expect(statSync(join(nested, file)).mode & 0o777).toBe(0o600);
    expect(statSync(nested).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(nested, '.env'), 'utf8')).toMatch(/^JWT_SECRET=\S{43,}$/m);
    // The token goes to a terminal, not into whatever collects the output of a program.
    expect(service.output()).toContain('npm run token');
    expect(service.output()).not.toContain(service.info.token.slice(0, 8));
    await service.end('SIGTERM');
  });

  test(
    'removes what a killed one has left half written; --link prints the link with the token; options win over the environment, the environment over the file',
    full,
    async () => {
      for (const name of ['service.json.0123456789ab.tmp', '.env.0123456789ab.tmp']) writeFileSync(join(dataDir, name), 'half');
      writeFileSync(join(dataDir, '.env'), 'PORT=1\nFRONTEND_PORT=2\nAI_MODEL=from-file\n');
      const service = await start({ args: ['--link'], environment: { PORT: '3', AI_MODEL: 'from-environment' } });
      expect(readdirSync(dataDir).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      // `service.json` is written before the greeting.
      await expect.poll(() => service.output()).toContain(`${service.info.frontendUrl}/#token=${service.info.token}`);
      const { config, overridden } = (await (await fetch(`${service.info.baseUrl}/api/config`, { headers: headers(service) })).json()) as {
        config: Record<string, string>;
        overridden: string[];
      };
      expect(config).toMatchObject({ PORT: '1', AI_MODEL: 'from-file' });
      expect(overridden.toSorted()).toEqual(['AI_MODEL', 'FRONTEND_PORT', 'PORT']);
    },
  );

  test('a database that lacks changes which were on the disk is told by a line, /api/storage and /api/backups', full, async () => {
    withNewDatabase(dataDir);
    // What a kill leaves, had the log been lost.
    writeFileSync(join(dataDir, 'daybook.db-mark'), '40\n');
    const service = await start();
    await expect.poll(() => service.output()).toMatch(/^The newest changes are missing from the database .* number 40 /m);
    const answer = await fetch(`${service.info.baseUrl}/api/storage`, { headers: headers(service) });
    expect(await answer.json()).toMatchObject({ integrity: { lost: { after: 0, upTo: 40, backup: null } } });
    const backups = await fetch(`${service.info.baseUrl}/api/backups`, { headers: headers(service) });
    expect(await backups.json()).toMatchObject({ lost: { after: 0, upTo: 40, backup: null } });
    await service.end('SIGTERM');
    expect(existsSync(join(dataDir, 'daybook.db-mark'))).toBe(false);
  });

  test('outputs that cannot be written, as of a terminal that is gone, end nothing', async () => {
    const gone = (): NodeJS.WriteStream =>
      new Writable({
        write: (_chunk, _encoding, done) => {
          done(new Error('write EPIPE'));
        },
      }) as unknown as NodeJS.WriteStream;
    const [output, errors] = [gone(), gone()];
    const options = { environment: cleanEnvironment(), output, errors };
    expect(await runHeadless({ argv: ['--version'], ...options })).toBe(0);
    expect(await runHeadless({ argv: ['--what'], ...options })).toBe(1);
    await expect.poll(() => [output.errored, errors.errored]).not.toContain(null);
  });

  test('--help and --version answer and leave', async () => {
    expect(await runServe(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('--data-dir') as string });
    expect(await runServeHere(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string });
  });

  test.each([
    [['--prot', '1'], runServe],
    [['--port', 'x'], runServeHere],
    [['--port', '70000'], runServeHere],
    [['surplus'], runServeHere],
  ])('%j is refused in one line', async (args, run) => {
    const { code, stderr } = await run(args);
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('--help');
  });
});

describe('refusing to start', () => {
  /** What a service with 100 events has left. */
  let left: string;
  beforeAll(async () => {
    left = mkdtempSync(join(tmpdir(), 'daybook-left-'));
    const service = await startTestService({ dataDir: withNewDatabase(left) });
    const body = { startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' };
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => service.request('POST', '/api/events', { body: { ...body, title: `Event ${index}` } })),
    );
    await service.stop();
  });
  afterAll(() => {
    rmSync(left, { recursive: true });
  });
  /** Overwrites the first page of a table, in a database that is not open. */
  const overwritten = (table: string) => (file: string) => {
    const db = new Sqlite(file);
    const page = db.prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table) ?? 0;
    db.close();
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 4096 * (page - 1), 4096 * page);
    writeFileSync(file, bytes);
  };
  const refused = async (args: readonly string[], run = runServe): Promise<string> => {
    const { code, stdout, stderr } = await run(args);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toHaveLength(1);
    return stderr;
  };
  const free = ['--port', '0', '--frontend-port', '0'];

  test('a second instance on the same data directory names the folder and leaves the first alone', async () => {
    const first = await startTestService({ dataDir: withNewDatabase(dataDir) });
    try {
      // The first one goes on writing its log.
      const besidesLog = (): object => ({ ...fingerprint(dataDir), 'logs/daybook.log': null });
      const before = besidesLog();
      expect(await refused(['--data-dir', dataDir, ...free])).toMatch(/another.*--data-dir/i);
      expect(besidesLog()).toEqual(before);
      expect((await first.request('GET', '/health')).status).toBe(200);
    } finally {
      await first.stop();
    }
  });

  test.each([
    ['127.0.0.1', '--port', runServeHere],
    ['::1', '--port', runServeHere],
    ['127.0.0.1', '--frontend-port', runServeHere],
    ['::1', '--frontend-port', runServe],
  ])('a port in use on %s alone, for %s', async (host, option, run) => {
    cpSync(left, dataDir, { recursive: true });
    const before = fingerprint(dataDir);
    const other = await occupy(host);
    const { port } = other.address() as { port: number };
    const args = option === '--port' ? ['--port', String(port), '--frontend-port', '0'] : ['--port', '0', '--frontend-port', String(port)];
    const line = await refused(['--data-dir', dataDir, ...args], run);
    expect(line).toContain(`Port ${port} is in use`);
    expect(line).toContain(option);
    expect(fingerprint(dataDir)).toEqual(before);
    other.close();
  });

  test('a data directory that cannot be one', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, 'mine');
    expect(await refused(['--data-dir', file, ...free], runServeHere)).toContain('--data-dir');
    expect(await refused(['--data-dir', join(file, 'below'), ...free], runServeHere)).toContain('--data-dir');
    expect(await refused(['--data-dir', '/proc/daybook', ...free], runServeHere)).toContain('--data-dir');
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  test('a data directory in which something stands in the way', async () => {
    withNewDatabase(dataDir);
    mkdirSync(join(dataDir, 'attachments'));
    writeFileSync(join(dataDir, 'attachments', 'incoming'), 'mine');
    expect(await refused(['--data-dir', dataDir, ...free], runServeHere)).toMatch(/^\S+incoming cannot be used \(EEXIST.+; mend that/);
  });

  test.each<[string, (file: string) => void, typeof runServe]>([
    [
      'of a newer version',
      (file) => {
        const db = new Sqlite(file);
        db.pragma('user_version = 9999');
        db.close();
      },
      runServeHere,
    ],
    [
      'that is no database',
      (file) => {
        writeFileSync(file, 'once upon a time '.repeat(1000));
      },
      runServeHere,
    ],
    [
      'that was cut short',
      (file) => {
        const bytes = readFileSync(file);
        writeFileSync(file, bytes.subarray(0, bytes.length / 2));
      },
      runServe,
    ],
    [
      'of no bytes',
      (file) => {
        writeFileSync(file, '');
      },
      runServeHere,
    ],
    [
      'with a page overwritten',
      (file) => {
        const bytes = readFileSync(file);
        bytes.fill(0xa5, 4096 * 2, 4096 * 3);
        writeFileSync(file, bytes);
      },
      runServeHere,
    ],
    ['with the page of its unfinished jobs overwritten', overwritten('jobs_unfinished'), runServe],
    [
      'with the page of its gaps overwritten',
      (file) => {
        overwritten('change_gaps')(file);
        // There are to be new ones.
        writeFileSync(join(dataDir, 'change-sequence'), '20000\n');
      },
      runServeHere,
    ],
  ])('a database %s is left as it is', async (_what, damage, run) => {
    cpSync(left, dataDir, { recursive: true });
    damage(join(dataDir, 'daybook.db'));
    const before = fingerprint(dataDir);
    const line = await refused(['--data-dir', dataDir, ...free], run);
    expect(line).toMatch(/left as it is; (?:there is no backup|install that version)/);
    expect(fingerprint(dataDir)).toEqual(before);
  });

  test.each([
    ['PORT=abc', runServeHere],
    ['PORT=8716\nFRONTEND_PORT=8716', runServeHere],
    ['JWT_SECRET=short', runServeHere],
  ])('a configuration that cannot be: %j', async (text, run) => {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, '.env'), `${text}\n`);
    const line = await refused(['--data-dir', dataDir], run);
    expect(line).toContain('.env');
    expect(line).not.toContain('short\n');
    expect(existsSync(join(dataDir, 'daybook.db'))).toBe(false);
  });
});

describe('stopping', () => {
  beforeEach(() => {
    withNewDatabase(dataDir);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s finishes what is in flight, checkpoints, removes service.json and exits 0',
    async (signal) => {
      const service = await start();
      const answers = Array.from({ length: 50 }, (_, index) => createEvent(service, `Event ${index}`));
      await Promise.race(answers);
      const ended = service.end(signal);
      // A terminal that is closed may send it more than once.
      if (signal === 'SIGHUP') service.child.kill(signal);
      const settled = await Promise.allSettled(answers);
      expect(await ended).toBe(0);
      expect(existsSync(join(dataDir, 'service.json'))).toBe(false);
      expect(existsSync(join(dataDir, 'daybook.db-wal'))).toBe(false);
      const acknowledged = settled.filter((result) => result.status === 'fulfilled' && result.value.status === 201).length;
      const db = new Sqlite(join(dataDir, 'daybook.db'), { readonly: true });
      expect((db.prepare('SELECT count(*) AS n FROM events').get() as { n: number }).n).toBeGreaterThanOrEqual(acknowledged);
      db.close();
    },
  );

  test('idle keep-alive connections, open streams and half-sent requests do not hold it up', async () => {
    const service = await start();
    await fetch(`${service.info.baseUrl}/health`);
    const stream = await fetch(`${service.info.baseUrl}/api/changes`, { headers: { ...headers(service), Accept: 'text/event-stream' } });
    const { connect } = await import('node:net');
    const half = connect(Number(new URL(service.info.baseUrl).port), '127.0.0.1');
    half.on('error', () => undefined);
    await new Promise<void>((resolve) => {
      half.write('GET /health HTTP/1.1\r\nHost: ', () => {
        resolve();
      });
    });
    // Once this is answered, what was written before has come.
    await fetch(`${service.info.baseUrl}/health`);
    const begin = performance.now();
    expect(await service.end('SIGTERM')).toBe(0);
    expect(performance.now() - begin).toBeLessThan(4_000);
    await stream.text().catch(() => undefined);
    half.destroy();
  });
});

describe('being killed', () => {
  test('SIGKILL under sixteen writers loses no acknowledged event; a restart is sound, and tokens outlive it', full, async () => {
    const acknowledged = new Set<string>();
    let killed: ServiceProcess | null = null;
    for (let round = 0; round < times(1, 8); round += 1) {
      const service = await start();
      const before = acknowledged.size;
      let going = true;
      const writers = Array.from({ length: 16 }, async (_, lane) => {
        for (let index = 0; going; index += 1) {
          try {
            const response = await createEvent(service, `round ${round} lane ${lane} number ${index}`);
            const { id } = (await response.json()) as { id: string };
            if (response.status === 201) acknowledged.add(id);
          } catch {
            return;
          }
        }
      });
      // In the middle of it, however slow the machine is.
      await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before);
      await sleep(round * 77);
      await service.end('SIGKILL');
      killed = service;
      going = false;
      await Promise.all(writers);
      // The file of a killed service stands there; the next start replaces it.
      expect(existsSync(join(dataDir, 'service.json'))).toBe(true);
    }
    const db = new Sqlite(join(dataDir, 'daybook.db'));
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    const stored = new Set((db.prepare('SELECT id FROM events').all() as { id: string }[]).map(({ id }) => id));
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    // Each event has its entry in the change feed: both or neither.
    expect((db.prepare("SELECT count(*) AS n FROM changes WHERE type = 'event' AND action = 'created'").get() as { n: number }).n).toBe(
      stored.size,
    );
    db.close();
    const again = await start();
    // The secret is not made anew: the token of then counts.
    const token = killed?.info.token ?? '';
    expect((await listEvents({ ...again, info: { ...again.info, token } })).length).toBe(Math.min(1000, stored.size));
  });
});
