import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, nativeTheme } from 'electron';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { CrashCount } from '../../main/desktop/page-guard.ts';
import { DesktopFile } from '../../main/desktop/desktop-file.ts';
import { backgroundOf, splashUrl } from '../../main/desktop/splash.ts';
import { placeOn } from '../../main/desktop/window-place.ts';
import { startService } from '../../main/service.ts';
import { defaultPreferences } from '../../main/contract/bridge-values.ts';
import { answerNow, openBoxes } from '../doubles/shell.ts';
import { control } from '../doubles/electron.ts';
import { full } from '../support/tiers.ts';
import { cleanUp, freePath, launch, listenOn, newAppData, quit } from './launch.ts';

afterEach(quit);
afterAll(cleanUp);

const primary = { x: 0, y: 0, width: 1920, height: 1040 };
const second = { x: 1920, y: 100, width: 1280, height: 900 };

describe('the place of a window', () => {
  test.each([
    ['nothing saved', [primary], null, { width: 1200, height: 800 }],
    ['on the primary display', [primary], { x: 100, y: 50, width: 900, height: 700 }, { x: 100, y: 50, width: 900, height: 700 }],
    [
      'on the second display',
      [primary, second],
      { x: 2000, y: 150, width: 900, height: 700 },
      { x: 2000, y: 150, width: 900, height: 700 },
    ],
    ['on a display that is gone', [primary], { x: 2000, y: 150, width: 900, height: 700 }, { width: 900, height: 700 }],
    [
      'partly outside, but its top can be reached',
      [primary],
      { x: -700, y: 50, width: 900, height: 700 },
      { x: -700, y: 50, width: 900, height: 700 },
    ],
    ['too far outside', [primary], { x: -850, y: 50, width: 900, height: 700 }, { width: 900, height: 700 }],
    ['its title above the display', [primary], { x: 100, y: -30, width: 900, height: 700 }, { width: 900, height: 700 }],
    ['its title below the display', [primary], { x: 100, y: 1030, width: 900, height: 700 }, { width: 900, height: 700 }],
    ['larger than the display', [second], { x: 1950, y: 120, width: 5000, height: 5000 }, { x: 1950, y: 120, width: 1280, height: 900 }],
    ['too small to use', [primary], { x: 10, y: 10, width: 5, height: 5 }, { x: 10, y: 10, width: 480, height: 360 }],
    ['no display at all', [], { x: 10, y: 10, width: 900, height: 700 }, { width: 900, height: 700 }],
  ])('%s', (_case, areas, saved, expected) => {
    expect(placeOn(areas, saved)).toEqual(expected);
  });
});

