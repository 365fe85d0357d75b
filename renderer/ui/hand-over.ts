// What the page hands over: texts to the clipboard, files to the browser.

import { notify } from './toasts.ts';
import { strings } from './strings.ts';

/** Puts text into the clipboard and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ title: strings.copied });
  } catch (error) {
    notify({ title: strings.copyFailed, text: error instanceof Error ? error.message : '', kind: 'problem' });
  }
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
