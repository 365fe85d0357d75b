// `npm run bench`: the service beside a bare floor with the same durability, in the same run, as ratios.
// Rounds alternate between the two, and the median of the rounds' ratios is reported: the machine's mood cancels out.
// Options: --rounds N (5), --seconds N (2) per measurement, --events N (20000) to start with, --only TEXT for the rows that hold it,
// --notes N,N (1000,100000): how many notes to search among.

import { execFile, fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import jwt from 'jsonwebtoken';
import { startServiceProcess, type ServiceProcess } from '../support/process.ts';
import { benchBoards, fillBoards } from './boards.ts';
import { benchExports } from './exports.ts';
import type { Load, LoadResult } from './load.ts';
import { benchNotes } from './notes.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    events: { type: 'string', default: '20000' },
    only: { type: 'string', default: '' },
    notes: { type: 'string', default: '1000,100000' },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const eventCount = Number(values.events);
const day = 24 * 60 * 60 * 1000;
const firstDay = Date.UTC(2021, 0, 1);
const tenYears = 3650 * day;
const month = { startDate: '2026-03-01T00:00:00Z', endDate: '2026-04-01T00:00:00Z' };

interface Side {
  readonly name: string;
  readonly url: string;
  readonly token: string;
  /** An event to read. */
  id: string;
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

async function measure(load: Load): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'load.ts'), JSON.stringify(load)]);
  return JSON.parse(stdout) as LoadResult;
}

const eventAt = (start: number): string =>
  JSON.stringify({
    title: 'Standup',
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + 30 * 60_000).toISOString(),
    timeZone: 'UTC',
  });

async function fill(side: Side): Promise<void> {
  const lanes = Array.from({ length: 64 }, async (_, lane) => {
    for (let index = lane; index < eventCount; index += 64) {
      const start = firstDay + Math.floor((index / eventCount) * tenYears);
      const response = await fetch(`${side.url}/api/events`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${side.token}` },
        body: eventAt(start),
      });
      const { id } = (await response.json()) as { id: string };
      if (index === 0) side.id = id;
    }
  });
  await Promise.all(lanes);
}

async function startFloor(dataDir: string): Promise<{ child: ChildProcess; side: Side }> {
  const secret = 'floor floor floor floor floor floor floor';
  const child = fork(join(import.meta.dirname, 'floor.ts'), [dataDir, secret], { env: { ...process.env, NODE_ENV: 'production' } });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const token = jwt.sign({ sub: 'owner' }, secret, { expiresIn: '1d' });
  return { child, side: { name: 'floor', url: `http://127.0.0.1:${port}`, token, id: '' } };
}

const kinds: { readonly name: string; readonly load: (side: Side) => Pick<Load, 'url' | 'method' | 'body'> }[] = [
  { name: 'read one event', load: (side) => ({ method: 'GET', url: `${side.url}/api/events/${side.id}` }) },
  {
    name: 'list a month',
    load: (side) => ({ method: 'GET', url: `${side.url}/api/events?startDate=${month.startDate}&endDate=${month.endDate}` }),
  },
  { name: 'create an event', load: (side) => ({ method: 'POST', url: `${side.url}/api/events`, body: eventAt(firstDay + 5 * 365 * day) }) },
];

async function compare(ours: Side, floor: Side): Promise<void> {
  process.stdout.write(
    `${'request'.padEnd(18)} ${'connections'.padStart(11)} ${'floor/s'.padStart(9)} ${'ours/s'.padStart(9)} ${'times the floor'.padStart(16)}  (lowest–highest round)\n`,
  );
  for (const kind of kinds.filter(({ name }) => name.includes(values.only))) {
    for (const connections of [1, 16]) {
      const results: { floor: number; ours: number }[] = [];
      for (let round = -1; round < rounds; round += 1) {
        const load = (side: Side): Promise<LoadResult> =>
          measure({
            ...kind.load(side),
            connections,
            seconds: round < 0 ? 1 : seconds,
            headers: { Authorization: `Bearer ${side.token}`, 'Content-Type': 'application/json' },
          });
        const pair =
          round % 2 === 0 ? { floor: await load(floor), ours: await load(ours) } : { ours: await load(ours), floor: await load(floor) };
        if (pair.floor.failed + pair.ours.failed > 0)
          throw new Error(`${kind.name}: ${pair.floor.failed} requests failed at the floor, ${pair.ours.failed} at the service`);
        // The first round warms up.
        if (round >= 0) results.push({ floor: pair.floor.perSecond, ours: pair.ours.perSecond });
      }
      const ratios = results.map((result) => result.floor / result.ours).toSorted((a, b) => a - b);
      const row = [
        median(results.map((result) => result.floor))
          .toFixed(0)
          .padStart(9),
        median(results.map((result) => result.ours))
          .toFixed(0)
          .padStart(9),
        median(ratios).toFixed(2).padStart(16),
      ];
      process.stdout.write(
        `${kind.name.padEnd(18)} ${String(connections).padStart(11)} ${row.join(' ')}  (${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)})\n`,
      );
    }
  }
}

/** Milliseconds from the start of a process to its first answer to `GET /health`, on a data directory that exists. */
async function coldStart(dataDir: string): Promise<number> {
  const start = performance.now();
  const service = await startServiceProcess(dataDir, { environment: { NODE_ENV: 'production', DAYBOOK_CHECK_REPLIES: '' } });
  const response = await fetch(`${service.info.baseUrl}/health`);
  const took = performance.now() - start;
  if (response.status !== 200) throw new Error(`GET /health answered ${response.status}`);
  await service.end('SIGTERM');
  return took;
}

/** Milliseconds that a Node process takes to start and end without doing anything. */
async function bareNode(): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'close');
  return performance.now() - start;
}

function residentMegabytes(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

const folders = [mkdtempSync(join(tmpdir(), 'daybook-bench-')), mkdtempSync(join(tmpdir(), 'daybook-floor-'))] as const;
let service: ServiceProcess | undefined;
let floorChild: ChildProcess | undefined;
try {
  const starts: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    bare.push(await bareNode());
    const took = await coldStart(folders[0]);
    // The first start makes the database and the secret; it is not what a user waits for each day.
    if (round > 0) starts.push(took);
  }
  process.stdout.write(`start to first answer: ${median(starts).toFixed(0)} ms (a bare Node process: ${median(bare).toFixed(0)} ms)\n`);
  const data = await fillBoards(folders[0]);
  service = await startServiceProcess(folders[0], { environment: { NODE_ENV: 'production', DAYBOOK_CHECK_REPLIES: '' } });
  await new Promise((resolve) => {
    setTimeout(resolve, 3000);
  });
  process.stdout.write(`idle: ${residentMegabytes(service.info.pid)?.toFixed(0) ?? 'unknown'} MB resident\n\n`);
  const started = await startFloor(folders[1]);
  floorChild = started.child;
  const ours: Side = { name: 'ours', url: service.info.baseUrl.replace('localhost', '127.0.0.1'), token: service.info.token, id: '' };
  await fill(ours);
  await fill(started.side);
  await compare(ours, started.side);
  await benchNotes({ ours, floor: started.side, rounds, only: values.only, sizes: values.notes.split(',').map(Number) });
  if (values.only === '' || 'export'.includes(values.only)) await benchExports({ rounds });
  await benchBoards({ url: ours.url, token: ours.token, data, rounds, only: values.only });
} finally {
  await service?.end('SIGTERM');
  floorChild?.kill();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