describe('the window', () => {
  test('comes back where it was, and as large, after a restart', async () => {
    const { appData, window } = await launch();
    expect(window().getBounds()).toMatchObject({ width: 1200, height: 800 });
    window().setBounds({ x: 40, y: 30, width: 1000, height: 700 });
    window().maximize();
    await quit();
    const again = await launch({ appData });
    expect(again.window().getNormalBounds()).toEqual({ x: 40, y: 30, width: 1000, height: 700 });
    expect(again.window().isMaximized()).toBe(true);
    again.window().unmaximize();
    await quit();
    expect((await launch({ appData })).window().isMaximized()).toBe(false);
  });

  test('moves to a display that is there', full, async () => {
    const { appData, window } = await launch({ machine: { displays: [primary, second] } });
    window().setBounds({ x: 2000, y: 150, width: 900, height: 700 });
    await quit();
    const again = await launch({ appData, machine: { displays: [primary] } });
    expect(again.window().getBounds()).toEqual({ x: 510, y: 170, width: 900, height: 700 });
  });

  test('its place is written down while it is open, so that a crash of the machine does not lose it', full, async () => {
    const { dataDir, window } = await launch();
    const written = (): unknown => (JSON.parse(readFileSync(join(dataDir, 'desktop.json'), 'utf8')) as { window: unknown }).window;
    window().setBounds({ x: 77, y: 30 });
    await expect.poll(written).toEqual({ x: 77, y: 30, width: 1200, height: 800, isMaximized: false });
    window().setBounds({ width: 1000 });
    await expect.poll(written).toMatchObject({ width: 1000 });
    window().maximize();
    await expect.poll(written).toMatchObject({ width: 1000, isMaximized: true });
  });

  test('what it remembers is on the disk before the process ends', async () => {
    let stop = (): Promise<void> => Promise.resolve();
    const { dataDir, window } = await launch({
      start: async (host) => {
        const service = await startService(host);
        stop = () => service.stop();
        // As if there were nothing else to wait for.
        return { ...service, token: () => service.token(), stop: () => Promise.resolve() };
      },
    });
    window().setBounds({ x: 33 });
    const file = join(dataDir, 'desktop.json');
    let written = '';
    app.once('quit', () => {
      written = existsSync(file) ? readFileSync(file, 'utf8') : '';
    });
    await quit();
    await stop();
    expect(written).toContain('"x": 33');
  });

  test.each([
    [false, '#ffffff'],
    [true, '#18181a'],
  ])('is shown at once, in the colour of the theme (dark: %s), before the service answers', async (isDark, colour) => {
    let early: unknown = null;
    await launch({
      machine: { isDark },
      during: () => {
        const [options] = control.state.windowOptions;
        early = {
          backgroundColor: options?.backgroundColor,
          dark: nativeTheme.shouldUseDarkColors,
          addresses: [...control.state.addresses],
        };
      },
    });
    expect(early).toMatchObject({ backgroundColor: colour, dark: isDark });
    expect(control.state.addresses.find((address) => address.startsWith('data:'))).toBe(splashUrl(isDark));
    expect(decodeURIComponent(splashUrl(isDark))).toContain(`background:${colour}`);
  });

  test('the splash has the colours of the page', () => {
    const theme = readFileSync(new URL('../../renderer/ui/theme.css', import.meta.url), 'utf8');
    const [, light, dark] = /--page: light-dark\((#\w+), (#\w+)\)/.exec(theme) ?? [];
    expect([backgroundOf(false), backgroundOf(true)]).toEqual([light?.replace(/^#(\w)(\w)(\w)$/, '#$1$1$2$2$3$3'), dark]);
    expect(splashUrl(false)).not.toMatch(/script|http/i);
  });
});

describe('desktop.json', () => {
  test('one that is broken counts as none, and is kept', full, async () => {
    const appData = newAppData();
    const dataDir = join(appData, 'Daybook');
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'desktop.json'), '{"window": {');
    const { window } = await launch({ appData });
    expect(window().getBounds()).toMatchObject({ width: 1200, height: 800 });
    window().setBounds({ x: 5, y: 5, width: 800, height: 600 });
    await quit();
    expect(readFileSync(join(dataDir, 'desktop.json.broken'), 'utf8')).toBe('{"window": {');
    expect(JSON.parse(readFileSync(join(dataDir, 'desktop.json'), 'utf8'))).toMatchObject({ window: { x: 5 } });
  });

  test('what makes no sense is left out, the rest holds, and what a newer version wrote stays', async () => {
    const dataDir = freePath();
    mkdirSync(dataDir);
    const path = join(dataDir, 'desktop.json');
    writeFileSync(
      path,
      JSON.stringify({ window: 'wide', future: [1], preferences: { closeToTray: true, badge: 'perhaps', colour: 'teal' } }),
    );
    const told: string[] = [];
    const file = await DesktopFile.open(dataDir, (message) => {
      told.push(message);
    });
    expect(told).toHaveLength(1);
    expect(file.state).toMatchObject({ window: null, preferences: { ...defaultPreferences, closeToTray: true } });
    file.change({ preferences: { ...file.state.preferences, badge: false } });
    file.change({ window: { x: 1, y: 2, width: 3, height: 4, isMaximized: false } });
    await file.flush();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      window: { x: 1 },
      future: [1],
      preferences: { closeToTray: true, badge: false, colour: 'teal' },
    });
    expect(readdirSync(dataDir).toSorted()).toEqual(['desktop.json', 'desktop.json.broken']);
  });

  test('a folder that cannot be written to is told, and nothing else happens', async () => {
    const told: string[] = [];
    const file = await DesktopFile.open(join(freePath(), 'missing'), (message) => {
      told.push(message);
    });
    file.change({ window: { x: 1, y: 2, width: 3, height: 4, isMaximized: false } });
    await file.flush();
    expect(told).toEqual([expect.stringContaining('cannot be written')]);
    expect(file.state.window?.x).toBe(1);
  });
});

describe('a page that crashes', () => {
  test('counts crashes of the last minute', () => {
    let now = 0;
    const crashes = new CrashCount(() => now);
    const at = (time: number): boolean => {
      now = time;
      return crashes.isTooMany();
    };
    expect([0, 20_000, 70_000, 81_000].map(at)).toEqual([false, false, false, false]);
    expect([82_000, 83_000, 84_000].map(at)).toEqual([true, false, false]);
  });

  test('is loaded anew; a deep link waits until it listens again', full, async () => {
    const { page, window } = await launch();
    const loaded = new Promise<void>((resolve) => {
      window().webContents.once('did-finish-load', () => {
        resolve();
      });
    });
    await (
      await page()
    ).evaluate(() => {
      document.title = 'Before';
    });
    window().webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    await loaded;
    expect(await (await page()).title()).toBe('Daybook');
    expect(control.state.messageBoxes).toEqual([]);
  });

  test('the third time within a minute the user is asked', async () => {
    const { window } = await launch();
    control.state.answers = ['wait'];
    const crash = (): void => {
      window().webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 5 });
    };
    crash();
    crash();
    expect(openBoxes()).toBe(0);
    crash();
    await expect.poll(openBoxes).toBe(1);
    expect(control.state.messageBoxes).toMatchObject([{ buttons: ['Reload', 'Quit'] }]);
    answerNow('Quit');
    expect(await control.exited()).toBe(0);
  });

  test('one that ended in order is left alone', full, async () => {
    const { page, window } = await launch();
    await (
      await page()
    ).evaluate(() => {
      document.title = 'Before';
    });
    window().webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
    const opened = await listenOn(await page(), 'onOpen');
    expect(await opened()).toEqual([]);
    expect(await (await page()).title()).toBe('Before');
  });
});

describe('a page that hangs', () => {
  test('can be waited for, and the question goes when it is back', async () => {
    const { window } = await launch();
    control.state.answers = ['wait'];
    window().emit('unresponsive');
    window().emit('unresponsive');
    await expect.poll(openBoxes).toBe(1);
    expect(control.state.messageBoxes).toMatchObject([{ buttons: ['Wait', 'Reload'] }]);
    window().emit('responsive');
    await expect.poll(openBoxes).toBe(0);
  });

  test('can be loaded anew', full, async () => {
    const { page, window } = await launch();
    await (
      await page()
    ).evaluate(() => {
      document.title = 'Before';
    });
    control.state.answers = ['Reload'];
    window().emit('unresponsive');
    await expect.poll(async () => (await page()).title()).toBe('Daybook');
  });
});
