import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { session } from 'electron';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Bridge } from '../../main/contract/bridge.ts';
import { hasOrigin } from '../../main/desktop/security.ts';
import { control } from '../doubles/electron.ts';
import { cleanUp, launch, type Launched } from './launch.ts';

let desktop: Launched;
let page: Page;
let foreign: Server;
let foreignUrl: string;

beforeAll(async () => {
  foreign = createServer((_req, res) => { res.setHeader('Content-Type', 'text/html').end('<title>Foreign</title>'); }).listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`;
  desktop = await launch();
  page = await desktop.page();
});
beforeEach(async () => { await desktop.window().loadURL(desktop.service().frontendUrl); });
afterAll(async () => {
  await cleanUp();
  foreign.close();
});

const askSession = (): Promise<unknown> => page.evaluate(() => (globalThis as unknown as { daybook: Bridge }).daybook.session());

describe('the bridge', () => {
  test('hands the address and a valid token to the frontend', async () => {
    const { baseUrl, token } = desktop.service();
    expect(await askSession()).toEqual({ baseUrl, token: token() });
    const me = await fetch(`${baseUrl}/api/auth/me`, { headers: { Authorization: `Bearer ${token()}` } });
    expect(me.status).toBe(200);
  });

  test('refuses a page of another origin', async () => {
    // Loaded by the main process: stands for a mistake of our own, for no page gets there by itself.
    await desktop.window().loadURL(foreignUrl);
    await expect(askSession()).rejects.toThrow('may not call Daybook');
  });

  test('is frozen, and all that the page gets', async () => {
    expect(await page.evaluate(() => Object.isFrozen((globalThis as unknown as { daybook: Bridge }).daybook))).toBe(true);
    expect(await page.evaluate(() => Object.keys((globalThis as unknown as { daybook: Bridge }).daybook))).toEqual(['session']);
    expect(await page.evaluate(() => ['require', 'process', 'module', 'ipcRenderer'].filter((name) => name in globalThis))).toEqual([]);
  });
});

describe('navigation', () => {
  test('away is stopped, within the frontend it is not', async () => {
    const here = page.url();
    await page.evaluate((url) => { location.href = url; }, foreignUrl);
    // A second navigation settles the first: were it allowed, its page would stand in between.
    await page.waitForTimeout(200);
    expect(page.url()).toBe(here);
    await page.evaluate(() => { location.href = '/?day=2026-03-01'; });
    await page.waitForURL('**/?day=2026-03-01');
  });

  test('a redirect away is stopped', () => {
    const follow = (url: string): boolean => {
      let prevented = false;
      // Chromium's redirects cannot be held from outside, so the event is made by hand.
      desktop.window().webContents.emit('will-redirect', { url, isMainFrame: true, preventDefault: () => { prevented = true; } });
      return !prevented;
    };
    expect(follow(foreignUrl)).toBe(false);
    expect(follow(`${desktop.service().frontendUrl}/elsewhere`)).toBe(true);
  });

  test('no webview is attached', () => {
    let prevented = false;
    desktop.window().webContents.emit('will-attach-webview', { preventDefault: () => { prevented = true; } }, {}, {});
    expect(prevented).toBe(true);
  });

  test.each([
    ['http://localhost:8717/a?b#c', true],
    ['http://localhost:8717@evil.example/', false],
    ['http://localhost:8717.example/', false],
    ['http://localhost:8718/', false],
    ['https://localhost:8717/', false],
    ['http://127.0.0.1:8717/', false],
    ['blob:null/x', false],
    ['about:blank', false],
    ['not a url', false],
  ])('%s belongs to the frontend: %s', (url, expected) => {
    expect(hasOrigin(url, 'http://localhost:8717')).toBe(expected);
  });
});

describe('new windows', () => {
  test('are never opened; https goes to the browser, and nothing else does', async () => {
    // The handler has answered once Playwright has told of the new window, and the window is gone again.
    const open = async (url: string): Promise<void> => {
      const opened = page.waitForEvent('popup');
      await page.evaluate((target) => { window.open(target); }, url);
      const popup = await opened;
      if (!popup.isClosed()) await popup.waitForEvent('close', { timeout: 5_000 });
    };
    await open(foreignUrl);
    await open(page.url());
    await open('https://example.com/a');
    await open('about:blank');
    expect(page.context().pages()).toEqual([page]);
    expect(control.state.openedOutside).toEqual(['https://example.com/a']);
  });
});

describe('permissions', () => {
  test('are denied, asked for and checked, but for writing to the clipboard', async () => {
    const granted = (via: string): string[] => control.state.permissionAnswers.filter((answer) => answer.via === via && answer.granted).map(({ permission }) => permission);
    control.state.permissionAnswers = [];
    await desktop.window().loadURL(desktop.service().frontendUrl);
    expect(granted('request')).toEqual(['clipboard-sanitized-write']);
    expect(granted('check')).toEqual(['clipboard-sanitized-write']);
    const query = (name: string): Promise<string> => page.evaluate(async (asked) => (await navigator.permissions.query({ name: asked as PermissionName })).state, name);
    expect(await query('geolocation')).not.toBe('granted');
    expect(await query('clipboard-write')).toBe('granted');
  });

  test('another origin gets none', async () => {
    control.state.permissionAnswers = [];
    await desktop.window().loadURL(foreignUrl);
    expect(control.state.permissionAnswers).not.toEqual([]);
    expect(control.state.permissionAnswers.filter(({ granted }) => granted)).toEqual([]);
  });
});

describe('the window', () => {
  test('is isolated by explicit preferences, and the sandbox is on for all', () => {
    expect(control.state.webPreferences).toMatchObject([{ contextIsolation: true, sandbox: true, nodeIntegration: false, webSecurity: true }]);
    expect(control.state.sandboxEnabled).toBe(true);
  });
});

describe('the double', () => {
  test('throws for what it does not have', () => {
    expect(() => session.defaultSession.cookies).toThrow('has no session.defaultSession.cookies');
    expect(() => desktop.window().getTitle()).toThrow('has no BrowserWindow.getTitle');
  });
});
