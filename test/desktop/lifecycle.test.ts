import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow } from 'electron';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startService } from '../../main/service.ts';
import { control } from '../doubles/electron.ts';
import { lockOf } from '../doubles/single-instance.ts';
import { cleanUp, freePath, launch } from './launch.ts';

afterEach(async () => {
  if (control.state.exitCode !== null || BrowserWindow.getAllWindows().length === 0) return;
  app.quit();
  await control.exited();
});
afterAll(cleanUp);

describe('start', () => {
  test('shows the frontend in a window, without the token in its address', async () => {
    const { service, window, page } = await launch();
    expect(window().isVisible()).toBe(true);
    expect(new URL((await page()).url())).toMatchObject({ origin: service().frontendUrl, pathname: '/', search: '', hash: '' });
    expect(await (await page()).locator('p').textContent()).toBe('Here');
    expect(control.state.pageErrors).toEqual([]);
    expect(control.state.errorBoxes).toEqual([]);
  });

  test('keeps its data where the headless service does: in Daybook below the folder of settings', async () => {
    const { appData, service } = await launch();
    const info = JSON.parse(readFileSync(join(appData, 'Daybook', 'service.json'), 'utf8')) as unknown;
    expect(info).toMatchObject({ pid: process.pid, baseUrl: service().baseUrl, version: app.getVersion() });
  });

  test('takes DAYBOOK_DATA_DIR instead, and keeps the lock and the browser engine’s files below it', async () => {
    const dataDir = freePath();
    await launch({ environment: { DAYBOOK_DATA_DIR: dataDir } });
    expect(existsSync(join(dataDir, 'service.json'))).toBe(true);
    expect(app.getPath('userData')).toBe(join(dataDir, 'window'));
  });
});

describe('a start that fails', () => {
  test('says why in one line and exits with 1: another service has the directory', async () => {
    const dataDir = freePath();
    const other = await startService({ dataDir, frontendDir: dataDir, version: '0', environment: {}, flags: { PORT: '0', FRONTEND_PORT: '0' } });
    const before = readFileSync(join(dataDir, 'service.json'), 'utf8');
    await launch({ environment: { DAYBOOK_DATA_DIR: dataDir } });
    expect(control.state.errorBoxes).toEqual([{ title: 'Daybook could not start', content: expect.stringMatching(/^[^\n]+$/) as string }]);
    expect(control.state.exitCode).toBe(1);
    expect(BrowserWindow.getAllWindows()).toEqual([]);
    expect(readFileSync(join(dataDir, 'service.json'), 'utf8')).toBe(before);
    await other.stop();
  });

  test('says why when the data directory is a file', async () => {
    const file = freePath();
    writeFileSync(file, '');
    await launch({ environment: { DAYBOOK_DATA_DIR: file } });
    expect(control.state.errorBoxes[0]?.content).toContain(file);
    expect(control.state.exitCode).toBe(1);
  });
});

describe('a second instance', () => {
  test('tells the first and ends before it touches anything', async () => {
    const dataDir = freePath();
    mkdirSync(join(dataDir, 'window'), { recursive: true });
    const first = spawn('sleep', ['60']);
    const told = once(first, 'exit');
    symlinkSync(String(first.pid), lockOf(join(dataDir, 'window')));
    const second = await launch({ environment: { DAYBOOK_DATA_DIR: dataDir } });
    expect(control.state.exitCode).toBe(0);
    expect(() => second.service()).toThrow('not started');
    expect(existsSync(join(dataDir, 'daybook.db'))).toBe(false);
    expect(await told).toEqual([null, 'SIGUSR2']);
  });

  test('brings the window of the first to the front', async () => {
    const { window } = await launch();
    window().minimize();
    process.kill(process.pid, 'SIGUSR2');
    await expect.poll(() => window().isFocused()).toBe(true);
    expect(window().isMinimized()).toBe(false);
  });
});

describe('the end', () => {
  test('quitting closes the window, stops the service, then exits with 0', async () => {
    const { appData, service } = await launch();
    const { baseUrl, frontendUrl } = service();
    expect((await fetch(`${baseUrl}/health`)).status).toBe(200);
    const start = performance.now();
    app.quit();
    expect(await control.exited()).toBe(0);
    // The browser holds connections open on which nothing has been asked; they are no reason to wait.
    expect(performance.now() - start).toBeLessThan(3_000);
    await expect(fetch(`${baseUrl}/health`)).rejects.toThrow();
    await expect(fetch(frontendUrl)).rejects.toThrow();
    expect(existsSync(join(appData, 'Daybook', 'service.json'))).toBe(false);
    expect(existsSync(lockOf(join(appData, 'Daybook')))).toBe(false);
  });

  test('closing the last window quits', async () => {
    const { appData, page } = await launch();
    await (await page()).close();
    expect(await control.exited()).toBe(0);
    expect(existsSync(join(appData, 'Daybook', 'service.json'))).toBe(false);
  });

  test('a window that refuses to close keeps the service going', async () => {
    const { service, window } = await launch();
    window().once('close', (event) => { event.preventDefault(); });
    app.quit();
    expect((await fetch(`${service().baseUrl}/health`)).status).toBe(200);
    expect(control.state.exitCode).toBeNull();
  });

  test('quitting during the start waits for the service and stops it, without a window or a complaint', async () => {
    const { appData, service } = await launch({ during: () => { app.quit(); } });
    expect(await control.exited()).toBe(0);
    await expect(fetch(`${service().baseUrl}/health`)).rejects.toThrow();
    expect(control.state.webPreferences).toEqual([]);
    expect(control.state.errorBoxes).toEqual([]);
    expect(existsSync(join(appData, 'Daybook', 'service.json'))).toBe(false);
  });
});
