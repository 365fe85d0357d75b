// Quick capture: a small window over everything else, for a thought that must not get lost.

import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { isolated } from './security.ts';
import { backgroundOf } from './splash.ts';

interface CaptureOptions {
  readonly url: string;
  readonly preload: string;
  /** Whether the app is on its way out; else closing only hides. */
  readonly isQuitting: () => boolean;
  /** Called with the window when it has been made. */
  readonly opened: (window: BrowserWindow) => void;
  /** Called when it has been put away. */
  readonly hidden: () => void;
  readonly warn: (message: string) => void;
}

const size = { width: 560, height: 360 } as const;

export class CaptureWindow {
  readonly #options: CaptureOptions;
  #window: BrowserWindow | null = null;

  constructor(options: CaptureOptions) {
    this.#options = options;
  }

  /** Whether `contents` is this window's page. */
  owns(contents: { readonly id: number }): boolean {
    return this.#window !== null && this.#window.webContents.id === contents.id;
  }

  /** Shows the window on the display of the pointer; made at the first time, afterwards it comes at once. */
  show(): void {
    const window = (this.#window ??= this.#open());
    window.setBounds(placeNear(screen.getDisplayNearestPoint(screen.getCursorScreenPoint()).workArea));
    window.show();
    window.focus();
  }

  /** Puts it away; what is written in it stays. The system gives the focus back to the window that had it. */
  hide(): void {
    this.#window?.hide();
    this.#options.hidden();
  }

  destroy(): void {
    this.#window?.destroy();
  }

  #open(): BrowserWindow {
    const { preload, url, isQuitting, opened, warn } = this.#options;
    const window = new BrowserWindow({
      show: false,
      ...size,
      title: 'Quick capture',
      frame: false,
      resizable: true,
      maximizable: false,
      minimizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      // A panel takes keys without bringing the whole app forward, so the other app keeps its place.
      ...(process.platform === 'darwin' ? { type: 'panel' } : {}),
      backgroundColor: backgroundOf(nativeTheme.shouldUseDarkColors),
      webPreferences: { ...isolated, devTools: !app.isPackaged, preload },
    });
    window.on('close', (event) => {
      if (isQuitting()) return;
      event.preventDefault();
      this.hide();
    });
    window.on('closed', () => {
      this.#window = null;
    });
    // The next time begins with a fresh page.
    window.webContents.on('render-process-gone', () => {
      window.destroy();
    });
    window.webContents.on('before-input-event', (event, { type, key }) => {
      // A page that did not load cannot hear its own Escape.
      if (type !== 'keyDown' || key !== 'Escape' || window.webContents.getURL().startsWith(url)) return;
      event.preventDefault();
      this.hide();
    });
    opened(window);
    window.loadURL(url).catch((error: unknown) => {
      warn(`Quick capture could not be loaded (${(error as Error).message})`);
      if (!window.isDestroyed()) window.destroy();
    });
    return window;
  }
}

/** In the upper third, where it is seen at once. */
function placeNear({ x, y, width, height }: Electron.Rectangle): Electron.Rectangle {
  return { ...size, x: Math.round(x + (width - size.width) / 2), y: Math.round(y + (height - size.height) / 4) };
}
