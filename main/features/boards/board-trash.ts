// Cards, columns and whole projects in the trash. Their rows and files stay; what hides deleted columns hides them.

import { notFound } from '../../lib/app-error.ts';
import { backFromTrash, goneFrom, type RecordChange } from '../../lib/change.ts';
import type { Clock } from '../../lib/clock.ts';
import type { TrashedRecord, TrashKind } from '../../lib/record-kinds.ts';
import type { BoardTrashStore } from './board-trash-store.ts';
import type { CardStore } from './card-store.ts';
import type { CardOrder } from './order.ts';
import type { ColumnStore, StoredColumn } from './column-store.ts';
import type { Projects } from './projects.ts';

export interface BoardTrashOptions {
  readonly store: BoardTrashStore;
  readonly cards: CardStore;
  readonly columns: ColumnStore;
  readonly order: CardOrder;
  readonly projects: Projects;
  readonly record: RecordChange;
  readonly clock: Clock;
  readonly newId: () => string;
  /** To be called before cards are removed for good, so that their files go after the commit. */
  readonly removing: (userId: string, cardIds: readonly string[]) => void;
  /** Called when cards are left to be told of, or to be removed. */
  readonly manyLeft: () => void;
}

/** How many cards one write tells of. */
const toldAtOnce = 200;

/** Where a card was. */
interface CardPlace {
  readonly columnId: string;
  readonly columnTitle: string;
  readonly projectId: string;
  /** Absent in what was put aside before projects had names. */
  readonly projectName?: string;
  readonly orderKey: string;
}

/** Of a column that went alone. */
interface ColumnPlace {
  readonly projectName: string;
}

export class CardTrash implements TrashKind {
  readonly #options: BoardTrashOptions;

  constructor(options: BoardTrashOptions) {
    this.#options = options;
  }

  /** Throws 404. */
  put(userId: string, id: string): { readonly title: string; readonly data: unknown } {
    const { store, cards, columns, projects, record, clock, newId } = this.#options;
    const card = cards.maybeCard(userId, id);
    if (card === null) throw notFound('card');
    const { columnId, projectId, orderKey } = card;
    const columnTitle = columns.maybeColumn(userId, columnId)?.title ?? '';
    store.putCard(userId, id, store.holder(userId, newId, clock()));
    record({ userId, type: 'card', action: 'deleted', id, version: card.version });
    const projectName = projects.maybeName(userId, projectId) ?? projectId;
    return { title: card.title, data: { columnId, columnTitle, projectId, projectName, orderKey } satisfies CardPlace };
  }

  /** Into its column, else the first of its project; if that is gone, into a new one of the same name. */
  restore(userId: string, { recordId: id, data }: TrashedRecord): number | null {
    const { store, columns, order, record, clock } = this.#options;
    // What `put` has given.
    const place = data as CardPlace;
    const kept = store.maybeTimes(userId, id);
    if (kept === null) return null;
    const own = columns.maybeColumn(userId, place.columnId);
    const columnId = own?.id ?? store.firstColumn(userId, place.projectId) ?? this.#newColumn(userId, place);
    // Another column is a change of the card.
    const now = clock();
    const { version, updatedAt } = own === null ? { version: kept.version + 1, updatedAt: now } : kept;
    store.placeCard(userId, id, { columnId, orderKey: order.freeKey(columnId, place.orderKey), ringsFrom: now, version, updatedAt });
    record({ userId, type: 'card', action: 'created', id, version });
    return version;
  }

  purge(userId: string, { recordId: id }: TrashedRecord): void {
    const { cards, removing } = this.#options;
    removing(userId, [id]);
    cards.remove(userId, id);
  }

  #newColumn(userId: string, { columnTitle: title, projectId, projectName }: CardPlace): string {
    const { columns, projects, record, clock, newId } = this.#options;
    projects.ensureBack(userId, projectId, projectName);
    const now = clock();
    const column: StoredColumn = {
      id: newId(),
      title,
      projectId,
      position: 0,
      cardCount: 0,
      wipLimit: null,
      isCollapsed: false,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    columns.insert(userId, column);
    record({ userId, type: 'column', action: 'created', id: column.id, version: 1 });
    return column.id;
  }
}

