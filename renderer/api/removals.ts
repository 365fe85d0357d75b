// What disappears from the page before the service has heard of it: records that go into the trash (`trash.ts`), and files, which are
// deleted for good, and that only when the time to change one's mind is over.

import type { QueryClient } from '@tanstack/react-query';
import type { Change } from '../../main/contract/changes.ts';
import { ServiceError, type RequestOptions } from './client.ts';

export interface Removal {
  /** What disappears. */
  readonly ids: readonly string[];
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
  /** What the service has put aside: it can come back. */
  readonly #gone = new Set<string>();
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
        if (this.#pending.delete(removal)) this.show(removal.ids);
      },
      commit: () => {
        if (this.#pending.delete(removal)) this.#send(removal);
      },
    };
    this.#pending.set(removal, pending);
    this.hide(removal.ids);
    return pending;
  }

  /** Leaves records out of all lists until `show`. */
  hide(ids: readonly string[]): void {
    this.#become(new Set([...this.#ids, ...ids]));
  }

  show(ids: readonly string[]): void {
    for (const id of ids) this.#gone.delete(id);
    this.#become(new Set([...this.#ids].filter((id) => !ids.includes(id))));
  }

  /** The service has put these aside: lists that have not heard of it leave them out, until the feed tells that they are back. */
  settle(ids: readonly string[]): void {
    for (const id of ids) this.#gone.add(id);
  }

  /** Shows what another client, or another page, has brought back. `null` as for `ChangeListener`. */
  readonly hear = (change: Change | null): void => {
    if (change === null) this.show([...this.#gone]);
    else if (change.action === 'created' && change.id !== null && this.#ids.has(change.id)) this.show([change.id]);
  };

  /** Sends what waits, in requests that outlive the page. */
  flush(): void {
    for (const removal of this.#pending.keys()) void removal.send({ keepalive: true }).catch(() => undefined);
    this.#pending.clear();
  }

  /** The ids stay hidden afterwards: none is ever given twice, and the lists may not have heard of it yet. */
  #send({ ids, send, failed }: Removal): void {
    const mutation = this.#queries.getMutationCache().build(this.#queries, {
      mutationFn: async () => {
        try {
          await send({});
        } catch (error) {
          // Another client was faster.
          if (!(error instanceof ServiceError && error.status === 404)) throw error;
        }
      },
      meta: { failed },
      onError: () => {
        this.show(ids);
      },
    });
    mutation.execute(undefined).catch(() => undefined);
  }

  #become(ids: ReadonlySet<string>): void {
    this.#ids = ids;
    for (const listener of this.#listeners) listener();
  }
}
