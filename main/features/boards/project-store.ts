// The SQL of projects and their labels. Every statement names the user, so that another user's project is one that never was.

import type { BoardFilter } from '../../contract/board-filters.ts';
import type { Label } from '../../contract/projects.ts';
import type { Database } from '../../storage/database.ts';

/** A project as it is stored; times in milliseconds since the Unix epoch. */
export interface StoredProject {
  /** Of the row: one in the trash can have the same id. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly color: string;
  readonly isArchived: boolean;
  /** In the order in which they were made. */
  readonly labels: readonly Label[];
  /** In the order in which they were made. */
  readonly filters: readonly BoardFilter[];
  readonly columnCount: number;
  readonly cardCount: number;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

type Row = Omit<StoredProject, 'isArchived' | 'labels' | 'filters'> & {
  readonly isArchived: 0 | 1;
  readonly labels: string;
  readonly filters: string | null;
};

interface ById {
  readonly userId: string;
  readonly id: string;
}

interface Page {
  readonly isArchived: boolean | null;
  readonly limit: number | undefined;
  readonly offset: number;
}

const notTrashedSql = 'projects.user_id = @userId AND projects.trash_id IS NULL';

const columnsOf = 'FROM board_columns WHERE user_id = @userId AND project_id = projects.id AND deleted_at IS NULL';

const fields = `
  key, id, name, description, color, is_archived AS isArchived, filters, version, created_at AS createdAt, updated_at AS updatedAt,
  (SELECT count(*) ${columnsOf}) AS columnCount, (SELECT coalesce(sum(card_count), 0) ${columnsOf}) AS cardCount,
  (
    SELECT json_group_array(json_object('id', own.id, 'projectId', projects.id, 'name', own.name, 'color', own.color))
    FROM (SELECT id, name, color FROM labels WHERE project_key = projects.key ORDER BY id) AS own
  ) AS labels`;

const some = `FROM projects WHERE ${notTrashedSql} AND (@isArchived IS NULL OR is_archived = @isArchived)`;

export class ProjectStore {
  readonly #byId;
  readonly #page;
  readonly #count;
  readonly #insert;
  readonly #has;
  readonly #lastTrashed;
  readonly #update;
  readonly #remove;
  readonly #trash;
  readonly #ofEntry;
  readonly #takeBack;
  readonly #passLabels;
  readonly #insertLabel;
  readonly #updateLabel;
  readonly #removeLabel;
  readonly #labelsAmong;

