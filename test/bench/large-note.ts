// What a note of a megabyte costs the service: `npm run bench:note`, or with words of the kinds to measure. Says what was measured and
// under which load; judges nothing.
// Processor time is that of the whole process, its threads included; a turn is how long other requests waited at most, in processor time
// of the main thread.

import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startServiceProcess, type ServiceProcess } from '../support/process.ts';
import type { TurnReport } from '../support/turn-meter.ts';

const megabyte = 1_000_000;
const filled = (part: (index: number) => string): string => {
  const parts: string[] = [];
  for (let length = 0; length < megabyte;) length += (parts[parts.push(part(parts.length)) - 1] ?? '').length;
  return parts.join('');
};
const sentence = 'Some words of a text that fills a note, with **bold** and _soft_ ones and a `piece` of code. ';
const kinds: Readonly<Record<string, string>> = {
  'prose in 600 paragraphs': filled(() => `${sentence.repeat(16).trim()}\n\n`),
  '12,000 short blocks': filled(
    (index) =>
      [
        `## Part ${index}`,
        sentence.repeat(3).trim(),
        `- one\n- [ ] task ${index}`,
        `> A quote of part ${index}`,
        `\`\`\`js\nf(${index});\n\`\`\``,
      ]
        .map((block) => `${block}\n\n`)
        .at(index % 5) ?? '',
  ).slice(0, megabyte),
  'one paragraph, all of it markup': '**a** '.repeat(megabyte / 6),
};

const middle = (values: readonly number[], share = 0.5): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
const shown = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));

/** Processor time of a process so far, in milliseconds. Linux counts it in hundredths of a second. */
async function processorTime({ pid }: ServiceProcess['child']): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function longestTurn({ child }: ServiceProcess): Promise<number> {
  child.send('report');
  const [{ longest }] = (await once(child, 'message')) as [TurnReport];
  return longest;
}

interface Cost {
  readonly wall: number;
  readonly processor: number;
  readonly turn: number;
}

async function costOf(service: ServiceProcess, work: () => Promise<unknown>): Promise<Cost> {
  await longestTurn(service);
  const [began, before] = [performance.now(), await processorTime(service.child)];
  await work();
  const wall = performance.now() - began;
  return { wall, processor: (await processorTime(service.child)) - before, turn: await longestTurn(service) };
}

const dataDir = await mkdtemp(join(tmpdir(), 'daybook-bench-'));
const start = (): Promise<ServiceProcess> =>
  startServiceProcess(dataDir, {
    environment: { DAYBOOK_CHECK_REPLIES: '0' },
    preload: resolve(import.meta.dirname, '../support/turn-meter.ts'),
  });
const load = (): string =>
  loadavg()
    .map((average) => average.toFixed(1))
    .join(', ');

async function send<Reply>({ info }: ServiceProcess, method: string, path: string, body?: object): Promise<Reply> {
  // The service closes a connection that has been idle for seconds, and on a slow machine a request can meet that.
  const headers = { authorization: `Bearer ${info.token}`, 'content-type': 'application/json', connection: 'close' };
  const response = await fetch(info.baseUrl + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Reply;
}

const costs = (some: readonly Cost[]): string =>
  `${shown(middle(some.map(({ processor }) => processor)))} ms of processor time, ` +
  `${shown(middle(some.map(({ wall }) => wall)))} ms in all, longest turn ${shown(Math.max(...some.map(({ turn }) => turn)))} ms`;

console.log(`Load: ${load()}`);
for (const [kind, content] of Object.entries(kinds)) {
  if (process.argv.length > 2 && !process.argv.slice(2).some((word) => kind.includes(word))) continue;
  let service = await start();
  const { id } = await send<{ readonly id: string }>(service, 'POST', '/api/notes', { title: kind, content });
  const reads: Cost[] = [];
  for (let run = 0; run < 3; run += 1) {
    await service.end('SIGTERM');
    service = await start();
    await send(service, 'GET', '/api/notes?limit=1');
    reads.push(await costOf(service, () => send(service, 'GET', `/api/notes/${id}?include=doc`)));
  }
  const again: Cost[] = [];
  for (let run = 0; run < 5; run += 1) again.push(await costOf(service, () => send(service, 'GET', `/api/notes/${id}?include=doc`)));
  const keys: number[] = [];
  let version = 0;
  const typed = await costOf(service, async () => {
    for (; version < 200;) {
      const began = performance.now();
      const step = { stepType: 'replace', from: 3, to: 3, slice: { content: [{ type: 'text', text: 'x' }] } };
      ({ version } = await send<{ readonly version: number }>(service, 'POST', `/api/notes/${id}/delta`, {
        version,
        clientID: 'c',
        steps: [step],
      }));
      keys.push(performance.now() - began);
    }
  });
  const flushed = await costOf(service, () => send(service, 'GET', `/api/notes/${id}`));
  console.log(`1 MB, ${kind}`);
  console.log(`  GET ?include=doc after a start: ${costs(reads)}`);
  console.log(`  GET ?include=doc in use: ${costs(again)}`);
  console.log(
    `  one key of 200: ${shown(typed.processor / keys.length)} ms of processor time, ` +
      `the 95th of 100 ${shown(middle(keys, 0.95))} ms in all, longest turn ${shown(typed.turn)} ms`,
  );
  console.log(`  GET after these keys: ${costs([flushed])}`);
  await send(service, 'DELETE', `/api/notes/${id}`).catch(() => undefined);
  await service.end('SIGTERM');
}
console.log(`Load: ${load()}`);
await rm(dataDir, { recursive: true, force: true });
