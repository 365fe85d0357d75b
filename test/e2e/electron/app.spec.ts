// The desktop app as a program: Electron where there is one, else its double. Needs `npm run build`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, expect, test, type ElectronApplication, type Page } from '@playwright/test';
import type { Bridge } from '../../../main/contract/bridge.ts';
import type { ServiceInfo } from '../../../main/service-file.ts';
import { doubleBinary, electronBinary } from '../../support/electron-binary.ts';
import { cleanEnvironment } from '../../support/process.ts';

const real = electronBinary();
const executable = real ?? doubleBinary;
const root = resolve(import.meta.dirname, '../../..');

let dataDir: string;
let app: ElectronApplication;
let environment: Record<string, string>;

test.beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'daybook-app-'));
  // What a screen needs, if there is one, and what names the Chromium of the double.
  const kept = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'CHROMIUM_PATH'].map((name) => [name, process.env[name]]);
  const all = Object.entries({ ...cleanEnvironment(), ...Object.fromEntries(kept), DAYBOOK_DATA_DIR: dataDir, PORT: '0', FRONTEND_PORT: '0' });
  environment = Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
  app = await _electron.launch({ executablePath: executable, args: ['.'], cwd: root, env: environment });
});
test.afterEach(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The window, once it has gone from its empty start to the frontend. */
async function frontend(): Promise<Page> {
  const window = await app.firstWindow();
  await window.waitForURL(/^http:/);
  return window;
}

const info = (): ServiceInfo => JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8')) as ServiceInfo;
const exitOf = (): Promise<unknown[]> => once(app.process(), 'exit');

test('the window shows the frontend and gets a session that works', async () => {
  const window = await frontend();
  const { baseUrl, frontendUrl } = info();
  expect(new URL(window.url()).origin).toBe(frontendUrl);
  expect(window.url()).not.toContain('token');
  const session = await window.evaluate(() => (globalThis as unknown as { daybook: Bridge }).daybook.session());
  expect(session.baseUrl).toBe(baseUrl);
  const me = await fetch(`${baseUrl}/api/auth/me`, { headers: { Authorization: `Bearer ${session.token}` } });
  expect(me.status).toBe(200);
  expect(await app.evaluate((electron) => electron.app.getName())).toBe('Daybook');
});

test('a second start shows the first window and ends', async () => {
  await frontend();
  await app.evaluate(({ BrowserWindow }) => { BrowserWindow.getAllWindows()[0]?.minimize(); });
  const second = spawn(executable, ['.'], { cwd: root, env: environment, stdio: 'ignore' });
  expect(await once(second, 'exit')).toEqual([0, null]);
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isMinimized()))).toEqual([false]);
  expect(info().pid).toBe(app.process().pid);
});

test('a port in use is told, and the program ends with 1', async () => {
  test.skip(real !== null, 'Electron shows a box here that waits for a click');
  await frontend();
  const otherDir = join(dataDir, 'other');
  const other = spawn(executable, ['.'], { cwd: root, env: { ...environment, DAYBOOK_DATA_DIR: otherDir, PORT: new URL(info().baseUrl).port }, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  other.stderr.on('data', (chunk: Buffer) => { errors += chunk.toString(); });
  expect(await once(other, 'close')).toEqual([1, null]);
  expect(errors).toMatch(/^.*port \d+.*$/im);
  expect(existsSync(join(otherDir, 'daybook.db'))).toBe(false);
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} stops the service and ends with 0`, async () => {
    await frontend();
    const { baseUrl, pid } = info();
    const exit = exitOf();
    process.kill(pid, signal);
    expect(await exit).toEqual([0, null]);
    expect(existsSync(join(dataDir, 'service.json'))).toBe(false);
    await expect(fetch(`${baseUrl}/health`)).rejects.toThrow();
  });
}

test('the page runs in a world and a sandbox of its own', async () => {
  test.skip(real === null, 'no Electron binary on this machine');
  const window = await frontend();
  expect(await window.evaluate(() => ['require', 'process', 'ipcRenderer'].filter((name) => name in globalThis))).toEqual([]);
  const sandboxed = await app.evaluate(({ app: running }) => running.getAppMetrics().filter(({ type }) => type === 'Tab').map((process) => process.sandboxed));
  expect(sandboxed).not.toContain(false);
});
