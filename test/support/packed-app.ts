// Starts a packed app, and talks to the service in it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, type ElectronApplication } from 'playwright';
import type { ServiceInfo } from '../../main/service-file.ts';
import type { Packaging } from './packaging-setup.ts';
import { cleanEnvironment } from './process.ts';

export interface PackedAnswer {
  readonly status: number;
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- each test names what it expects
}

export interface PackedApp {
  readonly electron: ElectronApplication;
  /** Of the main process. */
  readonly pid: number;
  request(method: string, path: string, body?: object): Promise<PackedAnswer>;
  /** With a form in the place of JSON. */
  send(method: string, path: string, body: BodyInit | null): Promise<PackedAnswer>;
  bytes(method: string, path: string): Promise<{ readonly status: number; readonly bytes: Buffer }>;
  close(): Promise<void>;
}

/** How long a busy machine may take for each step of the start, in milliseconds. */
const timeoutMs = 60_000;

/** Runs the executable of a package with this data directory, and waits until its page is there. */
export async function launchPacked(
  { executable, opened }: Packaging,
  dataDir: string,
  extra: Readonly<Record<string, string>> = {},
): Promise<PackedApp> {
  const { CHROMIUM_PATH = '' } = process.env;
  const environment = { DAYBOOK_DATA_DIR: dataDir, PORT: '0', FRONTEND_PORT: '0', PACKED_APP: opened, CHROMIUM_PATH, ...extra };
  const env = Object.entries(cleanEnvironment(environment)).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const electron = await _electron.launch({ executablePath: executable, cwd: opened, env: Object.fromEntries(env), timeout: timeoutMs });
  const window = await electron.firstWindow({ timeout: timeoutMs });
  await window.waitForURL(/^http:/, { timeout: timeoutMs });
  const { baseUrl, token, pid } = JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8')) as ServiceInfo;
  const ask = (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(baseUrl + path, {
      method,
      ...init,
      headers: { Authorization: `Bearer ${token}`, ...(init.headers as Record<string, string> | undefined) },
    });
  const answer = async (response: Response): Promise<PackedAnswer> => {
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    electron,
    pid,
    request: async (method, path, body) =>
      answer(
        await ask(method, path, body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      ),
    send: async (method, path, body) => answer(await ask(method, path, { body })),
    bytes: async (method, path) => {
      const response = await ask(method, path);
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    },
    close: () => electron.close(),
  };
}
