import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { BrowserWindow, session } from 'electron';
import type { Page, Request } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bridgeChannels, type Bridge } from '../../main/contract/bridge.ts';
import { hasOrigin } from '../../main/desktop/security.ts';
import { control } from '../doubles/electron.ts';
import { itemAt, shown } from '../doubles/menu.ts';
import { press } from '../doubles/system.ts';
import { cleanUp, launch, onBridge, quit, type Launched } from './launch.ts';

const root = resolve(import.meta.dirname, '../..');
/** What a page can ask for, and wait for the answer. */
const methods = Object.keys(bridgeChannels).filter((name) => !name.startsWith('on')) as (keyof Bridge)[];

let desktop: Launched;
let page: Page;
let foreign: Server;
let foreignUrl: string;

beforeAll(async () => {
  foreign = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html').end('<title>Foreign</title>');
  }).listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`;
  desktop = await launch({ machine: { hasPagesAtOnce: true } });
  page = await desktop.page();
});
beforeEach(async () => {
  if (!desktop.window().isDestroyed()) await desktop.window().loadURL(desktop.service().frontendUrl);
});
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

  test('refuses every method to a page of another origin', async () => {
    // Loaded by the main process: stands for a mistake of our own, for no page gets there by itself.
    await desktop.window().loadURL(foreignUrl);
    for (const method of methods) await expect(onBridge(page, method), method).rejects.toThrow('may not call Daybook');
    expect([control.state.openedPaths, control.state.openDialogs]).toEqual([[], []]);
  });

  test('no message reaches main but by the handler that asks who sent it', () => {
    const sources = globSync('main/**/*.ts', { cwd: root }).filter((file) =>
      /\bipcMain\b|\bMessageChannelMain\b/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(sources.map((file) => file.replaceAll('\\', '/'))).toEqual(['main/desktop/bridge-answers.ts']);
  });

  test('hands a listener the value alone, never Electron’s event', async () => {
    const heard = page.evaluate(
      () =>
        new Promise<unknown[]>((tell) => {
          (globalThis as unknown as { daybook: Bridge }).daybook.onCommand((...values: unknown[]) => {
            tell(values);
          });
        }),
    );
    await onBridge(page, 'offerCommands', [{ id: 'app.palette', name: 'Palette', group: 'General', shortcut: null, enabled: true }]);
    itemAt(shown.application, 'Go', 'Palette').click();
    expect(await heard).toEqual(['app.palette']);
  });

  test('is frozen, and all that the page gets', async () => {
    expect(await page.evaluate(() => Object.isFrozen((globalThis as unknown as { daybook: Bridge }).daybook))).toBe(true);
    expect(await page.evaluate(() => Object.keys((globalThis as unknown as { daybook: Bridge }).daybook))).toEqual(
      Object.keys(bridgeChannels),
    );
    expect(await page.evaluate(() => ['require', 'process', 'module', 'ipcRenderer'].filter((name) => name in globalThis))).toEqual([]);
  });
});

describe('navigation', () => {
  test('away is stopped, within the frontend it is not', async () => {
    const here = page.url();
    const isForeign = (request: Request): boolean => request.url() === foreignUrl;
    const settled = Promise.race([
      page.waitForEvent('requestfailed', isForeign).then(() => 'stopped'),
      page.waitForEvent('requestfinished', isForeign).then(() => 'loaded'),
    ]);
    await page.evaluate((url) => {
      location.href = url;
    }, foreignUrl);
    expect(await settled).toBe('stopped');
    expect(page.url()).toBe(here);
    await page.evaluate(() => {
      location.href = '/?day=2026-03-01';
    });
    await page.waitForURL('**/?day=2026-03-01');
  });

  test('a redirect away is stopped', () => {
    const follow = (url: string): boolean => {
      let prevented = false;
      // Chromium's redirects cannot be held from outside, so the event is made by hand.
      desktop.window().webContents.emit('will-redirect', {
        url,
        isMainFrame: true,
        preventDefault: () => {
          prevented = true;
        },
      });
      return !prevented;
    };
    expect(follow(foreignUrl)).toBe(false);
    expect(follow(`${desktop.service().frontendUrl}/elsewhere`)).toBe(true);
  });

  test('no webview is attached', () => {
    let prevented = false;
    desktop.window().webContents.emit(
      'will-attach-webview',
      {
        preventDefault: () => {
          prevented = true;
        },
      },
      {},
      {},
    );
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
      await page.evaluate((target) => {
        window.open(target);
      }, url);
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
    const granted = (via: string): string[] =>
      control.state.permissionAnswers.filter((answer) => answer.via === via && answer.granted).map(({ permission }) => permission);
    control.state.permissionAnswers = [];
    await desktop.window().loadURL(desktop.service().frontendUrl);
    expect(granted('request')).toEqual(['clipboard-sanitized-write']);
    expect(granted('check')).toEqual(['clipboard-sanitized-write']);
    const query = (name: string): Promise<string> =>
      page.evaluate(async (asked) => (await navigator.permissions.query({ name: asked as PermissionName })).state, name);
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
    press('CommandOrControl+Shift+Space');
    expect(control.state.webPreferences).toHaveLength(2);
    for (const preferences of control.state.webPreferences) {
      expect(preferences).toMatchObject({
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
        navigateOnDragDrop: false,
      });
      expect(Object.keys(preferences).filter((name) => /BlinkFeatures$|^(?:partition|session|additionalArguments)$/.test(name))).toEqual(
        [],
      );
    }
    expect(control.state.sandboxEnabled).toBe(true);
    expect(control.state.webPreferences.map(({ spellcheck }) => spellcheck)).toEqual(
      Array.from({ length: 2 }, () => process.platform === 'darwin'),
    );
  });

  test('every other window is confined as the first is', () => {
    press('CommandOrControl+Shift+Space');
    const capture = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.id !== desktop.window().webContents.id);
    if (capture === undefined) throw new Error('There is no window');
    let prevented = false;
    capture.webContents.emit(
      'will-navigate',
      {
        url: foreignUrl,
        preventDefault: () => {
          prevented = true;
        },
      },
      foreignUrl,
    );
    expect(prevented).toBe(true);
  });
});

describe('addresses', () => {
  test('all that is loaded comes from the frontend, or is the splash; none holds the token', async () => {
    press('CommandOrControl+Shift+Space');
    await expect.poll(() => control.state.addresses.some((address) => address.endsWith('/capture'))).toBe(true);
    const own = control.state.addresses.filter((address) => !address.startsWith(foreignUrl));
    expect(
      own.filter(
        (address) =>
          !address.startsWith(`${desktop.service().frontendUrl}/`) &&
          address !== desktop.service().frontendUrl &&
          !address.startsWith('data:text/html;charset=utf-8,') &&
          address !== 'about:blank',
      ),
    ).toEqual([]);
    expect(own.filter((address) => address.includes(desktop.service().token()) || /token/i.test(address))).toEqual([]);
  });

  test('the page comes with a policy that lets in nothing but its own files', async () => {
    const policy = (await fetch(desktop.service().frontendUrl)).headers.get('content-security-policy') ?? '';
    const directives = Object.fromEntries(
      policy
        .split(';')
        .map((directive) => directive.trim().split(/\s+/))
        .map(([name = '', ...sources]) => [name, sources]),
    );
    expect(directives).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    });
    expect(directives['connect-src']).toEqual([
      "'self'",
      desktop.service().baseUrl,
      desktop.service().baseUrl.replace('localhost', '127.0.0.1'),
    ]);
    expect(policy).not.toMatch(/unsafe|\*|wasm/);
  });
});

describe('the program', () => {
  test('has the fuses of a released app', () => {
    const [, block = ''] = /^electronFuses:\n((?: {2}.*\n)+)/m.exec(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) ?? [];
    const fuses = Object.fromEntries([...block.matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name, value]) => [name, value === 'true']));
    expect(fuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  test('runs on one exact version of Electron, the one that is installed, and none older than 45', () => {
    const pinned =
      (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> }).devDependencies[
        'electron'
      ] ?? '';
    const installed = (JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')) as { version: string }).version;
    expect(pinned).toBe(installed);
    expect(Number(pinned.split('.')[0])).toBeGreaterThanOrEqual(45);
  });

  test('uses nothing that would undo all this', () => {
    const sources = globSync(['main/**/*.ts', 'preload/**/*.ts'], { cwd: root })
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    expect(
      /\bloadFile\(|['"`]file:\/\/|@electron\/remote|\bappendSwitch\(|registerSchemesAsPrivileged|\bexecuteJavaScript\(|\binsertCSS\(|certificate-error|setCertificateVerifyProc/.exec(
        sources,
      ),
    ).toBeNull();
  });
});

