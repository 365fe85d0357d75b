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
  MoveCard,
  UpdateCard,
} from '../../contract/cards.ts';
import type { Reminder } from '../../contract/reminders.ts';
import { type AppError, invalid, notFound, RetryableConflict } from '../../lib/app-error.ts';
import type { Change, RecordChange } from '../../lib/change.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import type { DescriptionWatcher } from '../../lib/text-watcher.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { replacedFields, type FormerFields } from '../../lib/undo-kind.ts';
import type { Precondition } from '../../lib/precondition.ts';
import type { CardFilter, CardStore, FoundCard, StoredCard } from './card-store.ts';
import type { ColumnKey, ColumnStore, TargetColumn } from './column-store.ts';
import { readDue, readDueBound } from './due-date.ts';
import type { CardOrder } from './order.ts';

/** What cards need to know of the files attached to them. */
export interface CardAttachments {
  /** Those of these cards by card, oldest first; a card that has none can be missing. */
  ofCards(userId: string, cardIds: readonly string[]): ReadonlyMap<string, Attachment[]>;
  /** Called inside the transaction before these cards are deleted, so that their files can go after the commit. */
  removing(userId: string, cardIds: readonly string[]): void;
}

/** Reads cards of one moment; see `Database.snapshot`. */
export interface CardReader extends Disposable {
  readonly store: Pick<CardStore, 'eachInColumn' | 'eachFiltered'>;
  readonly order: Pick<CardOrder, 'places'>;
  readonly attachments: Pick<CardAttachments, 'ofCards'>;
}

export interface CardsOptions {
  /** For lists that are too long to be read in one go. */
  readonly openReader: () => CardReader;
  readonly store: CardStore;
  readonly columns: ColumnStore;
  readonly order: CardOrder;
  readonly attachments: CardAttachments;
  readonly record: RecordChange;
  readonly described: DescriptionWatcher;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The IANA time zone of this machine. */
  readonly machineZone: () => string;
}

/** What an update writes on a card. */
const writtenFields = ['title', 'description', 'priority', 'dueDate', 'reminders', 'progress', 'checklist'] as const;

/** A list of more cards than this is read in slices of this size. */
const longList = 1_000;
const pageLength = 100;

const isLong = (cards: number): boolean => cards > longList;

export class Cards {
  readonly #options: CardsOptions;

  constructor(options: CardsOptions) {
    this.#options = options;
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
      progress: 0,
      checklist: [],
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    store.insert(userId, card);
    order.placed(columnId, key);
    this.#options.described(userId, card.id, null, card.description);
    this.#record(userId, 'created', card);
    return toReply(card, position, attach(card.id));
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
    return this.#write(userId, card, {
      ...card,
      title: fields.title ?? card.title,
      description: fields.description === undefined ? card.description : fields.description,
      priority: fields.priority === undefined ? card.priority : fields.priority,
      dueDate,
      ...readDue(dueDate),
      reminders: remindersOf(dueDate, fields.reminders, card.reminders),
      progress: fields.progress === undefined ? card.progress : (fields.progress ?? 0),
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
    return this.#write(userId, card, { ...card, checklist });
  }

