// The rules of columns. Knows no HTTP and no SQL; what changes anything is called inside a write transaction.

import type { Column, ColumnList, ColumnOrder, ColumnQuery, CreateColumn, UpdateColumn } from '../../contract/columns.ts';
import { invalid, notFound } from '../../lib/app-error.ts';
import { goneFrom, type Change, type RecordChange } from '../../lib/change.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import { replacedFields, type FormerFields, type TakenBack } from '../../lib/record-kinds.ts';
import type { Precondition } from '../../lib/precondition.ts';
import type { ColumnKey, ColumnStore, StoredColumn } from './column-store.ts';
import { formerOrder, withBack } from './former-order.ts';

interface ColumnsOptions {
  readonly store: ColumnStore;
  readonly record: RecordChange;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Makes the project that a new column names, unless there is one. Throws 409. */
  readonly ensureProject: (userId: string, projectId: string) => void;
  /** Removes at most `limit` cards of a deleted column; how many it were. `isTold`: the change feed knows already. */
  readonly removeCards: (column: ColumnKey, limit: number, isTold: boolean) => number;
  /** Called inside the transaction when cards are left for `removeSome`. */
  readonly manyLeft: () => void;
}

/** What an update writes on a column. */
const writtenFields = ['title', 'wipLimit', 'isCollapsed'] as const;

/** How many cards of deleted columns one write removes. */
const cardsAtOnce = 200;

export class Columns {
  readonly #options: ColumnsOptions;

  constructor(options: ColumnsOptions) {
    this.#options = options;
  }

  /** By project, then place. */
  list(userId: string, { projectId, limit, offset = 0 }: ColumnQuery): ColumnList {
    const { store } = this.#options;
    const ofProject = projectId ?? null;
    return {
      items: store.page(userId, ofProject, { limit, offset }).map(toReply),
      total: store.count(userId, ofProject),
      limit: limit ?? null,
      offset,
    };
  }

  /** The new column is the last of its project, which is made if it has to be. Throws 409 where there are too many projects. */
  create(userId: string, { title, projectId, wipLimit = null, isCollapsed = false }: CreateColumn): Column {
    const { store, clock, newId, ensureProject } = this.#options;
    ensureProject(userId, projectId);
    const now = clock();
    const column: StoredColumn = {
      id: newId(),
      title,
      projectId,
      position: store.count(userId, projectId),
      cardCount: 0,
      wipLimit,
      isCollapsed,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    store.insert(userId, column);
    this.#record(userId, 'created', column);
    return toReply(column);
  }

  /** Throws 404. */
  read(userId: string, id: string): Column {
    return toReply(this.#column(userId, id));
  }

  /** If that changes nothing, neither version nor feed grows. Throws 404, 412. */
  update(userId: string, id: string, fields: UpdateColumn, precondition: Precondition): Column {
    const column = this.#column(userId, id);
    precondition.check(column.version);
    const { title = column.title, wipLimit = column.wipLimit, isCollapsed = column.isCollapsed } = fields;
    return toReply(this.#change(userId, column, { ...column, title, wipLimit, isCollapsed }));
  }

  /** The named columns come first in their projects. Throws 400 for an id that is unknown or repeated; then nothing changes. */
  order(userId: string, { columnIds }: ColumnOrder): ColumnList {
    const { store, clock } = this.#options;
    const all = store.page(userId, null, { limit: undefined, offset: 0 });
    const named = this.#named(all, columnIds);
    const now = clock();
    const others = all.filter((column) => !named.has(column));
    for (const columns of Map.groupBy([...named, ...others], ({ projectId }) => projectId).values()) this.#place(userId, columns, now);
    return this.list(userId, {});
  }

  /** Null if the user has no such column. */
  maybeVersion(userId: string, id: string): number | null {
    return this.#options.store.maybeColumn(userId, id)?.version ?? null;
  }

  /**
   * Gives columns fields that they had; their versions, null for one that is gone. All columns of the projects that `taken` tells of come
   * to the order from before these changes, the newest of which is the first.
   */
  giveBack(userId: string, records: readonly FormerFields[], taken: readonly TakenBack[]): (number | null)[] {
    const { store, clock } = this.#options;
    const now = clock();
    for (const { id, fields } of records) {
      const column = store.maybeColumn(userId, id);
      const written = Object.entries(fields).filter(([field]) => (writtenFields as readonly string[]).includes(field));
      if (column !== null) this.#change(userId, column, { ...column, ...(Object.fromEntries(written) as Partial<StoredColumn>) });
    }
    const touched = new Set(taken.map(({ id }) => id));
    const projects = Map.groupBy(store.page(userId, null, { limit: undefined, offset: 0 }), ({ projectId }) => projectId);
    for (const columns of projects.values()) {
      if (!columns.some(({ id }) => touched.has(id))) continue;
      const order = formerOrder(columns, taken);
      const shifted = new Map<string, StoredColumn>();
      const before = withBack(columns, taken, order);
      for (const column of columns) shifted.set(column.id, this.#shift(userId, column, before.indexOf(column.id)));
      this.#place(
        userId,
        order.map((id) => shifted.get(id)).filter((column) => column !== undefined),
        now,
      );
    }
    return records.map(({ id }) => store.maybeColumn(userId, id)?.version ?? null);
  }

  /** As others come or go: neither its version grows nor does the feed tell. */
  #shift(userId: string, column: StoredColumn, position: number): StoredColumn {
    const shifted = { ...column, position };
    if (column.position !== position) this.#options.store.place(userId, shifted);
    return shifted;
  }

  #change(userId: string, column: StoredColumn, changed: StoredColumn): StoredColumn {
    const { store, clock } = this.#options;
    const before = replacedFields(column, changed, writtenFields);
    if (Object.keys(before).length === 0) return column;
    const next: StoredColumn = { ...changed, version: column.version + 1, updatedAt: clock() };
    store.update(userId, next);
    this.#record(userId, 'updated', next, before);
    return next;
  }

  /** The columns of a project, in the order that they are to have. */
  #place(userId: string, columns: readonly StoredColumn[], now: number): void {
    for (const [position, column] of columns.entries()) {
      if (position === column.position) continue;
      const next: StoredColumn = { ...column, position, version: column.version + 1, updatedAt: now };
      this.#options.store.place(userId, next);
      this.#record(userId, 'moved', next, { position: column.position });
    }
  }

