import { existsSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BrowserWindow, globalShortcut } from 'electron';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { DesktopPreferences, PreferencesAnswer } from '../../main/contract/bridge.ts';
import { defaultPreferences } from '../../main/contract/bridge-values.ts';
import { autostartEntry } from '../../main/desktop/login-item.ts';
import { trayFile } from '../../main/desktop/tray-icon.ts';
import { control } from '../doubles/electron.ts';
import { itemAt, shown } from '../doubles/menu.ts';
import { unsaved } from '../doubles/browser-window.ts';
import { download } from '../doubles/session.ts';
import { press } from '../doubles/system.ts';
import { trays } from '../doubles/tray.ts';
import { full } from '../support/tiers.ts';
import { cleanUp, launch, newAppData, onBridge, quit, type Launched } from './launch.ts';

afterEach(quit);
afterAll(cleanUp);

const set = async (desktop: Launched, changes: unknown): Promise<PreferencesAnswer> =>
  onBridge<PreferencesAnswer>(await desktop.page(), 'setPreferences', changes);
const get = async (desktop: Launched): Promise<DesktopPreferences> => onBridge<DesktopPreferences>(await desktop.page(), 'preferences');

describe('preferences', () => {
  test('are the defaults first, change key by key, and survive a restart', full, async () => {
    const desktop = await launch();
    expect(await get(desktop)).toEqual(defaultPreferences);
    expect(await set(desktop, { closeToTray: true, updateUrl: 'https://updates.example.com/feed' })).toEqual({
      preferences: { ...defaultPreferences, closeToTray: true, updateUrl: 'https://updates.example.com/feed' },
      problems: {},
    });
    expect(trays).toHaveLength(1);
    // Answered means written.
    expect(JSON.parse(readFileSync(join(desktop.dataDir, 'desktop.json'), 'utf8'))).toMatchObject({ preferences: { closeToTray: true } });
    await quit();
    const again = await launch({ appData: desktop.appData });
    expect(await get(again)).toEqual({ ...defaultPreferences, closeToTray: true, updateUrl: 'https://updates.example.com/feed' });
    expect(trays).toHaveLength(1);
    await set(again, { closeToTray: false });
    expect(trays).toEqual([]);
  });

  test('that cannot be taken are refused with a reason, and nothing changes', full, async () => {
    const desktop = await launch();
    for (const [changes, reason] of [
      [{ colour: 'teal' }, 'colour'],
      [{ badge: 'yes' }, 'badge'],
      [{ updateUrl: 'http://updates.example.com/' }, 'updateUrl'],
      [null, 'expected object'],
    ] as const) {
      await expect(set(desktop, changes)).rejects.toThrow(/These preferences cannot be taken/);
      await expect(set(desktop, changes)).rejects.toThrow(reason);
      expect(await get(desktop)).toEqual(defaultPreferences);
    }
  });
});

describe('starting with the system', () => {
  test.skipIf(process.platform !== 'linux')('is a file that every Linux desktop reads, and goes with it', full, async () => {
    const desktop = await launch({ machine: { isPackaged: true }, environment: { APPIMAGE: '/opt/Day book/"$x".AppImage' } });
    expect(await set(desktop, { openAtLogin: true })).toMatchObject({ preferences: { openAtLogin: true }, problems: {} });
    const file = join(desktop.appData, 'autostart', 'app.daybook.Daybook.desktop');
    expect(readFileSync(file, 'utf8')).toBe(autostartEntry('/opt/Day book/"$x".AppImage'));
    await set(desktop, { openAtLogin: false });
    expect(existsSync(file)).toBe(false);
  });

  test('the program is quoted as the specification wants it', () => {
    expect(autostartEntry('/usr/bin/daybook').split('\n')).toContain('Exec="/usr/bin/daybook" --hidden');
    expect(autostartEntry('/a b/"$`\\%').split('\n')).toContain('Exec="/a b/\\\\"\\\\$\\\\`\\\\\\\\%%" --hidden');
  });

  test('is refused where it would start something else, and stays off', full, async () => {
    const desktop = await launch();
    const { preferences, problems } = await set(desktop, { openAtLogin: true, badge: false });
    expect(preferences).toMatchObject({ openAtLogin: false, badge: false });
    expect(problems).toEqual({ openAtLogin: 'Only an installed Daybook can start with the system.' });
  });

  test.skipIf(process.platform !== 'linux')('a folder that cannot be written to is told', full, async () => {
    const appData = newAppData();
    mkdirSync(join(appData, 'Daybook'));
    writeFileSync(join(appData, 'autostart'), 'a file');
    const desktop = await launch({ appData, machine: { isPackaged: true } });
    expect((await set(desktop, { openAtLogin: true })).problems.openAtLogin).toMatch(/^The system did not allow it/);
    expect((await get(desktop)).openAtLogin).toBe(false);
  });
});