/** Columns, one at a time or all of a project, which is named by its id. */
export class ColumnTrash implements TrashKind {
  readonly #options: BoardTrashOptions;
  readonly #what: 'column' | 'project';

  constructor(options: BoardTrashOptions, what: 'column' | 'project') {
    this.#options = options;
    this.#what = what;
  }

  /** Throws 404. */
  put(userId: string, id: string, entryId: string): { readonly title: string; readonly data: unknown } {
    const { store, columns, projects, record, clock } = this.#options;
    const found = this.#found(userId, id);
    const [column] = found;
    const projectName =
      this.#what === 'project' ? projects.trash(userId, id, entryId) : projects.maybeName(userId, column?.projectId ?? '');
    // From the last, so that each keeps the place that it has now.
    for (const column of found.toReversed()) {
      columns.hide(userId, column, clock());
      store.keep(userId, column.id, entryId);
      const told = goneFrom(column.projectId, column.position);
      record({ userId, type: 'column', action: 'deleted', id: column.id, version: column.version, told });
    }
    this.#tellCards(userId, found, 'deleted');
    if (column === undefined || this.#what === 'project') return { title: projectName ?? id, data: null };
    return { title: column.title, data: projectName === null ? null : ({ projectName } satisfies ColumnPlace) };
  }

  restore(userId: string, { entryId, recordId, data }: TrashedRecord): number | null {
    const { store, projects, record } = this.#options;
    const found = store.columns(userId, entryId);
    const projectId = this.#what === 'project' ? recordId : found[0]?.projectId;
    const project = this.#what === 'project' ? projects.restore(userId, entryId) : null;
    if (projectId !== undefined && project === null) projects.ensureBack(userId, projectId, (data as ColumnPlace | null)?.projectName);
    for (const column of found) {
      store.takeBack(userId, column);
      record({ userId, type: 'column', action: 'created', id: column.id, version: column.version, told: backFromTrash });
    }
    this.#tellCards(userId, found, 'created');
    return this.#what === 'column' ? (found[0]?.version ?? null) : (project ?? projects.maybeVersion(userId, recordId));
  }

  purge(userId: string, { entryId }: TrashedRecord): void {
    this.#options.store.release(userId, entryId);
    this.#options.projects.purge(userId, entryId);
    this.#options.manyLeft();
  }

  #found(userId: string, id: string): StoredColumn[] {
    const { columns } = this.#options;
    const column = this.#what === 'column' ? columns.maybeColumn(userId, id) : null;
    const found = this.#what === 'column' ? [column] : columns.page(userId, id, { limit: undefined, offset: 0 });
    const there = found.filter((each) => each !== null);
    // A project without columns is one all the same.
    if (there.length === 0 && this.#what === 'column') throw notFound(this.#what);
    return there;
  }

  /** Of the first cards at once; of the others the maintenance tells. */
  #tellCards(userId: string, columns: readonly StoredColumn[], action: 'deleted' | 'created'): void {
    const { store, manyLeft } = this.#options;
    let left = toldAtOnce;
    for (const { id, cardCount } of columns) {
      left -= cardCount;
      if (left < 0) store.setUntold(userId, id, '');
      else tellSome(this.#options, { id, userId, untoldFrom: '', isHidden: action === 'deleted' ? 1 : 0 });
    }
    if (left < 0) manyLeft();
  }
}

/** Tells of some cards of a column whose cards are not all told of; true if there may be more. To be called inside a write. */
export function tellOfCards(options: Pick<BoardTrashOptions, 'store' | 'record'>): boolean {
  const column = options.store.maybeUntold();
  if (column === null) return false;
  tellSome(options, column);
  return true;
}

function tellSome(
  { store, record }: Pick<BoardTrashOptions, 'store' | 'record'>,
  { id: columnId, userId, untoldFrom, isHidden }: NonNullable<ReturnType<BoardTrashStore['maybeUntold']>>,
): void {
  const cards = store.cardsFrom(userId, columnId, untoldFrom, toldAtOnce);
  const how = isHidden === 1 ? ({ action: 'deleted' } as const) : ({ action: 'created', told: backFromTrash } as const);
  for (const { id, version } of cards) record({ userId, type: 'card', id, version, ...how });
  const last = cards.length === toldAtOnce ? cards.at(-1) : undefined;
  store.setUntold(userId, columnId, last?.orderKey ?? null);
}
