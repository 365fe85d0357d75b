// `dialog`, `shell` and `clipboard`: what would leave the app is written down instead, and dialogs are answered from a list.

import type { BaseWindow, Clipboard, Dialog, MessageBoxOptions, MessageBoxReturnValue, OpenDialogOptions, Shell } from 'electron';
import { onRestart, state } from './control.ts';
import { strict } from './strict.ts';

type Given<Options> = [options: Options] | [window: BaseWindow, options: Options];

/** Boxes that are left open: they close when their signal says so, or the next answer comes. */
const open = new Set<(answer: string | null) => void>();

/** Clicks `label` in the box that is open. */
export function answerNow(label: string): void {
  const [answer] = open;
  if (answer === undefined) throw new Error('No box is open');
  answer(label);
}

export const openBoxes = (): number => open.size;

export const dialog = strict('dialog', {
  showErrorBox(title, content) {
    state.errorBoxes.push({ title, content });
  },
  showMessageBox: (...given: Given<MessageBoxOptions>): Promise<MessageBoxReturnValue> => {
    const options = given[given.length - 1] as MessageBoxOptions;
    state.messageBoxes.push(options);
    const answer = state.answers.shift();
    if (answer === 'wait') return waiting(options);
    return Promise.resolve({ response: clicked(options, answer ?? null), checkboxChecked: false });
  },
  showMessageBoxSync: (...given: Given<MessageBoxOptions>): number => {
    const options = given[given.length - 1] as MessageBoxOptions;
    state.messageBoxes.push(options);
    return clicked(options, state.answers.shift() ?? null);
  },
  showOpenDialog: (...given: Given<OpenDialogOptions>) => {
    state.openDialogs.push(given[given.length - 1] as OpenDialogOptions);
    const filePaths = state.chosenFiles.shift();
    return Promise.resolve({ canceled: filePaths === undefined, filePaths: filePaths ?? [] });
  },
} satisfies Partial<Dialog>);

function clicked({ buttons = ['OK'], cancelId = 0 }: MessageBoxOptions, label: string | null): number {
  if (label === null) return cancelId;
  const index = buttons.findIndex((button) => button === label || (label.endsWith('…') && button.startsWith(label.slice(0, -1))));
  if (index === -1) throw new Error(`There is no button ${label} among ${buttons.join(', ')}`);
  return index;
}

function waiting(options: MessageBoxOptions): Promise<MessageBoxReturnValue> {
  return new Promise((resolve) => {
    const answer = (label: string | null): void => {
      open.delete(answer);
      resolve({ response: clicked(options, label), checkboxChecked: false });
    };
    open.add(answer);
    options.signal?.addEventListener('abort', () => {
      answer(null);
    });
  });
}

export const shell = strict('shell', {
  openExternal(url) {
    state.openedOutside.push(url);
    return Promise.resolve();
  },
  openPath(path) {
    state.openedPaths.push(path);
    return Promise.resolve(state.openPathProblem);
  },
} satisfies Partial<Shell>);

export const clipboard = strict('clipboard', {
  writeText(text) {
    state.clipboard = text;
    return Promise.resolve();
  },
} satisfies Partial<Clipboard>);

onRestart(() => {
  for (const answer of [...open]) answer(null);
});
