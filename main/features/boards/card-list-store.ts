// The SQL of lists of cards: of a column, and across columns. Every statement names the user, so that another user's card is one that never
// was.

import type { Priority } from '../../contract/cards.ts';
import { folded } from '../../lib/folded.ts';
import type { TimeBound } from '../../lib/moment.ts';
import type { Database } from '../../storage/database.ts';
import { cardColumns, shownCardColumns, shownLabels, withColumn } from './card-store.ts';
import { afterAll } from './order-store.ts';
import { toCard, toShown, type Row, type ShownCard, type ShownRow, type StoredCard } from './stored-card.ts';

/** Which cards a list across columns holds; null means no such condition. */
export interface CardFilter {
  readonly projectId: string | null;
  readonly q: string | null;
  readonly dueBefore: TimeBound | null;
  readonly dueAfter: TimeBound | null;
  readonly priority: Priority | null;
  /** Cards that have all of them. */
  readonly labelIds: readonly string[] | null;
  readonly isCompleted: boolean | null;
  readonly isTemplate: boolean | null;
  readonly keys: KeySpan;
  /** Of one column alone. */
  readonly columnId?: string;
}

/** From which key on, and up to which one without it: archived cards have keys that sort after all others. */
interface KeySpan {
  readonly from: string;
  readonly until: string;
}

/** The keys of cards that are not archived, of those that are, and of both. */
export const keySpans = {
  false: { from: '', until: afterAll },
  true: { from: afterAll, until: '\u007F' },
  all: { from: '', until: '\u007F' },
} as const satisfies Record<string, KeySpan>;

const due = (bound: string, comparison: string): string =>
  `(@${bound} IS NULL OR due_at ${comparison} CASE due_is_local WHEN 1 THEN @${bound}Local ELSE @${bound} END)`;

// Columns first, each with its cards: both indexes give the order of the list, and nothing is sorted.
const filtered = `
  FROM board_columns CROSS JOIN cards ON cards.column_id = board_columns.id
  WHERE board_columns.user_id = @userId AND cards.user_id = @userId AND deleted_at IS NULL
    AND (@projectId IS NULL OR project_id = @projectId) AND (@columnId IS NULL OR board_columns.id = @columnId)
    AND (@priority IS NULL OR priority = @priority)
    AND order_key >= @from AND order_key < @until
    AND ${due('dueBefore', '<')} AND ${due('dueAfter', '>')} AND (@q IS NULL OR instr(search, @q) > 0)
    AND (@isTemplate IS NULL OR is_template = @isTemplate)
    AND (@isCompleted IS NULL OR (completed_at IS NOT NULL) = @isCompleted)
    AND (@labelIds IS NULL OR label_ids IS NOT NULL AND (
      SELECT count(*) FROM ${shownLabels} AND own.value IN (SELECT value FROM json_each(@labelIds))
    ) = json_array_length(@labelIds))`;

const inOrder = `${filtered} ORDER BY project_id, position, board_columns.id, order_key LIMIT @limit OFFSET @offset`;

const total = `
  SELECT coalesce(sum(card_count), 0) AS cards FROM board_columns AS counted
  WHERE counted.user_id = @userId AND counted.deleted_at IS NULL AND (@projectId IS NULL OR counted.project_id = @projectId)`;

const inColumn = (wanted: string): string => `
    SELECT ${wanted} FROM ${withColumn}
    WHERE column_id = @columnId AND cards.user_id = @userId AND order_key < @until
      AND order_key >= (
        SELECT order_key FROM cards WHERE column_id = @columnId AND order_key >= @from ORDER BY order_key LIMIT 1 OFFSET @offset
      )
    ORDER BY order_key LIMIT @limit`;

/** The statements, to be explained in tests. */
export const cardListSql = {
  inColumn: inColumn(cardColumns),
  shownInColumn: inColumn(shownCardColumns),
  countBetween:
    'SELECT count(*) FROM cards WHERE column_id = @columnId AND user_id = @userId AND order_key >= @from AND order_key < @until',
  filtered: `SELECT ${cardColumns} ${inOrder}`,
  // With how many there are on all pages, counted once.
  pageOfAll: `SELECT ${cardColumns}, (${total}) AS total ${inOrder}`,
  pageOfSome: `SELECT ${cardColumns}, (SELECT count(*) ${filtered}) AS total ${inOrder}`,
  count: `SELECT count(*) AS cards ${filtered}`,
  columns: `
    SELECT id FROM board_columns WHERE user_id = @userId AND deleted_at IS NULL AND (@projectId IS NULL OR project_id = @projectId)
    ORDER BY project_id, position, id`,
  // Read from the index of the keys alone.
  nextKey: `
    SELECT order_key FROM cards
    WHERE column_id = @columnId AND order_key >= @from AND order_key < @until
      AND EXISTS (SELECT 1 FROM board_columns WHERE board_columns.id = @columnId AND board_columns.user_id = @userId)
    ORDER BY order_key LIMIT 1 OFFSET @cards`,
  total,
} as const;

/** Without `limit` all after the first `offset`. */
interface Page {
  readonly limit: number | undefined;
  readonly offset: number;
}

interface InColumn {
  readonly userId: string;
  readonly columnId: string;
}

interface PageInColumn extends Page {
  /** Those that are not archived unless told. */
  readonly keys?: KeySpan | undefined;
}

