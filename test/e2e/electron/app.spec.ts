import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Bridge } from '../../../main/contract/bridge.ts';
import { push } from '../../support/tiers.ts';
import { executable, noElectron, real, root, test } from './desktop-app.ts';

test.describe.configure({ mode: 'default' });

test('the window shows the frontend and gets a session that works', push, async ({ desktop }) => {
  const window = await desktop.frontend();
  const { baseUrl, frontendUrl } = desktop.info();
  expect(new URL(window.url()).origin).toBe(frontendUrl);
  expect(window.url()).not.toContain('token');
  const session = await window.evaluate(() => (globalThis as unknown as { daybook: Bridge }).daybook.session());
  expect(session.baseUrl).toBe(baseUrl);
  const me = await fetch(`${baseUrl}/api/auth/me`, { headers: { Authorization: `Bearer ${session.token}` } });
  expect(me.status).toBe(200);
  expect(await desktop.app.evaluate((electron) => electron.app.getName())).toBe('Daybook');
});

test('a second start shows the first window and ends', async ({ desktop }) => {
  await desktop.frontend();
  await desktop.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.minimize();
  });
  expect(await desktop.startAgain()).toBe(0);
  await expect
    .poll(() => desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isMinimized())))
    .toEqual([false]);
  expect(desktop.info().pid).toBe(desktop.app.process().pid);
});

test('a port in use is told, and the program ends with 1', async ({ desktop }) => {
  test.skip(real !== null, 'Electron shows a box here that waits for a click');
  await desktop.frontend();
  const otherDir = join(desktop.dataDir, 'other');
  const other = spawn(executable, ['.'], {
    cwd: root,
    env: { ...desktop.environment, DAYBOOK_DATA_DIR: otherDir, PORT: new URL(desktop.info().baseUrl).port },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  other.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  expect(await once(other, 'close')).toEqual([1, null]);
  expect(errors).toMatch(/^.*port \d+.*$/im);
  expect(existsSync(join(otherDir, 'daybook.db'))).toBe(false);
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} stops the service and ends with 0`, async ({ desktop }) => {
    await desktop.frontend();
    const { baseUrl, pid } = desktop.info();
    const exit = once(desktop.app.process(), 'exit');
    process.kill(pid, signal);
    expect(await exit).toEqual([0, null]);
    expect(existsSync(join(desktop.dataDir, 'service.json'))).toBe(false);
    await expect(fetch(`${baseUrl}/health`)).rejects.toThrow();
  });
}

test.describe('in Electron itself', () => {
  // Before its fixtures: the app need not be started for a test that is skipped.
  test.skip(real === null, noElectron);

  test('the page runs in a world and a sandbox of its own', async ({ desktop }) => {
    const window = await desktop.frontend();
    expect(await window.evaluate(() => ['require', 'process', 'ipcRenderer'].filter((name) => name in globalThis))).toEqual([]);
    const sandboxed = await desktop.app.evaluate(({ app: running }) =>
      running
        .getAppMetrics()
        .filter(({ type }) => type === 'Tab')
        .map((process) => process.sandboxed),
    );
    expect(sandboxed).not.toContain(false);
  });
});
