// Projects, columns and cards that come in from elsewhere, with the times and ids that they had there.

import type { BoardFilter } from '../../contract/board-filters.ts';
import type { ChecklistItem, Priority } from '../../contract/cards.ts';
import { defaultColor } from '../../contract/events.ts';
import { projectLimits } from '../../contract/projects.ts';
import type { Reminder } from '../../contract/reminders.ts';
import { AppError, invalid, notFound } from '../../lib/app-error.ts';
import type { Change, RecordChange } from '../../lib/change.ts';
import type { Clock } from '../../lib/clock.ts';
import { importedTimes, type Imported } from '../../lib/imported-record.ts';
import type { DescriptionWatcher } from '../../lib/text-watchers.ts';
import { replacedFields } from '../../lib/record-kinds.ts';
import type { CardStore } from './card-store.ts';
import type { ColumnStore, StoredColumn, TargetColumn } from './column-store.ts';
import type { Columns } from './columns.ts';
import { readDue } from './due-date.ts';
import type { CardOrder } from './order.ts';
import type { ProjectStore, StoredProject } from './project-store.ts';
import { cardRecordText, ringsFromAfter, writtenFields, type StoredCard } from './stored-card.ts';

export interface ImportedBoardsOptions {
  readonly projects: ProjectStore;
  readonly columns: ColumnStore;
  readonly cards: CardStore;
  readonly order: CardOrder;
  readonly orderColumns: (...of: Parameters<Columns['order']>) => void;
  readonly record: RecordChange;
  readonly described: DescriptionWatcher;
  readonly clock: Clock;
  readonly newId: () => string;
}

interface ImportedProject {
  readonly name: string;
  readonly description?: string | null;
  readonly color?: string;
  readonly isArchived?: boolean;
  /** Their labels by the ids that they have here. */
  readonly filters?: readonly (Omit<BoardFilter, 'projectId' | 'priorities'> & { readonly priorities: readonly Priority[] })[];
}

interface ImportedColumn {
  readonly title: string;
  readonly wipLimit?: number | null;
  readonly isCollapsed?: boolean;
}

interface ImportedCard {
  readonly title: string;
  readonly description: string | null;
  readonly priority?: Priority | null;
  readonly dueDate?: string | null;
  readonly reminders?: readonly Reminder[];
  readonly progress?: number;
  /** Milliseconds since the Unix epoch. */
  readonly completedAt?: number | null;
  readonly isArchived?: boolean;
  readonly isTemplate?: boolean;
  readonly checklist: readonly {
    readonly id?: string;
    readonly text: string;
    readonly completed: boolean;
    readonly dueDate?: string | null;
  }[];
}

interface ImportedCardPlace {
  readonly columnId: string;
  readonly labelIds: readonly string[];
  /**
   * Where it is new in the column: cards that it is to stand behind, the nearest first, of which the first one that is there counts. It
   * comes to the first place where none is, to the last one where this is absent.
   */
  readonly behind?: readonly string[];
}

/** All of it is called inside a write. */
export class ImportedBoards {
  readonly #options: ImportedBoardsOptions;

  constructor(options: ImportedBoardsOptions) {
    this.#options = options;
  }

  /** With its labels, as one change. Throws `conflict` where there are as many as there may be. */
  createProject(
    userId: string,
    { name, description = null, color = defaultColor, isArchived = false, filters = [] }: ImportedProject,
    labels: readonly { readonly id: string; readonly name: string; readonly color?: string }[],
    as: Imported,
  ): { id: string; version: number } {
    const { projects, clock, newId } = this.#options;
    if (projects.count(userId, null) >= projectLimits.projects)
      throw new AppError('conflict', `There can be at most ${projectLimits.projects} projects`);
    const id = as.id ?? newId();
    const own = labels.map((label) => ({ id: label.id, projectId: id, name: label.name, color: label.color ?? defaultColor }));
    const counts = { columnCount: 0, cardCount: 0 };
    const key = newId();
    const project: StoredProject = {
      ...counts,
      id,
      key,
      name,
      description,
      color,
      isArchived,
      labels: own,
      filters: filters.map(({ priorities, ...filter }) => ({ ...filter, priorities: [...priorities], projectId: id })),
      version: 1,
      ...importedTimes(as, clock()),
    };
    projects.insert(userId, project);
    for (const label of own) projects.insertLabel(key, label);
    this.#record(userId, 'project', 'created', project);
    return { id, version: 1 };
  }

