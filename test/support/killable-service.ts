// A service in a process of its own that is killed and started again while clients use it.

import { setTimeout as sleep } from 'node:timers/promises';
import { jsonRequest } from './json-request.ts';
import { withNewDatabase } from './new-database.ts';
import type { Answer } from './service.ts';
import { startServiceProcess, type ServiceProcess } from './process.ts';

export class KillableService {
  readonly #dataDir: string;
  #process: Promise<ServiceProcess>;

  /** `dataDir` is an empty folder. */
  constructor(dataDir: string) {
    this.#dataDir = withNewDatabase(dataDir);
    this.#process = startServiceProcess(dataDir);
  }

  /** One request. Rejects when the service is killed meanwhile: then it is not known whether it was done. */
  async request(method: string, path: string, body?: unknown): Promise<Answer> {
    const { info } = await this.#process;
    return jsonRequest(method, info.baseUrl + path, { token: info.token, body });
  }

  /** Repeats a request until it is answered: a delta needs a `deltaId` for this. */
  async insist(method: string, path: string, body?: unknown): Promise<Answer> {
    for (;;) {
      try {
        return await this.request(method, path, body);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        await sleep(20);
      }
    }
  }

  /** SIGKILL, and a new start on the same data. */
  async kill(): Promise<void> {
    const service = await this.#process;
    this.#process = service.end('SIGKILL').then(() => startServiceProcess(this.#dataDir));
    await this.#process;
  }

  async stop(): Promise<number | null> {
    return (await this.#process).end('SIGTERM');
  }
}
