// The part of `npm run bench` about undo: how much dearer a write is because the change feed keeps what it has replaced. Both ways by
// turns, in one service and on the same records; processor time of the service, which a busy machine lengthens less than the clock's.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cardAt, eventAt, noteAt } from './data.ts';
import { median } from './median.ts';

const records = 200;
/** Changes after which the other way has its turn: what the service puts off falls on both. */
const turn = 10;

interface Made {
  readonly id: string;
}

type Send = (method: string, path: string, body: unknown) => Promise<Made>;

interface Kind {
  readonly name: string;
  /** The n-th change. */
  readonly change: (n: number) => Promise<unknown>;
}

/** Prints for each kind of change the processor time with what is replaced, without it, and how many times that is. */
export async function benchUndo({ rounds, only }: { readonly rounds: number; readonly only: string }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-undo-'));
  const child = fork(join(import.meta.dirname, 'undo-service.ts'), [folder]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const [{ url, token }] = (await once(child, 'message')) as [{ url: string; token: string }];
    /** Takes effect at once; gives the processor time so far. */
    const keep = async (keeps: boolean): Promise<number> => {
      const answered = once(child, 'message') as Promise<[number]>;
      child.send(keeps);
      return (await answered)[0];
    };
    const kinds = (await kindsOn(sender(agent, url, token))).filter(({ name }) => name.includes(only));
    process.stdout.write(`\n${'undo'.padEnd(24)}${'with'.padStart(12)}${'without'.padStart(12)}${'times'.padStart(8)}  (lowest–highest)\n`);
    for (const { name, change } of kinds) {
      const spend = meterOf(change, keep);
      const taken = { with: [] as number[], without: [] as number[] };
      await spend();
      for (let round = 0; round < 2 * rounds; round += 1) {
        const spent = await spend();
        taken.with.push(spent.with);
        taken.without.push(spent.without);
      }
      const times = taken.with.map((cost, index) => cost / (taken.without[index] ?? Number.NaN)).toSorted((a, b) => a - b);
      const [kept, stripped] = [median(taken.with), median(taken.without)].map((cost) => `${cost.toFixed(0)} µs`.padStart(12));
      const range = `(${times[0]?.toFixed(2)}–${times.at(-1)?.toFixed(2)})`;
      process.stdout.write(`${name.padEnd(24)}${kept}${stripped}${median(times).toFixed(2).padStart(8)}  ${range}\n`);
    }
  } finally {
    agent.destroy();
    const gone = once(child, 'exit');
    child.disconnect();
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What makes `records` changes each way, and gives the processor time of one, in microseconds. */
function meterOf(change: Kind['change'], keep: (keeps: boolean) => Promise<number>): () => Promise<{ with: number; without: number }> {
  let n = 0;
  return async () => {
    const spent = { with: 0, without: 0 };
    for (let at = 0; at < 2 * records; at += turn) {
      const keeps = (at / turn) % 2 === 0;
      const before = await keep(keeps);
      for (let count = 0; count < turn; count += 1) await change((n += 1));
      spent[keeps ? 'with' : 'without'] += ((await keep(keeps)) - before) / records;
    }
    return spent;
  };
}

function sender(agent: Agent, url: string, token: string): Send {
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
      const sent = request(url.replace('localhost', '127.0.0.1') + path, { method, agent, headers }, (answer) => {
        let answered = '';
        answer.setEncoding('utf8').on('data', (piece: string) => (answered += piece));
        answer.once('end', () => {
          if ((answer.statusCode ?? 500) < 300) resolve(JSON.parse(answered) as Made);
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${answered}`));
        });
      });
      sent.once('error', reject);
      sent.end(text);
    });
}

async function kindsOn(send: Send): Promise<readonly Kind[]> {
  const columns = await each(2, (n) => send('POST', '/api/columns', { title: `Column ${n}`, projectId: 'bench' }));
  const cards = await each(records, (n) => send('POST', '/api/cards', { ...cardAt(n), columnId: columns[0] }));
  const events = await each(records, (n) => send('POST', '/api/events', eventAt(n)));
  const notes = await each(records, (n) => send('POST', '/api/notes', noteAt(n)));
  const versions = new Map<string, number>();
  const of = (ids: readonly string[], n: number): string => ids[n % ids.length] ?? '';
  return [
    { name: 'change an event', change: (n) => send('PUT', `/api/events/${of(events, n)}`, eventAt(n)) },
    { name: 'change a card', change: (n) => send('PUT', `/api/cards/${of(cards, n)}`, cardAt(n)) },
    {
      name: 'move a card',
      change: (n) => send('POST', `/api/cards/${of(cards, n)}/move`, { columnId: of(columns, Math.floor(n / records)), position: n % 50 }),
    },
    { name: 'rename a column', change: (n) => send('PUT', `/api/columns/${of(columns, n)}`, { title: `Column ${n}` }) },
    {
      name: 'type a letter',
      change: async (n) => {
        const id = of(notes, n);
        const version = versions.get(id) ?? 0;
        const steps = [{ stepType: 'replace', from: 3, to: 3, slice: { content: [{ type: 'text', text: 'x' }] } }];
        await send('POST', `/api/notes/${id}/delta`, { version, steps });
        versions.set(id, version + 1);
      },
    },
  ];
}

async function each(count: number, make: (n: number) => Promise<Made>): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await make(n)).id);
  return ids;
}
