// The order of the cards in a column. Each card has a key between those of its neighbours (fractional indexing), so
// that a move writes one card. Places are counted by blocks of some hundred cards: in a column of n cards that
// takes about √n steps, and neither a move nor a read of one card counts the column.

import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { Block, KeyNeighbours, KeyRange, OrderStore } from './order-store.ts';

/** When blocks are divided and united, and when keys are made anew. */
export interface OrderLimits {
  /** A larger block is split in two. */
  readonly largest: number;
  /** A smaller one is united with a neighbour … */
  readonly smallest: number;
  /** … unless both together would be larger than this, and soon be split again. */
  readonly largestUnited: number;
  /** Keys grow where cards are put between the same two again and again; a longer one makes its block get new keys … */
  readonly maxKeyLength: number;
  /** … none longer than this; for that, as many neighbours are taken in as it needs. */
  readonly maxNewKeyLength: number;
}

const defaultLimits: OrderLimits = { largest: 1024, smallest: 128, largestUnited: 768, maxKeyLength: 48, maxNewKeyLength: 16 };

/** Where a card is to be put: its key, and the 0-based place that the key means. */
export interface KeyedPosition {
  readonly key: string;
  readonly position: number;
  /** The card had its place in the same block before. */
  readonly staysInBlock: boolean;
}

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

  /**
   * How many cards each of these ranges holds, in one statement. Takes as long as the ranges are wide, and from the start of a column as
   * long as its blocks are many.
   */
  places(ranges: readonly KeyRange[]): number[] {
    return ranges.length === 0 ? [] : this.#store.places(ranges);
  }

  /** The key of a card that comes after the last one, which has this key; null in a column without cards. */
  keyAfter(lastKey: string | null): string {
    return generateKeyBetween(lastKey, null);
  }

  /**
   * The place for a card that shall come to `position`; without one, or past the end, it is the last.
   * `moving` is its key if it is in this column already: it does not count then. Null when it is at that place.
   */
  place(columnId: string, position: number | undefined, moving: string | null): KeyedPosition | null {
    const blocks = this.#store.blocks(columnId);
    const from = moving === null ? null : this.#position(columnId, blocks, moving);
    const others = sizeOf(blocks) - (from === null ? 0 : 1);
    const to = Math.min(position ?? others, others);
    if (to === from) return null;
    // The moving card is neither of the two: it would have to be where it is to go.
    const { previous, next } = this.#neighbours(columnId, blocks, from !== null && to > from ? to + 1 : to);
    const key = generateKeyBetween(previous, next);
    return { key, position: to, staysInBlock: moving !== null && blockIndex(blocks, key) === blockIndex(blocks, moving) };
  }

  /** To be called after a card has come to the column with this key. */
  added(columnId: string, key: string): void {
    const block = this.#store.grow(columnId, key);
    if (key.length > this.#limits.maxKeyLength) this.#shorten(columnId, key);
    else if (block.size > this.#limits.largest) this.#split(columnId, block);
  }

  /** To be called after a card of the column has got another key in the same block: no block holds more or fewer of them. */
  movedWithinBlock(columnId: string, key: string): void {
    if (key.length > this.#limits.maxKeyLength) this.#shorten(columnId, key);
  }

  /** To be called after the card that had this key has gone. */
  removed(columnId: string, key: string): void {
    const left = this.#store.shrink(columnId, key);
    if (left === null) throw new Error(`The column ${columnId} has a card and no block`);
    if (left.size >= this.#limits.smallest) return;
    const blocks = this.#store.blocks(columnId);
    const index = blockIndex(blocks, key);
    const [previous, next] = [blocks[index - 1], blocks[index + 1]];
    if (next !== undefined && this.#fit(left, next)) this.#unite(columnId, left, next);
    else if (previous !== undefined && this.#fit(previous, left)) this.#unite(columnId, previous, left);
  }

  /** The keys around a place; past the end that of the last card, and null. */
  #neighbours(columnId: string, blocks: readonly Block[], position: number): KeyNeighbours {
    let before = 0;
    for (const { firstKey, size } of blocks) {
      if (position < before + size) return this.#store.neighbours(columnId, firstKey, position - before);
      before += size;
    }
    return this.#store.neighbours(columnId, '', before);
  }

  #position(columnId: string, blocks: readonly Block[], key: string): number {
    const index = blockIndex(blocks, key);
    const own = blocks[index];
    return own === undefined ? 0 : sizeOf(blocks.slice(0, index)) + this.#store.count(columnId, own.firstKey, key);
  }

  #block(columnId: string, key: string): Block {
    const block = this.#store.maybeBlock(columnId, key);
    if (block === null) throw new Error(`The column ${columnId} has a card and no block`);
    return block;
  }

  #split(columnId: string, { firstKey, size }: Block): void {
    const half = Math.floor(size / 2);
    const middle = this.#store.maybeKey(columnId, firstKey, half);
    if (middle === null) throw new Error(`A block of column ${columnId} holds fewer than the ${size} cards it tells of`);
    this.#store.saveBlock(columnId, { firstKey, size: half });
    this.#store.saveBlock(columnId, { firstKey: middle, size: size - half });
  }

  #unite(columnId: string, earlier: Block, later: Block): void {
    this.#store.removeBlock(columnId, later);
    this.#store.saveBlock(columnId, { ...earlier, size: earlier.size + later.size });
  }

  /** Gives short keys to the cards around `key`; the blocks' own bounds stay, so that no other card needs to be looked at. */
  #shorten(columnId: string, key: string): void {
    let blocks: readonly Block[] = [this.#block(columnId, key)];
    for (;;) {
      const from = blocks[0]?.firstKey ?? '';
      const until = this.#after(columnId, blocks)?.firstKey ?? null;
      const keys = generateNKeysBetween(from === '' ? null : from, until, sizeOf(blocks));
      if ((from === '' && until === null) || keys.every(({ length }) => length <= this.#limits.maxNewKeyLength)) {
        this.#store.replaceKeys(columnId, { from, until }, keys);
        this.#divide(columnId, blocks, keys);
        return;
      }
      blocks = this.#widened(columnId, blocks);
    }
  }

  /** Twice as many blocks on each side, as far as there are any. */
  #widened(columnId: string, blocks: readonly Block[]): readonly Block[] {
    const wider = [...blocks];
    for (let count = blocks.length; count > 0; count -= 1) {
      const previous = wider[0] === undefined ? null : this.#store.previousBlock(columnId, wider[0]);
      const next = this.#after(columnId, wider);
      if (previous !== null) wider.unshift(previous);
      if (next !== null) wider.push(next);
    }
    return wider;
  }

  #after(columnId: string, blocks: readonly Block[]): Block | null {
    const last = blocks.at(-1);
    return last === undefined ? null : this.#store.nextBlock(columnId, last);
  }

  /** Makes new blocks of half the largest size over the cards of `blocks`, which have the keys `keys` now. */
  #divide(columnId: string, blocks: readonly Block[], keys: readonly string[]): void {
    for (const block of blocks) this.#store.removeBlock(columnId, block);
    const size = Math.ceil(keys.length / Math.ceil((2 * keys.length) / this.#limits.largest));
    for (let start = 0; start < keys.length; start += size) {
      const firstKey = start === 0 ? (blocks[0]?.firstKey ?? '') : (keys[start] ?? '');
      this.#store.saveBlock(columnId, { firstKey, size: Math.min(size, keys.length - start) });
    }
  }

  #fit(earlier: Block, later: Block): boolean {
    return earlier.size === 0 || later.size === 0 || earlier.size + later.size <= this.#limits.largestUnited;
  }
}

/** Which of the blocks of a column a key belongs to; -1 without blocks. */
function blockIndex(blocks: readonly Block[], key: string): number {
  return blocks.findLastIndex(({ firstKey }) => firstKey <= key);
}

function sizeOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { size }) => sum + size, 0);
}
