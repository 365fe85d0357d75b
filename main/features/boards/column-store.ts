// The SQL of columns. Every statement names the user, so that another user's column is one that never was.

import type { Database } from '../../storage/database.ts';
import { afterAll } from './order-store.ts';

/** A column as it is stored; times in milliseconds since the Unix epoch. */
export interface StoredColumn {
  readonly id: string;
  readonly title: string;
  readonly projectId: string;
  /** 0, 1, 2 … within the project. */
  readonly position: number;
  /** Without archived cards. */
  readonly cardCount: number;
  readonly wipLimit: number | null;
  readonly isCollapsed: boolean;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Which column, and whose it must be. */
export interface ColumnKey {
  readonly userId: string;
  readonly id: string;
}

/** A deleted column. `isTold`: the change feed knows of its cards that they are deleted, as it was in the trash. */
interface HiddenColumn extends ColumnKey {
  readonly isTold: 0 | 1;
}

/** A column that a card is put into. */
export interface TargetColumn extends Pick<StoredColumn, 'id' | 'projectId' | 'cardCount'> {
  /** The order key of its last card; null without cards. */
  readonly lastKey: string | null;
}

interface Page {
  readonly limit: number | undefined;
  readonly offset: number;
}

interface InProject {
  readonly userId: string;
  /** Null for all projects. */
  readonly projectId: string | null;
}

/** What a statement selects for `toColumn`. */
export const columnFields = `
  id, title, project_id AS projectId, position, card_count AS cardCount, wip_limit AS wipLimit, is_collapsed AS isCollapsed, version,
  created_at AS createdAt, updated_at AS updatedAt`;

export interface ColumnRow extends Omit<StoredColumn, 'isCollapsed'> {
  readonly isCollapsed: 0 | 1;
}

export function toColumn(row: ColumnRow): StoredColumn {
  return { ...row, isCollapsed: row.isCollapsed === 1 };
}

// A deleted column stays until its last card is gone; nothing shows it.
const notDeletedSql = 'deleted_at IS NULL';

const inProject = `FROM board_columns WHERE user_id = @userId AND (@projectId IS NULL OR project_id = @projectId) AND ${notDeletedSql}`;

export class ColumnStore {
  readonly #byId;
  readonly #target;
  readonly #page;
  readonly #count;
  readonly #insert;
  readonly #update;
  readonly #place;
  readonly #hide;
  readonly #hidden;
  readonly #remove;
  readonly #closeGap;

  constructor(database: Database) {
    this.#byId = database.prepare<{ userId: string; id: string }, ColumnRow>(
      `SELECT ${columnFields} FROM board_columns WHERE id = @id AND user_id = @userId AND ${notDeletedSql}`,
    );
    this.#target = database.prepare<{ userId: string; id: string }, TargetColumn>(
      `SELECT id, project_id AS projectId, card_count AS cardCount,
        (SELECT max(order_key) FROM cards WHERE column_id = board_columns.id AND order_key < '${afterAll}') AS lastKey
      FROM board_columns WHERE id = @id AND user_id = @userId AND ${notDeletedSql}`,
    );
    this.#page = database.prepare<InProject & { limit: number; offset: number }, ColumnRow>(
      `SELECT ${columnFields} ${inProject} ORDER BY project_id, position, id LIMIT @limit OFFSET @offset`,
    );
    this.#count = database.prepare<InProject, { columns: number }>(`SELECT count(*) AS columns ${inProject}`);
    this.#insert = database.prepare<object>(`
      INSERT INTO board_columns (id, user_id, project_id, title, position, wip_limit, is_collapsed, version, created_at, updated_at)
      VALUES (@id, @userId, @projectId, @title, @position, @wipLimit, @isCollapsed, @version, @createdAt, @updatedAt)`);
    this.#update = database.prepare<object>(`
      UPDATE board_columns SET title = @title, wip_limit = @wipLimit, is_collapsed = @isCollapsed, version = @version,
        updated_at = @updatedAt
      WHERE id = @id AND user_id = @userId`);
    this.#place = database.prepare<object>(
      'UPDATE board_columns SET position = @position, version = @version, updated_at = @updatedAt WHERE id = @id AND user_id = @userId',
    );
    this.#hide = database.prepare<{ userId: string; id: string; at: number }>(
      'UPDATE board_columns SET deleted_at = @at WHERE id = @id AND user_id = @userId',
    );
    this.#hidden = database.prepare<[], HiddenColumn>(`
      SELECT id, user_id AS userId, is_told AS isTold FROM board_columns INDEXED BY board_columns_deleted
      WHERE deleted_at IS NOT NULL AND trash_id IS NULL LIMIT 1`);
    this.#remove = database.prepare<ColumnKey>('DELETE FROM board_columns WHERE id = @id AND user_id = @userId');
    this.#closeGap = database.prepare<object>(
      `UPDATE board_columns SET position = position - 1
      WHERE user_id = @userId AND project_id = @projectId AND position > @position AND ${notDeletedSql}`,
    );
  }

  /** Null if the user has no such column. */
  maybeTarget(userId: string, id: string): TargetColumn | null {
    return this.#target.get({ userId, id }) ?? null;
  }

  /** Null if the user has no such column. */
  maybeColumn(userId: string, id: string): StoredColumn | null {
    const row = this.#byId.get({ userId, id });
    return row === undefined ? null : toColumn(row);
  }

  /** By project, then position; of all projects if `projectId` is null. Without `limit` all after the first `offset`. */
  page(userId: string, projectId: string | null, { limit, offset }: Page): StoredColumn[] {
    return this.#page.all({ userId, projectId, limit: limit ?? -1, offset }).map(toColumn);
  }

  count(userId: string, projectId: string | null): number {
    return this.#count.get({ userId, projectId })?.columns ?? 0;
  }

  insert(userId: string, column: StoredColumn): void {
    this.#insert.run({ ...column, userId, isCollapsed: column.isCollapsed ? 1 : 0 });
  }

  /** Stores what is written on the column; its place stays. */
  update(userId: string, column: StoredColumn): void {
    this.#update.run({ ...column, userId, isCollapsed: column.isCollapsed ? 1 : 0 });
  }

  /** Stores the position. */
  place(userId: string, column: StoredColumn): void {
    const { id, position, version, updatedAt } = column;
    this.#place.run({ userId, id, position, version, updatedAt });
  }

  /** From now on no answer has the column or its cards; the later ones of its project move up. */
  hide(userId: string, { id, projectId, position }: StoredColumn, at: number): void {
    this.#hide.run({ userId, id, at });
    this.#closeGap.run({ userId, projectId, position });
  }

  /** A deleted column that still has a row, of any user; null if there is none. One in the trash is kept. */
  maybeHidden(): HiddenColumn | null {
    return this.#hidden.get() ?? null;
  }

  /** Deletes the row and, through the schema, all that belongs to it. */
  remove({ userId, id }: ColumnKey): void {
    this.#remove.run({ userId, id });
  }
}