  constructor(database: Database) {
    this.#byId = database.prepare<ById, Row>(`SELECT ${fields} FROM projects WHERE ${notTrashedSql} AND id = @id`);
    this.#page = database.prepare<object, Row>(
      `SELECT ${fields} ${some} ORDER BY name COLLATE NOCASE, name, id LIMIT @limit OFFSET @offset`,
    );
    this.#count = database.prepare<{ userId: string; isArchived: 0 | 1 | null }, number>(`SELECT count(*) ${some}`).pluck();
    this.#has = database.prepare<ById, 1>(`SELECT 1 FROM projects WHERE ${notTrashedSql} AND id = @id`).pluck();
    this.#lastTrashed = database.prepare<ById, NonNullable<ReturnType<ProjectStore['maybeTrashed']>>>(
      `SELECT key, name, color, description, version FROM projects WHERE user_id = @userId AND id = @id AND trash_id IS NOT NULL
      ORDER BY key DESC LIMIT 1`,
    );
    this.#insert = database.prepare<object>(`
      INSERT INTO projects (key, id, user_id, name, description, color, is_archived, filters, version, created_at, updated_at)
      VALUES (@key, @id, @userId, @name, @description, @color, @isArchived, @filters, @version, @createdAt, @updatedAt)`);
    this.#update = database.prepare<object>(`
      UPDATE projects SET name = @name, description = @description, color = @color, is_archived = @isArchived, filters = @filters,
        version = @version, updated_at = @updatedAt
      WHERE key = @key AND user_id = @userId`);
    this.#remove = database.prepare<{ userId: string; key: string }>('DELETE FROM projects WHERE key = @key AND user_id = @userId');
    this.#trash = database.prepare<{ userId: string; key: string; entryId: string }>(
      'UPDATE projects SET trash_id = @entryId WHERE key = @key AND user_id = @userId',
    );
    this.#ofEntry = database.prepare<
      { userId: string; entryId: string },
      { key: string; id: string; version: number; filters: string | null }
    >('SELECT key, id, version, filters FROM projects WHERE trash_id = @entryId AND user_id = @userId');
    this.#takeBack = database.prepare<{ userId: string; key: string }>(
      'UPDATE projects SET trash_id = NULL WHERE key = @key AND user_id = @userId',
    );
    this.#passLabels = database.prepare<{ from: string; to: string }>('UPDATE labels SET project_key = @to WHERE project_key = @from');
    this.#insertLabel = database.prepare<object>('INSERT INTO labels (id, project_key, name, color) VALUES (@id, @key, @name, @color)');
    this.#updateLabel = database.prepare<object>('UPDATE labels SET name = @name, color = @color WHERE id = @id AND project_key = @key');
    this.#removeLabel = database.prepare<{ id: string; key: string }>('DELETE FROM labels WHERE id = @id AND project_key = @key');
    this.#labelsAmong = database
      .prepare<ById & { ids: string }, string>(
        `SELECT labels.id FROM json_each(@ids) AS asked CROSS JOIN labels ON labels.id = asked.value
          CROSS JOIN projects ON projects.key = labels.project_key
        WHERE ${notTrashedSql} AND projects.id = @id`,
      )
      .pluck();
  }

  /** Null if the user has no such project. */
  maybeProject(userId: string, id: string): StoredProject | null {
    const row = this.#byId.get({ userId, id });
    return row === undefined ? null : toProject(row);
  }

  has(userId: string, id: string): boolean {
    return this.#has.get({ userId, id }) !== undefined;
  }

  /** By name; archived ones, others, or both with null. Without `limit` all after the first `offset`. */
  page(userId: string, { isArchived, limit, offset }: Page): StoredProject[] {
    return this.#page.all({ userId, isArchived: flag(isArchived), limit: limit ?? -1, offset }).map(toProject);
  }

  count(userId: string, isArchived: boolean | null): number {
    return this.#count.get({ userId, isArchived: flag(isArchived) }) ?? 0;
  }

  /** The project with this id in the trash, the last of them; null without one. */
  maybeTrashed(userId: string, id: string): Pick<StoredProject, 'key' | 'name' | 'color' | 'description' | 'version'> | null {
    return this.#lastTrashed.get({ userId, id }) ?? null;
  }

  /** Without labels. */
  insert(userId: string, project: StoredProject): void {
    this.#insert.run(toRow(userId, project));
  }

  /** Replaces what is written on the project, but for its labels. */
  update(userId: string, project: StoredProject): void {
    this.#update.run(toRow(userId, project));
  }

  /** With its labels. */
  remove(userId: string, key: string): void {
    this.#remove.run({ userId, key });
  }

  /** Hides the project and keeps it. */
  trash(userId: string, key: string, entryId: string): void {
    this.#trash.run({ userId, key, entryId });
  }

  /** The project that went with an entry of the trash; null if there is none. */
  maybeOfEntry(userId: string, entryId: string): Pick<StoredProject, 'key' | 'id' | 'version' | 'filters'> | null {
    const row = this.#ofEntry.get({ userId, entryId });
    return row === undefined ? null : { ...row, filters: readFilters(row.filters) };
  }

  takeBack(userId: string, key: string): void {
    this.#takeBack.run({ userId, key });
  }

  /** Those of `ids` that are labels of the user's project. */
  labelsAmong(userId: string, id: string, ids: readonly string[]): readonly string[] {
    return this.#labelsAmong.all({ userId, id, ids: JSON.stringify(ids) });
  }

  /** The labels of one project become those of another. */
  passLabels(from: string, to: string): void {
    this.#passLabels.run({ from, to });
  }

  insertLabel(key: string, { id, name, color }: Label): void {
    this.#insertLabel.run({ id, key, name, color });
  }

  updateLabel(key: string, { id, name, color }: Label): void {
    this.#updateLabel.run({ id, key, name, color });
  }

  removeLabel(key: string, id: string): void {
    this.#removeLabel.run({ id, key });
  }
}

const flag = <T extends boolean | null>(value: T): 0 | 1 | Extract<T, null> =>
  (value === null ? null : value ? 1 : 0) as 0 | 1 | Extract<T, null>;

const readFilters = (stored: string | null): BoardFilter[] => (stored === null ? [] : (JSON.parse(stored) as BoardFilter[]));

function toProject(row: Row): StoredProject {
  return { ...row, isArchived: row.isArchived === 1, labels: JSON.parse(row.labels) as Label[], filters: readFilters(row.filters) };
}

function toRow(userId: string, project: StoredProject): object {
  const filters = project.filters.length === 0 ? null : JSON.stringify(project.filters);
  return { ...project, userId, labels: null, filters, isArchived: flag(project.isArchived) };
}
