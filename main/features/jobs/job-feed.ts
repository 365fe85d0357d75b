// Tells those that follow a job that it is to be looked at again.

export class JobFeed {
  readonly #listeners = new Map<string, Set<() => void>>();

  changed(id: string): void {
    for (const listener of this.#listeners.get(id) ?? []) listener();
  }

  /** Calls `listener` after each change of the job, until the function that comes back is called. */
  subscribe(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }
}
