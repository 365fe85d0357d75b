// Shortcuts: how they are shown, and when a key press is meant for one.

import { hasPlainKeys } from '../api/remembered.ts';

export const isMac = /Mac|iPhone|iPad/.test(typeof navigator === 'undefined' ? '' : navigator.platform);

const shown: Readonly<Record<string, string>> = {
  $mod: isMac ? '⌘' : 'Ctrl',
  Control: 'Ctrl',
  Alt: isMac ? '⌥' : 'Alt',
  Shift: isMac ? '⇧' : 'Shift',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Enter: '↵',
  Backspace: '⌫',
  Delete: 'Del',
};

/** The keys of a shortcut, press by press: `[['Ctrl', 'K']]`, `[['G'], ['N']]`. */
export function shortcutKeys(shortcut: string): readonly (readonly string[])[] {
  return shortcut.split(' ').map((press) => {
    const keys = press === '+' ? ['+'] : press.split('+');
    // A character that needs Shift shows that by itself.
    const shifted = keys.length === 2 && keys[0] === 'Shift' && /^[^\p{L}\d]$/u.test(keys[1] ?? '');
    return (shifted ? keys.slice(1) : keys).map((key) => shown[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  });
}

/** Whether all of its keys are letters or signs, which a user who dictates or misses a field presses by mistake. */
export function isPlain(shortcut: string): boolean {
  return shortcut.split(' ').every((press) => /^(?:Shift\+)?.$/u.test(press));
}

/** Whether the user has turned such shortcuts off. */
export const isTurnedOff = (shortcut: string, withPlainKeys = hasPlainKeys()): boolean => !withPlainKeys && isPlain(shortcut);

/** As ARIA writes it in `aria-keyshortcuts`; of keys one after the other there is no such form. */
export function ariaKeys(shortcut: string | undefined): string | undefined {
  if (shortcut === undefined || shortcut.includes(' ') || isTurnedOff(shortcut)) return undefined;
  return shortcut.replace('$mod', isMac ? 'Meta' : 'Control');
}

const typing =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range]), textarea, select, ' +
  '[contenteditable]:not([contenteditable=false])';
/** A message stands beside the page, which the user goes on with after its button. */
const overlay = '[role=dialog]:not(.toast), [role=alertdialog]:not(.toast), [role=menu], [role=listbox]';

/**
 * Whether a key is for the input method that a word is written with, as Enter is that ends the word. Safari tells of this Enter when the
 * word has ended already: there it is known by its code alone.
 */
export function isComposing({ isComposing: isWithin, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isWithin || keyCode === 229;
}

/** Whether keys write where they go to. */
export function isWrittenIn(target: Element): boolean {
  return target.closest(typing) !== null;
}

/** Whether keys belong to where the focus is: a text field, a menu, a dialog. */
export function keysBelongTo(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${typing}, ${overlay}`) !== null;
}

/** Keys that move the focus, or leave what was begun. */
const goingKeys = /^(?:Tab|Escape|Home|End|Page(?:Up|Down)|Arrow.*)$/;

/** What opens a text to write in: a link to a note or a card, and what leads to one without being a link. */
const openers = '[data-opens-text], a[href^="/notes/"], a[href^="/boards/"][href*="/cards/"]';

let isTextAwaited = false;

/**
 * Whether letters are no commands for now: the user has pressed something that opens a text to write in and goes on typing, without a key
 * that moves the focus.
 */
export const awaitsText = (): boolean => isTextAwaited;

/** For a layer that gives the focus back before it performs what was pressed in it. */
export function awaitText(): void {
  isTextAwaited = true;
}

/** Follows presses and keys for `awaitsText`. Once per page; gives the function that ends it. */
export function watchPresses(): () => void {
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  const opensText = (target: EventTarget | null): boolean => target instanceof Element && target.closest(openers) !== null;
  window.addEventListener(
    'pointerdown',
    () => {
      isTextAwaited = false;
    },
    options,
  );
  // Not of a drag, which opens nothing, nor by Enter, where `detail` counts no clicks.
  window.addEventListener(
    'click',
    ({ target, detail, ctrlKey, metaKey, shiftKey }) => {
      // With these keys rows are chosen together, for commands.
      if (detail > 0 && !ctrlKey && !metaKey && !shiftKey) isTextAwaited = opensText(target);
    },
    options,
  );
  window.addEventListener(
    'keydown',
    ({ key }) => {
      if (goingKeys.test(key)) isTextAwaited = false;
    },
    options,
  );
  window.addEventListener(
    'focusin',
    ({ target }) => {
      // The page itself has the focus where a narrow window shows the text in place of the list.
      if (!opensText(target) && target instanceof Element && target.id !== 'main') isTextAwaited = false;
    },
    options,
  );
  return () => {
    end.abort();
  };
}
