import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, powerMonitor } from 'electron';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startService } from '../../main/service.ts';
import { control } from '../doubles/electron.ts';
import { unsaved } from '../doubles/browser-window.ts';
import { lockOf, told } from '../doubles/single-instance.ts';
import { full } from '../support/tiers.ts';
import { cleanUp, freePath, launch, listenOn, onBridge, quit } from './launch.ts';

afterEach(quit);
afterAll(cleanUp);

describe('start', () => {
  test('shows the frontend in a window, without the token in its address, and keeps its data where the headless service does', async () => {
    const { appData, service, window, page } = await launch();
    expect(window().isVisible()).toBe(true);
    expect(new URL((await page()).url())).toMatchObject({ origin: service().frontendUrl, pathname: '/', search: '', hash: '' });
    expect(await (await page()).locator('p').textContent()).toBe('Here');
    expect(control.state.pageErrors).toEqual([]);
    expect(control.state.errorBoxes).toEqual([]);
    // In Daybook below the folder of settings.
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
    const other = await startService({
      dataDir,
      frontendDir: dataDir,
      version: '0',
      environment: {},
      flags: { PORT: '0', FRONTEND_PORT: '0' },
    });
    const before = readFileSync(join(dataDir, 'service.json'), 'utf8');
    await launch({ environment: { DAYBOOK_DATA_DIR: dataDir } });
    expect(control.state.messageBoxes).toMatchObject([
      {
        message: 'Daybook could not start',
        detail: expect.stringMatching(/^Another Daybook is using [^;]+\.\n\nClose the other one/) as string,
        buttons: ['Try Again', 'Open the Data Folder', 'Quit'],
      },
    ]);
    expect(control.state.errorBoxes).toEqual([]);
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

  test('brings the window of the first to the front, and what it was to open is opened there', async () => {
    const { dataDir, page, window } = await launch();
    const opened = await listenOn(await page(), 'onOpen');
    window().minimize();
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    // Electron adds to the arguments; the ones handed over apart are taken.
    expect(
      told(process.pid, dataDir, {
        argv: ['electron', '--flag', 'daybook://today'],
        cwd: '/',
        data: { args: [`daybook://note/${id}`], cwd: '/' },
      }),
    ).toBe(true);
    await expect.poll(() => window().isFocused()).toBe(true);
    expect(window().isMinimized()).toBe(false);
    await expect.poll(opened).toEqual([`/notes/${id}`]);
  });

  test('without anything to open only brings the window to the front', full, async () => {
    const { dataDir, page, window } = await launch();
    const opened = await listenOn(await page(), 'onOpen');
    told(process.pid, dataDir, { argv: ['daybook'], cwd: '/', data: { args: ['--hidden', '.'], cwd: '/' } });
    await expect.poll(() => window().isFocused()).toBe(true);
    expect(await opened()).toEqual([]);
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

  test('closing the last window quits', full, async () => {
    const { appData, page } = await launch();
    await (await page()).close();
    expect(await control.exited()).toBe(0);
    expect(existsSync(join(appData, 'Daybook', 'service.json'))).toBe(false);
  });

  test('a window that refuses to close keeps the service going', async () => {
    const { service, window } = await launch();
    window().once('close', (event) => {
      event.preventDefault();
    });
    app.quit();
    expect((await fetch(`${service().baseUrl}/health`)).status).toBe(200);
    expect(control.state.exitCode).toBeNull();
  });

  test('quitting during the start waits for the service and stops it, without a window or a complaint', async () => {
    const { appData, service } = await launch({
      during: () => {
        app.quit();
      },
    });
    expect(await control.exited()).toBe(0);
    await expect(fetch(`${service().baseUrl}/health`)).rejects.toThrow();
    // The splash, and nothing else.
    expect(control.state.addresses.filter((address) => !address.startsWith('data:') && address !== 'about:blank')).toEqual([]);
    expect([...control.state.errorBoxes, ...control.state.messageBoxes]).toEqual([]);
    expect(existsSync(join(appData, 'Daybook', 'service.json'))).toBe(false);
  });

  test('the process ends only after a slow stop, and asking again while it lasts changes nothing', async () => {
    const { promise: stopping, resolve: goOn } = Promise.withResolvers<void>();
    let stops = 0;
    const { appData } = await launch({
      start: async (host) => {
        const service = await startService(host);
        return {
          ...service,
          token: () => service.token(),
          stop: async () => {
            stops += 1;
            await stopping;
            await service.stop();
          },
        };
      },
    });
    app.quit();
    await expect.poll(() => stops).toBe(1);
    expect(BrowserWindow.getAllWindows()).toEqual([]);
    app.quit();
    app.quit();
    expect(control.state.exitCode).toBeNull();
    expect(existsSync(join(appData, 'Daybook', 'service.json'))).toBe(true);
    goOn();
    expect(await control.exited()).toBe(0);
    expect(stops).toBe(1);
    expect(existsSync(join(appData, 'Daybook', 'service.json'))).toBe(false);
  });

  test('a service that cannot stop makes the program end with 1', async () => {
    await launch({
      start: async (host) => {
        const service = await startService(host);
        return {
          ...service,
          token: () => service.token(),
          stop: async () => {
            await service.stop();
            throw new Error('made to fail');
          },
        };
      },
    });
    app.quit();
    expect(await control.exited()).toBe(1);
  });
});

describe('a page that has not saved everything', () => {
  test('can be stayed with: the app goes on as before, also in closing to the tray', async () => {
    const { page, service, window } = await launch();
    await onBridge(await page(), 'setPreferences', { closeToTray: true });
    unsaved.add(window().webContents as never);
    control.state.answers = ['Stay'];
    app.quit();
    expect(control.state.messageBoxes).toMatchObject([
      { message: 'Not everything is saved yet', buttons: ['Stay', 'Leave Anyway'], cancelId: 0 },
    ]);
    expect(control.state.exitCode).toBeNull();
    expect((await fetch(`${service().baseUrl}/health`)).status).toBe(200);
    // Nothing is closed for good any more, so nothing is asked.
    window().close();
    expect([window().isDestroyed(), window().isVisible()]).toEqual([false, false]);
    expect(control.state.messageBoxes).toHaveLength(1);
    control.state.answers = ['Leave Anyway'];
  });

  test('can be left', async () => {
    const { window } = await launch();
    unsaved.add(window().webContents as never);
    control.state.answers = ['Leave Anyway'];
    app.quit();
    expect(await control.exited()).toBe(0);
  });

  test('holds up no shutdown of the system', async () => {
    const { window } = await launch();
    unsaved.add(window().webContents as never);
    let delayed = false;
    powerMonitor.emit('shutdown', {
      preventDefault: () => {
        delayed = true;
      },
    });
    expect(await control.exited()).toBe(0);
    expect(delayed).toBe(true);
    expect(control.state.messageBoxes).toEqual([]);
  });
});

describe('closing the window', () => {
  test('to the tray leaves the service; the second start, the dock and the tray bring it back', async () => {
    const { page, service, window } = await launch();
    await onBridge(await page(), 'setPreferences', { closeToTray: true });
    window().close();
    expect(window().isVisible()).toBe(false);
    expect((await fetch(`${service().baseUrl}/health`)).status).toBe(200);
    app.emit('activate', {}, false);
    expect(window().isVisible()).toBe(true);
    window().close();
    app.quit();
    expect(await control.exited()).toBe(0);
  });

  test('a start with the system begins in the tray, and only where the user wants the tray', full, async () => {
    const first = await launch({ args: ['--hidden'] });
    expect(first.window().isVisible()).toBe(true);
    await onBridge(await first.page(), 'setPreferences', { closeToTray: true });
    await quit();
    const second = await launch({ args: ['--hidden'], appData: first.appData });
    expect(second.window().isVisible()).toBe(false);
    expect(await (await second.page()).locator('p').textContent()).toBe('Here');
  });

  test('the end of a session in Windows ends the app', async () => {
    const { window } = await launch();
    window().emit('query-session-end', { preventDefault: () => undefined, reasons: ['shutdown'] });
    window().emit('session-end', { preventDefault: () => undefined, reasons: ['shutdown'] });
    expect(await control.exited()).toBe(0);
  });
});