  /** To the place where it is already: nothing changes. Throws 404, 412, and 400 if there is no such column. */
  move(userId: string, id: string, { columnId, position }: MoveCard, precondition: Precondition): Card {
    const { store, order, clock } = this.#options;
    const found = store.maybeMove(userId, id, columnId, position ?? null);
    if (found === null) throw notFound('card');
    const { card, target } = found;
    precondition.check(card.version);
    if (target === null) throw noColumn();
    const orderKey = order.keyAt(target, columnId === card.columnId ? card.orderKey : null);
    if (orderKey === null) return toReply(card, target.position, this.#attachmentsOf(userId, card));
    const { projectId } = target;
    const moved: FoundCard = { ...card, columnId, projectId, orderKey, version: card.version + 1, updatedAt: clock() };
    store.move(userId, moved);
    order.placed(columnId, orderKey);
    this.#record(userId, 'moved', moved, { columnId: card.columnId, orderKey: card.orderKey });
    return toReply(moved, target.position, this.#attachmentsOf(userId, moved));
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
      const orderKey = order.freeKey(column.id, former.orderKey);
      const { projectId } = column;
      placed = { ...card, columnId: column.id, projectId, orderKey, version: card.version + 1, updatedAt: clock() };
      store.move(userId, placed);
      order.placed(column.id, orderKey);
      this.#record(userId, 'moved', placed, { columnId: card.columnId, orderKey: card.orderKey });
    }
    const written = Object.fromEntries(Object.entries(fields).filter(([field]) => (writtenFields as readonly string[]).includes(field)));
    const changed: FoundCard = { ...placed, ...(written as Partial<StoredCard>) };
    return this.#write(userId, placed, { ...changed, ...readDue(changed.dueDate) }).version;
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

  /** To be called inside the transaction that adds or removes attachments. Throws 404. */
  attachmentsChanged(userId: string, cardId: string): void {
    const { store, clock } = this.#options;
    const card = this.#card(userId, cardId);
    const next: StoredCard = { ...card, version: card.version + 1, updatedAt: clock() };
    store.touch(userId, next);
    this.#record(userId, 'updated', next);
  }

  /** The cards of a column in their order. Throws 404. */
  listColumn(userId: string, columnId: string, { limit, offset = 0 }: ColumnCardsQuery): CardList | Promise<CardList> {
    const { store, columns } = this.#options;
    const column = columns.maybeColumn(userId, columnId);
    if (column === null) throw notFound('column');
    const rest = { total: column.cardCount, limit: limit ?? null, offset };
    const each = (reader: CardReader): Iterable<StoredCard> => reader.store.eachInColumn(userId, columnId, { limit, offset });
    if (isLong(Math.min(limit ?? column.cardCount, column.cardCount - offset)))
      return this.#listLong(userId, each).then((items) => ({ items, ...rest }));
    const cards = store.inColumn(userId, columnId, { limit, offset });
    const attachments = this.#attachments(
      userId,
      cards.map(({ id }) => id),
    );
    return { items: cards.map((card, index) => toReply(card, offset + index, attachments.get(card.id))), ...rest };
  }

  /** The cards of all columns that the query asks for, by project, column and place. Throws 400 for a bound that is no day. */
  list(userId: string, query: CardQuery): CardList | Promise<CardList> {
    const { store, machineZone } = this.#options;
    const { limit, offset = 0 } = query;
    const filter: CardFilter = {
      projectId: query.projectId ?? null,
      q: query.q === undefined || query.q === '' ? null : query.q,
      priority: query.priority ?? null,
      dueBefore: readDueBound('dueBefore', query.dueBefore, machineZone),
      dueAfter: readDueBound('dueAfter', query.dueAfter, machineZone),
    };
    const { attachments, order } = this.#options;
    const placing = new Placing(userId, { order, attachments });
    if (limit !== undefined && !isLong(limit)) {
      const { cards, total } = store.page(userId, filter, limit, offset);
      return { items: placing.place(cards), total: total ?? store.count(userId, filter), limit, offset };
    }
    const answer = (items: Card[]): CardList => {
      // A page with room left ends the list: no need to count.
      const isLast = (limit === undefined || items.length < limit) && (items.length > 0 || offset === 0);
      return { items, total: isLast ? offset + items.length : store.count(userId, filter), limit: limit ?? null, offset };
    };
    if (isLong(Math.min(limit ?? Infinity, store.mostOf(userId, filter)))) {
      return this.#listLong(userId, (reader) => reader.store.eachFiltered(userId, filter, { limit, offset })).then(answer);
    }
    return answer(placing.place(store.filtered(userId, filter, { limit, offset })));
  }

  /** Very many cards, all of one moment: read in slices, between which others get their turn. */
  async #listLong(userId: string, cardsOf: (reader: CardReader) => Iterable<StoredCard>): Promise<Card[]> {
    using reader = this.#options.openReader();
    const scheduler = new CooperativeScheduler();
    const placing = new Placing(userId, reader);
    const items: Card[] = [];
    let page: StoredCard[] = [];
    for (const card of cardsOf(reader)) {
      if (page.push(card) < pageLength) continue;
      items.push(...placing.place(page));
      page = [];
      await scheduler.yieldIfDue();
    }
    items.push(...placing.place(page));
    return items;
  }

  #write(userId: string, card: FoundCard, changed: FoundCard): Card {
    const { store, clock } = this.#options;
    if (isDeepStrictEqual(changed, card)) return this.#reply(userId, card);
    const next: FoundCard = { ...changed, version: card.version + 1, updatedAt: clock() };
    store.update(userId, next);
    this.#options.described(userId, card.id, card.description, next.description);
    this.#record(userId, 'updated', next, replacedFields(card, next, writtenFields));
    return this.#reply(userId, next);
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
    return toReply(card, this.#options.order.positionOf(card.columnId, card.orderKey), this.#attachmentsOf(userId, card));
  }

  #record(userId: string, action: Change['action'], { id, version }: StoredCard, before?: Change['before']): void {
    this.#options.record({ userId, type: 'card', action, id, version, ...(before === undefined ? {} : { before }) });
  }
}

/** Gives cards their places; those of a column must follow each other in their order, also from one call to the next. */
class Placing {
  readonly #userId: string;
  readonly #reader: Pick<CardReader, 'order' | 'attachments'>;
  #previous: StoredCard | null = null;
  #position = 0;

  constructor(userId: string, reader: Pick<CardReader, 'order' | 'attachments'>) {
    this.#userId = userId;
    this.#reader = reader;
  }

  place(cards: readonly StoredCard[]): Card[] {
    const { order, attachments } = this.#reader;
    const files = attachments.ofCards(
      this.#userId,
      cards.map(({ id }) => id),
    );
    // Counted from card to card, so that a whole list counts each column once.
    const places = order.places(
      cards.map(({ columnId, orderKey }, index) => {
        const previous = cards[index - 1] ?? this.#previous;
        return { columnId, since: previous?.columnId === columnId ? previous.orderKey : null, until: orderKey };
      }),
    );
    return cards.map((card, index) => {
      this.#position = (places[index] ?? 0) + (this.#previous?.columnId === card.columnId ? this.#position : 0);
      this.#previous = card;
      return toReply(card, this.#position, files.get(card.id));
    });
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

function noColumn(): AppError {
  return invalid({ path: 'columnId', message: 'is not the id of a column' });
}

function toReply(card: StoredCard, position: number, attachments: readonly Attachment[] = []): Card {
  return {
    id: card.id,
    columnId: card.columnId,
    projectId: card.projectId,
    title: card.title,
    description: card.description,
    priority: card.priority,
    dueDate: card.dueDate,
    reminders: [...card.reminders],
    progress: card.progress,
    position,
    checklist: [...card.checklist],
    attachments: [...attachments],
    version: card.version,
    createdAt: toInstant(card.createdAt),
    updatedAt: toInstant(card.updatedAt),
  };
}
