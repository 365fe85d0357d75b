// `Menu`: what a template says, without anything on a screen. A click is a call.

import type { MenuItemConstructorOptions } from 'electron';
import { onRestart } from './control.ts';

/** The menu of the application, and those that were popped up, oldest first. */
export const shown: { application: MenuDouble | null; popups: MenuDouble[] } = { application: null, popups: [] };

export interface MenuItemDouble {
  readonly label: string;
  readonly role: string | undefined;
  readonly type: string;
  readonly enabled: boolean;
  readonly accelerator: string | undefined;
  readonly registerAccelerator: boolean;
  readonly submenu: MenuDouble | undefined;
  readonly click: () => void;
}

export class MenuDouble {
  readonly items: readonly MenuItemDouble[];

  private constructor(items: readonly MenuItemDouble[]) {
    this.items = items;
  }

  static buildFromTemplate(template: readonly MenuItemConstructorOptions[]): MenuDouble {
    return new MenuDouble(template.map(itemOf));
  }

  static setApplicationMenu(menu: MenuDouble | null): void {
    shown.application = menu;
  }

  static getApplicationMenu(): MenuDouble | null {
    return shown.application;
  }

  popup(): void {
    shown.popups.push(this);
  }
}

function itemOf(options: MenuItemConstructorOptions): MenuItemDouble {
  const { label, role, type, submenu, enabled = true, accelerator, registerAccelerator = true, click } = options;
  if (label === undefined && role === undefined && type === undefined)
    throw new Error('Invalid template for MenuItem: must have at least one of label, role or type');
  return {
    label: label ?? '',
    role,
    type: type ?? (submenu === undefined ? 'normal' : 'submenu'),
    enabled,
    accelerator: typeof accelerator === 'string' ? accelerator : undefined,
    registerAccelerator,
    submenu: Array.isArray(submenu) ? MenuDouble.buildFromTemplate(submenu) : undefined,
    // A disabled item cannot be clicked.
    click: () => {
      if (enabled) click?.(undefined as never, undefined, {});
    },
  };
}

/** The item at the end of these labels; & for keys is left out. */
export function itemAt(menu: MenuDouble | null, ...labels: readonly string[]): MenuItemDouble {
  const [first, ...rest] = labels;
  const item = menu?.items.find(({ label, role }) => label.replace(/&(?!&)/, '').replaceAll('&&', '&') === first || role === first);
  if (item === undefined)
    throw new Error(`There is no ${String(first)} among ${menu?.items.map(({ label, role }) => label || role).join(', ') ?? 'nothing'}`);
  return rest.length === 0 ? item : itemAt(item.submenu ?? null, ...rest);
}

onRestart(() => {
  shown.application = null;
  shown.popups = [];
});
