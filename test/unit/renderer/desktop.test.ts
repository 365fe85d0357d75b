import { describe, expect, it } from 'vitest';
import { commandsSchema } from '../../../main/contract/bridge-values.ts';
import type { Action } from '../../../renderer/actions/action.ts';
import { commandsOf } from '../../../renderer/app/use-desktop.ts';
import { pressedAccelerator, shortcutOf, type KeyPress } from '../../../renderer/features/settings/desktop/accelerator.ts';

const press = (key: string, code: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('acceleratorOf', () => {
  it.each<[string, KeyPress, boolean, string | null]>([
    ['Ctrl and Shift', press(' ', 'Space', { ctrlKey: true, shiftKey: true }), false, 'CommandOrControl+Shift+Space'],
    ['Command', press('j', 'KeyJ', { metaKey: true }), true, 'CommandOrControl+J'],
    ['Control on a Mac', press('j', 'KeyJ', { ctrlKey: true }), true, 'Control+J'],
    ['the Windows key', press('j', 'KeyJ', { metaKey: true }), false, 'Super+J'],
    ['Option, which gives another character', press('∆', 'KeyJ', { altKey: true }), true, 'Alt+J'],
    ['a letter where its owner has it', press('z', 'KeyY', { ctrlKey: true }), false, 'CommandOrControl+Z'],
    ['a digit with Shift', press('!', 'Digit1', { ctrlKey: true, shiftKey: true }), false, 'CommandOrControl+Shift+1'],
    ['a function key alone', press('F9', 'F9'), false, 'F9'],
    ['a letter alone', press('a', 'KeyA'), false, null],
    ['a letter with Shift', press('A', 'KeyA', { shiftKey: true }), false, null],
    ['a modifier alone', press('Control', 'ControlLeft', { ctrlKey: true }), false, null],
  ])('%s', (_name, pressed, isMac, accelerator) => {
    expect(pressedAccelerator(pressed, isMac)).toBe(accelerator);
  });

  it('is shown like any other shortcut', () => {
    expect(shortcutOf('CommandOrControl+Alt+Up')).toBe('$mod+Alt+ArrowUp');
  });
});

describe('commandsOf', () => {
  const action = (fields: Partial<Action>): Action => ({
    id: 'a.b',
    name: 'Name',
    group: 'Group',
    icon: (() => null) as unknown as Action['icon'],
    perform: () => undefined,
    ...fields,
  });

  it('tells what the menus take, the last of the same id, and none that only the help sheet lists', () => {
    const commands = commandsOf([
      action({ shortcut: '$mod+k' }),
      action({ id: 'a.help', listed: 'help' }),
      action({ id: 'a.keys', listed: 'keys', when: () => false }),
      action({ name: 'Later' }),
    ]);
    expect(commands).toEqual([
      { id: 'a.b', name: 'Later', group: 'Group', shortcut: null, enabled: true },
      { id: 'a.keys', name: 'Name', group: 'Group', shortcut: null, enabled: false },
    ]);
    expect(commandsSchema.safeParse(commands).success).toBe(true);
  });
});
