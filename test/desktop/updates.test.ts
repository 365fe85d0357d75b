// Updates: when they are looked for, where, and what becomes of failures. The library that fetches them needs Electron's network, so it
// is doubled here.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { builtInFeed, startUpdates, type Updates } from '../../main/desktop/updates.ts';

interface Found {
  readonly isUpdateAvailable: boolean;
  readonly updateInfo: { readonly version: string };
  readonly cancellationToken?: { cancel(): void };
}

const electron = vi.hoisted(() => ({
  app: {
    isPackaged: true,
    appPath: '',
    getAppPath(): string {
      return this.appPath;
    },
  },
}));
vi.mock('electron', () => electron);

const library = vi.hoisted(() => ({
  loaded: 0,
  feeds: [] as unknown[],
  installs: [] as boolean[],
  check: null as unknown as () => Promise<unknown>,
  download: null as unknown as () => Promise<unknown>,
}));
vi.mock('electron-updater', () => {
  library.loaded += 1;
  class Updater {
    logger: unknown = console;
    autoDownload = true;
    set autoInstallOnAppQuit(value: boolean) {
      library.installs.push(value);
    }
    readonly #listeners = new Map<string, () => void>();
    on(event: string, listener: () => void): void {
      this.#listeners.set(event, listener);
    }
    setFeedURL(feed: unknown): void {
      library.feeds.push(feed);
    }
    checkForUpdates(): Promise<unknown> {
      // As the real one does: each failure is emitted as well.
      return library.check().catch((error: unknown) => {
        if (!this.#listeners.has('error')) throw new Error('The error was emitted without a listener');
        throw error;
      });
    }
    downloadUpdate(): Promise<unknown> {
      return library.download();
    }
  }
  return { default: { AppImageUpdater: Updater, autoUpdater: new Updater() } };
});

const feed = 'https://updates.example/daybook';
const newer: Found = { isUpdateAvailable: true, updateInfo: { version: '9.9.9' } };
const none: Found = { isUpdateAvailable: false, updateInfo: { version: '0.1.0' } };

let url: string | null;
let ready: string[];
let lines: string[];
let updates: Updates | null;

const start = (): Updates => {
  updates = startUpdates({
    url: () => url,
    onReady: (version) => {
      ready.push(version);
    },
    log: (line) => {
      lines.push(line);
    },
  });
  return updates;
};

beforeEach(() => {
  url = feed;
  ready = [];
  lines = [];
  Object.assign(library, {
    feeds: [],
    installs: [],
    check: vi.fn<() => Promise<unknown>>(() => Promise.resolve(newer)),
    download: vi.fn<() => Promise<unknown>>(() => Promise.resolve([])),
  });
  electron.app.isPackaged = true;
});
afterEach(() => {
  updates?.stop();
  vi.useRealTimers();
});

// First, as the library stays loaded.
test('without an address nothing is loaded or asked', async () => {
  url = null;
  await start().check();
  expect(library).toMatchObject({ loaded: 0, feeds: [] });
  expect(lines).toEqual([]);
});

test('in an app that is not packed nothing happens', async () => {
  vi.useFakeTimers();
  electron.app.isPackaged = false;
  await start().check();
  await vi.advanceTimersByTimeAsync(24 * 3600_000);
  expect(library.loaded).toBe(0);
  expect(library.check).not.toHaveBeenCalled();
});

test.each(['http://updates.example/daybook', 'file:///tmp/feed', 'nonsense'])('%s is refused in one line', async (address) => {
  url = address;
  await start().check();
  expect(library.check).not.toHaveBeenCalled();
  expect(lines).toEqual(['No update could be fetched: the address does not begin with https://']);
});

test('a newer version is fetched from the feed and told once', async () => {
  const { check } = start();
  await check.call(updates);
  expect(library.feeds).toEqual([{ provider: 'generic', url: feed }]);
  expect(library.installs).toEqual([true]);
  expect(ready).toEqual(['9.9.9']);
  await check.call(updates);
  expect(ready).toEqual(['9.9.9']);
});

test('the same version as this one is not fetched', async () => {
  library.check = () => Promise.resolve(none);
  await start().check();
  expect(library.download).not.toHaveBeenCalled();
  expect(ready).toEqual([]);
});

test('looks some seconds after the start, and again every few hours', async () => {
  vi.useFakeTimers();
  library.check = vi.fn<() => Promise<unknown>>(() => Promise.resolve(none));
  start();
  await vi.advanceTimersByTimeAsync(5000);
  expect(library.check).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(library.check).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(12 * 3600_000);
  expect(library.check).toHaveBeenCalledTimes(4);
});

test('failures are one line each, and the next check tries again', async () => {
  library.check = () => Promise.reject(new Error('net::ERR_CONNECTION_REFUSED\n  at somewhere\n  at elsewhere'));
  await start().check();
  library.check = () => Promise.resolve(newer);
  library.download = () => Promise.reject(new Error('sha512 checksum mismatch'));
  await updates?.check();
  expect(lines).toEqual([
    'No update could be fetched: net::ERR_CONNECTION_REFUSED',
    'No update could be fetched: sha512 checksum mismatch',
  ]);
  expect(ready).toEqual([]);
  library.download = () => Promise.resolve([]);
  await updates?.check();
  expect(ready).toEqual(['9.9.9']);
});

test('two checks at once are one', async () => {
  await Promise.all([start().check(), updates?.check()]);
  expect(library.check).toHaveBeenCalledTimes(1);
});

test('what waits is installed when the app ends, unless updates were turned off until then', async () => {
  await start().check();
  updates?.stop();
  expect(library.installs.at(-1)).toBe(true);
  await start().check();
  url = null;
  updates?.stop();
  expect(library.installs.at(-1)).toBe(false);
});

test('turned off while it is fetched, one is not told to be ready', async () => {
  library.download = () => {
    url = null;
    return Promise.resolve([]);
  };
  await start().check();
  expect(ready).toEqual([]);
});

test('an address that changes while the answer is awaited fetches nothing from the old one', async () => {
  library.check = () => {
    url = null;
    return Promise.resolve(newer);
  };
  await start().check();
  expect(library.download).not.toHaveBeenCalled();
});

test('stop ends the download and says nothing of it', async () => {
  let reject: (error: Error) => void = () => undefined;
  library.check = () =>
    Promise.resolve({
      ...newer,
      cancellationToken: {
        cancel: () => {
          reject(new Error('cancelled'));
        },
      },
    });
  const started = new Promise<void>((begun) => {
    library.download = () => {
      begun();
      return new Promise((_resolve, fail) => {
        reject = fail;
      });
    };
  });
  const checking = start().check();
  await started;
  updates?.stop();
  await checking;
  expect(lines).toEqual([]);
  expect(ready).toEqual([]);
  await updates?.check();
  expect(library.feeds).toHaveLength(1);
});

test('a package can bring an address of its own', () => {
  electron.app.appPath = mkdtempSync(join(tmpdir(), 'daybook-feed-'));
  const feedOf = (metadata: object): string | null => {
    writeFileSync(join(electron.app.appPath, 'package.json'), JSON.stringify(metadata));
    return builtInFeed();
  };
  try {
    expect([feedOf({ name: 'daybook' }), feedOf({ updateUrl: '' }), feedOf({ updateUrl: feed })]).toEqual([null, null, feed]);
  } finally {
    rmSync(electron.app.appPath, { recursive: true, force: true });
  }
});
