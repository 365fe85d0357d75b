// The SQL of cards. Every statement names the user, so that another user's card is one that never was.

import type { Priority } from '../../contract/cards.ts';
import { folded } from '../../lib/folded.ts';
import type { TimeBound } from '../../lib/moment.ts';
import type { Database } from '../../storage/database.ts';
import { afterAll } from './order-store.ts';
import {
  toCard,
  toFound,
  toRow,
  toShown,
  type FoundCard,
  type FoundCardRow,
  type Row,
  type ShownCard,
  type ShownRow,
  type StoredCard,
} from './stored-card.ts';

/** A card, and the place that it is to come to; null where there is no such column. */
interface CardMove {
  readonly card: FoundCard;
  readonly target: TargetPlace | null;
}

/** A place in a column, counted without the card that is to come there. */
export interface TargetPlace {
  readonly columnId: string;
  readonly projectId: string;
  /** 0-based. */
  readonly position: number;
  /** The keys of the column around it, the moving card's own among them, in order: up to 3, from that of place `position - 1` on. */
  readonly keys: readonly string[];
}

interface MoveRow extends FoundCardRow {
  readonly targetId: string | null;
  readonly targetProjectId: string;
  readonly targetPosition: number;
  /** JSON text. */
  readonly keys: string;
}

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

// Labels of other projects, and those that are gone, do not count; in the order in which the card names them.
const shownLabels = `
  json_each(cards.label_ids) AS own CROSS JOIN labels ON labels.id = own.value CROSS JOIN projects ON projects.key = labels.project_key
  WHERE projects.user_id = cards.user_id AND projects.id = board_columns.project_id AND projects.trash_id IS NULL`;

// A column of a row takes a tenth of a microsecond: of the 500 cards of a column, six of them took a seventh of the time.
const shown = `
  cards.id, cards.title, description, priority, due_date AS dueDate, reminders, progress, checklist, cards.version,
  cards.created_at AS createdAt, cards.updated_at AS updatedAt, completed_at AS completedAt, is_archived AS isArchived,
  is_template AS isTemplate,
  CASE WHEN label_ids IS NULL THEN NULL ELSE (SELECT json_group_array(own.value) FROM ${shownLabels}) END AS labelIds`;

const columns = `${shown}, column_id AS columnId, project_id AS projectId, order_key AS orderKey, due_at AS dueAt,
  due_is_local AS dueIsLocal, label_ids AS storedLabelIds, rings_from AS ringsFrom`;

// The cards of a deleted column are in no answer any more.
const withColumn = 'cards JOIN board_columns ON board_columns.id = cards.column_id AND deleted_at IS NULL';

const found = `
  SELECT ${columns}, EXISTS (SELECT 1 FROM files WHERE owner_id = cards.id AND owner_type = 'card') AS hasAttachments
  FROM ${withColumn} WHERE cards.id = @id AND cards.user_id = @userId`;

const targetKeys = `SELECT order_key FROM cards WHERE column_id = @columnId AND order_key < '${afterAll}' ORDER BY order_key`;

