// The rules of cards. Knows no HTTP and no SQL; what changes anything is called inside a write transaction.

import { isDeepStrictEqual } from 'node:util';
import type {
  Attachment,
  Card,
  CardList,
  CardQuery,
  Checklist,
  ColumnCardsQuery,
  CreateCard,
  DuplicateCard,
  MoveCard,
  UpdateCard,
} from '../../contract/cards.ts';
import type { Reminder } from '../../contract/reminders.ts';
import { type AppError, invalid, notFound, RetryableConflict } from '../../lib/app-error.ts';
import type { Change, RecordChange } from '../../lib/change.ts';
import type { Clock } from '../../lib/clock.ts';
import type { DescriptionWatcher } from '../../lib/text-watchers.ts';
import { replacedFields, type FormerFields } from '../../lib/record-kinds.ts';
import { readMoment, toEpoch } from '../../lib/moment.ts';
import type { Precondition } from '../../lib/precondition.ts';
import type { FilesTold } from './activity.ts';
import type { CardListStore } from './card-list-store.ts';
import { CardLists, type CardListing, type CardListsOptions } from './card-lists.ts';
import { toCardReply } from './card-replies.ts';
import type { CardStore } from './card-store.ts';
import { cardRecordText, ringsFromAfter, writtenFields, type FoundCard, type StoredCard } from './stored-card.ts';
import { storedItems } from './checklist.ts';
import type { ColumnKey, TargetColumn } from './column-store.ts';
import { readDue } from './due-date.ts';
import { liveKey, type CardOrder } from './order.ts';

/** What cards need to know of the files attached to them. */
interface CardAttachments {
  /** Those of these cards by card, oldest first; a card that has none can be missing. */
  ofCards(userId: string, cardIds: readonly string[]): ReadonlyMap<string, Attachment[]>;
  /** Called inside the transaction before these cards are deleted, so that their files can go after the commit. */
  removing(userId: string, cardIds: readonly string[]): void;
  /** Gives one card, made in the same transaction, the files of another. */
  copy(userId: string, fromCardId: string, toCardId: string): Attachment[];
}

interface CardsOptions extends Omit<CardListsOptions, 'store'> {
  readonly store: CardStore;
  /** That of lists of cards. */
  readonly listStore: CardListStore;
  readonly order: CardOrder;
  readonly attachments: CardAttachments;
  readonly record: RecordChange;
  readonly described: DescriptionWatcher;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Those of `ids` that are labels of a project. */
  readonly labelsAmong: (userId: string, projectId: string, ids: readonly string[]) => ReadonlySet<string>;
}

export class Cards {
  readonly #options: CardsOptions;
  readonly #lists: CardLists;

  constructor(options: CardsOptions) {
    this.#options = options;
    this.#lists = new CardLists({ ...options, store: options.listStore });
  }

  /** Throws 400 if the user has no such column to put a card into. */
  checkColumn(userId: string, columnId: string): void {
    this.#target(userId, columnId);
  }

