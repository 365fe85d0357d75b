// The SQL of boards in the trash. A trashed column is hidden as a deleted one is, and kept; a trashed card lies in a hidden column.

import type { LeavingRecords } from '../../lib/record-kinds.ts';
import type { Database } from '../../storage/database.ts';
import { columnFields, toColumn, type ColumnRow, type StoredColumn } from './column-store.ts';

/** A card that is told of in the change feed. */
interface ToldCard {
  readonly id: string;
  readonly version: number;
  readonly orderKey: string;
}

/** A column whose cards are not all told of. */
interface UntoldColumn {
  readonly id: string;
  readonly userId: string;
  readonly untoldFrom: string;
  readonly isHidden: 0 | 1;
}

interface CardTimes {
  readonly version: number;
  readonly updatedAt: number;
}

interface CardPlacement extends CardTimes {
  readonly columnId: string;
  readonly orderKey: string;
  readonly ringsFrom: number;
}

interface Key {
  readonly userId: string;
  readonly id: string;
}

interface InUse extends Key {
  readonly since: number;
  /** The ids, as JSON. */
  readonly going: string;
}

export class BoardTrashStore {
  readonly #holder;
  readonly #addHolder;
  readonly #putCard;
  readonly #card;
  readonly #placeCard;
  readonly #firstColumn;
  readonly #mark;
  readonly #columns;
  readonly #takeBack;
  readonly #openGap;
  readonly #count;
  readonly #untold;
  readonly #setUntold;
  readonly #cardsFrom;
  readonly #release;
  readonly #entryOf;
  readonly #isColumnInUse;
  readonly #isProjectInUse;

