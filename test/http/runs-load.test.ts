// What runs at work cost others: processor time of the service, which is a process of its own. A busy machine lengthens both sides of the
// comparison.

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunClient } from '../support/agent.ts';
import { full } from '../support/tiers.ts';
import { startServiceProcess, type ServiceProcess } from '../support/process.ts';
import { event, startProvider, type StandIn } from '../support/provider.ts';
import { makeDataDir } from '../support/data-dir.ts';
import type { Answer, RequestOptions } from '../support/service.ts';
import type { TurnReport } from '../support/turn-meter.ts';

let dataDir: string;
let service: ServiceProcess;
let provider: StandIn;

beforeAll(async () => {
  dataDir = makeDataDir();
  provider = await startProvider();
  service = await startServiceProcess(dataDir, {
    environment: { DAYBOOK_CHECK_REPLIES: '0' },
    preload: fileURLToPath(new URL('../support/turn-meter.ts', import.meta.url)),
  });
});
afterAll(async () => {
  await service.end('SIGTERM');
  provider.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function request(method: string, path: string, { body }: RequestOptions = {}): Promise<Answer> {
  const { baseUrl, token } = service.info;
  const response = await fetch(baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Milliseconds of processor time of the service's main thread since the last call. */
async function spent(): Promise<number> {
  const answered = once(service.child, 'message') as Promise<[TurnReport]>;
  service.child.send('report');
  return (await answered)[0].spent;
}

test(
  '50 runs at once: with a word of a model for each note that is read, the service takes at most twice the processor time',
  full,
  async () => {
    const models: ServerResponse[] = [];
    provider.answer((res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      models.push(res);
    });
    await request('PUT', '/api/config', { body: { AI_BASE_URL: provider.baseUrl, AI_MODEL: 'small' } });
    const content = 'The lighthouse *stands*.\n\n'.repeat(80);
    const { id } = (await request('POST', '/api/notes', { body: { title: 'Harbour', content } })).body as { id: string };
    const runs = new RunClient(request);
    const started = await Promise.all(Array.from({ length: 50 }, (_, index) => runs.start(`Run ${index}`)));
    await expect.poll(() => models.length).toBe(50);

    const count = 60;
    let word = 0;
    const read = async (besideWords: boolean): Promise<number> => {
      await spent();
      for (let index = 0; index < count; index += 1) {
        if (besideWords) models[(word += 1) % models.length]?.write(event(`word ${word} `));
        expect((await request('GET', `/api/notes/${id}`)).status).toBe(200);
      }
      return spent();
    };
    // Each way has its turn, so that what is put off, and what is compiled by now, falls on both. What else the machine does only adds to a
    // time: the least of each way tells most.
    const [alone, beside]: [number[], number[]] = [[], []];
    for (let round = -1; round < 4; round += 1) {
      const times = [await read(false), await read(true)] as const;
      if (round < 0) continue;
      alone.push(times[0]);
      beside.push(times[1]);
    }
    const ratio = Math.min(...beside) / Math.min(...alone);
    console.log(`reading a note beside 50 runs: ${ratio.toFixed(2)} times the processor time`);
    expect(ratio).toBeLessThan(2);
    await Promise.all(started.map((run) => runs.post(run.id, 'cancel')));
  },
);