  /**
   * The new card is the last of its column; `attach` gives it the files that came with it. Throws 400 if there is no such column or day.
   */
  create(userId: string, fields: CreateCard, attach: (cardId: string) => Attachment[] = () => []): Card {
    const { store, order, clock, newId } = this.#options;
    const { id: columnId, projectId, cardCount: position, lastKey } = this.#target(userId, fields.columnId);
    const now = clock();
    const key = order.keyAfter(lastKey);
    const dueDate = fields.dueDate ?? null;
    const labelIds = this.#checkedLabels(userId, projectId, fields.labelIds ?? []);
    const card: StoredCard = {
      id: newId(),
      columnId,
      projectId,
      orderKey: key,
      title: fields.title,
      description: fields.description ?? null,
      priority: fields.priority ?? null,
      dueDate,
      ...readDue(dueDate),
      reminders: remindersOf(dueDate, fields.reminders, []),
      ringsFrom: now,
      progress: 0,
      completedAt: null,
      isArchived: false,
      isTemplate: false,
      labelIds,
      storedLabelIds: labelIds,
      checklist: [],
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    store.insert(userId, card);
    order.placed(columnId, key);
    this.#options.described(userId, card.id, null, cardRecordText(card));
    this.#record(userId, 'created', card);
    return toCardReply(card, position, attach(card.id));
  }

  /**
   * The copy comes right behind the card, or as the last into a column; with its files, not done, and archived as a template alone. Throws
   * 404, and 400 if there is no such column.
   */
  duplicate(userId: string, id: string, { title, columnId, isTemplate = false }: DuplicateCard): Card {
    const { store, order, clock, newId, attachments } = this.#options;
    const { hasAttachments, ...card } = this.#card(userId, id);
    const target = columnId === undefined ? null : this.#target(userId, columnId);
    const place =
      target === null
        ? { columnId: card.columnId, projectId: card.projectId, orderKey: order.freeKey(card.columnId, liveKey(card.orderKey)) }
        : { columnId: target.id, projectId: target.projectId, orderKey: order.keyAfter(target.lastKey) };
    const labelIds = this.#shownLabels(userId, card, place.projectId);
    const now = clock();
    const copyId = newId();
    const copy: StoredCard = {
      ...card,
      ...place,
      id: copyId,
      orderKey: isTemplate ? order.archivedKey(place.orderKey, copyId) : place.orderKey,
      title: title ?? card.title,
      // What was over by then has rung for the card.
      ringsFrom: now,
      completedAt: null,
      isArchived: isTemplate,
      isTemplate,
      labelIds,
      storedLabelIds: labelIds,
      checklist: card.checklist.map((item) => ({ ...item, id: newId() })),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    store.insert(userId, copy);
    if (isTemplate) store.archive(userId, copy);
    const files = hasAttachments ? attachments.copy(userId, id, copy.id) : [];
    const reply = toCardReply(copy, order.positionOf(copy.columnId, copy.orderKey), files);
    order.placed(copy.columnId, copy.orderKey);
    this.#options.described(userId, copy.id, null, cardRecordText(copy));
    this.#record(userId, 'created', copy);
    return reply;
  }

  /** Throws 404. */
  read(userId: string, id: string): Card {
    return this.#reply(userId, this.#card(userId, id));
  }

  /** Changes what `fields` names. If that changes nothing, neither version nor feed grows. Throws 404, 412, 400. */
  update(userId: string, id: string, fields: UpdateCard, precondition: Precondition): Card {
    const card = this.#card(userId, id);
    precondition.check(card.version);
    const dueDate = fields.dueDate === undefined ? card.dueDate : fields.dueDate;
    const { completedAt } = fields;
    return this.#write(userId, card, {
      ...card,
      title: fields.title ?? card.title,
      description: fields.description === undefined ? card.description : fields.description,
      priority: fields.priority === undefined ? card.priority : fields.priority,
      dueDate,
      ...readDue(dueDate),
      reminders: remindersOf(dueDate, fields.reminders, card.reminders),
      progress: fields.progress === undefined ? card.progress : (fields.progress ?? 0),
      completedAt: completedAt === undefined ? card.completedAt : completedAt === null ? null : readCompletedAt(completedAt),
      ...putAway(card, fields),
      ...this.#labels(userId, card, fields.labelIds),
    });
  }

  /** Gives the card another description; its version. Throws 404, and `RetryableConflict` if the one that it had is another by now. */
  describe(userId: string, id: string, before: string | null, description: string): number {
    const card = this.#card(userId, id);
    if (card.description !== before) throw new RetryableConflict('The card is being changed');
    return this.#write(userId, card, { ...card, description }).version;
  }

  /** Throws 404, 412. */
  replaceChecklist(userId: string, id: string, { checklist }: Checklist, precondition: Precondition): Card {
    const card = this.#card(userId, id);
    precondition.check(card.version);
    return this.#write(userId, card, { ...card, checklist: storedItems(checklist, card.checklist, this.#options.newId) });
  }

