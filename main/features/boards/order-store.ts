// The SQL of the order of cards in a column. A column's id is given only by rules that have found the column for its user.

import type { Database } from '../../storage/database.ts';

/** The cards whose keys lie from `firstKey` up to the `firstKey` of the next block; that of the first block is ''. */
export interface Block {
  readonly firstKey: string;
  readonly size: number;
}

/** The keys between which a card comes to lie; null at an end of the column. */
export interface KeyNeighbours {
  readonly previous: string | null;
  readonly next: string | null;
}

/** Cards of a column with keys from `since` (null: from its first) up to but without `until`, which is the key of a card. */
export interface KeyRange {
  readonly columnId: string;
  readonly since: string | null;
  readonly until: string;
}

// A range from the start of the column is counted by blocks, but for the last of them.
const placesSql = `
  WITH ranges AS MATERIALIZED (SELECT key AS number, value ->> 0 AS column_id, value ->> 1 AS since,
    value ->> 2 AS until FROM json_each(?)),
  counted AS MATERIALIZED (
    SELECT number, column_id, until, since IS NULL AS is_whole, coalesce(since, (
      SELECT first_key FROM card_blocks WHERE card_blocks.column_id = ranges.column_id AND first_key <= until ORDER BY first_key DESC
        LIMIT 1
    )) AS start FROM ranges
  )
  SELECT iif(is_whole, (SELECT coalesce(sum(size),
    0) FROM card_blocks WHERE card_blocks.column_id = counted.column_id AND first_key < start), 0)
    + (SELECT count(*) FROM cards WHERE cards.column_id = counted.column_id AND order_key >= start AND order_key < until)
  FROM counted ORDER BY number`;

/** Sorts after every key, as keys begin with a letter. */
const afterAll = '~';

const block = 'SELECT first_key AS firstKey, size FROM card_blocks WHERE column_id = ?';

