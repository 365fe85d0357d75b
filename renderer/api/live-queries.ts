// Where TanStack Query would take for true what may be older than what has been told.

import {
  QueryCache,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryCacheNotifyEvent,
  type QueryKey,
} from '@tanstack/react-query';

export class LiveQueries extends QueryClient {
  /**
   * What is being read for the first time, or for nothing that is shown, is not begun anew by TanStack Query, and its answer may be older
   * than the change for which it is to be read anew: here it is read once more when it has been answered.
   */
  override async invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const goesOn = (query: Query): boolean => query.state.data === undefined || !query.isActive() || filters?.refetchType === 'none';
    const begun = this.getQueryCache()
      .findAll(filters)
      .filter((query) => query.state.fetchStatus === 'fetching' && goesOn(query));
    await super.invalidateQueries(filters, options);
    if (begun.length === 0) return;
    // Of those that are not shown, the line above has not waited for the answer.
    await Promise.allSettled(begun.map(({ promise }) => Promise.resolve(promise)));
    const { refetchType = 'active' } = filters ?? {};
    await super.invalidateQueries({ predicate: (query) => begun.includes(query), refetchType }, options);
  }
}

/** A query that is out of date stays so until it is read: what a change puts into it is not all that it lacks. */
export class LiveCache extends QueryCache {
  readonly #old = new WeakSet<object>();

  override notify(event: QueryCacheNotifyEvent): void {
    super.notify(event);
    if (event.type !== 'updated') return;
    const { action, query } = event;
    if (query.state.isInvalidated) this.#old.add(query);
    else if (action.type === 'success' && action.manual !== true) this.#old.delete(query);
    else if (this.#old.has(query)) query.invalidate();
  }
}
