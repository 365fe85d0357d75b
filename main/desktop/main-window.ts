// The one main window: where it stands, what it shows, and what closing it means.

import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import type { DesktopFile } from './desktop-file.ts';
import { isolated } from './security.ts';
import { backgroundOf, splashUrl } from './splash.ts';
import { placeOn, smallestSize } from './window-place.ts';

interface MainWindowOptions {
  readonly preload: string;
  readonly file: DesktopFile;
  /** Starts in the tray. */
  readonly isHidden: boolean;
  /** Whether closing the window only hides it. */
  readonly hidesOnClose: () => boolean;
}

/** A window that is being moved is written down when it has stood still for so long, in milliseconds. */
const debounceMs = 500;

/** The window with its splash, at the place where it stood. */
export function openMainWindow({ preload, file, isHidden, hidesOnClose }: MainWindowOptions): BrowserWindow {
  const { window: saved } = file.state;
  // A window without a place of its own gets room on the primary display.
  const areas = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea);
  const isDark = nativeTheme.shouldUseDarkColors;
  const window = new BrowserWindow({
    show: false,
    ...placeOn(areas, saved),
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
    title: 'Daybook',
    backgroundColor: backgroundOf(isDark),
    webPreferences: { ...isolated, devTools: !app.isPackaged, preload },
  });
  rememberPlace(window, file);
  window.on('close', (event) => {
    if (!hidesOnClose()) return;
    event.preventDefault();
    window.hide();
  });
  if (!isHidden) {
    if (saved?.isMaximized === true) window.maximize();
    window.show();
  }
  void window.loadURL(splashUrl(isDark)).catch(() => undefined);
  return window;
}

function rememberPlace(window: BrowserWindow, file: DesktopFile): void {
  let timer: NodeJS.Timeout | undefined;
  const save = (): void => {
    clearTimeout(timer);
    if (!window.isDestroyed()) file.change({ window: { ...whole(window.getNormalBounds()), isMaximized: window.isMaximized() } });
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(save, debounceMs);
  };
  window.on('resize', later);
  window.on('move', later);
  window.on('maximize', later);
  window.on('unmaximize', later);
  window.on('close', save);
  window.on('closed', () => {
    clearTimeout(timer);
  });
}

function whole({ x, y, width, height }: Electron.Rectangle): Electron.Rectangle {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

/** Brings `window` before the user, also from the task bar and from the tray. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
