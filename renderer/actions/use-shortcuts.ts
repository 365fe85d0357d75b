import { useLayoutEffect } from 'react';
import { createKeybindingsHandler } from 'tinykeys';
import type { Action } from './action.ts';
import { isAvailable, useRegistry } from './registry.ts';
import { hasPlainKeys } from '../api/remembered.ts';
import { awaitsText, isPlain, keysBelongTo, watchPresses, isComposing } from './shortcut.ts';

/** Listens to the keyboard for all actions that are registered. Once per page. */
export function useShortcuts(): void {
  const registry = useRegistry();
  // Before the first paint: what can be seen can be used.
  useLayoutEffect(() => {
    let listeners = listenersFor(registry.all());
    let isStale = false;
    /** When the first of several keys was pressed. */
    let begun = -Infinity;
    const unsubscribe = registry.subscribe(() => {
      isStale = true;
    });
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isComposing(event)) return;
      // New listeners would know nothing of the first key.
      if (isStale && event.timeStamp - begun > timeoutMs) {
        listeners = listenersFor(registry.all());
        isStale = false;
      }
      begun = listeners.firstKeys.has(event.key) ? event.timeStamp : -Infinity;
      listeners.anywhere(event);
      if (event.defaultPrevented || keysBelongTo(event.target)) return;
      if (hasPlainKeys() && !awaitsText()) listeners.plain(event);
      if (!event.defaultPrevented) listeners.elsewhere(event);
    };
    const endPresses = watchPresses();
    window.addEventListener('keydown', onKey);
    return () => {
      unsubscribe();
      endPresses();
      window.removeEventListener('keydown', onKey);
    };
  }, [registry]);
}

/** How long the next of several keys is waited for, in milliseconds. */
const timeoutMs = 1_000;

function listenersFor(actions: readonly Action[]) {
  const bound = actions.filter(({ shortcut, listed }) => shortcut !== undefined && listed !== 'help');
  const options = { timeout: timeoutMs };
  const [plain, others] = [bound.filter(isPlainAction), bound.filter((action) => !isPlainAction(action))];
  return {
    anywhere: createKeybindingsHandler(bindings(others.filter(({ anywhere }) => anywhere === true)), options),
    plain: createKeybindingsHandler(bindings(plain), options),
    elsewhere: createKeybindingsHandler(bindings(others.filter(({ anywhere }) => anywhere !== true)), options),
    /** Those with which several keys begin. */
    firstKeys: new Set(bound.flatMap(({ shortcut = '' }) => (pressesOf(shortcut) > 1 ? [shortcut.split(' ')[0]] : []))),
  };
}

const isPlainAction = ({ shortcut = '' }: Action): boolean => isPlain(shortcut);

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
          if (action.makes !== true || !event.repeat) action.perform();
        },
      ]),
  );
}

function pressesOf(shortcut: string): number {
  return shortcut.split(' ').length;
}
