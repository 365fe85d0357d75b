import type { MenuItemConstructorOptions } from 'electron';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '../../main/contract/bridge.ts';
import { acceleratorOf } from '../../main/desktop/accelerator.ts';
import { contextTemplate, type ContextFacts } from '../../main/desktop/context-menu.ts';
import { headingOf, menuTemplate } from '../../main/desktop/menu-template.ts';
import { control } from '../doubles/electron.ts';
import { itemAt, shown } from '../doubles/menu.ts';
import { full } from '../support/tiers.ts';
import { cleanUp, launch, listenOn, onBridge, type Launched } from './launch.ts';

const commands: Command[] = [
  { id: 'notes.new', name: 'New note', group: 'Notes', shortcut: 'n', enabled: true },
  { id: 'calendar.new', name: 'New event', group: 'Calendar', shortcut: '$mod+Shift+e', enabled: true },
  { id: 'app.palette', name: 'Open palette', group: 'General', shortcut: '$mod+k', enabled: true },
  { id: 'app.boards', name: 'Go to Boards', group: 'Go to', shortcut: 'g b', enabled: true },
  { id: 'app.dark', name: 'Dark theme', group: 'View', shortcut: null, enabled: true },
  { id: 'app.undo', name: 'Undo delete', group: 'General', shortcut: '$mod+z', enabled: false },
  { id: 'app.keys', name: 'Keys', group: 'General', shortcut: 'Shift+?', enabled: true },
  { id: 'boards.move', name: 'Move to R&D', group: 'Card & column', shortcut: null, enabled: true },
];

describe('accelerators', () => {
  test.each([
    ['$mod+k', 'CommandOrControl+K'],
    ['$mod+Shift+e', 'CommandOrControl+Shift+E'],
    ['Alt+ArrowLeft', 'Alt+Left'],
    ['Control+Enter', 'Control+Return'],
    ['$mod++', 'CommandOrControl+Plus'],
    ['$mod+,', 'CommandOrControl+,'],
    ['$mod+KeyB', 'CommandOrControl+B'],
    ['F2', 'F2'],
    ['Shift+F10', 'Shift+F10'],
    ['g n', null],
    ['n', null],
    ['Shift+?', null],
    ['ArrowDown', null],
    ['Delete', null],
    ['$mod+MediaPlay', null],
    ['Hyper+k', null],
    ['', null],
    [null, null],
  ])('%s is shown as %s', (shortcut, expected) => {
    expect(acceleratorOf(shortcut)).toBe(expected);
  });
});

describe('the menus', () => {
  const template = (platform: NodeJS.Platform, offered = commands, isPackaged = true): MenuItemConstructorOptions[] =>
    menuTemplate({
      platform,
      commands: offered,
      isPackaged,
      choose: () => undefined,
      openCapture: () => undefined,
      openDataDir: () => undefined,
    });
  const names = (items: readonly MenuItemConstructorOptions[]): string[] =>
    items.map(({ label, role, type }) => label ?? role ?? type ?? '');
  const menu = (platform: NodeJS.Platform, name: string, offered = commands, isPackaged = true): string[] => {
    const found = template(platform, offered, isPackaged).find(({ label, role }) => label === name || role === name);
    return names((found?.submenu as MenuItemConstructorOptions[] | undefined) ?? []);
  };

  test('are those of the platform', () => {
    expect(names(template('linux'))).toEqual(['&File', '&Edit', '&View', '&Go', '&Actions', 'window', 'help']);
    expect(names(template('darwin'))[0]).toBe('appMenu');
    expect(menu('linux', '&File')).toContain('quit');
    expect(menu('darwin', '&File')).not.toContain('quit');
    expect(menu('darwin', 'appMenu')).toContain('quit');
    expect(menu('win32', 'help')).toContain('about');
  });

  test('hold the page’s actions, sorted by what they do', () => {
    expect(commands.map(headingOf)).toEqual(['file', 'file', 'go', 'go', 'view', 'edit', 'help', 'actions']);
    expect(menu('linux', '&File').slice(0, 3)).toEqual(['New note', 'separator', 'New event']);
    expect(menu('linux', '&Go')).toEqual(['Open palette', 'separator', 'Go to Boards']);
    expect(menu('linux', '&Actions')).toEqual(['Card && column']);
  });

  test('have no empty ones, and no tools for developers in a package', () => {
    expect(names(template('linux', []))).toEqual(['&File', '&Edit', '&View', 'window', 'help']);
    expect(menu('linux', '&View')).not.toContain('toggleDevTools');
    expect(menu('linux', '&View', commands, false)).toContain('toggleDevTools');
  });
});

