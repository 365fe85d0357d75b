// The rules of saved searches. Knows no HTTP and no SQL; what changes anything is called inside a write transaction.

import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import {
  maxSavedSearches,
  type CreateSavedSearch,
  type SavedSearch,
  type SavedSearchList,
  type SavedSearchQuery,
  type UpdateSavedSearch,
} from '../../contract/saved-searches.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import type { Change, RecordChange } from '../../lib/change.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import { importedTimes, type Imported } from '../../lib/imported-record.ts';
import type { Precondition } from '../../lib/precondition.ts';
import { replacedFields, type FormerFields } from '../../lib/record-kinds.ts';
import { readAsked } from './asked.ts';
import type { SavedSearchStore, StoredSearch } from './saved-search-store.ts';

interface SavedSearchesOptions {
  readonly store: SavedSearchStore;
  readonly record: RecordChange;
  readonly clock: Clock;
  readonly newId: () => string;
}

const ownFields = ['name', 'query', 'orderKey'] as const;

/** Keys grow where searches are put between the same two again and again: all then get new ones. */
const maxKeyLength = 48;

export class SavedSearches {
  readonly #options: SavedSearchesOptions;

  constructor(options: SavedSearchesOptions) {
    this.#options = options;
  }

  /** In their order. */
  list(userId: string, { limit, offset = 0 }: SavedSearchQuery): SavedSearchList {
    const all = this.#options.store.all(userId);
    const items = all.map(toReply).slice(offset, limit === undefined ? undefined : offset + limit);
    return { items, total: all.length, limit: limit ?? null, offset };
  }

  /** Throws 404. */
  read(userId: string, id: string): SavedSearch {
    const all = this.#options.store.all(userId);
    const at = all.findIndex((each) => each.id === id);
    return toReply(existing(all[at]), at);
  }

  /**
   * `as`: what one brings along that comes in from elsewhere. Throws 400 for a query that cannot be read, 409 where there are as many as
   * there may be.
   */
  create(userId: string, { name, query, position }: CreateSavedSearch, as: Imported = {}): SavedSearch {
    const { store, clock, newId } = this.#options;
    readAsked(query, 'query');
    const all = store.all(userId);
    if (all.length >= maxSavedSearches) throw new AppError('conflict', `There can be at most ${maxSavedSearches} saved searches`);
    const id = as.id ?? newId();
    const orderKey = keyAt(all, position);
    store.insert(userId, { id, name, query, orderKey, version: 1, ...importedTimes(as, clock()) });
    this.#record(userId, 'created', { id, version: 1 });
    this.#shorten(userId, orderKey);
    return this.read(userId, id);
  }

  /** If that changes nothing, neither version nor feed grows. Throws 404, 412, 400 for a query that cannot be read. */
  update(userId: string, id: string, asked: UpdateSavedSearch, precondition: Precondition): SavedSearch {
    const all = this.#options.store.all(userId);
    const search = existing(all.find((each) => each.id === id));
    precondition.check(search.version);
    const { name = search.name, query = search.query, position } = asked;
    if (query !== search.query) readAsked(query, 'query');
    const isThere = position === undefined || Math.min(position, all.length - 1) === all.indexOf(search);
    const others = all.filter((each) => each !== search);
    const orderKey = isThere ? search.orderKey : keyAt(others, position);
    this.#change(userId, search, { ...search, name, query, orderKey });
    this.#shorten(userId, orderKey);
    return this.read(userId, id);
  }