// The place is counted from the nearer end of the column. All cards are counted, as passing over one would take longer than them all.
const moving = `
  WITH card AS MATERIALIZED (${found}),
  target AS MATERIALIZED (
    SELECT board_columns.id, project_id, card_count AS cards,
      card_count - (board_columns.id = card.columnId AND NOT card.isArchived) AS others
    FROM card CROSS JOIN board_columns
    WHERE board_columns.id = @columnId AND board_columns.user_id = @userId AND deleted_at IS NULL
  ),
  place AS MATERIALIZED (
    SELECT *, max(0, position - 1) AS start FROM (SELECT *, min(coalesce(@position, others), others) AS position FROM target)
  )
  SELECT card.*, place.id AS targetId, place.project_id AS targetProjectId, place.position AS targetPosition, CASE
    WHEN place.id IS NULL THEN NULL
    WHEN 2 * position <= others THEN (
      SELECT json_group_array(order_key) FROM (${targetKeys} LIMIT 3 OFFSET (SELECT start FROM place))
    ) ELSE (
      SELECT json_group_array(order_key) FROM (
        ${targetKeys} DESC LIMIT (SELECT min(3, cards - start) FROM place) OFFSET (SELECT max(0, cards - start - 3) FROM place)
      )
    ) END AS keys
  FROM card LEFT JOIN place`;

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
export const cardSql = {
  byId: found,
  moving,
  inColumn: inColumn(columns),
  shownInColumn: inColumn(shown),
  countBetween:
    'SELECT count(*) FROM cards WHERE column_id = @columnId AND user_id = @userId AND order_key >= @from AND order_key < @until',
  first:
    'SELECT id, version, order_key AS orderKey FROM cards WHERE column_id = @columnId AND user_id = @userId ORDER BY order_key LIMIT ' +
    '@limit',
  filtered: `SELECT ${columns} ${inOrder}`,
  // With how many there are on all pages, counted once.
  pageOfAll: `SELECT ${columns}, (${total}) AS total ${inOrder}`,
  pageOfSome: `SELECT ${columns}, (SELECT count(*) ${filtered}) AS total ${inOrder}`,
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
  insert: `
    INSERT INTO cards (id, user_id, column_id, order_key, title, description, priority, due_date, due_at, due_is_local, reminders,
      rings_from, progress, checklist, search, version, created_at, updated_at, completed_at, is_template, label_ids)
    VALUES (@id, @userId, @columnId, @orderKey, @title, @description, @priority, @dueDate, @dueAt, @dueIsLocal, @reminders,
      @ringsFrom, @progress, @checklist, @search, @version, @createdAt, @updatedAt, @completedAt, @isTemplate, @storedLabelIds)`,
  update: `
    UPDATE cards SET title = @title, description = @description, priority = @priority, due_date = @dueDate, due_at = @dueAt,
      due_is_local = @dueIsLocal, reminders = @reminders, rings_from = @ringsFrom,
      progress = @progress, checklist = @checklist, search = @search, version = @version, updated_at = @updatedAt,
      completed_at = @completedAt, is_template = @isTemplate, label_ids = @storedLabelIds
    WHERE id = @id AND user_id = @userId`,
  move:
    'UPDATE cards SET column_id = @columnId, order_key = @orderKey, version = @version, updated_at = @updatedAt WHERE id = @id AND ' +
    'user_id = @userId',
  archive: 'UPDATE cards SET is_archived = @isArchived, order_key = @orderKey WHERE id = @id AND user_id = @userId',
  touch: 'UPDATE cards SET version = @version, updated_at = @updatedAt WHERE id = @id AND user_id = @userId',
  remove: 'DELETE FROM cards WHERE id = @id AND user_id = @userId',
  removeUpTo: 'DELETE FROM cards WHERE column_id = @columnId AND user_id = @userId AND order_key <= @orderKey',
} as const;

/** What it takes to tell of a card that is removed. */
interface CardMark {
  readonly id: string;
  readonly version: number;
  readonly orderKey: string;
}

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

interface Key {
  readonly userId: string;
  readonly id: string;
}

