// What the specs of the desktop app run: Electron where it is, else the double.

import { join, resolve } from 'node:path';
import { installedElectron } from '../../main/desktop/electron-binary.ts';

const root = resolve(import.meta.dirname, '../..');

/** The real executable (`$ELECTRON_EXECUTABLE`, or the one in node_modules), or null. Fetches nothing. */
export function electronBinary(): string | null {
  return process.env['ELECTRON_EXECUTABLE'] || installedElectron(root);
}

/** An executable that behaves like Electron's and shows its windows in Chromium, without a screen. */
export const doubleBinary = join(root, 'test/doubles/electron');