  /** Throws 404, 412. */
  remove(userId: string, id: string, precondition: Precondition): undefined {
    const search = existing(this.#maybe(userId, id) ?? undefined);
    precondition.check(search.version);
    this.#remove(userId, search);
  }

  /** Null if the user has no such search. */
  maybeVersion(userId: string, id: string): number | null {
    return this.#maybe(userId, id)?.version ?? null;
  }

  /** Gives a search fields that it had; its version, null where it is gone. */
  giveBack(userId: string, { id, fields }: FormerFields): number | null {
    const search = this.#maybe(userId, id);
    if (search === null) return null;
    const { name, query, orderKey } = { ...search, ...(fields as Partial<StoredSearch>) };
    const others = this.#options.store.all(userId).filter((each) => each.id !== id);
    return this.#change(userId, search, { ...search, name, query, orderKey: freeKey(others, orderKey) }).version;
  }

  /** Makes a search again that was deleted. Its version; null where there are as many as there may be. */
  makeAgain(userId: string, { id, fields }: FormerFields): number | null {
    const { store, clock } = this.#options;
    const { name, query, orderKey, version = 0, createdAt } = fields as Partial<StoredSearch>;
    const others = store.all(userId);
    if (others.length >= maxSavedSearches || name === undefined || query === undefined || orderKey === undefined) return null;
    const next = version + 1;
    const now = clock();
    store.insert(userId, {
      id,
      name,
      query,
      orderKey: freeKey(others, orderKey),
      version: next,
      createdAt: createdAt ?? now,
      updatedAt: now,
    });
    this.#record(userId, 'created', { id, version: next });
    return next;
  }

  /** Takes back that a search was saved; false if it is gone. */
  withdraw(userId: string, id: string): boolean {
    const search = this.#maybe(userId, id);
    if (search === null) return false;
    this.#remove(userId, search);
    return true;
  }

  #maybe(userId: string, id: string): StoredSearch | null {
    return this.#options.store.all(userId).find((each) => each.id === id) ?? null;
  }

  #remove(userId: string, search: StoredSearch): void {
    this.#options.store.remove(userId, search.id);
    this.#record(userId, 'deleted', search, { ...search });
  }

  #change(userId: string, search: StoredSearch, changed: StoredSearch): StoredSearch {
    const before = replacedFields(search, changed, ownFields);
    if (Object.keys(before).length === 0) return search;
    const { store, clock } = this.#options;
    const next: StoredSearch = { ...changed, version: search.version + 1, updatedAt: clock() };
    store.update(userId, next);
    this.#record(userId, 'updated', next, before);
    return next;
  }

  /** Their order stays, so neither their versions grow nor does the feed tell. */
  #shorten(userId: string, orderKey: string): void {
    if (orderKey.length <= maxKeyLength) return;
    const { store } = this.#options;
    const all = store.all(userId);
    const keys = generateNKeysBetween(null, null, all.length);
    for (const [index, search] of all.entries()) store.update(userId, { ...search, orderKey: keys[index] ?? search.orderKey });
  }

  #record(
    userId: string,
    action: Change['action'],
    { id, version }: Pick<StoredSearch, 'id' | 'version'>,
    before?: Change['before'],
  ): void {
    this.#options.record({ userId, type: 'saved_search', action, id, version, before });
  }
}

function existing(search: StoredSearch | undefined): StoredSearch {
  if (search === undefined) throw notFound('saved search');
  return search;
}

/** A key for this place among the others; at the end without a place. */
function keyAt(others: readonly StoredSearch[], position = Infinity): string {
  const before = position === 0 ? null : (others[Math.min(position, others.length) - 1]?.orderKey ?? null);
  const after = others.find(({ orderKey }) => before === null || orderKey > before)?.orderKey ?? null;
  return generateKeyBetween(before, after);
}

function toReply({ id, name, query, version, createdAt, updatedAt }: StoredSearch, position: number): SavedSearch {
  return { id, name, query, position, version, createdAt: toInstant(createdAt), updatedAt: toInstant(updatedAt) };
}

/** A key that a search had: itself where it is free, else one right behind the search that has it now. */
function freeKey(others: readonly StoredSearch[], key: string): string {
  if (others.every(({ orderKey }) => orderKey !== key)) return key;
  return generateKeyBetween(key, others.find(({ orderKey }) => orderKey > key)?.orderKey ?? null);
}
