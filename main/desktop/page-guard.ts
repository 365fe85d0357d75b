// What to do when the page of a window crashes, hangs, or does not want to be closed.

import { dialog, type BrowserWindow } from 'electron';

const allowed = 3;
const span = 60_000;

/** How often a page may be loaded anew after a crash before the user is asked. Pure but for the clock that it is given. */
export class CrashCount {
  readonly #clock: () => number;
  #times: number[] = [];

  /** `clock` gives milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Counts one crash; true if it is the third within a minute, after which counting begins anew. */
  isTooMany(): boolean {
    const now = this.#clock();
    this.#times = [...this.#times.filter((time) => now - time < span), now];
    if (this.#times.length < allowed) return false;
    this.#times = [];
    return true;
  }
}

export interface LeavingOptions {
  /** The user chose to stay: whatever wanted to close the window is off. */
  readonly stayed: () => void;
  /** Whether the system is going down: then no question is asked. */
  readonly isUrgent: () => boolean;
}

interface PageGuardOptions extends LeavingOptions {
  readonly clock: () => number;
  readonly quit: () => void;
  readonly warn: (message: string) => void;
}

export function guardPage(window: BrowserWindow, options: PageGuardOptions): void {
  reloadAfterCrashes(window, options);
  askWhenUnresponsive(window);
  askBeforeLeaving(window, options);
}

/** Without an answer Electron would keep a window whose page has something to save, and with it the app, without a word. */
export function askBeforeLeaving(window: BrowserWindow, { stayed, isUrgent }: LeavingOptions): void {
  window.webContents.on('will-prevent-unload', (event) => {
    // In the tray the question would not be seen.
    if (!isUrgent()) window.show();
    const leaves =
      isUrgent() ||
      dialog.showMessageBoxSync(window, {
        type: 'warning',
        message: 'Not everything is saved yet',
        detail: 'What you have just written has not reached the service. If you leave now, it is lost.',
        buttons: ['Stay', 'Leave Anyway'],
        defaultId: 0,
        cancelId: 0,
      }) === 1;
    // Prevented is the page's wish to stay.
    if (leaves) event.preventDefault();
    else stayed();
  });
}

function reloadAfterCrashes(window: BrowserWindow, { clock, quit, warn }: PageGuardOptions): void {
  const crashes = new CrashCount(clock);
  const { webContents: contents } = window;
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    warn(`The page ended (${reason}) and is loaded anew`);
    if (!crashes.isTooMany()) {
      contents.reload();
      return;
    }
    void dialog
      .showMessageBox(window, {
        type: 'error',
        message: 'Daybook’s window keeps crashing',
        detail: 'What was saved is safe: the service goes on. Load the window once more, or quit.',
        buttons: ['Reload', 'Quit'],
        defaultId: 0,
        cancelId: 1,
      })
      .then(({ response }) => {
        if (response === 1) quit();
        else if (!window.isDestroyed()) contents.reload();
      });
  });
}

function askWhenUnresponsive(window: BrowserWindow): void {
  let asking: AbortController | null = null;
  window.on('unresponsive', () => {
    if (asking !== null) return;
    const { signal } = (asking = new AbortController());
    void dialog
      .showMessageBox(window, {
        type: 'warning',
        message: 'Daybook’s window does not respond',
        buttons: ['Wait', 'Reload'],
        defaultId: 0,
        cancelId: 0,
        signal,
      })
      .then(({ response }) => {
        asking = null;
        if (response !== 1 || signal.aborted || window.isDestroyed()) return;
        // A page that hangs does not answer a plain reload.
        window.webContents.forcefullyCrashRenderer();
        window.webContents.reload();
      });
  });
  // It has come back by itself: the question is withdrawn.
  window.on('responsive', () => {
    asking?.abort();
  });
}
