// The services of the tests of the page: each test has one of its own, or is a user of one that others use as well.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceProcess, type ServiceProcess } from '../../support/process.ts';
import { ServiceHost, type HostedService } from '../../support/service-host.ts';

export interface RunningService {
  readonly baseUrl: string;
  readonly frontendUrl: string;
  readonly token: string;
  /** The link that lets a browser in. */
  readonly link: string;
  /** Sends a request as the owner; throws unless it succeeds. */
  send(method: string, path: string, body?: object): Promise<{ readonly id: string }>;
  /** Creates all of these by `POST`, 200 with one request; throws unless all succeed. */
  createAll(path: string, bodies: readonly object[]): Promise<void>;
  /** Creates an event in Berlin's time. */
  plan(event: object): Promise<{ readonly id: string }>;
  /** Stops it in peace: nothing listens on its ports any more, which to a page is the same as a service that was killed. */
  stop(): Promise<void>;
  /** Starts it again after `stop`, on the same ports and data: a twentieth of the processor time of a new process. */
  start(): Promise<void>;
  /** Ends the process in which it runs by SIGKILL, for what must hold after a crash. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same ports and data. */
  revive(): Promise<void>;
}

/** How a service comes and goes. */
type Coming = Pick<RunningService, 'stop' | 'start' | 'kill'>;

/** A service on free ports, with a page, in a process of its own. */
export async function startService(dataDir: string): Promise<RunningService> {
  const first = await startServiceProcess(dataDir);
  const kill = async (): Promise<void> => {
    await first.end('SIGKILL');
  };
  const refuse = (): Promise<never> => Promise.reject(new Error('A process of its own is killed'));
  return runningService(dataDir, first.info, { stop: refuse, start: refuse, kill });
}

/** A service that runs for others as well, as a user with this token; `stop` and `start` are those of the service. */
export function clientOf(service: HostedService, { stop, start }: Pick<Coming, 'stop' | 'start'>): RunningService {
  return runningService('', service, { stop, start, kill: () => Promise.reject(new Error('Others use this service')) });
}

/** `kill` is the SIGKILL of the process in which it runs at first; revived, it has one of its own. */
function runningService(dataDir: string, { baseUrl, frontendUrl, token }: HostedService, { stop, start, kill }: Coming): RunningService {
  let revived: ServiceProcess | null = null;
  const send = async (method: string, path: string, body?: object): Promise<{ readonly id: string }> => {
    const headers = { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
    const response = await fetch(baseUrl + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as { id: string };
  };
  return {
    baseUrl,
    frontendUrl,
    token,
    link: `${frontendUrl}/#token=${token}`,
    send,
    createAll: async (path, bodies) => {
      for (let from = 0; from < bodies.length; from += 200) {
        const operations = bodies.slice(from, from + 200).map((body) => ({ method: 'POST', path, body }));
        const result: object = await send('POST', '/api/batch', { operations });
        if (!('applied' in result && result.applied === true)) throw new Error(`POST ${path}: ${JSON.stringify(result)}`);
      }
    },
    stop,
    start,
    plan: (event) => send('POST', '/api/events', { timeZone: 'Europe/Berlin', ...event }),
    kill: async () => {
      await (revived === null ? kill() : revived.end('SIGKILL'));
    },
    revive: async () => {
      const ports = ['--port', new URL(baseUrl).port, '--frontend-port', new URL(frontendUrl).port];
      revived = await startServiceProcess(dataDir, { args: ports });
    },
  };
}

/** The process in which a worker's services run; a new one after a test has killed it. */
export class Services {
  #host: ServiceHost | null = null;
  readonly #discarded: Promise<void>[] = [];

  async take(): Promise<{ readonly service: RunningService; readonly discard: () => Promise<void> }> {
    const host = this.#host?.isAlive === true ? this.#host : (this.#host = new ServiceHost());
    const dataDir = await mkdtemp(join(tmpdir(), 'daybook-page-'));
    let isKilled = false;
    const info = await host.start(dataDir);
    const ports = { port: new URL(info.baseUrl).port, frontendPort: new URL(info.frontendUrl).port };
    const service = runningService(dataDir, info, {
      stop: () => host.stop(dataDir),
      start: async () => {
        await host.start(dataDir, ports);
      },
      kill: async () => {
        isKilled = true;
        // Only this one is to be killed: those of earlier tests stop in peace.
        await Promise.allSettled(this.#discarded);
        await host.kill();
      },
    });
    const discard = async (): Promise<void> => {
      await (isKilled ? service.kill() : host.stop(dataDir));
      await rm(dataDir, { recursive: true, force: true });
    };
    // A stop waits for requests in flight; the next test does not wait for that. A stop that fails is told at the end of the worker.
    return { service, discard: () => (isKilled ? discard() : (this.#discarded.push(discard()), Promise.resolve())) };
  }

  async end(): Promise<void> {
    const results = await Promise.allSettled(this.#discarded);
    await this.#host?.kill();
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}
