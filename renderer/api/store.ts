// What changes while the page lives, and who is told.

import { useSyncExternalStore } from 'react';

/** Functions that are called whenever there is something to tell. */
export class Listeners<Told extends readonly unknown[] = []> {
  readonly #all = new Set<(...told: Told) => void>();

  /** Calls `listener` from now on; gives the function that ends this. */
  readonly subscribe = (listener: (...told: Told) => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  /** Calls those that listen now, but for those that another one of them takes away. */
  tell(...told: Told): void {
    for (const listener of [...this.#all]) if (this.#all.has(listener)) listener(...told);
  }
}

/** A value that is replaced as a whole. */
export class Store<Value> {
  readonly #listeners = new Listeners();
  #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  readonly set = (value: Value): void => {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    this.#listeners.tell();
  };

  /** Calls `listener` after each change; gives the function that ends this. */
  readonly subscribe = this.#listeners.subscribe;
}

/** The value as it is now: the component is drawn anew with each change. */
export function useStore<Value>({ subscribe, get }: Pick<Store<Value>, 'subscribe' | 'get'>): Value {
  return useSyncExternalStore(subscribe, get);
}
