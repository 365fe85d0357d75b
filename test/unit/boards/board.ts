// Columns in the database, each beside a plain list.

import assert from 'node:assert/strict';
import { OrderStore } from '../../../main/features/boards/order-store.ts';
import { CardOrder, type OrderLimits } from '../../../main/features/boards/order.ts';
import { cardIn, type Boards } from './fixture.ts';

/** Two columns of a new user, with a plain array beside each of them to compare with. */
export class Board {
  readonly #order: CardOrder;
  readonly #limits: OrderLimits;
  readonly #boards: Boards;
  readonly #userId: string;
  readonly columns: readonly { readonly id: string; readonly model: string[] }[];

  /** To be made and used inside a write. */
  constructor(boards: Boards, limits: OrderLimits) {
    this.#boards = boards;
    this.#limits = limits;
    this.#order = new CardOrder(new OrderStore(boards.database), limits);
    this.#userId = boards.newUser();
    this.columns = [0, 1].map(() => ({ id: boards.newColumn(this.#userId), model: [] }));
  }

  column(index: number): { id: string; model: string[] } {
    return this.columns[index % 2] as { id: string; model: string[] };
  }

  add(index: number, position?: number): void {
    const { id, model } = this.column(index);
    const place = this.#order.place(id, position, null);
    if (place === null) throw new Error('a new card has a place');
    const card = cardIn(id, place.key);
    this.#boards.cards.insert(this.#userId, card);
    this.#order.added(id, place.key);
    assert.deepEqual(place.position, Math.min(position ?? model.length, model.length));
    model.splice(place.position, 0, card.id);
  }

  move(from: number, at: number, to: number, position: number): void {
    const [source, target] = [this.column(from), this.column(to)];
    const cardId = source.model[at % source.model.length];
    if (cardId === undefined) return;
    const card = this.#boards.cards.maybeCard(this.#userId, cardId);
    if (card === null) throw new Error('the card is gone');
    const place = this.#order.place(target.id, position, source === target ? card.orderKey : null);
    const old = source.model.indexOf(cardId);
    source.model.splice(old, 1);
    const expected = Math.min(position, target.model.length);
    target.model.splice(expected, 0, cardId);
    if (place === null) {
      assert.deepEqual([source, old], [target, expected]);
      return;
    }
    assert.deepEqual(place.position, expected);
    this.#boards.cards.move(this.#userId, { ...card, columnId: target.id, orderKey: place.key });
    if (place.staysInBlock) this.#order.movedWithinBlock(target.id, place.key);
    else {
      this.#order.removed(source.id, card.orderKey);
      this.#order.added(target.id, place.key);
    }
  }

  remove(index: number, at: number): void {
    const { id, model } = this.column(index);
    const cardId = model[at % model.length];
    if (cardId === undefined) return;
    const card = this.#boards.cards.maybeCard(this.#userId, cardId);
    this.#boards.cards.remove(this.#userId, cardId);
    this.#order.removed(id, card?.orderKey ?? '');
    model.splice(model.indexOf(cardId), 1);
  }

  /** The keys in their order, after all that must be true of them has been looked at. */
  check(): string[][] {
    return this.columns.map(({ id, model }) => {
      const found = this.#boards.cards.inColumn(this.#userId, id, { limit: undefined, offset: 0 });
      assert.deepEqual(
        found.map((card) => card.id),
        model,
      );
      const keys = found.map(({ orderKey }) => orderKey);
      assert.deepEqual(
        keys.map((key) => this.#order.positionOf(id, key)),
        [...keys.keys()],
      );
      assert.deepEqual(this.#order.places(keys.map((key) => ({ columnId: id, since: null, until: key }))), [...keys.keys()]);
      assert.deepEqual(
        this.#order.places(keys.map((key, index) => ({ columnId: id, since: keys[Math.max(0, index - 2)] ?? '', until: key }))),
        [...keys.keys()].map((index) => Math.min(index, 2)),
      );
      assert.deepEqual(
        [...keys.keys(), keys.length].map(
          (offset) => this.#boards.cards.inColumn(this.#userId, id, { limit: 1, offset })[0]?.orderKey ?? null,
        ),
        [...keys, null],
      );
      assert.deepEqual(this.#order.places([{ columnId: id, since: null, until: '~' }]), [model.length]);
      assert.ok(keys.every(({ length }) => length <= this.#limits.maxKeyLength));
      this.#checkBlocks(id, keys);
      return keys;
    });
  }

  /** Each block is counted anew. */
  #checkBlocks(columnId: string, keys: readonly string[]): void {
    const blocks = this.#boards.database
      .prepare<[string], { firstKey: string; size: number }>(
        'SELECT first_key AS firstKey, size FROM card_blocks WHERE column_id = ? ORDER BY first_key',
      )
      .all(columnId);
    const sizes = blocks.map(
      ({ firstKey }, index) => keys.filter((key) => key >= firstKey && key < (blocks[index + 1]?.firstKey ?? '~')).length,
    );
    assert.deepEqual(
      blocks.map(({ size }) => size),
      sizes,
    );
    assert.deepEqual(blocks[0]?.firstKey ?? '', '');
    assert.ok(sizes.every((size) => size <= this.#limits.largest));
    assert.ok(sizes.length === 1 || sizes.every((size) => size > 0));
  }
}