export class OrderStore {
  readonly #all;
  readonly #at;
  readonly #next;
  readonly #previous;
  readonly #save;
  readonly #remove;
  readonly #count;
  readonly #places;
  readonly #keyFrom;
  readonly #neighbours;
  readonly #grow;
  readonly #shrink;
  readonly #cards;
  readonly #setAside;
  readonly #setKey;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#all = database.prepare<[string], Block>(`${block} ORDER BY first_key`);
    this.#at = database.prepare<[string, string], Block>(`${block} AND first_key <= ? ORDER BY first_key DESC LIMIT 1`);
    this.#next = database.prepare<[string, string], Block>(`${block} AND first_key > ? ORDER BY first_key LIMIT 1`);
    this.#previous = database.prepare<[string, string], Block>(`${block} AND first_key < ? ORDER BY first_key DESC LIMIT 1`);
    this.#save = database.prepare<[string, string, number]>(
      'INSERT INTO card_blocks (column_id, first_key, size) VALUES (?, ?, ?) ON CONFLICT (column_id, first_key) DO UPDATE SET size = ' +
        'excluded.size',
    );
    this.#remove = database.prepare<[string, string]>('DELETE FROM card_blocks WHERE column_id = ? AND first_key = ?');
    this.#count = database.prepare<[string, string, string], { cards: number }>(
      'SELECT count(*) AS cards FROM cards WHERE column_id = ? AND order_key >= ? AND order_key < ?',
    );
    this.#places = database.prepare<[string], number>(placesSql).pluck();
    this.#keyFrom = database.prepare<[string, string, number], { key: string }>(
      'SELECT order_key AS key FROM cards WHERE column_id = ? AND order_key >= ? ORDER BY order_key LIMIT 1 OFFSET ?',
    );
    this.#neighbours = database.prepare<{ columnId: string; from: string; offset: number }, KeyNeighbours>(`
      WITH following AS MATERIALIZED (SELECT order_key AS key FROM cards WHERE column_id = @columnId AND order_key >= @from ORDER BY
        order_key LIMIT 1 OFFSET @offset)
      SELECT (SELECT max(order_key) FROM cards WHERE column_id = @columnId AND order_key < coalesce((SELECT key FROM following),
        '${afterAll}')) AS previous,
        (SELECT key FROM following) AS next`);
    const own = '(SELECT first_key FROM card_blocks WHERE column_id = @columnId AND first_key <= @key ORDER BY first_key DESC LIMIT 1)';
    this.#grow = database.prepare<{ columnId: string; key: string }, Block>(`
      INSERT INTO card_blocks (column_id, first_key, size) VALUES (@columnId, coalesce(${own}, ''), 1)
      ON CONFLICT (column_id, first_key) DO UPDATE SET size = size + 1 RETURNING first_key AS firstKey, size`);
    this.#shrink = database.prepare<{ columnId: string; key: string }, Block>(
      `UPDATE card_blocks SET size = size - 1 WHERE column_id = @columnId AND first_key = ${own} RETURNING first_key AS firstKey, size`,
    );
    this.#cards = database.prepare<[string, string, string], { id: string }>(
      'SELECT id FROM cards WHERE column_id = ? AND order_key >= ? AND order_key < ? ORDER BY order_key',
    );
    this.#setAside = database.prepare<[string, string, string]>(
      `UPDATE cards SET order_key = '${afterAll}' || id WHERE column_id = ? AND order_key >= ? AND order_key < ?`,
    );
    this.#setKey = database.prepare<[string, string, string]>('UPDATE cards SET order_key = ? WHERE id = ? AND column_id = ?');
  }

  /** All of a column, in their order. */
  blocks(columnId: string): readonly Block[] {
    return this.#all.all(columnId);
  }

  /** The block that a key belongs to; null if the column never had a card. */
  maybeBlock(columnId: string, key: string): Block | null {
    return this.#at.get(columnId, key) ?? null;
  }

  nextBlock(columnId: string, { firstKey }: Block): Block | null {
    return this.#next.get(columnId, firstKey) ?? null;
  }

  previousBlock(columnId: string, { firstKey }: Block): Block | null {
    return this.#previous.get(columnId, firstKey) ?? null;
  }

  saveBlock(columnId: string, { firstKey, size }: Block): void {
    this.#save.run(columnId, firstKey, size);
  }

  removeBlock(columnId: string, { firstKey }: Block): void {
    this.#remove.run(columnId, firstKey);
  }

  /** How many cards each range holds. */
  places(ranges: readonly KeyRange[]): number[] {
    return this.#places.all(JSON.stringify(ranges.map(({ columnId, since, until }) => [columnId, since, until])));
  }

  /** How many cards have a key from `from` up to but without `until`. Takes as long as there are such cards. */
  count(columnId: string, from: string, until: string): number {
    return this.#count.get(columnId, from, until)?.cards ?? 0;
  }

  /** The key that comes `offset` places after the first one that is not before `from`; null past the end. */
  maybeKey(columnId: string, from: string, offset: number): string | null {
    return this.#keyFrom.get(columnId, from, offset)?.key ?? null;
  }

  /**
   * The key that comes `offset` places after the first one that is not before `from`, and the one before it; past the end the last key
   * and null.
   */
  neighbours(columnId: string, from: string, offset: number): KeyNeighbours {
    return this.#neighbours.get({ columnId, from, offset }) ?? { previous: null, next: null };
  }

  /** Counts one card more in the block that `key` belongs to, which is as it is then. */
  grow(columnId: string, key: string): Block {
    return this.#grow.get({ columnId, key }) ?? { firstKey: '', size: 0 };
  }

  /** Counts one card less; null if the column never had a card. */
  shrink(columnId: string, key: string): Block | null {
    return this.#shrink.get({ columnId, key }) ?? null;
  }

  /** Gives the cards with keys from `from` up to `until` (null: to the end) other keys, in their order: as many as there are cards. */
  replaceKeys(columnId: string, range: { readonly from: string; readonly until: string | null }, keys: readonly string[]): void {
    const { from, until } = range;
    const cards = this.#cards.all(columnId, from, until ?? afterAll);
    if (cards.length !== keys.length)
      throw new Error(`The blocks of column ${columnId} tell of ${keys.length} cards where there are ${cards.length}`);
    // A new key may be the old one of another card.
    this.#setAside.run(columnId, from, until ?? afterAll);
    for (const [index, { id }] of cards.entries()) this.#setKey.run(keys[index] ?? '', id, columnId);
  }
}
