// A double of the part of the `electron` module that Daybook uses, for tests on machines without an Electron
// binary. Pages are real: they live in Chromium. What Electron has and this lacks throws as soon as it is touched.
//
// Not the same as in Electron: no sandboxed processes and no isolated world (the preload runs beside the page),
// web preferences have no effect, permissions are asked for at each load, popups that are allowed stay empty.

import type Electron from 'electron';
import { app } from './app.ts';
import { BrowserWindowDouble } from './browser-window.ts';
import { closeBrowser } from './chromium.ts';
import { control } from './control.ts';
import { ipcMain } from './ipc.ts';
import { session } from './session.ts';
import { dialog, shell } from './shell.ts';
import { utilityProcess } from './utility-process.ts';
import type { WebContentsDouble } from './web-contents.ts';

export { app, BrowserWindowDouble as BrowserWindow, closeBrowser, control, dialog, ipcMain, session, shell, utilityProcess };

/** Fails to compile, naming them, if the double has members that Electron lacks. */
type OnlyKnown<Double, Real> = Exclude<keyof Double, keyof Real> extends never ? true : Exclude<keyof Double, keyof Real>;

({
  app: true,
  BrowserWindow: true,
  browserWindow: true,
  dialog: true,
  ipcMain: true,
  defaultSession: true,
  session: true,
  shell: true,
  utilityProcess: true,
  webContents: true,
}) satisfies {
  app: OnlyKnown<typeof app, Electron.App>;
  BrowserWindow: OnlyKnown<typeof BrowserWindowDouble, typeof Electron.BrowserWindow>;
  browserWindow: OnlyKnown<BrowserWindowDouble, Electron.BrowserWindow>;
  dialog: OnlyKnown<typeof dialog, Electron.Dialog>;
  ipcMain: OnlyKnown<typeof ipcMain, Electron.IpcMain>;
  defaultSession: OnlyKnown<typeof session.defaultSession, Electron.Session>;
  session: OnlyKnown<typeof session, typeof Electron.session>;
  shell: OnlyKnown<typeof shell, Electron.Shell>;
  utilityProcess: OnlyKnown<typeof utilityProcess, typeof Electron.utilityProcess>;
  webContents: OnlyKnown<WebContentsDouble, Electron.WebContents>;
};
