// `npm run bench`: the service beside a bare floor with the same promises, in the same run, as ratios.
// Rounds alternate between the two, and the median of the rounds' ratios is reported: the machine's mood cancels out.
// Options: --sections start,requests,memory,growth,exports,boards,undo,agents,series,calendars (all but growth), --rounds N (3),
// --seconds N (2) per measurement, --only TEXT for the requests whose name holds it, --notes N (10000), --cards N (10000), --events N
// (20000).

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { benchAgents } from './agents.ts';
import { benchBoards, fillBoards } from './boards.ts';
import { benchCalendars } from './calendars.ts';
import { benchExports } from './exports.ts';
import type { Load, LoadResult } from './load.ts';
import { requestsOn } from './requests.ts';
import { addSeries, benchSeries } from './series.ts';
import { cpuTime, residentMegabytes, seed, startFloor, startOurs, type Side } from './sides.ts';
import { median } from './median.ts';
import { benchUndo } from './undo.ts';

const { values } = parseArgs({
  options: {
    sections: { type: 'string', default: 'start,requests,memory,exports,boards,undo,agents,series,calendars' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    notes: { type: 'string', default: '10000' },
    cards: { type: 'string', default: '10000' },
    events: { type: 'string', default: '20000' },
  },
});
const sections = new Set(values.sections.split(','));
const rounds = Number(values.rounds);
const sizes = { notes: Number(values.notes), cards: Number(values.cards), events: Number(values.events) };

const print = (cells: readonly string[]): void => {
  process.stdout.write(`${cells.map((cell, at) => (at === 0 ? cell.padEnd(24) : cell.padStart(13))).join(' ')}\n`);
};

interface Measured extends LoadResult {
  /** Microseconds of the server's CPU for each request; null where it is not known. */
  readonly cpu: number | null;
}

let first = 0;

async function measure(side: Side, request: string, connections: number, seconds: number): Promise<Measured> {
  const load: Load = { url: side.url, token: side.token, seeded: side.seeded, request, first, connections, seconds };
  const before = cpuTime(side.pid);
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'load.ts'), JSON.stringify(load)]);
  const result = JSON.parse(stdout) as LoadResult;
  const after = cpuTime(side.pid);
  if (result.failed > 0) throw new Error(`${request}: ${result.failed} of ${result.requests} requests failed at ${side.name}`);
  return { ...result, cpu: before === null || after === null ? null : ((after - before) * 1000) / result.requests };
}

/** A row for each kind of request and number of connections. */
async function compare(ours: Side, floor: Side, names: readonly string[], counts: readonly number[]): Promise<Map<string, number>> {
  print(['request', 'connections', 'floor/s', 'ours/s', 'times floor', 'lowest–highest', 'CPU, floor', 'CPU, ours']);
  const ratios = new Map<string, number>();
  for (const name of names) {
    for (const connections of counts) {
      const results: { readonly floor: Measured; readonly ours: Measured }[] = [];
      for (let round = -1; round < rounds; round += 1) {
        // The first round warms up. What one round creates the next does not create again.
        const seconds = round < 0 ? 1 : Number(values.seconds);
        first += 100_000;
        const sides = round % 2 === 0 ? [floor, ours] : [ours, floor];
        const pair = { floor: null as Measured | null, ours: null as Measured | null };
        for (const side of sides) pair[side.name] = await measure(side, name, connections, seconds);
        if (round >= 0 && pair.floor !== null && pair.ours !== null) results.push({ floor: pair.floor, ours: pair.ours });
      }
      const times = results.map((result) => result.floor.perSecond / result.ours.perSecond).toSorted((a, b) => a - b);
      const perSecond = (side: 'floor' | 'ours'): string => median(results.map((result) => result[side].perSecond)).toFixed(0);
      const cpu = (side: 'floor' | 'ours'): string => `${median(results.map((result) => result[side].cpu ?? Number.NaN)).toFixed(0)} µs`;
      const range = `${times[0]?.toFixed(2)}–${times.at(-1)?.toFixed(2)}`;
      print([name, String(connections), perSecond('floor'), perSecond('ours'), median(times).toFixed(2), range, cpu('floor'), cpu('ours')]);
      ratios.set(`${name} ${connections}`, median(times));
    }
  }
  return ratios;
}

/** Milliseconds from the start of a process to its first answer to `GET /health`. */
async function startTime(start: () => Promise<Side>): Promise<number> {
  const begin = performance.now();
  const side = await start();
  const { status } = await fetch(`${side.url}/health`);
  const took = performance.now() - begin;
  if (status !== 200) throw new Error(`GET /health answered ${status}`);
  await side.end();
  return took;
}

/** Milliseconds that a Node process takes to start and end without doing anything. */
async function bareNode(): Promise<number> {
  const begin = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'close');
  return performance.now() - begin;
}

