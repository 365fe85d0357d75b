// What disappears from the page before the service has heard of it: records that go into the trash (`trash.ts`).

import type { ChangeEntry } from '../../main/contract/changes.ts';
import { Store } from './store.ts';

export class Removals {
  /** What the service has put aside: it can come back. */
  readonly #gone = new Set<string>();
  readonly #ids = new Store<ReadonlySet<string>>(new Set());

  readonly ids = this.#ids.get;

  readonly subscribe = this.#ids.subscribe;

  /** Leaves records out of all lists until `show`. */
  hide(ids: readonly string[]): void {
    this.#ids.set(new Set([...this.ids(), ...ids]));
  }

  show(ids: readonly string[]): void {
    for (const id of ids) this.#gone.delete(id);
    this.#ids.set(new Set([...this.ids()].filter((id) => !ids.includes(id))));
  }

  /** The service has put these aside: lists that have not heard of it leave them out, until the feed tells that they are back. */
  settle(ids: readonly string[]): void {
    for (const id of ids) this.#gone.add(id);
  }

  /** Shows what another client, or another page, has brought back. `null` as for `ChangeListener`. */
  readonly hear = (change: ChangeEntry | null): void => {
    if (change === null) this.show([...this.#gone]);
    else if (change.action === 'created' && change.id !== null && this.ids().has(change.id)) this.show([change.id]);
  };
}
