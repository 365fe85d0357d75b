// The SQL of columns and projects. Every statement names the user, so that another user's column is one that never was.

import type { Project } from '../../contract/columns.ts';
import type { Database } from '../../storage/database.ts';

/** A column as it is stored; times in milliseconds since the Unix epoch. */
export interface StoredColumn {
  readonly id: string;
  readonly title: string;
  readonly projectId: string;
  /** 0, 1, 2 … within the project. */
  readonly position: number;
  readonly cardCount: number;
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
export interface HiddenColumn extends ColumnKey {
  readonly isTold: 0 | 1;
}

/** A column that a card is put into. */
export interface TargetColumn extends StoredColumn {
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

const columns = `
  id, title, project_id AS projectId, position, card_count AS cardCount, version, created_at AS createdAt, updated_at AS updatedAt`;

// A deleted column stays until its last card is gone; nothing shows it.
const there = 'deleted_at IS NULL';

const inProject = `FROM board_columns WHERE user_id = @userId AND (@projectId IS NULL OR project_id = @projectId) AND ${there}`;

export class ColumnStore {
  readonly #byId;
  readonly #target;
  readonly #page;
  readonly #count;
  readonly #projects;
  readonly #projectCount;
  readonly #insert;
  readonly #rename;
  readonly #place;
  readonly #hide;
  readonly #hidden;
  readonly #remove;
  readonly #closeGap;

  constructor(database: Database) {
    this.#byId = database.prepare<{ userId: string; id: string }, StoredColumn>(
      `SELECT ${columns} FROM board_columns WHERE id = @id AND user_id = @userId AND ${there}`,
    );
    this.#target = database.prepare<{ userId: string; id: string }, TargetColumn>(
      `SELECT ${columns}, (SELECT max(order_key) FROM cards WHERE column_id = board_columns.id) AS lastKey FROM board_columns WHERE id =
        @id AND user_id = @userId AND ${there}`,
    );
    this.#page = database.prepare<InProject & { limit: number; offset: number }, StoredColumn>(
      `SELECT ${columns} ${inProject} ORDER BY project_id, position, id LIMIT @limit OFFSET @offset`,
    );
    this.#count = database.prepare<InProject, { columns: number }>(`SELECT count(*) AS columns ${inProject}`);
    this.#projects = database.prepare<{ userId: string; limit: number; offset: number }, Project>(`
      SELECT project_id AS id, count(*) AS columnCount, sum(card_count) AS cardCount
      FROM board_columns WHERE user_id = @userId AND ${there} GROUP BY project_id ORDER BY project_id LIMIT @limit OFFSET @offset`);
    this.#projectCount = database.prepare<[string], { projects: number }>(
      `SELECT count(DISTINCT project_id) AS projects FROM board_columns WHERE user_id = ? AND ${there}`,
    );
    this.#insert = database.prepare<object>(`
      INSERT INTO board_columns (id, user_id, project_id, title, position, version, created_at, updated_at)
      VALUES (@id, @userId, @projectId, @title, @position, @version, @createdAt, @updatedAt)`);
    this.#rename = database.prepare<object>(
      'UPDATE board_columns SET title = @title, version = @version, updated_at = @updatedAt WHERE id = @id AND user_id = @userId',
    );
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
      WHERE user_id = @userId AND project_id = @projectId AND position > @position AND ${there}`,
    );
  }

  /** Null if the user has no such column. */
  maybeTarget(userId: string, id: string): TargetColumn | null {
    return this.#target.get({ userId, id }) ?? null;
  }

  /** Null if the user has no such column. */
  maybeColumn(userId: string, id: string): StoredColumn | null {
    return this.#byId.get({ userId, id }) ?? null;
  }

  /** By project, then position; of all projects if `projectId` is null. Without `limit` all after the first `offset`. */
  page(userId: string, projectId: string | null, { limit, offset }: Page): StoredColumn[] {
    return this.#page.all({ userId, projectId, limit: limit ?? -1, offset });
  }

  count(userId: string, projectId: string | null): number {
    return this.#count.get({ userId, projectId })?.columns ?? 0;
  }

  projects(userId: string, { limit, offset }: Page): Project[] {
    return this.#projects.all({ userId, limit: limit ?? -1, offset });
  }

  projectCount(userId: string): number {
    return this.#projectCount.get(userId)?.projects ?? 0;
  }

  insert(userId: string, column: StoredColumn): void {
    this.#insert.run({ ...column, userId });
  }

  /** Stores the title. */
  rename(userId: string, column: StoredColumn): void {
    this.#rename.run({ ...column, userId });
  }

  /** Stores the position. */
  place(userId: string, column: StoredColumn): void {
    this.#place.run({ ...column, userId });
  }

  /** From now on no one sees the column or its cards; the later ones of its project move up. */
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
