// Deletions that can be undone: a record disappears from the page at once, and from the service when the time to change one's mind is over.

import type { QueryClient } from '@tanstack/react-query';
import { ServiceError, type RequestOptions } from './client.ts';

export interface Removal {
  /** What disappears. */
  readonly ids: readonly string[];
  /** Those of `ids` that another record may get once this one is gone: they are hidden until `send` is through, and no longer. */
  readonly names?: readonly string[];
  /** Asks the service to delete it. */
  readonly send: (options: Pick<RequestOptions, 'keepalive'>) => Promise<unknown>;
  /** The title of the message when the service refuses; the record is back then. */
  readonly failed: string;
}

export interface PendingRemoval {
  readonly undo: () => void;
  /** Deletes for good; does nothing after `undo`, or a second time. */
  readonly commit: () => void;
}

export class Removals {
  readonly #queries: QueryClient;
  readonly #listeners = new Set<() => void>();
  readonly #pending = new Map<Removal, PendingRemoval>();
  #ids: ReadonlySet<string> = new Set();

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  readonly ids = (): ReadonlySet<string> => this.#ids;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  begin(removal: Removal): PendingRemoval {
    const pending = {
      undo: () => {
        if (this.#pending.delete(removal)) this.#show(removal.ids);
      },
      commit: () => {
        if (this.#pending.delete(removal)) this.#send(removal);
      },
    };
    this.#pending.set(removal, pending);
    this.#become(new Set([...this.#ids, ...removal.ids]));
    return pending;
  }

  /** Sends what waits, in requests that outlive the page. */
  flush(): void {
    for (const removal of this.#pending.keys()) void removal.send({ keepalive: true }).catch(() => undefined);
    this.#pending.clear();
  }

  /** The ids stay hidden afterwards: none but `names` is ever given twice, and the lists may not have heard of it yet. */
  #send({ ids, names = [], send, failed }: Removal): void {
    const mutation = this.#queries.getMutationCache().build(this.#queries, {
      mutationFn: async () => {
        try {
          await send({});
        } catch (error) {
          // Another client was faster.
          if (!(error instanceof ServiceError && error.status === 404)) throw error;
        }
        this.#show(names);
      },
      meta: { failed },
      onError: () => {
        this.#show(ids);
      },
    });
    mutation.execute(undefined).catch(() => undefined);
  }

  #show(ids: readonly string[]): void {
    this.#become(new Set([...this.#ids].filter((id) => !ids.includes(id))));
  }

  #become(ids: ReadonlySet<string>): void {
    this.#ids = ids;
    for (const listener of this.#listeners) listener();
  }
}
