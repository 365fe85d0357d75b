// The order of the cards in a column. Each card has a key between those of its neighbours (fractional indexing), so
// that a move writes one card. Places are counted in the index of the keys: some milliseconds in a column of 100,000 cards.

import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { TargetPlace } from './card-store.ts';
import { afterAll, type KeyRange, type OrderStore } from './order-store.ts';
import type { StoredCard } from './stored-card.ts';

/** When keys are made anew. */
export interface OrderLimits {
  /** Keys grow where cards are put between the same two again and again; with a longer one its neighbours get new keys … */
  readonly maxKeyLength: number;
  /** … none longer than this; for that, as many of them are taken in as it needs. */
  readonly maxNewKeyLength: number;
  /** How many on each side are taken in at first. */
  readonly neighbours: number;
}

const defaultLimits: OrderLimits = { maxKeyLength: 48, maxNewKeyLength: 16, neighbours: 128 };

export class CardOrder {
  readonly #store: OrderStore;
  readonly #limits: OrderLimits;

  constructor(store: OrderStore, limits: OrderLimits = defaultLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  /** The 0-based place of the card that has this key. */
  positionOf(columnId: string, key: string): number {
    return this.places([{ columnId, since: null, until: key }])[0] ?? 0;
  }

  /** How many cards each of these ranges holds, in one statement. Takes as long as the ranges are wide. */
  places(ranges: readonly KeyRange[]): number[] {
    return ranges.length === 0 ? [] : this.#store.places(ranges);
  }

  /** The key of a card that comes after the last one, which has this key; null in a column without cards. */
  keyAfter(lastKey: string | null): string {
    return generateKeyBetween(lastKey, null);
  }

  /** The same for a card that is archived and comes after all archived ones, too: the key that it is to remember. */
  archivedKeyAfter(columnId: string, lastKey: string | null): string {
    const lastArchived = this.#store.maybeLastArchived(columnId);
    const archived = lastArchived === null ? null : liveKey(lastArchived);
    return this.keyAfter(archived !== null && (lastKey === null || archived > lastKey) ? archived : lastKey);
  }

  /** The key for a place; `own` is the key of the card if it is in that column already. Null when it is at that place. */
  keyAt({ position, keys }: Pick<TargetPlace, 'position' | 'keys'>, own: string | null): string | null {
    // Without the moving card those after it are one place further on.
    const isBefore = own !== null && own < (keys[0] ?? '');
    const others = isBefore ? keys.slice(1) : keys.filter((key) => key !== own);
    const [previous = null, next = null] = position === 0 ? [null, others[0]] : others;
    const isThere = own !== null && !isBefore && (previous ?? '') < own && (next === null || own < next);
    return isThere ? null : generateKeyBetween(previous, next);
  }

  /** A key that a card had: itself where it is free, else one right behind the card that has it now. */
  freeKey(columnId: string, key: string): string {
    return this.#store.isTaken(columnId, key) ? generateKeyBetween(key, this.#store.maybeKeyAfter(columnId, key)) : key;
  }

  /** The key of a card that comes right behind the one with this key; null for the first place. */
  keyBehind(columnId: string, key: string | null): string {
    return generateKeyBetween(key, this.#store.maybeKeyAfter(columnId, key ?? ''));
  }

  /** The key of an archived card, which remembers the one that it had. */
  archivedKey(key: string, cardId: string): string {
    return `${afterAll}${key}${afterAll}${cardId}`;
  }

  /** The key of a card that may be archived, or live again: then the one that it had, where that is free. */
  keyAfterwards({ id, columnId, orderKey, isArchived: was }: StoredCard, isArchived: boolean): string {
    if (was === isArchived) return orderKey;
    return isArchived ? this.archivedKey(orderKey, id) : this.freeKey(columnId, liveKey(orderKey));
  }

  /** To be called after a card of the column has got this key. */
  placed(columnId: string, key: string): void {
    if (!key.startsWith(afterAll) && key.length > this.#limits.maxKeyLength) this.#shorten(columnId, key);
  }

  /** Gives short keys to the cards around `key`. */
  #shorten(columnId: string, key: string): void {
    const { maxNewKeyLength, neighbours } = this.#limits;
    for (let isDone = false, cards = neighbours; !isDone; cards *= 2) {
      const bounds = this.#store.around(columnId, key, cards);
      const isWhole = bounds.after === null && bounds.before === null;
      isDone = this.#store.replaceKeys(columnId, bounds, (count) => {
        const keys = generateNKeysBetween(bounds.after, bounds.before, count);
        return isWhole || keys.every(({ length }) => length <= maxNewKeyLength) ? keys : null;
      });
    }
  }
}

/** The key of a card among those that are not archived: of an archived one that which it had. */
export const liveKey = (key: string): string => (key.startsWith(afterAll) ? (key.split(afterAll)[1] ?? '') : key);
