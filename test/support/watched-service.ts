// A service in a process of its own, and how long it holds others up: the turns of its event loop, measured inside it, and the answers
// of `/health`, asked for beside it.

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { startServiceProcess, type ServiceProcess } from './process.ts';
import { makeDataDir } from './data-dir.ts';
import { jsonRequest } from './json-request.ts';
import { times } from './property.ts';
import type { Answer, RequestOptions } from './service.ts';
import type { TurnReport } from './turn-meter.ts';

/** What some work of the service meant for others. */
export interface Hold {
  /** The longest turn of the event loop, in milliseconds of processor time of the main thread. */
  readonly longestTurn: number;
  readonly turns: number;
  /** The longest that `/health` took beside the work, in milliseconds, and how many answers there were. Other programs lengthen it. */
  readonly longestAnswer: number;
  readonly answers: number;
}

export interface WatchedService {
  readonly dataDir: string;
  readonly baseUrl: string;
  token(): string;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Reads an answer without looking at it: its status, its length and its last characters. */
  drain(path: string): Promise<{ readonly status: number; readonly bytes: number; readonly end: string }>;
  /** Does the work, and prints under the name `what` how long it held others up. */
  watch(what: string, work: () => Promise<void>): Promise<Hold>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes the data directory. */
  dispose(): Promise<void>;
}

/**
 * Asks `/health` on one connection, every hundredth of a second between `true` and `false`, from a thread of its own. For a push, where the
 * answers are printed alone, a fifth as often.
 */
const watcher = `
const { Agent, get } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const ask = () => new Promise((resolve) => {
  get(workerData + '/health', { agent }, (response) => response.resume().on('end', resolve)).on('error', resolve);
});
let [isAsked, longest, answers] = [false, 0, 0];
const watch = async () => {
  const since = performance.now();
  await ask();
  if (!isAsked) return parentPort.postMessage({ longest, answers });
  longest = Math.max(longest, performance.now() - since);
  answers += 1;
  setTimeout(watch, ${times(50, 10)});
};
parentPort.on('message', (goesOn) => {
  isAsked = goesOn;
  if (!goesOn) return;
  [longest, answers] = [0, 0];
  watch();
});
(async () => {
  for (let count = 0; count < 20; count += 1) await ask();
  parentPort.postMessage('warm');
})();
`;

/** Asks one service for `/health` whenever it is told to. */
class HealthWatch {
  readonly #worker: Worker;
  readonly #isWarm: Promise<unknown>;

  constructor(baseUrl: string) {
    this.#worker = new Worker(watcher, { eval: true, workerData: baseUrl });
    this.#isWarm = once(this.#worker, 'message');
  }

  async begin(): Promise<void> {
    await this.#isWarm;
    this.#worker.postMessage(true, []);
  }

  /** What it has seen since it began. */
  async end(): Promise<{ readonly longest: number; readonly answers: number }> {
    this.#worker.postMessage(false, []);
    const [report] = await once(this.#worker, 'message');
    return report;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** What the meter has seen in this service since it was asked last. */
export async function turnsOf({ child }: ServiceProcess): Promise<TurnReport> {
  const answered = once(child, 'message') as Promise<[TurnReport]>;
  child.send('report');
  return (await answered)[0];
}

/** To be loaded into a service whose turns are asked for. */
export const meter = fileURLToPath(new URL('turn-meter.ts', import.meta.url));

/** `preload` takes the place of the meter, and answers as it does. */
export async function startWatchedService(dataDir = makeDataDir(), preload = meter): Promise<WatchedService> {
  // Comparing very long replies with the contract takes longer than what is measured.
  const start = (): Promise<ServiceProcess> => startServiceProcess(dataDir, { environment: { DAYBOOK_CHECK_REPLIES: '0' }, preload });
  let running = await start();
  let health: HealthWatch | null = null;
  const stop = async (): Promise<void> => {
    await health?.stop();
    health = null;
    await running.end('SIGTERM');
  };
  const request: WatchedService['request'] = (method, path, { token = running.info.token, ...options } = {}) =>
    jsonRequest(method, running.info.baseUrl + path, { ...options, token });
  const drain: WatchedService['drain'] = async (path) => {
    const response = await fetch(running.info.baseUrl + path, { headers: { Authorization: `Bearer ${running.info.token}` } });
    let bytes = 0;
    let end = '';
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      end = Buffer.from(chunk).subarray(-200).toString();
    }
    return { status: response.status, bytes, end };
  };
  return {
    dataDir,
    get baseUrl() {
      return running.info.baseUrl;
    },
    token: () => running.info.token,
    request,
    drain,
    watch: async (what, work) => {
      health ??= new HealthWatch(running.info.baseUrl);
      await health.begin();
      await turnsOf(running);
      await work();
      const { longest, turns } = await turnsOf(running);
      const answered = await health.end();
      console.log(
        `${what}: the longest of ${turns} turns took ${longest.toFixed(1)} ms of processor time, ` +
          `the longest of ${answered.answers} answers of /health beside it ${answered.longest.toFixed(1)} ms`,
      );
      return { longestTurn: longest, turns, longestAnswer: answered.longest, answers: answered.answers };
    },
    stop,
    start: async () => {
      running = await start();
    },
    dispose: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
