// The picture in the tray, as the system wants it: on macOS an outline, which the menu bar colours itself.

import { app, nativeImage, type NativeImage } from 'electron';
import { join } from 'node:path';

/** The name of the file in resources/tray; its larger version (`@2x`) is found by Electron. Pure. */
export function trayFile(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'trayTemplate.png';
  return platform === 'win32' ? 'tray.ico' : 'tray.png';
}

export function trayImage(): NativeImage {
  return nativeImage.createFromPath(join(app.getAppPath(), 'resources', 'tray', trayFile(process.platform)));
}
