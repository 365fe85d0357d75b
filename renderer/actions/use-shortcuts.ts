import { useLayoutEffect } from 'react';
import { createKeybindingsHandler } from 'tinykeys';
import type { Action } from './action.ts';
import { isAvailable, useRegistry } from './registry.ts';
import { keysBelongTo } from './shortcut.ts';

/** Listens to the keyboard for all actions that are registered. Once per page. */
export function useShortcuts(): void {
  const registry = useRegistry();
  // Before the first paint: what can be seen can be used.
  useLayoutEffect(() => {
    let listeners = listenersFor(registry.all());
    const unsubscribe = registry.subscribe(() => {
      listeners = listenersFor(registry.all());
    });
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      listeners.anywhere(event);
      if (!event.defaultPrevented && !keysBelongTo(event.target)) listeners.elsewhere(event);
    };
    window.addEventListener('keydown', onKey);
    return () => {
      unsubscribe();
      window.removeEventListener('keydown', onKey);
    };
  }, [registry]);
}

function listenersFor(actions: readonly Action[]) {
  const bound = actions.filter(({ shortcut, listed }) => shortcut !== undefined && listed !== 'help');
  return {
    anywhere: createKeybindingsHandler(bindings(bound.filter(({ anywhere }) => anywhere === true))),
    elsewhere: createKeybindingsHandler(bindings(bound.filter(({ anywhere }) => anywhere !== true))),
  };
}

/**
 * Of several actions with the same shortcut the last one that makes sense is performed. A key that ends several keys pressed one after the
 * other is not a shortcut of its own as well: `g d` is not `d`. The handler tries them in their order.
 */
function bindings(actions: readonly Action[]): Record<string, (event: KeyboardEvent) => void> {
  const byKeys = Map.groupBy(actions.toReversed(), ({ shortcut }) => shortcut ?? '');
  return Object.fromEntries(
    [...byKeys]
      .toSorted(([one], [other]) => pressesOf(other) - pressesOf(one))
      .map(([keys, candidates]) => [
        keys,
        (event: KeyboardEvent) => {
          // A longer one has ended with this key.
          if (event.defaultPrevented) return;
          const action = candidates.find(isAvailable);
          if (action === undefined) return;
          event.preventDefault();
          action.perform();
        },
      ]),
  );
}

function pressesOf(shortcut: string): number {
  return shortcut.split(' ').length;
}