async function benchStart(ours: string, floor: string): Promise<void> {
  const taken: { ours: number; floor: number; bare: number }[] = [];
  for (let round = 0; round < rounds + 2; round += 1) {
    taken.push({ ours: await startTime(() => startOurs(ours)), floor: await startTime(() => startFloor(floor)), bare: await bareNode() });
  }
  // The first start makes the database and the secret; it is not what a user waits for each day.
  const rest = taken.slice(1);
  const of = (side: 'ours' | 'floor' | 'bare'): string => median(rest.map((each) => each[side])).toFixed(0);
  const times = median(rest.map((each) => each.ours / each.floor)).toFixed(2);
  process.stdout.write(
    `start to first answer: ${of('ours')} ms, ${times} times the floor's ${of('floor')} ms; Node alone ${of('bare')} ms\n`,
  );
}

/** Reading a note beside runs of agents, with 1,000 notes. */
async function benchRuns(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-runs-'));
  const side = await startOurs(folder);
  try {
    await seed(side, { notes: 1_000, cards: 0, events: 0 });
    await sleep(5_000);
    await benchAgents({ side, rounds, seconds: Number(values.seconds), read: (seconds) => measure(side, 'read a note', 1, seconds) });
  } finally {
    await side.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Listing a month with and without series, each on a service of its own. */
async function benchMonths(): Promise<void> {
  const folders = [mkdtempSync(join(tmpdir(), 'daybook-months-')), mkdtempSync(join(tmpdir(), 'daybook-series-'))] as const;
  const [plain, repeating] = [await startOurs(folders[0]), await startOurs(folders[1])];
  try {
    for (const side of [plain, repeating]) await seed(side, { notes: 0, cards: 0, events: sizes.events });
    await addSeries(repeating);
    await sleep(5_000);
    const list = (side: Side, seconds: number): Promise<Measured> => measure(side, 'list a month', 1, seconds);
    await benchSeries({ plain, repeating, rounds, seconds: Number(values.seconds), list });
  } finally {
    for (const side of [plain, repeating]) await side.end();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** Import and CalDAV. */
async function benchExchange(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-exchange-'));
  const side = await startOurs(folder);
  try {
    await benchCalendars({ side, rounds });
  } finally {
    await side.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How both grow from 1,000 to 100,000 notes. */
async function benchGrowth(): Promise<void> {
  const folders = [mkdtempSync(join(tmpdir(), 'daybook-growth-')), mkdtempSync(join(tmpdir(), 'daybook-growth-floor-'))] as const;
  const sides = { ours: await startOurs(folders[0]), floor: await startFloor(folders[1]) };
  let from = { notes: 0, cards: 0, events: 0 };
  try {
    for (const notes of [1000, 100_000]) {
      const to = { notes, cards: 0, events: 0 };
      for (const side of [sides.ours, sides.floor]) await seed(side, to, from);
      from = to;
      await sleep(5000);
      process.stdout.write(`\n${notes} notes\n`);
      const names = ['read a note', 'list 50 notes', 'create a note', 'search a word', 'search a common word'];
      await compare(sides.ours, sides.floor, names, [1]);
    }
  } finally {
    await sides.ours.end();
    await sides.floor.end();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

const folders = { ours: mkdtempSync(join(tmpdir(), 'daybook-bench-')), floor: mkdtempSync(join(tmpdir(), 'daybook-floor-')) };
const boards = mkdtempSync(join(tmpdir(), 'daybook-boards-'));
const running: Side[] = [];
try {
  if (sections.has('start')) await benchStart(folders.ours, folders.floor);
  if (sections.has('requests') || sections.has('memory')) {
    const [ours, floor] = [await startOurs(folders.ours), await startFloor(folders.floor)];
    running.push(ours, floor);
    const resident = (): string =>
      `${residentMegabytes(ours.pid)?.toFixed(0) ?? 'unknown'} MB resident, the floor ${residentMegabytes(floor.pid)?.toFixed(0) ?? 'unknown'} MB`;
    await sleep(3000);
    process.stdout.write(`idle and empty: ${resident()}\n`);
    for (const side of running) await seed(side, sizes);
    const names = Object.keys(requestsOn({ notes: [], cards: [], columns: [] }, new Map())).filter((name) => name.includes(values.only));
    if (sections.has('requests')) await compare(ours, floor, names, [1, 16]);
    process.stdout.write(`after that: ${resident()}\n`);
    if (sections.has('memory')) {
      await sleep(60_000);
      process.stdout.write(`a minute later: ${resident()}\n`);
    }
  }
  if (sections.has('growth')) await benchGrowth();
  if (sections.has('exports')) await benchExports({ rounds });
  if (sections.has('undo')) await benchUndo({ rounds, only: values.only });
  if (sections.has('agents')) await benchRuns();
  if (sections.has('series')) await benchMonths();
  if (sections.has('calendars')) await benchExchange();
  if (sections.has('boards')) {
    await startTime(() => startOurs(boards));
    const data = await fillBoards(boards);
    const side = await startOurs(boards);
    running.push(side);
    await benchBoards({ url: side.url, token: side.token, data, rounds, only: values.only });
  }
} finally {
  for (const side of running) await side.end();
  for (const folder of [folders.ours, folders.floor, boards]) rmSync(folder, { recursive: true, force: true });
}
