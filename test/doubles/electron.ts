// A double of the part of the `electron` module that Daybook uses, for tests on machines without an Electron
// binary. Pages are real: they live in Chromium. What Electron has and this lacks throws as soon as it is touched.
//
// Not the same as in Electron: no sandboxed processes and no isolated world (the preload runs beside the page),
// web preferences have no effect, permissions are asked for at each load, popups that are allowed stay empty,
// menus, dialogs, the tray and notifications are lists that a test reads and clicks. fidelity.ts compares the names and
// signatures with Electron's own.

export { app } from './app.ts';
export { BrowserWindowDouble as BrowserWindow } from './browser-window.ts';
export { closeBrowser } from './chromium.ts';
export { control } from './control.ts';
export { ipcMain } from './ipc.ts';
export { MenuDouble as Menu } from './menu.ts';
export { session } from './session.ts';
export { clipboard, dialog, shell } from './shell.ts';
export { globalShortcut, nativeImage, nativeTheme, powerMonitor, screen } from './system.ts';
export { NotificationDouble as Notification, TrayDouble as Tray } from './tray.ts';
export { utilityProcess } from './utility-process.ts';
