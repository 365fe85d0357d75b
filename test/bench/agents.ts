// The part of `npm run bench` about runs of agents: what reading a note takes while 50 of them work, beside what it takes alone. A provider
// in this process plays their models, which write at a steady pace without end.

import { setTimeout as sleep } from 'node:timers/promises';
import { event, startProvider } from '../support/provider.ts';
import type { LoadResult } from './load.ts';
import { median } from './median.ts';
import { cpuTime, type Side } from './sides.ts';

const count = 50;

/** Words a second of each model; 0: it never begins. */
const paces = [0, 10, 40];

export interface AgentsOptions {
  readonly side: Side;
  readonly rounds: number;
  readonly seconds: number;
  /** Reads notes over one connection for these seconds. */
  readonly read: (seconds: number) => Promise<LoadResult>;
}

/** Prints a row for each pace; the two ways alternate, so that the machine's mood falls on both. */
export async function benchAgents({ side, rounds, seconds, read }: AgentsOptions): Promise<void> {
  await read(1);
  process.stdout.write(
    `\nreading a note beside ${count} runs of agents: milliseconds over 1 connection, and µs of CPU for a word of a model\n`,
  );
  print('words/s of each', ['alone', 'beside', 'times', 'lowest–highest', 'p99 alone', 'p99 beside', 'CPU/word']);
  for (const pace of paces) {
    const pairs: { readonly alone: LoadResult; readonly beside: LoadResult }[] = [];
    const perWord: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const alone = await read(seconds);
      await using runs = await startRuns(side, pace);
      const [from, written] = [cpuTime(side.pid) ?? Number.NaN, runs.words()];
      await sleep(1_000 * seconds);
      perWord.push((((cpuTime(side.pid) ?? Number.NaN) - from) * 1_000) / (runs.words() - written));
      pairs.push({ alone, beside: await read(seconds) });
    }
    const times = pairs.map(({ alone, beside }) => alone.perSecond / beside.perSecond).toSorted((a, b) => a - b);
    const of = (value: (pair: (typeof pairs)[number]) => number): string => median(pairs.map(value)).toFixed(2);
    print(String(pace), [
      of(({ alone }) => 1_000 / alone.perSecond),
      of(({ beside }) => 1_000 / beside.perSecond),
      median(times).toFixed(2),
      `${times[0]?.toFixed(2)}–${times.at(-1)?.toFixed(2)}`,
      of(({ alone }) => alone.p99),
      of(({ beside }) => beside.p99),
      pace === 0 ? '' : median(perWord).toFixed(0),
    ]);
  }
}

function print(name: string, cells: readonly string[]): void {
  process.stdout.write(`${name.padEnd(18)}${cells.map((cell) => cell.padStart(15)).join('')}\n`);
}

interface Working extends AsyncDisposable {
  /** How many words all models have written so far. */
  readonly words: () => number;
}

async function startRuns(side: Side, pace: number): Promise<Working> {
  const provider = await startProvider();
  let [open, words] = [0, 0];
  provider.answer((res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    const write = (): void => {
      res.write(event('word '));
      words += 1;
    };
    const writing = pace === 0 ? undefined : setInterval(write, 1_000 / pace);
    open += 1;
    res.once('close', () => {
      clearInterval(writing);
      open -= 1;
    });
  });
  const ask = async (method: string, path: string, body: object): Promise<{ readonly id: string }> => {
    const headers = { authorization: `Bearer ${side.token}`, 'content-type': 'application/json' };
    const answer = await fetch(side.url + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
  await ask('PUT', '/api/config', { AI_BASE_URL: provider.baseUrl, AI_MODEL: 'bench' });
  const runs = await Promise.all(Array.from({ length: count }, () => ask('POST', '/api/ai/agent/runs', { task: 'Write without end' })));
  while (open < count) await sleep(10);
  return {
    words: () => words,
    [Symbol.asyncDispose]: async () => {
      for (const { id } of runs) await ask('POST', `/api/ai/agent/runs/${id}/cancel`, {});
      while (open > 0) await sleep(10);
      provider.close();
    },
  };
}