export class CardListStore {
  readonly #inColumn;
  readonly #shownInColumn;
  readonly #countBetween;
  readonly #filtered;
  readonly #pageOfAll;
  readonly #pageOfSome;
  readonly #count;
  readonly #columns;
  readonly #nextKey;
  readonly #total;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#inColumn = database.prepare<InColumn & KeySpan & { offset: number; limit: number }, Row>(cardListSql.inColumn);
    this.#shownInColumn = database.prepare<InColumn & KeySpan & { offset: number; limit: number }, ShownRow>(cardListSql.shownInColumn);
    this.#filtered = database.prepare<object, Row>(cardListSql.filtered);
    this.#pageOfAll = database.prepare<object, Row & { total: number }>(cardListSql.pageOfAll);
    this.#pageOfSome = database.prepare<object, Row & { total: number }>(cardListSql.pageOfSome);
    this.#count = database.prepare<object, { cards: number }>(cardListSql.count);
    this.#columns = database.prepare<{ userId: string; projectId: string | null }, string>(cardListSql.columns).pluck();
    this.#nextKey = database.prepare<InColumn & KeySpan & { cards: number }, string>(cardListSql.nextKey).pluck();
    this.#total = database.prepare<{ userId: string; projectId: string | null }, { cards: number }>(cardListSql.total);
    this.#countBetween = database.prepare<InColumn & KeySpan, number>(cardListSql.countBetween).pluck();
  }

  /** The cards of a column in their order, after the first `offset`; all of these without `limit`. */
  inColumn(userId: string, columnId: string, { limit, offset, keys = keySpans.false }: PageInColumn): ShownCard[] {
    return this.#shownInColumn.all({ userId, columnId, offset, limit: limit ?? -1, ...keys }).map(toShown);
  }

  /** How many cards of a column have keys in this span. */
  countBetween(userId: string, columnId: string, keys: KeySpan): number {
    return this.#countBetween.get({ userId, columnId, ...keys }) ?? 0;
  }

  /** By project, column and place; without `limit` all after the first `offset`. */
  filtered(userId: string, filter: CardFilter, { limit, offset }: Page): StoredCard[] {
    return this.#filtered.all({ ...conditions(userId, filter), limit: limit ?? -1, offset }).map(toCard);
  }

  /** The same, at most `limit` of them, and how many there are on all pages; null where the page is empty. */
  page(userId: string, filter: CardFilter, limit: number, offset: number): { readonly cards: StoredCard[]; readonly total: number | null } {
    const rows = (hasConditions(filter) ? this.#pageOfSome : this.#pageOfAll).all({ ...conditions(userId, filter), limit, offset });
    return { cards: rows.map(toCard), total: rows[0]?.total ?? null };
  }

  /** The cards of `inColumn`, whole and one after the other; the connection is not to be closed in between. */
  *eachInColumn(userId: string, columnId: string, { limit, offset, keys = keySpans.false }: PageInColumn): Generator<StoredCard> {
    for (const row of this.#inColumn.iterate({ userId, columnId, offset, limit: limit ?? -1, ...keys })) yield toCard(row);
  }

  /** The same as `filtered`, one after the other; the connection is not to be closed in between. */
  *eachFiltered(userId: string, filter: CardFilter, { limit, offset }: Page): Generator<StoredCard> {
    for (const row of this.#filtered.iterate({ ...conditions(userId, filter), limit: limit ?? -1, offset })) yield toCard(row);
  }

  /** The same filter for parts of columns that hold at most `cards` cards each, in the order of the list. */
  *parts(userId: string, filter: CardFilter, cards: number): Generator<CardFilter> {
    for (const columnId of this.#columns.all({ userId, projectId: filter.projectId })) {
      for (let keys: KeySpan | null = filter.keys; keys !== null;) {
        const next: string | undefined = this.#nextKey.get({ userId, columnId, ...keys, cards });
        yield { ...filter, columnId, keys: { from: keys.from, until: next ?? keys.until } };
        keys = next === undefined ? null : { from: next, until: keys.until };
      }
    }
  }

  /** How many there are; without a condition on the cards themselves that is known of each column. */
  count(userId: string, filter: CardFilter): number {
    if (!hasConditions(filter)) return this.maxMatches(userId, filter);
    return this.#count.get(conditions(userId, filter))?.cards ?? 0;
  }

  /** At least as many as the filter lets through where it leaves out what is archived: all others of the project, or of the user. */
  maxMatches(userId: string, { projectId }: CardFilter): number {
    return this.#total.get({ userId, projectId })?.cards ?? 0;
  }
}

/** Whether the filter looks at the cards themselves. */
export function hasConditions({ q, dueBefore, dueAfter, priority, labelIds, isCompleted, isTemplate, keys }: CardFilter): boolean {
  return (
    keys !== keySpans.false || [q, dueBefore, dueAfter, priority, labelIds, isCompleted, isTemplate].some((condition) => condition !== null)
  );
}

function conditions(userId: string, filter: CardFilter): object {
  const { projectId, q, dueBefore, dueAfter, priority, labelIds, isCompleted, isTemplate, keys, columnId = null } = filter;
  return {
    userId,
    columnId,
    ...keys,
    labelIds: labelIds === null ? null : JSON.stringify(labelIds),
    isCompleted: isCompleted === null ? null : isCompleted ? 1 : 0,
    isTemplate: isTemplate === null ? null : isTemplate ? 1 : 0,
    projectId,
    priority,
    q: q === null ? null : folded(q),
    dueBefore: dueBefore?.instant ?? null,
    dueBeforeLocal: dueBefore?.local ?? null,
    dueAfter: dueAfter?.instant ?? null,
    dueAfterLocal: dueAfter?.local ?? null,
  };
}
