// The page's actions as the desktop window's menus show them.

import type { Command } from '../../main/contract/bridge.ts';
import type { Action } from '../actions/action.ts';
import { isAvailable } from '../actions/registry.ts';

/** The actions that can be performed from a menu. Of several with the same id the last one counts, as with shortcuts. */
export function commandsOf(actions: readonly Action[]): readonly Command[] {
  const byId = new Map<string, Command>();
  for (const action of actions) {
    if (action.listed === 'help') continue;
    const { id, name, group, shortcut = null } = action;
    byId.set(id, { id, name, group, shortcut, enabled: isAvailable(action) });
  }
  return [...byId.values()];
}
