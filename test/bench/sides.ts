// The two sides of the benchmark, each a process of its own on a data directory of its own, and how they are filled.

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { startServiceProcess } from '../support/process.ts';
import { cardAt, columnCount, eventAt, noteAt } from './data.ts';
import type { Seeded } from './requests.ts';

export interface Side {
  readonly name: 'ours' | 'floor';
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  /** The file with what was made on this side; see `seed`. */
  readonly seeded: string;
  readonly end: () => Promise<void>;
}

export interface Sizes {
  readonly notes: number;
  readonly cards: number;
  readonly events: number;
}

const production = { NODE_ENV: 'production', DAYBOOK_CHECK_REPLIES: '' };
const secret = 'the signing secret of a server on loopback';

export async function startOurs(folder: string): Promise<Side> {
  const { info, end } = await startServiceProcess(folder, { environment: production });
  return {
    name: 'ours',
    url: info.baseUrl.replace('localhost', '127.0.0.1'),
    token: info.token,
    pid: info.pid,
    seeded: join(folder, 'seeded.json'),
    end: async () => void (await end('SIGTERM')),
  };
}

export async function startFloor(folder: string): Promise<Side> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'floor.ts'), [folder, secret], { env: { ...process.env, ...production } });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    name: 'floor',
    url: `http://127.0.0.1:${port}`,
    token: jwt.sign({ sub: 'owner' }, secret, { expiresIn: '1d' }),
    pid: child.pid ?? 0,
    seeded: join(folder, 'seeded.json'),
    end: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}

/** Makes records `from` up to `sizes` through the side's own interface, 32 requests at a time, and writes down their ids. */
export async function seed(side: Side, sizes: Sizes, from: Sizes = { notes: 0, cards: 0, events: 0 }): Promise<void> {
  const before = from.notes + from.cards + from.events === 0 ? null : (JSON.parse(readFileSync(side.seeded, 'utf8')) as Seeded);
  const make = async (path: string, body: unknown): Promise<string> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${side.token}` };
    const response = await fetch(side.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (response.status !== 201) throw new Error(`POST ${path} on ${side.name}: ${response.status} ${await response.text()}`);
    return String(((await response.json()) as { id: string | number }).id);
  };
  const each = async (start: number, end: number, path: string, body: (number: number) => unknown): Promise<string[]> => {
    const made: string[] = [];
    let next = start;
    const lane = async (): Promise<void> => {
      while (next < end) {
        const number = next;
        next += 1;
        made[number - start] = await make(path, body(number));
      }
    };
    await Promise.all(Array.from({ length: 32 }, lane));
    return made;
  };
  const columns: string[] = before === null ? [] : [...before.columns];
  while (columns.length < columnCount) columns.push(await make('/api/columns', { title: `Column ${columns.length}`, projectId: 'bench' }));
  const notes = await each(from.notes, sizes.notes, '/api/notes', noteAt);
  const cards = await each(from.cards, sizes.cards, '/api/cards', (number) => ({
    ...cardAt(number),
    columnId: columns[number % columnCount],
  }));
  await each(from.events, sizes.events, '/api/events', eventAt);
  const seeded: Seeded = { columns, notes: [...(before?.notes ?? []), ...notes], cards: [...(before?.cards ?? []), ...cards] };
  writeFileSync(side.seeded, JSON.stringify(seeded));
}

/** Milliseconds of CPU that a process has taken so far, its threads included; null where there is no /proc. */
export function cpuTime(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // utime and stime, in hundredths of a second (proc_pid_stat(5)).
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

/** Megabytes of a process that are in memory; null where there is no /proc. */
export function residentMegabytes(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}