describe('quick capture', () => {
  const captureWindow = (desktop: Launched): BrowserWindow | undefined =>
    BrowserWindow.getAllWindows().find(({ webContents }) => webContents.id !== desktop.window().webContents.id);

  test('comes at the shortcut from anywhere, with the same confinement, and goes when the page says so', async () => {
    const desktop = await launch();
    expect(captureWindow(desktop)).toBeUndefined();
    press('CommandOrControl+Shift+Space');
    const window = captureWindow(desktop);
    if (window === undefined) throw new Error('There is no window');
    expect(window.isVisible()).toBe(true);
    expect(window.isFocused()).toBe(true);
    expect(control.state.windowOptions.at(-1)).toMatchObject({
      frame: false,
      alwaysOnTop: true,
      skipTaskbar: true,
      webPreferences: control.state.windowOptions[0]?.webPreferences as object,
    });
    const page = await control.page(window);
    await page.waitForURL(`${desktop.service().frontendUrl}/capture`);
    expect(await onBridge(page, 'session')).toMatchObject({ baseUrl: desktop.service().baseUrl });
    await page.evaluate(() => {
      document.title = 'Half a thought';
    });
    await onBridge(page, 'closeCapture');
    expect(window.isVisible()).toBe(false);
    // What was written in it is still there.
    press('CommandOrControl+Shift+Space');
    expect(window.isVisible()).toBe(true);
    expect(await page.title()).toBe('Half a thought');
    window.close();
    expect([window.isVisible(), window.isDestroyed()]).toEqual([false, false]);
  });

  test('goes with Escape also before its page can hear it, which then does so itself', full, async () => {
    const desktop = await launch();
    press('CommandOrControl+Shift+Space');
    const window = captureWindow(desktop);
    const escape = (): boolean => {
      let prevented = false;
      window?.webContents.emit(
        'before-input-event',
        {
          preventDefault: () => {
            prevented = true;
          },
        },
        { type: 'keyDown', key: 'Escape' },
      );
      return prevented;
    };
    expect([escape(), window?.isVisible()]).toEqual([true, false]);
    await (await control.page(window as BrowserWindow)).waitForURL('**/capture');
    press('CommandOrControl+Shift+Space');
    expect([escape(), window?.isVisible()]).toEqual([false, true]);
  });

  test('does not keep the app alive, and does not change the menus', full, async () => {
    const desktop = await launch();
    itemAt(shown.application, 'File', 'Quick Capture').click();
    const window = captureWindow(desktop);
    if (window === undefined) throw new Error('There is no window');
    const page = await control.page(window);
    await page.waitForURL('**/capture');
    await onBridge(page, 'offerCommands', [{ id: 'capture.new', name: 'From capture', group: 'Capture', shortcut: null, enabled: true }]);
    expect(() => itemAt(shown.application, 'File', 'From capture')).toThrow('There is no From capture');
    desktop.window().close();
    expect(await control.exited()).toBe(0);
  });

  test('with something unsent it asks before it goes with the window, and the app ends once it is put away', full, async () => {
    const desktop = await launch();
    press('CommandOrControl+Shift+Space');
    const window = captureWindow(desktop) as BrowserWindow;
    const page = await control.page(window);
    await page.waitForURL('**/capture');
    await onBridge(page, 'closeCapture');
    unsaved.add(window.webContents as never);
    control.state.answers = ['Stay'];
    desktop.window().close();
    expect(control.state.messageBoxes).toMatchObject([{ message: 'Not everything is saved yet' }]);
    expect([desktop.window().isDestroyed(), window.isVisible(), control.state.exitCode]).toEqual([true, true, null]);
    unsaved.delete(window.webContents as never);
    await onBridge(page, 'closeCapture').catch(() => undefined);
    expect(await control.exited()).toBe(0);
  });

  test('opens where the pointer is', async () => {
    const desktop = await launch({ machine: { displays: [{ x: 1000, y: 500, width: 1000, height: 800 }] } });
    press('CommandOrControl+Shift+Space');
    expect(captureWindow(desktop)?.getBounds()).toEqual({ width: 560, height: 360, x: 1220, y: 610 });
  });

  test('one whose page ends is made anew the next time', async () => {
    const desktop = await launch();
    press('CommandOrControl+Shift+Space');
    const first = captureWindow(desktop);
    first?.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    expect(first?.isDestroyed()).toBe(true);
    press('CommandOrControl+Shift+Space');
    expect(captureWindow(desktop)?.isVisible()).toBe(true);
  });

  test('its shortcut can be changed and taken away', async () => {
    const desktop = await launch();
    expect(await set(desktop, { captureShortcut: 'Alt+Shift+D' })).toMatchObject({ problems: {} });
    expect(() => {
      press('CommandOrControl+Shift+Space');
    }).toThrow('There is no listener');
    press('Alt+Shift+D');
    await set(desktop, { captureShortcut: null });
    expect(globalShortcut.isRegistered('Alt+Shift+D')).toBe(false);
  });

  test('a shortcut that another program has, or that is none, is told, and the one before stays', full, async () => {
    const desktop = await launch({ machine: { takenShortcuts: ['Alt+T'] } });
    for (const captureShortcut of ['Alt+T', 'Hyper+Wrong']) {
      const { preferences, problems } = await set(desktop, { captureShortcut });
      expect(preferences.captureShortcut).toBe(defaultPreferences.captureShortcut);
      expect(problems.captureShortcut).toContain(captureShortcut);
      expect(globalShortcut.isRegistered('CommandOrControl+Shift+Space')).toBe(true);
    }
    press('CommandOrControl+Shift+Space');
    expect(captureWindow(desktop)?.isVisible()).toBe(true);
  });

  test('one that is taken at the start stays chosen for the next time', full, async () => {
    const desktop = await launch({ machine: { takenShortcuts: ['CommandOrControl+Shift+Space'] } });
    expect((await get(desktop)).captureShortcut).toBe('CommandOrControl+Shift+Space');
    await quit();
    await launch({ appData: desktop.appData });
    press('CommandOrControl+Shift+Space');
  });
});

test.each(['linux', 'darwin', 'win32'] as const)('there is a picture for the tray of %s', (platform) => {
  expect(existsSync(join(import.meta.dirname, '../../resources/tray', trayFile(platform)))).toBe(true);
});

describe('files', () => {
  test('a model is chosen in the system’s dialog; its absolute path, or nothing', full, async () => {
    const desktop = await launch({ machine: { chosenFiles: [['/models/tiny.gguf']] } });
    const page = await desktop.page();
    expect(await onBridge(page, 'chooseModelFile')).toBe('/models/tiny.gguf');
    expect(await onBridge(page, 'chooseModelFile')).toBeNull();
    expect(control.state.openDialogs[0]).toMatchObject({ properties: ['openFile'], filters: [{ extensions: ['gguf'] }] });
  });

  test('a download asks for a place, first in the folder for downloads', async () => {
    const desktop = await launch();
    for (const name of ['Note.pdf', '../../.bashrc', '']) download(name);
    const folder = join(desktop.appData, 'Downloads');
    expect(control.state.savePlaces).toEqual([join(folder, 'Note.pdf'), join(folder, '.bashrc'), join(folder, 'download')]);
  });
});
