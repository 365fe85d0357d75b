// What the desktop has of Daybook: files and links from outside, menus, quick capture, the window's place.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Bridge } from '../../../main/contract/bridge.ts';
import type { EventList } from '../../../main/contract/events.ts';
import type { NoteList } from '../../../main/contract/notes.ts';
import { DesktopApp, noElectron, real, test } from './desktop-app.ts';

test.describe.configure({ mode: 'default' });
// The worker goes on with tests that have no use for it.
test.afterAll(async ({ sharedApp }) => {
  await sharedApp.close();
});

/** Has the page write down what it is asked to open from now on. */
async function listen(window: Page): Promise<() => Promise<string[]>> {
  await window.evaluate(() => {
    const opened: string[] = [];
    const world = globalThis as unknown as { daybook: Bridge; opened: string[] };
    world.opened = opened;
    world.daybook.onOpen((path) => {
      opened.push(path);
    });
  });
  return () => window.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
}

test('a Markdown file that a second start names becomes a note in the first', async ({ desktop }) => {
  const opened = await listen(await desktop.frontend());
  const content = '# Größe\r\n\r\n- [ ] 漢字  \n';
  expect(await desktop.startAgain(desktop.write('From outside.md', content))).toBe(0);
  await expect.poll(opened).toHaveLength(1);
  const { items } = await desktop.api<NoteList>('/api/notes?include=content');
  expect(items).toMatchObject([{ title: 'From outside', content }]);
  await expect.poll(() => opened()).toEqual([`/notes/${items[0]?.id ?? ''}`]);
});

test('a calendar file is added once the user has agreed', async ({ desktop }) => {
  const opened = await listen(await desktop.frontend());
  await desktop.app.evaluate(({ dialog }) => {
    (globalThis as unknown as { asked: string[] }).asked = [];
    const { showMessageBox } = dialog;
    dialog.showMessageBox = (...given: unknown[]) => {
      (globalThis as unknown as { asked: string[] }).asked.push((given.at(-1) as { message: string }).message);
      dialog.showMessageBox = showMessageBox;
      return Promise.resolve({ response: 0, checkboxChecked: false });
    };
  });
  await desktop.startAgain(
    desktop.write(
      'Team.ics',
      [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'UID:1',
        'SUMMARY:Review',
        'DTSTART;TZID=Europe/Berlin:20260301T093000',
        'DURATION:PT30M',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    ),
  );
  await expect.poll(opened).toHaveLength(1);
  expect(await desktop.app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)).toEqual([
    'Add the event of Team.ics to the calendar?',
  ]);
  await expect
    .poll(async () => (await desktop.api<EventList>('/api/events')).items)
    .toMatchObject([{ title: 'Review', startTime: '2026-03-01T08:30:00.000Z', timeZone: 'Europe/Berlin' }]);
});

test('quick capture opens from the menu beside the window, and the page closes it', async ({ desktop }) => {
  await desktop.frontend();
  const coming = desktop.app.waitForEvent('window');
  await desktop.app.evaluate(({ Menu }) => {
    const file = Menu.getApplicationMenu()?.items.find(({ label }) => label.replace('&', '') === 'File');
    file?.submenu?.items.find(({ label }) => label === 'Quick Capture')?.click();
  });
  const capture = await coming;
  await capture.waitForURL(/\/capture$/);
  const visible = (): Promise<boolean[]> =>
    desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()));
  await expect.poll(() => visible()).toEqual([true, true]);
  await capture.evaluate(() => (globalThis as unknown as { daybook: Bridge }).daybook.closeCapture());
  await expect.poll(async () => (await visible()).filter(Boolean)).toHaveLength(1);
});

test('the window comes back where it was', async ({ desktop }) => {
  await desktop.frontend();
  await desktop.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 40, width: 900, height: 600 });
  });
  await desktop.close();
  expect(JSON.parse(readFileSync(join(desktop.dataDir, 'desktop.json'), 'utf8'))).toMatchObject({ window: { width: 900, height: 600 } });
  await desktop.start();
  await desktop.frontend();
  expect(await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())).toMatchObject({
    width: 900,
    height: 600,
  });
});

test('preferences are kept in the data directory, and a page that crashes is loaded anew', async ({ desktop }) => {
  const window = await desktop.frontend();
  const answer = await window.evaluate(() =>
    (globalThis as unknown as { daybook: Bridge }).daybook.setPreferences({ notifyEvents: false, captureShortcut: null }),
  );
  expect(answer).toMatchObject({ preferences: { notifyEvents: false, captureShortcut: null }, problems: {} });
  // Answered means written.
  expect(JSON.parse(readFileSync(join(desktop.dataDir, 'desktop.json'), 'utf8'))).toMatchObject({ preferences: { notifyEvents: false } });
  const isLoadedAnew = await desktop.app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const loaded = new Promise<boolean>((resolve) => {
      contents?.once('did-finish-load', () => {
        resolve(true);
      });
    });
    contents?.forcefullyCrashRenderer();
    return loaded;
  });
  expect(isLoadedAnew).toBe(true);
});

test('a link that starts the app leads to its page', async () => {
  const desktop = new DesktopApp();
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  try {
    await desktop.start([`daybook://note/${id}`]);
    const window = await desktop.frontend();
    const opened = await listen(window);
    // The page itself may have taken it before this test could listen.
    await expect.poll(async () => [...(await opened()), new URL(window.url()).pathname]).toContain(`/notes/${id}`);
  } finally {
    await desktop.close();
    desktop.remove();
  }
});

test.describe('in Electron itself', () => {
  test.skip(real === null, noElectron);

  test('web preferences are in force in every window', async ({ desktop }) => {
    await desktop.frontend();
    const preferences = await desktop.app.evaluate(({ webContents }) =>
      webContents
        .getAllWebContents()
        .map((contents) => (contents as unknown as { getLastWebPreferences(): Electron.WebPreferences }).getLastWebPreferences()),
    );
    for (const one of preferences)
      expect(one).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false, webSecurity: true });
  });

  test('permissions are denied in earnest, and no window opens', async ({ desktop }) => {
    const window = await desktop.frontend();
    expect(
      await window.evaluate(
        () =>
          new Promise((resolve) => {
            navigator.geolocation.getCurrentPosition(
              () => {
                resolve('given');
              },
              ({ code }) => {
                resolve(code);
              },
            );
          }),
      ),
    ).toBe(1);
    expect(await window.evaluate(() => open('/'))).toBeNull();
    expect(
      await window.evaluate(() =>
        (globalThis as unknown as { Notification: { requestPermission(): Promise<string> } }).Notification.requestPermission(),
      ),
    ).toBe('denied');
  });

  test('the system hands over the shortcut of quick capture', async ({ desktop }) => {
    await desktop.frontend();
    test.skip(process.platform === 'linux', 'whether a shortcut can be had depends on the desktop there');
    expect(await desktop.app.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('CommandOrControl+Shift+Space'))).toBe(true);
  });

  test('the spell checker asks no server for dictionaries', async ({ desktop }) => {
    test.skip(process.platform === 'darwin', 'macOS checks spelling itself');
    await desktop.frontend();
    expect(
      await desktop.app.evaluate(({ webContents }) =>
        webContents
          .getAllWebContents()
          .map(
            (contents) => (contents as unknown as { getLastWebPreferences(): Electron.WebPreferences }).getLastWebPreferences().spellcheck,
          ),
      ),
    ).not.toContain(true);
  });
});
