// The menus, from the page's actions. Pure.

import type { MenuItemConstructorOptions } from 'electron';
import type { Command } from '../contract/bridge.ts';
import { acceleratorOf } from './accelerator.ts';

interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** The page's actions; none before it has told them. */
  readonly commands: readonly Command[];
  /** Whether tools for developers are left out. */
  readonly isPackaged: boolean;
  readonly choose: (id: string) => void;
  readonly openCapture: () => void;
  readonly openDataDir: () => void;
}

type Item = MenuItemConstructorOptions;
type Heading = 'file' | 'edit' | 'view' | 'go' | 'help' | 'actions';

const separator: Item = { type: 'separator' };

/** The first that fits an action's id; what fits none stands under Actions. */
const headings: readonly (readonly [RegExp, Heading])[] = [
  [/^app\.keys$/, 'help'],
  [/^app\.undo$|\.(?:delete|remove)$/, 'edit'],
  [/^app\.(?:sidebar|light|dark|system)$|\.(?:filter|cards)$/, 'view'],
  [/\.(?:new|add|create|print|import|export)[A-Z]?\w*$/, 'file'],
  [/^(?:app|settings)\.|\.(?:go|today|next|previous)$/, 'go'],
];

export function headingOf({ id }: Command): Heading {
  return headings.find(([form]) => form.test(id))?.[1] ?? 'actions';
}

export function menuTemplate(options: MenuOptions): Item[] {
  const { platform, isPackaged } = options;
  const isMac = platform === 'darwin';
  const shown = (heading: Heading): Item[] => commandItems(options, heading);
  const menus: Item[] = [
    {
      label: '&File',
      submenu: joined(
        shown('file'),
        [
          { label: 'Quick Capture', click: options.openCapture },
          { label: 'Open Data Folder', click: options.openDataDir },
        ],
        [{ role: isMac ? 'close' : 'quit' }],
      ),
    },
    {
      label: '&Edit',
      submenu: joined(
        [{ role: 'undo' }, { role: 'redo' }],
        [{ role: 'cut' }, { role: 'copy' }, { role: 'paste' }, { role: 'pasteAndMatchStyle' }, { role: 'selectAll' }],
        shown('edit'),
        isMac ? speech : [],
      ),
    },
    {
      label: '&View',
      submenu: joined(
        shown('view'),
        [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'togglefullscreen' }],
        isPackaged ? [] : [{ role: 'reload' }, { role: 'toggleDevTools' }],
      ),
    },
    { label: '&Go', submenu: shown('go') },
    { label: '&Actions', submenu: byGroup(options) },
    {
      role: 'window',
      submenu: [
        { role: 'minimize' },
        { role: 'zoom' },
        ...(isMac ? [separator, { role: 'front' } as const] : [{ role: 'close' } as const]),
      ],
    },
    { role: 'help', submenu: joined(shown('help'), isMac ? [] : [{ role: 'about' }]) },
  ];
  return [...(isMac ? [appMenu] : []), ...menus].filter(({ submenu }) => !Array.isArray(submenu) || submenu.length > 0);
}

const speech: Item[] = [{ label: 'Speech', submenu: [{ role: 'startSpeaking' }, { role: 'stopSpeaking' }] }];

const appMenu: Item = {
  role: 'appMenu',
  submenu: [
    { role: 'about' },
    separator,
    { role: 'services' },
    separator,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    separator,
    { role: 'quit' },
  ],
};

/** The items of a heading; the groups of the page are kept apart by lines. */
function commandItems(options: MenuOptions, heading: Heading): Item[] {
  return joined(
    ...grouped(options.commands.filter((command) => headingOf(command) === heading)).map(([, commands]) =>
      commands.map((command) => commandItem(options, command)),
    ),
  );
}

/** What fits no heading: a menu of its own for each of the page's groups. */
function byGroup(options: MenuOptions): Item[] {
  return grouped(options.commands.filter((command) => headingOf(command) === 'actions')).map(([group, commands]) => ({
    label: escaped(group),
    submenu: commands.map((command) => commandItem(options, command)),
  }));
}

function grouped(commands: readonly Command[]): [string, Command[]][] {
  return [...Map.groupBy(commands, ({ group }) => group)];
}

function commandItem({ choose }: MenuOptions, { id, name, shortcut, enabled }: Command): Item {
  const accelerator = acceleratorOf(shortcut);
  return {
    // Not `id`: two actions of one id would make Electron throw.
    label: escaped(name),
    enabled,
    // The page listens for its keys itself: the menu only shows them.
    ...(accelerator === null ? {} : { accelerator, registerAccelerator: false }),
    click: () => {
      choose(id);
    },
  };
}

/** Menus take & for the key of the item. */
function escaped(text: string): string {
  return text.replaceAll('&', '&&');
}

/** Sections with a line between them; empty ones leave nothing. */
function joined(...sections: Item[][]): Item[] {
  return sections.filter((section) => section.length > 0).flatMap((section, index) => (index === 0 ? section : [separator, ...section]));
}
