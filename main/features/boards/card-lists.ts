// Lists of cards: of a column, and across columns.

import type { Card, CardList, CardQuery, ColumnCardsQuery } from '../../contract/cards.ts';
import { notFound } from '../../lib/app-error.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { Placing, toReplyIn, type PlacingReader } from './card-replies.ts';
import { keySpans, type CardFilter, type CardStore } from './card-store.ts';
import type { StoredCard } from './stored-card.ts';
import type { ColumnStore } from './column-store.ts';
import { readDueBound } from './due-date.ts';

/** Reads cards of one moment; see `Database.snapshot`. */
export interface CardReader extends Disposable, PlacingReader {
  readonly store: Pick<CardStore, 'eachInColumn' | 'eachFiltered'>;
}

export interface CardListsOptions extends PlacingReader {
  /** For lists that are too long to be read in one go. */
  readonly openReader: () => CardReader;
  readonly store: CardStore;
  readonly columns: ColumnStore;
  /** The IANA time zone of this machine. */
  readonly machineZone: () => string;
}

/** A list of more cards than this is read in slices of this size. */
const longList = 1_000;
const pageLength = 100;

const isLong = (cards: number): boolean => cards > longList;

export class CardLists {
  readonly #options: CardListsOptions;

  constructor(options: CardListsOptions) {
    this.#options = options;
  }

  /** The cards of a column in their order. Throws 404. */
  column(userId: string, columnId: string, { archived = 'false', limit, offset = 0 }: ColumnCardsQuery): CardList | Promise<CardList> {
    const { store, columns } = this.#options;
    const column = columns.maybeColumn(userId, columnId);
    if (column === null) throw notFound('column');
    const keys = keySpans[archived];
    const total = archived === 'false' ? column.cardCount : store.countBetween(userId, columnId, keys);
    const rest = { total, limit: limit ?? null, offset };
    const each = (reader: CardReader): Iterable<StoredCard> => reader.store.eachInColumn(userId, columnId, { limit, offset, keys });
    if (isLong(Math.min(limit ?? total, total - offset))) return this.#listLong(userId, each).then((items) => ({ items, ...rest }));
    const cards = store.inColumn(userId, columnId, { limit, offset, keys });
    // Archived cards come after the others.
    const first = offset + (archived === 'true' ? column.cardCount : 0);
    const attachments = this.#options.attachments.ofCards(
      userId,
      cards.map(({ id }) => id),
    );
    const place = { columnId, projectId: column.projectId };
    const items = cards.map((card, index) => toReplyIn(place, card, first + index, attachments.get(card.id)));
    return { items, ...rest };
  }

  /** The cards of all columns that the query asks for, by project, column and place. Throws 400 for a bound that is no day. */
  all(userId: string, query: CardQuery): CardList | Promise<CardList> {
    const { store, machineZone } = this.#options;
    const { limit, offset = 0 } = query;
    const filter: CardFilter = {
      projectId: query.projectId ?? null,
      q: query.q === undefined || query.q === '' ? null : query.q,
      priority: query.priority ?? null,
      labelIds: query.labelId === undefined ? null : [...new Set([query.labelId].flat())],
      isCompleted: query.completed === undefined ? null : query.completed === 'true',
      isTemplate: query.template === undefined ? null : query.template === 'true',
      keys: keySpans[query.archived ?? 'false'],
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
    const most = filter.keys === keySpans.false ? store.mostOf(userId, filter) : Infinity;
    if (isLong(Math.min(limit ?? Infinity, most))) {
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
}
