// `npx node test/bench/ai.ts`: the model server beside the library alone, in the same run, as ratios.
// Rounds alternate between the two, and the median of the rounds' ratios is reported: of tokens per second, and (on Linux) of the
// processor time that a token takes, which other programs on the machine change less. Both make the same tokens of the same
// model: one so small that every overhead shows, one that takes about as long for a token as a real model on a small machine.
// Options: --rounds N (7), --tokens N (400) a round, a quarter of it for the larger model, --only NAME.

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cleanEnvironment } from '../support/process.ts';
import { modelFolder, startModelServer, type TestModel } from '../support/model.ts';
import type { TinyModel } from '../support/tiny-gguf.ts';
import { median } from './median.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, tokens: { type: 'string', default: '400' }, only: { type: 'string', default: '' } },
});
const rounds = Number(values.rounds);
const tokens = Number(values.tokens);

const kinds: readonly { name: string; share: number; model: TinyModel }[] = [
  { name: 'tiny', share: 1, model: { endless: true, contextLength: 4096 } },
  { name: 'usual', share: 0.25, model: { endless: true, contextLength: 4096, blocks: 4, innerWidth: 8192 } },
];

interface Reply {
  /** Milliseconds from the request to the first text. */
  readonly firstToken: number;
  readonly perSecond: number;
  /** Milliseconds of processor time a token. */
  readonly processor: number;
}

async function ask({ client, child }: TestModel, count: number): Promise<Reply> {
  const before = processorTime(child.pid);
  const start = performance.now();
  let first = 0;
  let pieces = 0;
  const stream = await client.chat.completions.create({
    model: 'any',
    messages: [{ role: 'user', content: 'Hi' }],
    temperature: 0,
    max_tokens: count,
    stream: true,
  });
  let last = 0;
  for await (const {
    choices: [choice],
  } of stream) {
    if (!choice?.delta.content) continue;
    last = performance.now();
    if (pieces === 0) first = last;
    pieces += 1;
  }
  return {
    firstToken: first - start,
    perSecond: (pieces - 1) / ((last - first) / 1000),
    processor: (processorTime(child.pid) - before) / pieces,
  };
}

async function raw(child: ChildProcess, count: number): Promise<{ perSecond: number; processor: number }> {
  child.send(count);
  const [[perSecond, processor]] = (await once(child, 'message')) as [[number, number]];
  return { perSecond, processor };
}

/** Milliseconds of processor time that a process has used; NaN where the system does not tell. In steps of ten. */
function processorTime(pid: number | null): number {
  try {
    const fields = readFileSync(`/proc/${pid ?? 0}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

const folder = modelFolder();
try {
  for (const { name, share, model } of kinds.filter((kind) => kind.name.includes(values.only))) {
    const file = folder.write(`${name}.gguf`, model);
    const count = Math.round(tokens * share);
    const starts: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const start = performance.now();
      const server = await startModelServer(file);
      starts.push(performance.now() - start);
      await server.stop();
    }
    const server = await startModelServer(file);
    const floor = fork(join(import.meta.dirname, 'raw-model.ts'), [file], { env: cleanEnvironment() });
    await once(floor, 'message');
    const results: { ours: Reply; floor: Awaited<ReturnType<typeof raw>> }[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const pair =
        round % 2 === 0
          ? { floor: await raw(floor, count), ours: await ask(server, count) }
          : { ours: await ask(server, count), floor: await raw(floor, count) };
      // The first round warms up.
      if (round >= 0) results.push(pair);
    }
    floor.kill();
    await server.stop();
    const ratios = results.map(({ ours, floor }) => ours.perSecond / floor.perSecond).toSorted((a, b) => a - b);
    const processor = {
      ours: median(results.map(({ ours }) => ours.processor)),
      floor: median(results.map(({ floor }) => floor.processor)),
    };
    console.log(
      `${name}: start to ready ${median(starts).toFixed(0)} ms, first token ${median(results.map(({ ours }) => ours.firstToken)).toFixed(0)} ms, ` +
        `${median(results.map(({ ours }) => ours.perSecond)).toFixed(0)} tokens/s, the library alone ${median(results.map(({ floor }) => floor.perSecond)).toFixed(0)}: ` +
        `${(median(ratios) * 100).toFixed(0)} % (${((ratios[0] ?? 0) * 100).toFixed(0)}–${((ratios.at(-1) ?? 0) * 100).toFixed(0)} %); ` +
        `processor time a token ${processor.ours.toFixed(2)} ms, the library alone ${processor.floor.toFixed(2)} ms: ${((processor.ours / processor.floor) * 100).toFixed(0)} %`,
    );
  }
} finally {
  folder.remove();
}