  /** To the place where it is already: nothing changes. Throws 404, 412, and 400 if there is no such column. */
  move(userId: string, id: string, { columnId, position }: MoveCard, precondition: Precondition): Card {
    const { store, order, clock } = this.#options;
    const found = store.maybeMove(userId, id, columnId, position ?? null);
    if (found === null) throw notFound('card');
    const { card, target } = found;
    precondition.check(card.version);
    if (target === null) throw noColumn();
    const key = order.keyAt(target, columnId === card.columnId && !card.isArchived ? card.orderKey : null);
    if (key === null) return toCardReply(card, target.position, this.#attachmentsOf(userId, card));
    const { projectId } = target;
    // Of an archived card it is the place to which it would come back.
    const orderKey = card.isArchived ? order.archivedKey(key, id) : key;
    const labelIds = this.#shownLabels(userId, card, projectId);
    const moved: FoundCard = { ...card, columnId, projectId, orderKey, labelIds, version: card.version + 1, updatedAt: clock() };
    store.move(userId, moved);
    order.placed(columnId, orderKey);
    this.#record(userId, 'moved', moved, { columnId: card.columnId, orderKey: card.orderKey });
    if (card.isArchived) return this.#reply(userId, moved);
    return toCardReply(moved, target.position, this.#attachmentsOf(userId, moved));
  }

  /** Null if the user has no such card. */
  maybeVersion(userId: string, id: string): number | null {
    return this.#options.store.maybeCard(userId, id)?.version ?? null;
  }

  /** Gives a card fields that it had, its place among them; its version, null where the card or its column is gone. */
  giveBack(userId: string, { id, fields }: FormerFields): number | null {
    const { store, order, columns, clock } = this.#options;
    const card = store.maybeCard(userId, id);
    if (card === null) return null;
    // What `replacedFields` and `move` have given.
    const former = fields as Partial<StoredCard>;
    let placed: FoundCard = card;
    if (former.columnId !== undefined && former.orderKey !== undefined) {
      const column = columns.maybeColumn(userId, former.columnId);
      if (column === null) return null;
      const key = liveKey(former.orderKey);
      const orderKey = card.isArchived ? order.archivedKey(key, id) : order.freeKey(column.id, key);
      const { projectId } = column;
      const labelIds = this.#shownLabels(userId, card, projectId);
      placed = { ...card, columnId: column.id, projectId, orderKey, labelIds, version: card.version + 1, updatedAt: clock() };
      store.move(userId, placed);
      order.placed(column.id, orderKey);
      this.#record(userId, 'moved', placed, { columnId: card.columnId, orderKey: card.orderKey });
    }
    const written = Object.fromEntries(Object.entries(fields).filter(([field]) => (writtenFields as readonly string[]).includes(field)));
    const changed: FoundCard = { ...placed, ...(written as Partial<StoredCard>) };
    const checklist = storedItems(changed.checklist, card.checklist, this.#options.newId);
    const labelIds = 'storedLabelIds' in fields ? this.#shownLabels(userId, changed, null) : changed.labelIds;
    return this.#write(userId, placed, { ...changed, checklist, labelIds, ...readDue(changed.dueDate) }).version;
  }

  /** Throws 404, 412. */
  remove(userId: string, id: string, precondition: Precondition): undefined {
    const { store, attachments } = this.#options;
    const card = this.#card(userId, id);
    precondition.check(card.version);
    attachments.removing(userId, [id]);
    store.remove(userId, id);
    this.#record(userId, 'deleted', card);
  }

  /** Removes at most `limit` cards from the beginning of a deleted column, and tells of each unless it is told; how many it were. */
  removeFirst({ userId, id: columnId }: ColumnKey, limit: number, isTold: boolean): number {
    const { store, attachments, record } = this.#options;
    const cards = store.first(userId, columnId, limit);
    const last = cards.at(-1);
    if (last === undefined) return 0;
    attachments.removing(
      userId,
      cards.map(({ id }) => id),
    );
    store.removeUpTo(userId, columnId, last);
    if (!isTold) for (const { id, version } of cards) record({ userId, type: 'card', action: 'deleted', id, version });
    return cards.length;
  }

  /**
   * To be called inside the transaction that adds or removes attachments, right after these were recorded: an undo takes care of them, and
   * the card has nothing else to be given back. Throws 404.
   */
  attachmentsChanged(userId: string, cardId: string, files: FilesTold & { readonly fileIds: readonly string[] }): void {
    const { store, clock, record } = this.#options;
    const card = this.#card(userId, cardId);
    const next: StoredCard = { ...card, version: card.version + 1, updatedAt: clock() };
    store.touch(userId, next);
    record({ userId, type: 'card', action: 'updated', id: cardId, version: next.version, before: {}, told: { ...files } });
  }

  /** The cards of a column in their order. Throws 404. */
  listColumn(userId: string, columnId: string, query: ColumnCardsQuery, listing: CardListing = {}): CardList | Promise<CardList> {
    return this.#lists.column(userId, columnId, query, listing);
  }

  /** The cards of all columns that the query asks for, by project, column and place (`CardLists.all`). Throws 400. */
  list(userId: string, query: CardQuery, listing: CardListing = {}): CardList | Promise<CardList> {
    return this.#lists.all(userId, query, listing);
  }

  #write(userId: string, card: FoundCard, changed: FoundCard): Card {
    const { store, clock } = this.#options;
    if (isDeepStrictEqual(changed, card)) return this.#reply(userId, card);
    const orderKey = this.#options.order.keyAfterwards(card, changed.isArchived);
    const now = clock();
    const next: FoundCard = {
      ...changed,
      orderKey,
      ringsFrom: ringsFromAfter(card, changed, now),
      version: card.version + 1,
      updatedAt: now,
    };
    store.update(userId, next);
    if (next.isArchived !== card.isArchived) {
      store.archive(userId, next);
      this.#options.order.placed(next.columnId, orderKey);
    }
    this.#options.described(userId, card.id, cardRecordText(card), cardRecordText(next));
    this.#record(userId, 'updated', next, replacedFields(card, next, writtenFields));
    return this.#reply(userId, next);
  }

  /** The labels that an update gives; null: none. Throws 400. */
  #labels(
    userId: string,
    { projectId, labelIds, storedLabelIds }: StoredCard,
    told: readonly string[] | null | undefined,
  ): Pick<StoredCard, 'labelIds' | 'storedLabelIds'> {
    if (told === undefined || told?.join() === labelIds.join()) return { labelIds, storedLabelIds };
    const checked = this.#checkedLabels(userId, projectId, told ?? []);
    return { labelIds: checked, storedLabelIds: checked };
  }

  /** Without repetitions. Throws 400 for what is no label of the project. */
  #checkedLabels(userId: string, projectId: string, ids: readonly string[]): readonly string[] {
    if (ids.length === 0) return [];
    const labels = this.#options.labelsAmong(userId, projectId, ids);
    const at = ids.findIndex((id) => !labels.has(id));
    if (at !== -1) throw invalid({ path: `labelIds.${at}`, message: 'is not the id of a label of the project' });
    return [...new Set(ids)];
  }

