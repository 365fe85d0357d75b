// One process for the services of many tests: each test has a service and a data directory of its own, but only the first one
// waits for a new Node with all its modules. A start here takes a twentieth of the processor time that `startServiceProcess` takes.

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { cleanEnvironment } from './process.ts';

export interface HostRequest {
  readonly id: number;
  readonly order: 'start' | 'stop';
  readonly dataDir: string;
  /** For a service that was there before: the ports that it had. */
  readonly ports?: HostedPorts;
}

export interface HostedPorts {
  readonly port: string;
  readonly frontendPort: string;
}

export interface HostReply {
  readonly id: number;
  readonly info?: HostedService;
  readonly error?: string;
}

/** What `service.json` tells of a service. */
export interface HostedService {
  readonly baseUrl: string;
  readonly frontendUrl: string;
  readonly token: string;
}

export class ServiceHost {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, { resolve: (reply: HostReply) => void; reject: (error: Error) => void }>();
  #orders = 0;
  #output = '';

  constructor() {
    this.#child = fork(join(import.meta.dirname, 'service-host-entry.ts'), [], {
      // Not the options of the test runner, which would load its own transformer here.
      execArgv: ['--import', join(import.meta.dirname, '../../main/compile-cache.mjs')],
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
      });
    this.#child.on('message', (reply: HostReply) => {
      this.#pending.get(reply.id)?.resolve(reply);
      this.#pending.delete(reply.id);
    });
    this.#child.once('exit', (code, signal) => {
      const error = new Error(`The process of the services has ended (${String(signal ?? code)}): ${this.#output}`);
      for (const { reject } of this.#pending.values()) reject(error);
      this.#pending.clear();
    });
  }

  /** Whether it can start services: it is there, and was not killed. */
  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null && !this.#child.killed;
  }

  /** Starts a service in this data directory, on free ports unless it is one that was stopped. Rejects with the reason when it does not start. */
  async start(dataDir: string, ports?: HostedPorts): Promise<HostedService> {
    const { info } = await this.#ask('start', dataDir, ports);
    if (info === undefined) throw new Error('The host did not say where the service is');
    return info;
  }

  /** Stops the service of this data directory; resolves also when there is none. */
  async stop(dataDir: string): Promise<void> {
    await this.#ask('stop', dataDir);
  }

  /** Ends it and all of its services at once, as a crash or the system would: SIGKILL. */
  async kill(): Promise<void> {
    if (!this.isAlive) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }

  async #ask(order: HostRequest['order'], dataDir: string, ports?: HostedPorts): Promise<HostReply> {
    if (!this.isAlive) throw new Error(`The process of the services has ended: ${this.#output}`);
    const id = this.#orders++;
    const { promise, resolve, reject } = Promise.withResolvers<HostReply>();
    this.#pending.set(id, { resolve, reject });
    this.#child.send({ id, order, dataDir, ...(ports === undefined ? {} : { ports }) } satisfies HostRequest);
    const reply = await promise;
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply;
  }
}
