import { createContext, useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Store } from '../api/store.ts';
import type { Action } from './action.ts';

/** All actions that can be had at the moment. Later ones win a shortcut over earlier ones. */
export class Registry {
  readonly #sets = new Map<symbol, readonly Action[]>();
  readonly #all = new Store<readonly Action[]>([]);

  readonly all = this.#all.get;

  readonly subscribe = this.#all.subscribe;

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
    this.#all.set([...this.#sets.values()].flat());
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
