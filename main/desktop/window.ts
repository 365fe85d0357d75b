import { BrowserWindow } from 'electron';
import { isolated } from './security.ts';

/** The one window, still empty; it shows itself once its page has been painted. */
export function createWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    show: false,
    width: 1200,
    height: 800,
    minWidth: 480,
    minHeight: 360,
    title: 'Daybook',
    webPreferences: { ...isolated, preload },
  });
  window.once('ready-to-show', () => { window.show(); });
  return window;
}

/** Brings `window` before the user, also from the task bar. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
