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
  /** How often a key was too long, so that new ones were to be made. */
  tooLong = 0;

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
    const target = this.#boards.columns.maybeTarget(this.#userId, id);
    assert.equal(target?.cardCount, model.length);
    const card = cardIn(id, this.#order.keyAfter(target.lastKey));
    this.#boards.cards.insert(this.#userId, card);
    this.#placed(id, card.orderKey);
    model.push(card.id);
    if (position !== undefined) this.move(index, model.length - 1, index, position);
  }

  move(from: number, at: number, to: number, position: number): void {
    const [source, target] = [this.column(from), this.column(to)];
    const cardId = source.model[at % source.model.length];
    if (cardId === undefined) return;
    const old = source.model.indexOf(cardId);
    source.model.splice(old, 1);
    const expected = Math.min(position, target.model.length);
    target.model.splice(expected, 0, cardId);
    const move = this.#boards.cards.maybeMove(this.#userId, cardId, target.id, position);
    if (move === null || move.target === null) throw new Error('the card or the column is gone');
    assert.equal(move.target.position, expected);
    const orderKey = this.#order.keyAt(move.target, source === target ? move.card.orderKey : null);
    assert.equal(orderKey === null, source === target && old === expected);
    if (orderKey === null) return;
    this.#boards.cards.move(this.#userId, { ...move.card, columnId: target.id, orderKey });
    this.#placed(target.id, orderKey);
  }

  #placed(columnId: string, orderKey: string): void {
    if (orderKey.length > this.#limits.maxKeyLength) this.tooLong += 1;
    this.#order.placed(columnId, orderKey);
  }

  remove(index: number, at: number): void {
    const { model } = this.column(index);
    const cardId = model[at % model.length];
    if (cardId === undefined) return;
    this.#boards.cards.remove(this.#userId, cardId);
    model.splice(model.indexOf(cardId), 1);
  }

  /** The keys in their order, after all that must be true of them has been looked at. */
  check(): string[][] {
    return this.columns.map(({ id, model }) => {
      const found = [...this.#boards.cardLists.eachInColumn(this.#userId, id, { limit: undefined, offset: 0 })];
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
          (offset) => [...this.#boards.cardLists.eachInColumn(this.#userId, id, { limit: 1, offset })][0]?.orderKey ?? null,
        ),
        [...keys, null],
      );
      assert.deepEqual(this.#order.places([{ columnId: id, since: null, until: '~' }]), [model.length]);
      assert.ok(keys.every(({ length }) => length <= this.#limits.maxKeyLength));
      assert.equal(this.#boards.columns.maybeColumn(this.#userId, id)?.cardCount, model.length);
      return keys;
    });
  }
}
