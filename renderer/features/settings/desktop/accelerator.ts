// Electron's accelerators, made of key presses and shown like shortcuts. Pure.

/** What a key press tells. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Keys that are called otherwise in an accelerator. */
const names: Readonly<Record<string, string>> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Space: 'Space',
  Enter: 'Return',
  Tab: 'Tab',
  Insert: 'Insert',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  Backquote: '`',
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Semicolon: ';',
  Quote: "'",
  Comma: ',',
  Period: '.',
  Slash: '/',
  Backslash: '\\',
};

/**
 * The accelerator of a key press, such as `CommandOrControl+Shift+Space`; null while only modifiers are held, and for what would take a key
 * away from a user who types: it needs Ctrl, Alt, Command or the like, or is a function key.
 */
export function pressedAccelerator({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress, isMac: boolean): string | null {
  const name = keyName(key, code);
  if (name === null || !(ctrlKey || metaKey || altKey || /^F\d+$/.test(name))) return null;
  const primary = isMac ? metaKey : ctrlKey;
  return [
    primary && 'CommandOrControl',
    isMac && ctrlKey && 'Control',
    !isMac && metaKey && 'Super',
    altKey && 'Alt',
    shiftKey && 'Shift',
    name,
  ]
    .filter((part) => part !== false)
    .join('+');
}

function keyName(key: string, code: string): string | null {
  if (/^F(?:[1-9]|1\d|2[0-4])$/.test(key)) return key;
  // A letter is where the keyboard of its owner has it; with Alt some systems give another character.
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  return /^(?:Key|Digit)([A-Z\d])$/.exec(code)?.[1] ?? names[code] ?? null;
}

const shown: Readonly<Record<string, string>> = {
  CommandOrControl: '$mod',
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
  Return: 'Enter',
};

/** An accelerator as the page writes shortcuts. */
export function shortcutOf(accelerator: string): string {
  return accelerator
    .split('+')
    .map((part) => shown[part] ?? part)
    .join('+');
}
