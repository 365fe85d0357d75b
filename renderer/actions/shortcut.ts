// Shortcuts: how they are shown, and when a key press is meant for one.

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

/** As ARIA writes it in `aria-keyshortcuts`; of keys one after the other there is no such form. */
export function ariaKeys(shortcut: string | undefined): string | undefined {
  if (shortcut === undefined || shortcut.includes(' ')) return undefined;
  return shortcut.replace('$mod', isMac ? 'Meta' : 'Control');
}

const typing =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range]), textarea, select, ' +
  '[contenteditable]:not([contenteditable=false])';
/** A message stands beside the page, which the user goes on with after its button. */
const overlay = '[role=dialog]:not(.toast), [role=alertdialog]:not(.toast), [role=menu], [role=listbox]';

/** Whether keys belong to where the focus is: a text field, a menu, a dialog. */
export function keysBelongTo(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${typing}, ${overlay}`) !== null;
}
