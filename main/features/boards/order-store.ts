// The SQL of the order of cards in a column. A column's id is given only by rules that have found the column for its user.

import type { Database } from '../../storage/database.ts';

/** Cards of a column with keys from `since` (null: from its first) up to but without `until`, which is the key of a card. */
export interface KeyRange {
  readonly columnId: string;
  readonly since: string | null;
  readonly until: string;
}

/** The keys between which cards lie, neither of them included; null at an end of the column. */
interface KeyBounds {
  readonly after: string | null;
  readonly before: string | null;
}

interface Around {
  readonly columnId: string;
  readonly key: string;
  readonly cards: number;
}

interface Between {
  readonly columnId: string;
  readonly after: string;
  readonly before: string;
}

/** Sorts after every key, as keys begin with a letter, and before those of archived cards. */
export const afterAll = '~';

/** Whether a range goes from the first card of a column to an archived one: those before the archived ones the column has counted. */
const passesAll = `(since IS NULL AND until >= '${afterAll}')`;

/** The statements, to be explained in tests: those that count read the index of the keys alone, about 50 ns for a card. */
export const orderSql = {
  places: `
    WITH ranges AS MATERIALIZED (
      SELECT key AS number, value ->> 0 AS column_id, value ->> 1 AS since, value ->> 2 AS until FROM json_each(@ranges)
    )
    SELECT iif(${passesAll}, (SELECT card_count FROM board_columns WHERE board_columns.id = ranges.column_id), 0) + (
      SELECT count(*) FROM cards WHERE cards.column_id = ranges.column_id
        AND order_key >= iif(${passesAll}, '${afterAll}', coalesce(since, '')) AND order_key < until
    ) FROM ranges ORDER BY number`,
  around: `
    SELECT
      (SELECT order_key FROM cards WHERE column_id = @columnId AND order_key < @key ORDER BY order_key DESC LIMIT 1 OFFSET @cards) AS after,
      (
        SELECT order_key FROM cards WHERE column_id = @columnId AND order_key > @key AND order_key < '${afterAll}'
        ORDER BY order_key LIMIT 1 OFFSET @cards
      ) AS before`,
  // The + has a card found by its id: by its column, all keys would be gone through for each card of that, seconds in a large one.
  setKeys: `
    UPDATE cards SET order_key = json_each.value ->> 1 FROM json_each(@keys)
    WHERE cards.id = json_each.value ->> 0 AND +column_id = @columnId`,
} as const;

const betweenSql = 'column_id = @columnId AND order_key > @after AND order_key < @before';

export class OrderStore {
  readonly #places;
  readonly #isTaken;
  readonly #keyAfter;
  readonly #lastArchived;
  readonly #around;
  readonly #cards;
  readonly #setAside;
  readonly #setKeys;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#places = database.prepare<{ ranges: string }, number>(orderSql.places).pluck();
    this.#isTaken = database.prepare<[string, string], 1>('SELECT 1 FROM cards WHERE column_id = ? AND order_key = ?').pluck();
    this.#keyAfter = database
      .prepare<[string, string], string | null>(
        `SELECT min(order_key) FROM cards WHERE column_id = ? AND order_key > ? AND order_key < '${afterAll}'`,
      )
      .pluck();
    this.#lastArchived = database
      .prepare<[string], string | null>(`SELECT max(order_key) FROM cards WHERE column_id = ? AND order_key >= '${afterAll}'`)
      .pluck();
    this.#around = database.prepare<Around, KeyBounds>(orderSql.around);
    this.#cards = database.prepare<Between, string>(`SELECT id FROM cards WHERE ${betweenSql} ORDER BY order_key`).pluck();
    this.#setAside = database.prepare<Between>(`UPDATE cards SET order_key = '${afterAll}' || id WHERE ${betweenSql}`);
    this.#setKeys = database.prepare<{ columnId: string; keys: string }>(orderSql.setKeys);
  }

  /** How many cards each range holds. */
  places(ranges: readonly KeyRange[]): number[] {
    return this.#places.all({ ranges: JSON.stringify(ranges.map(({ columnId, since, until }) => [columnId, since, until])) });
  }

  /** Whether a card of the column has this key. */
  isTaken(columnId: string, key: string): boolean {
    return this.#isTaken.get(columnId, key) !== undefined;
  }

  /** The next key in the column; null at its end. */
  maybeKeyAfter(columnId: string, key: string): string | null {
    return this.#keyAfter.get(columnId, key) ?? null;
  }

  /** The key of the last archived card of the column; null where it has none. */
  maybeLastArchived(columnId: string): string | null {
    return this.#lastArchived.get(columnId) ?? null;
  }

  /** The bounds of the cards around the one with this key: up to `cards` before it and after it. */
  around(columnId: string, key: string, cards: number): KeyBounds {
    return this.#around.get({ columnId, key, cards }) ?? { after: null, before: null };
  }

  /**
   * Gives the cards between these bounds other keys, in their order: those that `keysFor` gives for their number. False where it gives
   * null: then all stay as they are.
   */
  replaceKeys(columnId: string, { after, before }: KeyBounds, keysFor: (cards: number) => readonly string[] | null): boolean {
    const range = { columnId, after: after ?? '', before: before ?? afterAll };
    const ids = this.#cards.all(range);
    const keys = keysFor(ids.length);
    if (keys === null) return false;
    // A new key may be the old one of another card.
    this.#setAside.run(range);
    this.#setKeys.run({ columnId, keys: JSON.stringify(ids.map((id, index) => [id, keys[index]])) });
    return true;
  }
}
