// A desktop window's bridge as the tests need it: it remembers what the page tells it, and says what the test wants.

import type { Page } from '@playwright/test';
import type { Command, DesktopPreferences } from '../../../main/contract/bridge.ts';
import type { RunningService } from './fixtures.ts';

export const preferences: DesktopPreferences = {
  closeToTray: false,
  openAtLogin: false,
  captureShortcut: 'CommandOrControl+Shift+Space',
  notifyEvents: true,
  badge: true,
  updateUrl: null,
};

/** What stands on the page's `window.told`. */
export interface Told {
  commands: readonly Command[];
  /** Changes to the preferences, in their order. */
  readonly changes: Partial<DesktopPreferences>[];
  /** Names of the methods that were called besides. */
  readonly calls: string[];
  command?: (id: string) => void;
  open?: (path: string) => void;
}

export const told = (page: Page): Promise<Pick<Told, 'commands' | 'changes' | 'calls'>> =>
  page.evaluate(() => {
    const { commands, changes, calls } = (window as unknown as { told: Told }).told;
    return { commands, changes, calls };
  });

export const choose = (page: Page, id: string): Promise<void> =>
  page.evaluate((name) => {
    (window as unknown as { told: Told }).told.command?.(name);
  }, id);

export const openPath = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    (window as unknown as { told: Told }).told.open?.(to);
  }, path);

/** Puts a whole bridge into the page before it starts. `problems` is what every change to the preferences is answered with. */
export async function putBridge(
  page: Page,
  { baseUrl, token }: RunningService,
  problems: Partial<Record<keyof DesktopPreferences, string>> = {},
): Promise<void> {
  await page.addInitScript(
    ({ session, initial, refused }) => {
      const all: Told = { commands: [], changes: [], calls: [] };
      let current = initial;
      const called = (name: string) => (): Promise<void> => {
        all.calls.push(name);
        return Promise.resolve();
      };
      const bridge = {
        session: () => Promise.resolve(session),
        offerCommands: (commands: readonly Command[]) => {
          all.commands = commands;
          return Promise.resolve();
        },
        onCommand: (listener: (id: string) => void) => {
          all.command = listener;
          return () => {
            delete all.command;
          };
        },
        onOpen: (listener: (path: string) => void) => {
          all.open = listener;
          return () => {
            delete all.open;
          };
        },
        chooseModelFile: () => Promise.resolve(null),
        preferences: () => Promise.resolve(current),
        setPreferences: (changes: Partial<DesktopPreferences>) => {
          all.changes.push(changes);
          const taken = Object.fromEntries(Object.entries(changes).filter(([key]) => !(key in refused)));
          current = { ...current, ...taken };
          return Promise.resolve({
            preferences: current,
            problems: Object.fromEntries(Object.entries(refused).filter(([key]) => key in changes)),
          });
        },
        openDataDir: called('openDataDir'),
        closeCapture: called('closeCapture'),
      };
      Object.defineProperty(window, 'told', { value: all });
      Object.defineProperty(window, 'daybook', { value: bridge });
    },
    { session: { baseUrl, token }, initial: preferences, refused: problems },
  );
}
