// What the model server is measured against: the library alone, in a process of its own, without chat, queue or HTTP.
// Argument: the file. For each message with a number it makes as many tokens and answers with tokens per second, and with the
// milliseconds of processor time that one took.

import { availableParallelism } from 'node:os';
import { getLlama } from 'node-llama-cpp';

const threads = Math.max(1, availableParallelism() - 1);
const llama = await getLlama({ gpu: 'auto', build: 'never', skipDownload: true, progressLogs: false, maxThreads: threads });
const model = await llama.loadModel({ modelPath: process.argv[2] ?? '' });
const context = await model.createContext({ contextSize: { max: 8192 }, threads });
const sequence = context.getSequence();

async function measure(tokens: number): Promise<[perSecond: number, processor: number]> {
  await sequence.clearHistory();
  let count = 0;
  let first = 0;
  const before = process.cpuUsage();
  for await (const _ of sequence.evaluate(model.tokenize('<|user|>Hi<|end|><|assistant|>', true), { temperature: 0 })) {
    count += 1;
    if (count === 1) first = performance.now();
    if (count === tokens) break;
  }
  const perSecond = (count - 1) / ((performance.now() - first) / 1000);
  const { user, system } = process.cpuUsage(before);
  return [perSecond, (user + system) / 1000 / count];
}

process.on('message', (tokens: number) => {
  void measure(tokens).then((result) => {
    process.send?.(result);
  });
});
process.send?.('ready');
