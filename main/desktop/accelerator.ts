// Shortcuts as the page writes them (tinykeys) in the words of Electron's menus. Pure.

const modifiers: Readonly<Record<string, string>> = {
  $mod: 'CommandOrControl',
  Control: 'Control',
  Ctrl: 'Control',
  Meta: 'Meta',
  Alt: 'Alt',
  Shift: 'Shift',
};

const named: Readonly<Record<string, string>> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Enter: 'Return',
  Escape: 'Escape',
  Space: 'Space',
  Backspace: 'Backspace',
  Delete: 'Delete',
  Tab: 'Tab',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  '+': 'Plus',
};

/**
 * The accelerator that shows `shortcut` in a menu; null for a sequence such as `g n`, for keys that Electron has no name for, and for keys
 * without Control, Command or Alt: macOS acts on whatever a menu shows, also while the user types.
 */
export function acceleratorOf(shortcut: string | null): string | null {
  if (shortcut === null || shortcut.trim().includes(' ')) return null;
  // A plus at the end is the key itself.
  const parts = shortcut.trim().split(/\+(?!$)/);
  const key = keyName(parts.pop() ?? '');
  const pressed = parts.map((part) => modifiers[part]);
  if (key === null || pressed.includes(undefined)) return null;
  const isFunctionKey = /^F\d/.test(key);
  if (!isFunctionKey && !pressed.some((name) => name !== 'Shift')) return null;
  return [...pressed, key].join('+');
}

function keyName(key: string): string | null {
  if (named[key] !== undefined) return named[key];
  if (/^F(?:[1-9]|1\d|2[0-4])$/.test(key)) return key;
  const code = /^(?:Key|Digit)(.)$/.exec(key)?.[1] ?? key;
  return /^[!-~]$/.test(code) ? code.toUpperCase() : null;
}
