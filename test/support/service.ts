// A whole service for a test: real database, real HTTP on free ports, replies compared with the contract.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SpawnChild } from '../../main/lib/child-process.ts';
import { startService, type Host, type Service } from '../../main/service.ts';
import { makeDataDir } from './data-dir.ts';
import { jsonRequest } from './json-request.ts';
import { withNewDatabase } from './new-database.ts';

export interface RequestOptions {
  /** Sent as JSON, unless it is a string: that is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The owner's token when absent; null for none. */
  readonly token?: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined when there is none, text when it is not JSON. */
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- tests look into any answer
}

export interface TestService {
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly frontendUrl: string;
  readonly token: () => string;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Makes a user, switches to multi-user mode, and gives a token of the new user. */
  signUp(username: string): Promise<string>;
  stop(): Promise<void>;
  /** Stops it if need be and starts it again on the same data directory and other ports. */
  restart(): Promise<void>;
  /** Stops it and removes the data directory. */
  dispose(): Promise<void>;
}

export interface TestServiceOptions {
  /** False where comparing very long replies with the contract would take longer than what is measured. */
  readonly checkReplies?: boolean;
  readonly dataDir?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly limits?: Host['limits'];
  readonly preparesAtOnce?: boolean;
  readonly askTiming?: Host['askTiming'];
  readonly spawnChild?: SpawnChild;
}

/** What test/unit/auth/passwords.test.ts shows of the recommended cost holds for any. */
const passwordCost = { ln: 4, r: 8, p: 1 };

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const dataDir = options.dataDir ?? withNewDatabase(makeDataDir());
  const start = (): Promise<Service> =>
    startService({
      dataDir,
      frontendDir: join(import.meta.dirname, '../../dist/renderer'),
      version: '0.0.0-test',
      environment: options.environment ?? {},
      flags: { PORT: '0', FRONTEND_PORT: '0' },
      checkReplies: options.checkReplies ?? true,
      limits: options.limits ?? {},
      preparesAtOnce: options.preparesAtOnce,
      askTiming: options.askTiming,
      ...(options.spawnChild === undefined ? {} : { spawnChild: options.spawnChild }),
      passwordCost,
    });
  let service = await start();
  const request: TestService['request'] = (method, path, { token = service.token(), ...options } = {}) =>
    jsonRequest(method, service.baseUrl + path, { ...options, token });
  const must = async (answer: Promise<Answer>): Promise<Answer> => {
    const { status, body, headers } = await answer;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return { status, body, headers };
  };
  return {
    dataDir,
    get baseUrl() {
      return service.baseUrl;
    },
    get frontendUrl() {
      return service.frontendUrl;
    },
    token: () => service.token(),
    request,
    signUp: async (username) => {
      const password = `${username} has a long password`;
      await must(request('PUT', '/api/config', { body: { SOLO_MODE: 'false' } }));
      await must(request('POST', '/api/users', { body: { username, password } }));
      const login = await must(request('POST', '/api/auth/login', { body: { username, password }, token: null }));
      return login.body.token as string;
    },
    stop: () => service.stop(),
    restart: async () => {
      await service.stop();
      service = await start();
    },
    dispose: async () => {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
