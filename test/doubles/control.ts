// The test's side of the double: what the machine is like, and what the app did to it. Electron has nothing of this.

import type { BrowserWindowConstructorOptions, MessageBoxOptions, OpenDialogOptions, Rectangle, Settings, WebPreferences } from 'electron';
import type { Page } from 'playwright';

export interface OpenWindow {
  /** False if the window refused. */
  close(): boolean;
  destroy(): void;
}

export interface PermissionAnswer {
  readonly via: 'request' | 'check';
  readonly permission: string;
  readonly origin: string;
  readonly granted: boolean;
}

interface State {
  /** The folder of the app's package.json. */
  appPath: string;
  /** Where `userData` lies by default, such as ~/.config; null makes asking for it an error. */
  appData: string | null;
  /**
   * Whether a window has its page from the beginning. Otherwise it has one once a test asks for it: until then what is loaded is fetched
   * and no more, and what is sent to the page is lost, as there is nothing in it that would listen. A page costs a tenth of a second.
   */
  hasPagesAtOnce: boolean;
  /** Becomes ready no sooner: Electron waits until the entry has been evaluated. */
  entryEvaluated: Promise<void>;
  sandboxEnabled: boolean;
  /** Of each window, oldest first. */
  webPreferences: WebPreferences[];
  errorBoxes: { title: string; content: string }[];
  openedOutside: string[];
  permissionAnswers: PermissionAnswer[];
  /** Uncaught errors and console errors of all pages. */
  pageErrors: string[];
  /** Null while the app runs. */
  exitCode: number | null;
  isPackaged: boolean;
  isDark: boolean;
  /** The work areas of the displays, the primary one first. */
  displays: Rectangle[];
  /** The options of each window, oldest first. */
  windowOptions: BrowserWindowConstructorOptions[];
  /** All addresses that were loaded by the main process, with those that pages went to themselves. */
  addresses: string[];
  messageBoxes: MessageBoxOptions[];
  /** What the user clicks, in order; when there is nothing left a box is closed, which is its `cancelId`. `wait` leaves it open. */
  answers: string[];
  openDialogs: OpenDialogOptions[];
  /** What is chosen in the next dialogs for files; nothing cancels. */
  chosenFiles: string[][];
  openedPaths: string[];
  openPathProblem: string;
  badge: number;
  overlays: string[];
  /** What was shown on the window's icon, in order. */
  progress: number[];
  loginItem: Settings | null;
  protocols: string[];
  /** Accelerators that other programs have. */
  takenShortcuts: string[];
  clipboard: string;
  /** What was put into save dialogs of downloads. */
  savePlaces: string[];
  downloads: string[];
  /** Corrections and words learned, as `=word` and `+word`. */
  spelling: string[];
}

function fresh(): State {
  return {
    appPath: process.cwd(),
    appData: null,
    hasPagesAtOnce: true,
    entryEvaluated: Promise.resolve(),
    sandboxEnabled: false,
    webPreferences: [],
    errorBoxes: [],
    openedOutside: [],
    permissionAnswers: [],
    pageErrors: [],
    exitCode: null,
    isPackaged: false,
    isDark: false,
    displays: [{ x: 0, y: 0, width: 1920, height: 1040 }],
    windowOptions: [],
    addresses: [],
    messageBoxes: [],
    answers: [],
    openDialogs: [],
    chosenFiles: [],
    openedPaths: [],
    openPathProblem: '',
    badge: 0,
    overlays: [],
    progress: [],
    loginItem: null,
    protocols: [],
    takenShortcuts: [],
    clipboard: '',
    savePlaces: [],
    downloads: [],
    spelling: [],
  };
}

export const state: State = fresh();

export const openWindows = new Set<OpenWindow>();

/** The page of each WebContents that has one, by its id. */
export const pages = new Map<number, Promise<Page>>();

/** How each WebContents, by its id, comes to its page. */
export const pageOpeners = new Map<number, () => Promise<Page>>();

const restarts: (() => void)[] = [];

/** For the parts: `forget` makes a part as it is in a new process. */
export function onRestart(forget: () => void): void {
  restarts.push(forget);
}

const exits = new Set<(code: number) => void>();

/** For the app's part: the app has ended. */
export function reportExit(code: number): void {
  state.exitCode = code;
  for (const tell of exits) tell(code);
  exits.clear();
}

export const control = {
  state,

  /** The Chromium page that stands for `window`. */
  page(window: { readonly webContents: { readonly id: number } }): Promise<Page> {
    const open = pageOpeners.get(window.webContents.id);
    return open?.() ?? Promise.reject(new Error('This window has no page'));
  },

  /** The exit code, once the app has ended. */
  exited(): Promise<number> {
    if (state.exitCode !== null) return Promise.resolve(state.exitCode);
    return new Promise((resolve) => {
      exits.add(resolve);
    });
  },

  /** As if the process had been started anew; windows of the old one are gone. Chromium goes on. */
  async restart(settings: Partial<State> = {}): Promise<void> {
    for (const forget of restarts) forget();
    for (const window of [...openWindows]) window.destroy();
    await Promise.all([...pages.values()].map(async (page) => (await page).close().catch(() => undefined)));
    pages.clear();
    pageOpeners.clear();
    openWindows.clear();
    Object.assign(state, fresh(), settings);
  },
};