  /** Those of its labels that count in a project; null: where they may be others than before. */
  #shownLabels(userId: string, card: StoredCard, projectId: string | null): readonly string[] {
    if (card.storedLabelIds.length === 0) return [];
    if (projectId === card.projectId) return card.labelIds;
    const labels = this.#options.labelsAmong(userId, projectId ?? card.projectId, card.storedLabelIds);
    return card.storedLabelIds.filter((id) => labels.has(id));
  }

  #card(userId: string, id: string): FoundCard {
    const card = this.#options.store.maybeCard(userId, id);
    if (card === null) throw notFound('card');
    return card;
  }

  /** The column that a body names. */
  #target(userId: string, columnId: string): TargetColumn {
    const column = this.#options.columns.maybeTarget(userId, columnId);
    if (column === null) throw noColumn();
    return column;
  }

  #attachmentsOf(userId: string, { id, hasAttachments }: FoundCard): readonly Attachment[] | undefined {
    return hasAttachments ? this.#attachments(userId, [id]).get(id) : undefined;
  }

  #attachments(userId: string, cardIds: readonly string[]): ReadonlyMap<string, Attachment[]> {
    return this.#options.attachments.ofCards(userId, cardIds);
  }

  #reply(userId: string, card: FoundCard): Card {
    return toCardReply(card, this.#options.order.positionOf(card.columnId, card.orderKey), this.#attachmentsOf(userId, card));
  }

  #record(userId: string, action: Change['action'], { id, version }: StoredCard, before?: Change['before']): void {
    this.#options.record({ userId, type: 'card', action, id, version, before });
  }
}

/** They hang on the due date, and go with it. Throws 400 for new ones where there is none. */
function remindersOf(
  dueDate: string | null,
  told: readonly Reminder[] | null | undefined,
  standing: readonly Reminder[],
): readonly Reminder[] {
  if (dueDate !== null) return told === undefined ? standing : (told ?? []);
  if (told !== undefined && told !== null && told.length > 0) throw invalid({ path: 'reminders', message: 'need a dueDate' });
  return [];
}

/** A template is archived; what is not archived any more is none. Throws 400 for a template that shall not be archived. */
function putAway(card: StoredCard, { isArchived, isTemplate }: UpdateCard): Pick<StoredCard, 'isArchived' | 'isTemplate'> {
  if (isTemplate === true && isArchived === false) throw invalid({ path: 'isArchived', message: 'must be true for a template' });
  const archived = isTemplate === true || (isArchived ?? card.isArchived);
  return { isArchived: archived, isTemplate: archived && (isTemplate ?? card.isTemplate) };
}

function noColumn(): AppError {
  return invalid({ path: 'columnId', message: 'is not the id of a column' });
}

/** Milliseconds since the Unix epoch. Throws 400 for a day that does not exist. */
function readCompletedAt(text: string): number {
  return toEpoch(readMoment('completedAt', text), 'UTC');
}