export class CardStore {
  readonly #byId;
  readonly #moving;
  readonly #inColumn;
  readonly #shownInColumn;
  readonly #first;
  readonly #filtered;
  readonly #pageOfAll;
  readonly #pageOfSome;
  readonly #count;
  readonly #columns;
  readonly #nextKey;
  readonly #total;
  readonly #insert;
  readonly #update;
  readonly #move;
  readonly #archive;
  readonly #countBetween;
  readonly #touch;
  readonly #remove;
  readonly #removeUpTo;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#byId = database.prepare<Key, FoundCardRow>(cardSql.byId);
    this.#moving = database.prepare<Key & { columnId: string; position: number | null }, MoveRow>(cardSql.moving);
    this.#inColumn = database.prepare<InColumn & KeySpan & { offset: number; limit: number }, Row>(cardSql.inColumn);
    this.#shownInColumn = database.prepare<InColumn & KeySpan & { offset: number; limit: number }, ShownRow>(cardSql.shownInColumn);
    this.#first = database.prepare<InColumn & { limit: number }, CardMark>(cardSql.first);
    this.#filtered = database.prepare<object, Row>(cardSql.filtered);
    this.#pageOfAll = database.prepare<object, Row & { total: number }>(cardSql.pageOfAll);
    this.#pageOfSome = database.prepare<object, Row & { total: number }>(cardSql.pageOfSome);
    this.#count = database.prepare<object, { cards: number }>(cardSql.count);
    this.#columns = database.prepare<{ userId: string; projectId: string | null }, string>(cardSql.columns).pluck();
    this.#nextKey = database.prepare<InColumn & KeySpan & { cards: number }, string>(cardSql.nextKey).pluck();
    this.#total = database.prepare<{ userId: string; projectId: string | null }, { cards: number }>(cardSql.total);
    this.#insert = database.prepare<object>(cardSql.insert);
    this.#update = database.prepare<object>(cardSql.update);
    this.#move = database.prepare<object>(cardSql.move);
    this.#archive = database.prepare<object>(cardSql.archive);
    this.#countBetween = database.prepare<InColumn & KeySpan, number>(cardSql.countBetween).pluck();
    this.#touch = database.prepare<object>(cardSql.touch);
    this.#remove = database.prepare<Key>(cardSql.remove);
    this.#removeUpTo = database.prepare<InColumn & { orderKey: string }>(cardSql.removeUpTo);
  }

  /** Null if the user has no such card. */
  maybeCard(userId: string, id: string): FoundCard | null {
    const row = this.#byId.get({ userId, id });
    return row === undefined ? null : toFound(row);
  }

  /** Null if the user has no such card. Without a position, or past the end, its place is the last. */
  maybeMove(userId: string, id: string, columnId: string, position: number | null): CardMove | null {
    const row = this.#moving.get({ userId, id, columnId, position });
    if (row === undefined) return null;
    const { targetId, targetProjectId: projectId, targetPosition, keys, ...card } = row;
    const target =
      targetId === null
        ? null
        : { columnId: targetId, projectId, position: targetPosition, keys: (JSON.parse(keys) as string[]).toSorted() };
    return { card: toFound(card), target };
  }

  /** The cards of a column in their order, after the first `offset`; all of these without `limit`. */
  inColumn(userId: string, columnId: string, { limit, offset, keys = keySpans.false }: PageInColumn): ShownCard[] {
    return this.#shownInColumn.all({ userId, columnId, offset, limit: limit ?? -1, ...keys }).map(toShown);
  }

  /** How many cards of a column have keys in this span. */
  countBetween(userId: string, columnId: string, keys: KeySpan): number {
    return this.#countBetween.get({ userId, columnId, ...keys }) ?? 0;
  }

  /** The first cards of a column, in their order. */
  first(userId: string, columnId: string, limit: number): CardMark[] {
    return this.#first.all({ userId, columnId, limit });
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

  insert(userId: string, card: StoredCard): void {
    this.#insert.run(toRow(userId, card));
  }

  /** Replaces what is written on the card that has this id; its place stays. */
  update(userId: string, card: StoredCard): void {
    this.#update.run(toRow(userId, card));
  }

  /** Stores column and key of the card. */
  move(userId: string, { id, columnId, orderKey, version, updatedAt }: StoredCard): void {
    this.#move.run({ userId, id, columnId, orderKey, version, updatedAt });
  }

  /** Stores whether the card is archived, and the key that it has then. */
  archive(userId: string, { id, isArchived, orderKey }: StoredCard): void {
    this.#archive.run({ userId, id, isArchived: isArchived ? 1 : 0, orderKey });
  }

  /** Stores the version and the time of its change alone. */
  touch(userId: string, { id, version, updatedAt }: StoredCard): void {
    this.#touch.run({ userId, id, version, updatedAt });
  }

  remove(userId: string, id: string): void {
    this.#remove.run({ userId, id });
  }

  /** Removes the cards of a column up to one, and it. */
  removeUpTo(userId: string, columnId: string, { orderKey }: CardMark): void {
    this.#removeUpTo.run({ userId, columnId, orderKey });
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
