// The page's actions as the desktop window's menus show them.

import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { isAvailable, useRegistry } from '../actions/registry.ts';
import { desktopBridge } from '../api/bridge.ts';
import type { Command } from '../../main/contract/bridge.ts';
import type { Action } from '../actions/action.ts';
import { isTurnedOff } from '../actions/shortcut.ts';

/** How long nothing must have changed before the menus are told, in milliseconds. */
const debounceMs = 200;

/**
 * In the desktop window: offers the actions to its menus, performs what is chosen there, and shows the pages that it asks for. Nothing in
 * a browser.
 */
export function useDesktop(): void {
  useOfferedCommands();
  const registry = useRegistry();
  useEffect(
    () =>
      desktopBridge()?.onCommand?.((id) => {
        registry
          .all()
          .findLast((action) => action.id === id && isAvailable(action))
          ?.perform();
      }),
    [registry],
  );
  const [, go] = useLocation();
  useEffect(
    () =>
      desktopBridge()?.onOpen?.((path) => {
        go(path);
      }),
    [go],
  );
}

/** Which actions make sense depends on what has the focus too, and another page always takes it. */
function useOfferedCommands(): void {
  const registry = useRegistry();
  useEffect(() => {
    const bridge = desktopBridge();
    if (bridge?.offerCommands === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const offer = (): void => {
      const commands = commandsOf(registry.all());
      const text = JSON.stringify(commands);
      if (text === offered) return;
      offered = text;
      // Menus are a convenience: every action is in the palette too.
      bridge.offerCommands?.(commands).catch(() => {
        offered = '';
      });
    };
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(offer, debounceMs);
    };
    later();
    const unsubscribe = registry.subscribe(later);
    document.addEventListener('focusin', later);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      document.removeEventListener('focusin', later);
    };
  }, [registry]);
}

/** What the menus were told last. */
let offered = '';

/** The actions that can be performed from a menu. Of several with the same id the last one counts, as with shortcuts. */
export function commandsOf(actions: readonly Action[]): readonly Command[] {
  const byId = new Map<string, Command>();
  for (const action of actions) {
    if (action.listed === 'help') continue;
    const { id, name, group, shortcut = null } = action;
    const isOff = shortcut !== null && isTurnedOff(shortcut);
    byId.set(id, { id, name, group, shortcut: isOff ? null : shortcut, enabled: isAvailable(action) });
  }
  return [...byId.values()];
}