  projectVersion(userId: string, id: string): number | null {
    return this.#options.projects.maybeProject(userId, id)?.version ?? null;
  }

  /** The last one of a project that is there. */
  createColumn(
    userId: string,
    projectId: string,
    { title, wipLimit = null, isCollapsed = false }: ImportedColumn,
    as: Imported,
  ): { id: string; version: number } {
    const { columns, projects, clock, newId } = this.#options;
    if (!projects.has(userId, projectId)) throw notFound('project');
    const column: StoredColumn = {
      id: as.id ?? newId(),
      title,
      projectId,
      position: columns.count(userId, projectId),
      cardCount: 0,
      wipLimit,
      isCollapsed,
      version: 1,
      ...importedTimes(as, clock()),
    };
    columns.insert(userId, column);
    this.#record(userId, 'column', 'created', column);
    return { id: column.id, version: 1 };
  }

  columnVersion(userId: string, id: string): number | null {
    return this.#options.columns.maybeColumn(userId, id)?.version ?? null;
  }

  /** Where a column stands; null if the user has none with this id. */
  columnPlace(userId: string, id: string): { version: number; parentId: string; order: number } | null {
    const column = this.#options.columns.maybeColumn(userId, id);
    return column === null ? null : { version: column.version, parentId: column.projectId, order: column.position };
  }

  /** These columns of a project come into this order, on the places that they have among its others. Throws 400 for one that is gone. */
  arrangeColumns(userId: string, projectId: string, ids: readonly string[]): void {
    const { columns, orderColumns } = this.#options;
    const [named, rest] = [new Set(ids), [...ids]];
    const all = columns.page(userId, projectId, { limit: undefined, offset: 0 });
    orderColumns(userId, { columnIds: all.map(({ id }) => (named.has(id) ? (rest.shift() ?? id) : id)) });
  }

  /** Throws 400 for a column that is gone. */
  createCard(
    userId: string,
    fields: ImportedCard,
    { columnId, labelIds, behind }: ImportedCardPlace,
    as: Imported,
  ): { id: string; version: number } {
    const { cards, columns, order, clock, newId } = this.#options;
    const target = columns.maybeTarget(userId, columnId);
    if (target === null) throw invalid({ path: 'columnId', message: 'is not the id of a column' });
    const now = clock();
    const isAway = fields.isArchived === true || fields.isTemplate === true;
    const key = isAway ? order.archivedKeyAfter(columnId, target.lastKey) : this.#keyIn(userId, target, behind);
    const id = as.id ?? newId();
    const dueDate = fields.dueDate ?? null;
    const card: StoredCard = {
      id,
      columnId,
      projectId: target.projectId,
      orderKey: key,
      ...this.#written(fields),
      dueDate,
      ...readDue(dueDate),
      reminders: dueDate === null ? [] : (fields.reminders ?? []),
      isArchived: false,
      isTemplate: fields.isTemplate === true,
      labelIds,
      storedLabelIds: labelIds,
      ringsFrom: now,
      version: 1,
      ...importedTimes(as, now),
    };
    cards.insert(userId, card);
    if (isAway) cards.archive(userId, { ...card, isArchived: true, orderKey: order.archivedKey(key, id) });
    order.placed(columnId, key);
    this.#options.described(userId, id, null, cardRecordText(card));
    this.#record(userId, 'card', 'created', card);
    return { id, version: 1 };
  }

  /** Null if the user has no such card. */
  cardState(userId: string, id: string): { readonly version: number; readonly updatedAt: number } | null {
    return this.#options.cards.maybeCard(userId, id);
  }

  /** Where a card stands; null if the user has none with this id, or it is archived. */
  cardPlace(userId: string, id: string): { version: number; parentId: string; order: string } | null {
    const card = this.#options.cards.maybeCard(userId, id);
    return card === null || card.isArchived ? null : { version: card.version, parentId: card.columnId, order: card.orderKey };
  }

  /** Puts a card behind another of its column, or first; its version then. Throws 404. */
  putCardBehind(userId: string, id: string, behind: string | null): number {
    const card = this.#options.cards.maybeCard(userId, id);
    const target = card === null ? null : this.#options.columns.maybeTarget(userId, card.columnId);
    if (card === null || target === null) throw notFound('card');
    return this.#moved(userId, card, target, behind === null ? [] : [behind]).version;
  }

