import { createContext, useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Action } from './action.ts';

/** All actions that can be had at the moment. Later ones win a shortcut over earlier ones. */
export class Registry {
  readonly #listeners = new Set<() => void>();
  readonly #sets = new Map<symbol, readonly Action[]>();
  #all: readonly Action[] = [];

  readonly all = (): readonly Action[] => this.#all;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds actions; gives the function that takes them away. */
  add(actions: readonly Action[]): () => void {
    const key = Symbol('actions');
    this.#sets.set(key, actions);
    this.#changed();
    return () => {
      this.#sets.delete(key);
      this.#changed();
    };
  }

  #changed(): void {
    this.#all = [...this.#sets.values()].flat();
    for (const listener of this.#listeners) listener();
  }
}

export const RegistryContext = createContext<Registry>(new Registry());

export function useRegistry(): Registry {
  return useContext(RegistryContext);
}

/** The actions that make sense now. */
export function useAvailableActions(): readonly Action[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.subscribe, registry.all).filter(isAvailable);
}

export function isAvailable({ when }: Action): boolean {
  return when?.() ?? true;
}

/**
 * Offers actions while the component is there. Which ones there are may not depend on its state, only what they do:
 * `when` and `perform` are always those of the last rendering.
 */
export function useActions(actions: readonly Action[]): void {
  const registry = useRegistry();
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const names = actions.map(({ id, name }) => `${id}:${name}`).join('\n');
  useLayoutEffect(() => {
    const current = (id: string): Action | undefined => latest.current.find((action) => action.id === id);
    if (names === '') return undefined;
    return registry.add(
      latest.current.map((action) => ({
        ...action,
        when: () => isAvailable(current(action.id) ?? action),
        perform: () => {
          (current(action.id) ?? action).perform();
        },
      })),
    );
  }, [registry, names]);
}