describe('the context menu', () => {
  const nothing: ContextFacts = {
    dictionarySuggestions: [],
    editFlags: {
      canCopy: true,
      canCut: true,
      canDelete: true,
      canEditRichly: true,
      canPaste: true,
      canRedo: false,
      canSelectAll: true,
      canUndo: false,
    },
    hasImageContents: false,
    isEditable: false,
    linkURL: '',
    mediaType: 'none',
    misspelledWord: '',
    selectionText: '',
  };
  const labels = (facts: Partial<ContextFacts>): string[] =>
    contextTemplate(
      { ...nothing, ...facts },
      { replace: () => undefined, learn: () => undefined, copyLink: () => undefined, saveImage: () => undefined },
    ).map(({ label, role, type }) => label ?? role ?? type ?? '');

  test.each([
    ['nothing', {}, []],
    ['selected text', { selectionText: 'words' }, ['copy']],
    ['a field', { isEditable: true }, ['cut', 'copy', 'paste', 'selectAll']],
    [
      'a word that is not spelt well',
      { isEditable: true, misspelledWord: 'wrod', dictionarySuggestions: ['word', 'rod'] },
      ['word', 'rod', 'Add to Dictionary', 'separator', 'cut', 'copy', 'paste', 'selectAll'],
    ],
    ['a word that nothing is like', { misspelledWord: 'xqzt' }, ['No Suggestions', 'Add to Dictionary']],
    ['a link', { linkURL: 'https://example.com/' }, ['Copy Link']],
    ['a link that is none of the web', { linkURL: 'javascript:void 0' }, []],
    ['an image', { mediaType: 'image', hasImageContents: true }, ['Save Image…']],
  ] as const)('on %s', (_case, facts, expected) => {
    expect(labels(facts as Partial<ContextFacts>)).toEqual(expected);
  });
});

describe('in the app', () => {
  let desktop: Launched;
  beforeAll(async () => {
    desktop = await launch();
  });
  afterAll(cleanUp);

  test('there are menus before the page has told its actions', () => {
    expect(itemAt(shown.application, 'File', 'Quick Capture').enabled).toBe(true);
    expect(itemAt(shown.application, 'Edit', 'copy').role).toBe('copy');
    expect(() => itemAt(shown.application, 'Go')).toThrow('There is no Go');
  });

  test('an action that is chosen is sent to the page, its shortcut only shown', full, async () => {
    const page = await desktop.page();
    const chosen = await listenOn(page, 'onCommand');
    await onBridge(page, 'offerCommands', commands);
    const item = itemAt(shown.application, 'Go', 'Open palette');
    expect(item).toMatchObject({ accelerator: 'CommandOrControl+K', registerAccelerator: false });
    expect(itemAt(shown.application, 'Go', 'Go to Boards').accelerator).toBeUndefined();
    item.click();
    itemAt(shown.application, 'Actions', 'Card & column', 'Move to R&D').click();
    // One that makes no sense now cannot be chosen.
    itemAt(shown.application, 'Edit', 'Undo delete').click();
    await expect.poll(chosen).toEqual(['app.palette', 'boards.move']);
  });

  test('the menus follow when the actions change', async () => {
    const page = await desktop.page();
    await onBridge(page, 'offerCommands', commands);
    const before = shown.application;
    await onBridge(page, 'offerCommands', commands);
    expect(shown.application).toBe(before);
    await onBridge(
      page,
      'offerCommands',
      commands.map((command) => (command.id === 'app.undo' ? { ...command, enabled: true } : command)),
    );
    expect(itemAt(shown.application, 'Edit', 'Undo delete').enabled).toBe(true);
  });

  test.each([
    ['no list', 'everything', 'Invalid input'],
    ['an id without a feature', [{ ...commands[0], id: 'new' }], '0.id'],
    ['an unknown key', [{ ...commands[0], run: 'rm' }], 'run'],
    ['no name', [{ ...commands[0], name: '' }], '0.name'],
    ['too many', Array.from({ length: 501 }, () => commands[0]), '500'],
  ])('actions that are not right are refused with a reason: %s', async (_case, value, reason) => {
    const before = shown.application;
    await expect(onBridge(await desktop.page(), 'offerCommands', value)).rejects.toThrow(`These commands cannot be taken`);
    await expect(onBridge(await desktop.page(), 'offerCommands', value)).rejects.toThrow(reason);
    expect(shown.application).toBe(before);
  });

  test('the data folder opens from the menu and from the page', async () => {
    itemAt(shown.application, 'File', 'Open Data Folder').click();
    await onBridge(await desktop.page(), 'openDataDir');
    expect(control.state.openedPaths).toEqual([desktop.dataDir, desktop.dataDir]);
    control.state.openPathProblem = 'no file manager';
    await expect(onBridge(await desktop.page(), 'openDataDir')).rejects.toThrow('no file manager');
  });

  test('the right mouse button offers what can be done', async () => {
    const { webContents } = desktop.window();
    const facts = {
      ...{
        dictionarySuggestions: ['word'],
        misspelledWord: 'wrod',
        isEditable: true,
        linkURL: 'https://example.com/a',
        mediaType: 'image',
        hasImageContents: true,
        selectionText: '',
        srcURL: 'blob:http://localhost/1',
      },
      editFlags: {},
    };
    webContents.emit('context-menu', {}, facts);
    const [menu] = shown.popups;
    if (menu === undefined) throw new Error('No menu was shown');
    for (const label of ['word', 'Add to Dictionary', 'Copy Link', 'Save Image…']) itemAt(menu, label).click();
    expect(control.state.spelling).toEqual(['=word', '+wrod']);
    await expect.poll(() => control.state.clipboard).toBe('https://example.com/a');
    expect(control.state.downloads).toEqual(['blob:http://localhost/1']);
  });
});
