// The number of things due today, on the app's icon.

import { app, nativeImage, type BrowserWindow, type NativeImage } from 'electron';

/** Shows `due`, or nothing for 0. Where the system cannot show it, nothing happens. */
export function showBadge(due: number, window: BrowserWindow): void {
  if (process.platform !== 'win32') app.setBadgeCount(due);
  else if (!window.isDestroyed()) window.setOverlayIcon(due === 0 ? null : dot(), due === 0 ? '' : `${due} due today`);
}

const side = 16;

/** A round spot that is seen on dark and on light task bars, as BGRA. */
function dot(): NativeImage {
  const pixels = Buffer.alloc(side * side * 4);
  const middle = (side - 1) / 2;
  for (let at = 0; at < side * side; at += 1) {
    if (Math.hypot((at % side) - middle, Math.floor(at / side) - middle) <= middle) pixels.set([0x3a, 0xa3, 0xf2, 0xff], at * 4);
  }
  return nativeImage.createFromBitmap(pixels, { width: side, height: side });
}