describe('an app that is installed', () => {
  test('has no tools for developers, and registers its links; one in development registers nothing', async () => {
    expect(control.state.protocols).toEqual([]);
    expect(control.state.webPreferences[0]?.devTools).toBe(true);
    await quit();
    desktop = await launch({ machine: { isPackaged: true, hasPagesAtOnce: true } });
    page = await desktop.page();
    expect(control.state.webPreferences[0]?.devTools).toBe(false);
    expect(control.state.protocols).toEqual(['daybook']);
  });
});

test('before the service has told where it is, nothing is allowed', async () => {
  await quit();
  let decisions: unknown = null;
  desktop = await launch({
    machine: { hasPagesAtOnce: true },
    during: () => {
      const [window] = BrowserWindow.getAllWindows();
      let prevented = false;
      window?.webContents.emit(
        'will-navigate',
        {
          url: 'http://localhost:8717/',
          preventDefault: () => {
            prevented = true;
          },
        },
        'http://localhost:8717/',
      );
      decisions = { prevented, granted: control.state.permissionAnswers.filter(({ granted }) => granted) };
    },
  });
  page = await desktop.page();
  expect(decisions).toEqual({ prevented: true, granted: [] });
});

describe('the double', () => {
  test('throws for what it does not have', () => {
    expect(() => session.defaultSession.cookies).toThrow('has no session.defaultSession.cookies');
    expect(() => desktop.window().getTitle()).toThrow('has no BrowserWindow.getTitle');
  });
});