  constructor(database: Database) {
    this.#holder = database.prepare<[string, string], string>('SELECT id FROM board_columns WHERE trash_id = ? AND user_id = ?').pluck();
    this.#addHolder = database.prepare<Key & { at: number }>(`
      INSERT INTO board_columns (id, user_id, project_id, title, position, version, created_at, updated_at, deleted_at, trash_id)
      VALUES (@id, @userId, '', '', 0, 1, @at, @at, @at, @userId)`);
    this.#putCard = database.prepare<Key & { columnId: string }>(
      'UPDATE cards SET column_id = @columnId, order_key = id WHERE id = @id AND user_id = @userId',
    );
    this.#card = database.prepare<Key, CardTimes>(
      'SELECT version, updated_at AS updatedAt FROM cards WHERE id = @id AND user_id = @userId',
    );
    this.#placeCard = database.prepare<Key & CardPlacement>(`
      UPDATE cards SET column_id = @columnId, order_key = @orderKey, rings_from = @ringsFrom, version = @version, updated_at = @updatedAt
      WHERE id = @id AND user_id = @userId`);
    this.#firstColumn = database
      .prepare<{ userId: string; projectId: string }, string>(`
      SELECT id FROM board_columns WHERE user_id = @userId AND project_id = @projectId AND deleted_at IS NULL
      ORDER BY position, id LIMIT 1`)
      .pluck();
    this.#mark = database.prepare<Key & { entryId: string }>(
      'UPDATE board_columns SET trash_id = @entryId WHERE id = @id AND user_id = @userId',
    );
    this.#columns = database.prepare<{ userId: string; entryId: string }, ColumnRow>(
      `SELECT ${columnFields} FROM board_columns WHERE trash_id = @entryId AND user_id = @userId ORDER BY position, id`,
    );
    this.#takeBack = database.prepare<Key & { position: number }>(`
      UPDATE board_columns SET deleted_at = NULL, trash_id = NULL, position = @position WHERE id = @id AND user_id = @userId`);
    this.#openGap = database.prepare<{ userId: string; projectId: string; position: number }>(`
      UPDATE board_columns SET position = position + 1
      WHERE user_id = @userId AND project_id = @projectId AND position >= @position AND deleted_at IS NULL`);
    this.#count = database
      .prepare<{ userId: string; projectId: string }, number>(
        'SELECT count(*) FROM board_columns WHERE user_id = @userId AND project_id = @projectId AND deleted_at IS NULL',
      )
      .pluck();
    this.#untold = database.prepare<[], UntoldColumn>(`
      SELECT id, user_id AS userId, untold_from AS untoldFrom, deleted_at IS NOT NULL AS isHidden
      FROM board_columns INDEXED BY board_columns_untold WHERE untold_from IS NOT NULL LIMIT 1`);
    this.#setUntold = database.prepare<Key & { from: string | null }>(
      `UPDATE board_columns SET untold_from = @from, is_told = deleted_at IS NOT NULL AND @from IS NULL
      WHERE id = @id AND user_id = @userId`,
    );
    this.#cardsFrom = database.prepare<Key & { from: string; limit: number }, ToldCard>(`
      SELECT id, version, order_key AS orderKey FROM cards
      WHERE column_id = @id AND user_id = @userId AND order_key > @from ORDER BY order_key LIMIT @limit`);
    this.#entryOf = database
      .prepare<[string, string], string | null>('SELECT trash_id FROM board_columns WHERE id = ? AND user_id = ?')
      .pluck();
    const isPutIn = (record: string): string =>
      `${record}.updated_at >= @since AND ${record}.id NOT IN (SELECT value FROM json_each(@going))`;
    this.#isColumnInUse = database
      .prepare<InUse, 0 | 1>(`SELECT EXISTS (SELECT 1 FROM cards WHERE column_id = @id AND +user_id = @userId AND ${isPutIn('cards')})`)
      .pluck();
    this.#isProjectInUse = database
      .prepare<InUse, 0 | 1>(`
        SELECT EXISTS (SELECT 1 FROM board_columns WHERE user_id = @userId AND project_id = @id AND deleted_at IS NULL
          AND (${isPutIn('board_columns')}
            OR EXISTS (SELECT 1 FROM cards WHERE column_id = board_columns.id AND +user_id = @userId AND ${isPutIn('cards')})))`)
      .pluck();
    this.#release = database.prepare<{ userId: string; entryId: string }>(
      'UPDATE board_columns SET trash_id = NULL WHERE trash_id = @entryId AND user_id = @userId',
    );
  }

  /** The hidden column that holds the user's trashed cards; `newId` is its id if it has to be made. */
  holder(userId: string, newId: () => string, at: number): string {
    const known = this.#holder.get(userId, userId);
    if (known !== undefined) return known;
    const id = newId();
    this.#addHolder.run({ id, userId, at });
    return id;
  }

  /** Puts the card into a hidden column, in no order. */
  putCard(userId: string, id: string, columnId: string): void {
    this.#putCard.run({ userId, id, columnId });
  }

  /** The version of a card, wherever it lies, and when it was changed; null if there is none. */
  maybeTimes(userId: string, id: string): CardTimes | null {
    return this.#card.get({ userId, id }) ?? null;
  }

  placeCard(userId: string, id: string, placement: CardPlacement): void {
    this.#placeCard.run({ userId, id, ...placement });
  }

  /** The first column of a project; null if it has none. */
  firstColumn(userId: string, projectId: string): string | null {
    return this.#firstColumn.get({ userId, projectId }) ?? null;
  }

  /** A column that is hidden is kept from now on. */
  keep(userId: string, id: string, entryId: string): void {
    this.#mark.run({ userId, id, entryId });
  }

  /** The columns of an entry, by the places that they had. */
  columns(userId: string, entryId: string): StoredColumn[] {
    return this.#columns.all({ userId, entryId }).map(toColumn);
  }

  /** Shows the column again, at its place or the last one, whichever comes first; those after it make room. */
  takeBack(userId: string, { id, projectId, position }: StoredColumn): void {
    const place = Math.min(position, this.#count.get({ userId, projectId }) ?? 0);
    this.#openGap.run({ userId, projectId, position: place });
    this.#takeBack.run({ userId, id, position: place });
  }

  /** The entry of the trash that a column went with; null if it is not in the trash. */
  maybeEntryOf(userId: string, columnId: string): string | null {
    return this.#entryOf.get(columnId, userId) ?? null;
  }

  /** Whether a column holds cards that were put into it, or changed, since its own change that is undone, and are not going. */
  isColumnInUse(userId: string, id: string, leaving: LeavingRecords): boolean {
    return isInUse(this.#isColumnInUse, { userId, id }, leaving);
  }

  /** Whether a project holds such columns, or such cards. */
  isProjectInUse(userId: string, id: string, leaving: LeavingRecords): boolean {
    return isInUse(this.#isProjectInUse, { userId, id }, leaving);
  }

  /** The columns of an entry go as deleted ones do. */
  release(userId: string, entryId: string): void {
    this.#release.run({ userId, entryId });
  }

  /** A column of any user whose cards are not all told of; null if there is none. */
  maybeUntold(): UntoldColumn | null {
    return this.#untold.get() ?? null;
  }

  /** From which key on its cards are to be told of; null for none. */
  setUntold(userId: string, id: string, from: string | null): void {
    this.#setUntold.run({ userId, id, from });
  }

  /** Cards of a column after a key, in their order. */
  cardsFrom(userId: string, columnId: string, from: string, limit: number): ToldCard[] {
    return this.#cardsFrom.all({ userId, id: columnId, from, limit });
  }
}

function isInUse(statement: { get(values: InUse): 0 | 1 | undefined }, key: Key, { going, since }: LeavingRecords): boolean {
  return since !== null && statement.get({ ...key, since, going: JSON.stringify([...going]) }) === 1;
}
