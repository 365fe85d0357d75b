// The services of the tests of the page: each test has one of its own, or is a user of one that others use as well.

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/data-dir.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/process.ts';
import { ServiceHost, type HostedPorts, type HostedService } from '../../support/service-host.ts';

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
  /** Ends the process in which it runs by SIGKILL, for what must hold after a crash. Needs `dies`. */
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

/** Where it listens, to start another one there. */
const portsOf = ({ baseUrl, frontendUrl }: Pick<RunningService, 'baseUrl' | 'frontendUrl'>): HostedPorts => ({
  port: new URL(baseUrl).port,
  frontendPort: new URL(frontendUrl).port,
});

export interface TakenService {
  readonly service: RunningService;
  /** Ends it and deletes its data. A stop waits for requests in flight: the next test on other ports need not wait for that. */
  readonly discard: () => Promise<void>;
}

/** The process in which a worker's services run. One that is to be killed has none but those of its test. */
export class Services {
  readonly #mayDie: boolean;
  #host: ServiceHost | null = null;
  readonly #discarded: Promise<void>[] = [];
  /** Their folders, until each is deleted. */
  readonly #folders = new Set<string>();

  constructor({ mayDie }: { readonly mayDie: boolean }) {
    this.#mayDie = mayDie;
  }

  /** A service with nothing in it, on free ports unless some are wanted. */
  async take(wanted?: HostedPorts): Promise<TakenService> {
    const host = (this.#host ??= new ServiceHost());
    const dataDir = await mkdtemp(join(temporaryFolder(), 'daybook-page-'));
    this.#folders.add(dataDir);
    let isKilled = false;
    const info = await host.start(dataDir, wanted);
    const service = runningService(dataDir, info, {
      stop: () => host.stop(dataDir),
      start: async () => {
        await host.start(dataDir, portsOf(info));
      },
      kill: async () => {
        if (!this.#mayDie) throw new Error('Others use this process');
        isKilled = true;
        await host.kill();
      },
    });
    const end = async (): Promise<void> => {
      await (isKilled ? service.kill() : host.stop(dataDir));
      await this.#delete(dataDir);
    };
    return {
      service,
      // One that fails is told at the end of the worker.
      discard: () => {
        const ended = end();
        this.#discarded.push(ended);
        return ended;
      },
    };
  }

  async end(): Promise<void> {
    const results = await Promise.allSettled(this.#discarded);
    await this.#host?.kill();
    // Of the one that the worker's tests share, which goes with its process.
    for (const folder of this.#folders) await this.#delete(folder);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  async #delete(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    this.#folders.delete(folder);
  }
}

/** Services with nothing in them, one after the other on the same ports: to a page that stays it is the same one, with another owner. */
export class ServicesInTurn {
  readonly #services: Services;
  #ports: HostedPorts | undefined = undefined;
  /** Settles when the one before has left its ports. */
  #gone: Promise<unknown> = Promise.resolve();

  constructor(services: Services) {
    this.#services = services;
  }

  async take(): Promise<TakenService> {
    await this.#gone;
    // Between two services anything may take their ports.
    const { service, discard } = await this.#services.take(this.#ports).catch(() => this.#services.take());
    this.#ports = portsOf(service);
    return {
      service,
      discard: () => {
        const gone = discard();
        this.#gone = gone.catch(() => undefined);
        return gone;
      },
    };
  }
}
