// The SQL of single cards; that of lists of them is in `card-list-store.ts`. Every statement names the user, so that another user's card is
// one that never was.

import type { Database } from '../../storage/database.ts';
import { afterAll } from './order-store.ts';
import { toFound, toRow, type FoundCard, type FoundCardRow, type StoredCard } from './stored-card.ts';

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

/** The labels of a card; those of other projects, and those that are gone, do not count. In the order in which the card names them. */
export const shownLabels = `
  json_each(cards.label_ids) AS own CROSS JOIN labels ON labels.id = own.value CROSS JOIN projects ON projects.key = labels.project_key
  WHERE projects.user_id = cards.user_id AND projects.id = board_columns.project_id AND projects.trash_id IS NULL`;

/** What a reply shows. A column of a row takes a tenth of a microsecond: of 500 cards, six of them took a seventh of the time. */
export const shownCardColumns = `
  cards.id, cards.title, description, priority, due_date AS dueDate, reminders, progress, checklist, cards.version,
  cards.created_at AS createdAt, cards.updated_at AS updatedAt, completed_at AS completedAt, is_archived AS isArchived,
  is_template AS isTemplate,
  CASE WHEN label_ids IS NULL THEN NULL ELSE (SELECT json_group_array(own.value) FROM ${shownLabels}) END AS labelIds`;

/** Those, and the rest of a stored card. */
export const cardColumns = `${shownCardColumns}, column_id AS columnId, project_id AS projectId, order_key AS orderKey, due_at AS dueAt,
  due_is_local AS dueIsLocal, label_ids AS storedLabelIds, rings_from AS ringsFrom`;

/** The cards of a deleted column are in no answer any more. */
export const withColumn = 'cards JOIN board_columns ON board_columns.id = cards.column_id AND deleted_at IS NULL';

const found = `
  SELECT ${cardColumns}, EXISTS (SELECT 1 FROM files WHERE owner_id = cards.id AND owner_type = 'card') AS hasAttachments
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

/** The statements, to be explained in tests. */
export const cardSql = {
  byId: found,
  moving,
  first:
    'SELECT id, version, order_key AS orderKey FROM cards WHERE column_id = @columnId AND user_id = @userId ORDER BY order_key LIMIT ' +
    '@limit',
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

interface InColumn {
  readonly userId: string;
  readonly columnId: string;
}

interface Key {
  readonly userId: string;
  readonly id: string;
}

export class CardStore {
  readonly #byId;
  readonly #moving;
  readonly #first;
  readonly #insert;
  readonly #update;
  readonly #move;
  readonly #archive;
  readonly #touch;
  readonly #remove;
  readonly #removeUpTo;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#byId = database.prepare<Key, FoundCardRow>(cardSql.byId);
    this.#moving = database.prepare<Key & { columnId: string; position: number | null }, MoveRow>(cardSql.moving);
    this.#first = database.prepare<InColumn & { limit: number }, CardMark>(cardSql.first);
    this.#insert = database.prepare<object>(cardSql.insert);
    this.#update = database.prepare<object>(cardSql.update);
    this.#move = database.prepare<object>(cardSql.move);
    this.#archive = database.prepare<object>(cardSql.archive);
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

  /** The first cards of a column, in their order. */
  first(userId: string, columnId: string, limit: number): CardMark[] {
    return this.#first.all({ userId, columnId, limit });
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