  /** Takes its cards along. Throws 404, 412. */
  remove(userId: string, id: string, precondition: Precondition): undefined {
    const column = this.#column(userId, id);
    precondition.check(column.version);
    this.#remove(userId, [column]);
  }

  /** All columns of the project, and their cards. */
  removeAll(userId: string, projectId: string): void {
    this.#remove(userId, this.#options.store.page(userId, projectId, { limit: undefined, offset: 0 }));
  }

  /**
   * Removes some cards of a deleted column, and the column with the last of them; true if there may be more. To be called inside a write.
   */
  removeSome(): boolean {
    const { store } = this.#options;
    const column = store.maybeHidden();
    if (column === null) return false;
    this.#empty(column, cardsAtOnce, column.isTold === 1);
    return true;
  }

  /**
   * Nothing shows the columns and their cards from here on. A few cards go at once; more of them follow in slices, so that no caller
   * waits for a hundred thousand. The feed tells of each card when it goes.
   */
  #remove(userId: string, columns: readonly StoredColumn[]): void {
    const { store, clock, manyLeft } = this.#options;
    let left = cardsAtOnce;
    for (const column of columns) {
      this.#record(userId, 'deleted', column, undefined, goneFrom(column.projectId, column.position));
      store.hide(userId, column, clock());
      left -= this.#empty({ userId, id: column.id }, left);
    }
    if (left <= 0) manyLeft();
  }

  /** Removes at most `limit` cards of a hidden column, and the column if it is empty then; how many cards it were. */
  #empty(column: ColumnKey, limit: number, isTold = false): number {
    const { store, removeCards } = this.#options;
    if (limit <= 0) return 0;
    const removed = removeCards(column, limit, isTold);
    if (removed < limit) store.remove(column);
    return removed;
  }

  #named(all: readonly StoredColumn[], ids: readonly string[]): ReadonlySet<StoredColumn> {
    const byId = new Map(all.map((column) => [column.id, column]));
    const named = new Set<StoredColumn>();
    for (const [index, id] of ids.entries()) {
      const column = byId.get(id);
      if (column === undefined) throw invalid({ path: `columnIds.${index}`, message: 'is not the id of a column' });
      if (named.has(column)) throw invalid({ path: `columnIds.${index}`, message: 'is named a second time' });
      named.add(column);
    }
    return named;
  }

  #column(userId: string, id: string): StoredColumn {
    const column = this.#options.store.maybeColumn(userId, id);
    if (column === null) throw notFound('column');
    return column;
  }

  #record(userId: string, action: Change['action'], { id, version }: StoredColumn, before?: Change['before'], told?: Change['told']): void {
    this.#options.record({ userId, type: 'column', action, id, version, before, told });
  }
}

function toReply({ createdAt, updatedAt, ...column }: StoredColumn): Column {
  return { ...column, createdAt: toInstant(createdAt), updatedAt: toInstant(updatedAt) };
}