  /**
   * It comes into another column; where the user has no such column it stays in its own. `filesAdded`: names that the feed
   * tells. Throws 404.
   */
  updateCard(
    userId: string,
    id: string,
    fields: ImportedCard,
    { columnId, labelIds, behind, filesAdded }: ImportedCardPlace & { readonly filesAdded: string[] },
  ): { id: string; version: number; hasColumn: boolean } {
    const { cards, columns, order, clock } = this.#options;
    const standing = cards.maybeCard(userId, id);
    if (standing === null) throw notFound('card');
    const target = columns.maybeTarget(userId, columnId);
    const card = target === null || columnId === standing.columnId ? standing : this.#moved(userId, standing, target, behind);
    const dueDate = fields.dueDate ?? null;
    const reminders = dueDate === null ? [] : (fields.reminders ?? card.reminders);
    const away = putAway(card, fields);
    const orderKey = order.keyAfterwards(card, away.isArchived);
    const changed = { ...card, ...this.#written(fields), ...away, orderKey, dueDate, ...readDue(dueDate), reminders };
    const now = clock();
    const ringsFrom = ringsFromAfter(card, changed, now);
    const next = { ...changed, labelIds, storedLabelIds: labelIds, ringsFrom, version: card.version + 1, updatedAt: now };
    cards.update(userId, next);
    if (next.isArchived !== card.isArchived) {
      cards.archive(userId, next);
      order.placed(next.columnId, orderKey);
    }
    this.#options.described(userId, id, cardRecordText(card), cardRecordText(next));
    const told = filesAdded.length === 0 ? undefined : { filesAdded };
    this.#record(userId, 'card', 'updated', next, { before: replacedFields(card, next, writtenFields), told });
    return { id, version: next.version, hasColumn: target !== null };
  }

  #moved<Card extends StoredCard>(userId: string, card: Card, target: TargetColumn, behind?: readonly string[]): Card {
    const { cards, order, clock } = this.#options;
    const { id: columnId, projectId, lastKey } = target;
    const key = card.isArchived ? order.archivedKeyAfter(columnId, lastKey) : this.#keyIn(userId, target, behind);
    const orderKey = card.isArchived ? order.archivedKey(key, card.id) : key;
    const moved = { ...card, columnId, projectId, orderKey, version: card.version + 1, updatedAt: clock() };
    cards.move(userId, moved);
    order.placed(columnId, orderKey);
    this.#record(userId, 'card', 'moved', moved, { before: { columnId: card.columnId, orderKey: card.orderKey } });
    return moved;
  }

  #keyIn(userId: string, { id: columnId, lastKey }: TargetColumn, behind?: readonly string[]): string {
    const { cards, order } = this.#options;
    if (behind === undefined) return order.keyAfter(lastKey);
    for (const id of behind) {
      const card = cards.maybeCard(userId, id);
      if (card !== null && card.columnId === columnId && !card.isArchived) return order.keyBehind(columnId, card.orderKey);
    }
    return order.keyBehind(columnId, null);
  }

  #written({ title, description, priority = null, progress = 0, completedAt = null, checklist }: ImportedCard) {
    const items: ChecklistItem[] = checklist.map(({ id, text, completed, dueDate = null }) => ({
      id: id ?? this.#options.newId(),
      text,
      completed,
      dueDate,
    }));
    return { title, description, priority, progress, completedAt, checklist: items };
  }

  #record(
    userId: string,
    type: Change['type'],
    action: Change['action'],
    { id, version }: { readonly id: string; readonly version: number },
    more: Pick<Change, 'before' | 'told'> = {},
  ): void {
    this.#options.record({ userId, type, action, id, version, ...more });
  }
}

/** A source that does not tell whether a card is archived leaves it as it is; one that does tells of templates as well. */
function putAway(card: StoredCard, { isArchived, isTemplate = false }: ImportedCard): Pick<StoredCard, 'isArchived' | 'isTemplate'> {
  return isArchived === undefined
    ? { isArchived: card.isArchived, isTemplate: card.isTemplate }
    : { isArchived: isArchived || isTemplate, isTemplate };
}
