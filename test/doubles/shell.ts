// `dialog` and `shell`: what would leave the app is written down instead.

import type { Dialog, Shell } from 'electron';
import { state } from './control.ts';
import { strict } from './strict.ts';

export const dialog = strict('dialog', {
  showErrorBox(title, content) { state.errorBoxes.push({ title, content }); },
} satisfies Partial<Dialog>);

export const shell = strict('shell', {
  openExternal(url) {
    state.openedOutside.push(url);
    return Promise.resolve();
  },
} satisfies Partial<Shell>);
