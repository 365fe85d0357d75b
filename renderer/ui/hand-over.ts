// What the page hands over: texts to the clipboard, files to the browser.

import { notify } from './toasts.ts';
import { strings } from './strings.ts';

/** Puts text into the clipboard and says so (`done`), or that it is not allowed. Gives whether that went well. */
export async function copyText(text: string, done: string = strings.copied): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    notify({ title: strings.copyFailed, text: strings.copyFailedHint, kind: 'problem' });
    return false;
  }
  notify({ title: done });
  return true;
}

/** Hands a file to the browser, which saves it or asks where to. */
export function saveFile(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The browser has taken hold of it by then.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
}
