// Compares the double with Electron's own types; `npm run typecheck` fails where they differ. Nothing here runs.

import type Electron from 'electron';
import type { EventEmitter } from 'node:events';
import type {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} from './electron.ts';
import type { MenuItemDouble } from './menu.ts';
import type { ImageDouble } from './system.ts';
import type { WebContentsDouble } from './web-contents.ts';

/** Calls that the real thing takes, and what it gives back. */
type Call = (...args: never[]) => unknown;

/**
 * Whether a double's method can be called as the real one and gives something of its kind; objects are compared member by member elsewhere.
 */
type Fits<Double, Real> = Double extends Call
  ? Real extends Call
    ? Parameters<Real> extends Parameters<Double>
      ? true
      : Parameters<Double> extends Partial<Parameters<Real>>
        ? true
        : Loosely<Parameters<Real>['length'], Parameters<Double>['length']>
    : // Some are typed as just any function.
      Real extends { call: unknown }
      ? true
      : false
  : Real extends Call
    ? false
    : true;

/** What the comparison says of a double that is wrong in three ways: a name of its own, arguments too many, a method for a value. */
type Wrong = Strays<
  { invented(): void; getVersion(first: string, second: number): string; isPackaged(): boolean; getName(): string },
  Electron.App
>;
type Same<A, B> = [A, B] extends [B, A] ? true : false;

/** Arguments that are doubles themselves differ in type; then their number must agree. */
type Loosely<Real, Double> = Extract<Double, Real> extends never ? false : true;

/** Names of the double that Electron lacks, or whose kind or arguments differ. EventEmitter's own are Node's. */
export type Strays<Double, Real> = {
  [K in Exclude<keyof Double, keyof EventEmitter | 'prototype'>]: K extends keyof Real
    ? Fits<Double[K], Real[K]> extends true
      ? never
      : K
    : K;
}[Exclude<keyof Double, keyof EventEmitter | 'prototype'>];

type None<Stray extends PropertyKey> = [Stray] extends [never] ? true : Stray;

({
  app: true,
  BrowserWindow: true,
  browserWindow: true,
  clipboard: true,
  dialog: true,
  globalShortcut: true,
  ipcMain: true,
  Menu: true,
  menu: true,
  menuItem: true,
  nativeImage: true,
  image: true,
  nativeTheme: true,
  Notification: true,
  notification: true,
  powerMonitor: true,
  screen: true,
  session: true,
  defaultSession: true,
  shell: true,
  tray: true,
  utilityProcess: true,
  child: true,
  webContents: true,
  bites: true,
}) satisfies {
  app: None<Strays<typeof app, Electron.App>>;
  BrowserWindow: None<Strays<typeof BrowserWindow, typeof Electron.BrowserWindow>>;
  browserWindow: None<Strays<BrowserWindow, Electron.BrowserWindow>>;
  clipboard: None<Strays<typeof clipboard, Electron.Clipboard>>;
  dialog: None<Strays<typeof dialog, Electron.Dialog>>;
  globalShortcut: None<Strays<typeof globalShortcut, Electron.GlobalShortcut>>;
  ipcMain: None<Strays<typeof ipcMain, Electron.IpcMain>>;
  Menu: None<Strays<typeof Menu, typeof Electron.Menu>>;
  menu: None<Strays<Menu, Electron.Menu>>;
  menuItem: None<Strays<MenuItemDouble, Electron.MenuItem>>;
  nativeImage: None<Strays<typeof nativeImage, typeof Electron.nativeImage>>;
  image: None<Strays<ImageDouble, Electron.NativeImage>>;
  nativeTheme: None<Strays<typeof nativeTheme, Electron.NativeTheme>>;
  Notification: None<Strays<typeof Notification, typeof Electron.Notification>>;
  notification: None<Strays<Notification, Electron.Notification>>;
  powerMonitor: None<Strays<typeof powerMonitor, Electron.PowerMonitor>>;
  screen: None<Strays<typeof screen, Electron.Screen>>;
  session: None<Strays<typeof session, typeof Electron.session>>;
  defaultSession: None<Strays<typeof session.defaultSession, Electron.Session>>;
  shell: None<Strays<typeof shell, Electron.Shell>>;
  tray: None<Strays<Tray, Electron.Tray>>;
  utilityProcess: None<Strays<typeof utilityProcess, typeof Electron.utilityProcess>>;
  child: None<Strays<ReturnType<typeof utilityProcess.fork>, Electron.UtilityProcess>>;
  webContents: None<Strays<WebContentsDouble, Electron.WebContents>>;
  bites: Same<Wrong, 'invented' | 'getVersion' | 'isPackaged'>;
};
