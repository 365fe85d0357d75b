// Lists of cards: of a column, and across columns.

import type { Card, CardList, CardQuery, ColumnCardsQuery } from '../../contract/cards.ts';
import { notFound } from '../../lib/app-error.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { Placing, toReplyIn, type PlacingReader } from './card-replies.ts';
import { hasConditions, keySpans, type CardFilter, type CardListStore } from './card-list-store.ts';
import type { StoredCard } from './stored-card.ts';
import type { ColumnStore } from './column-store.ts';
import { readDueBound } from './due-date.ts';

/** Reads cards of one moment; see `Database.snapshot`. */
export interface CardReader extends Disposable, PlacingReader {
  readonly store: Pick<CardListStore, 'eachInColumn' | 'eachFiltered' | 'parts' | 'count' | 'filtered'>;
}

export interface CardListsOptions extends PlacingReader {
  /** For lists that are too long to be read in one go. */
  readonly openReader: () => CardReader;
  readonly store: CardListStore;
  readonly columns: ColumnStore;
  /** The IANA time zone of this machine. */
  readonly machineZone: () => string;
}

/** A list of more cards than this is read in slices: their texts can be long. */
const longList = 500;
/** The same inside a write, where slices cannot be waited for. */
const longListAtOnce = 1_000;
/** What a slice holds at most; fewer where they take long. */
const pageLength = 100;

interface CardPage {
  readonly limit: number | undefined;
  readonly offset: number;
}

/** How a list is asked for. */
export interface CardListing {
  /** A short list is not waited for, however many cards there are. */
  readonly atOnce?: boolean;
}

const isLong = (cards: number, { atOnce = false }: CardListing = {}): boolean => cards > (atOnce ? longListAtOnce : longList);

export class CardLists {
  readonly #options: CardListsOptions;

  constructor(options: CardListsOptions) {
    this.#options = options;
  }

  /** The cards of a column in their order. Throws 404. */
  column(
    userId: string,
    columnId: string,
    { archived = 'false', limit, offset = 0 }: ColumnCardsQuery,
    listing: CardListing = {},
  ): CardList | Promise<CardList> {
    const { store, columns } = this.#options;
    const column = columns.maybeColumn(userId, columnId);
    if (column === null) throw notFound('column');
    const keys = keySpans[archived];
    const total = archived === 'false' ? column.cardCount : store.countBetween(userId, columnId, keys);
    const rest = { total, limit: limit ?? null, offset };
    const each = (reader: CardReader): Iterable<StoredCard> => reader.store.eachInColumn(userId, columnId, { limit, offset, keys });
    if (isLong(Math.min(limit ?? total, total - offset), listing))
      return this.#listLong(userId, each).then((items) => ({ items, ...rest }));
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
  all(userId: string, query: CardQuery, listing: CardListing = {}): CardList | Promise<CardList> {
    const { store } = this.#options;
    const { limit, offset = 0 } = query;
    const filter = this.#filter(query);
    if (listing.atOnce !== true && (hasConditions(filter) || offset > longList) && isLong(store.maxMatches(userId, filter)))
      return this.#listOfMany(userId, filter, { limit, offset });
    const { attachments, order } = this.#options;
    const placing = new Placing(userId, { order, attachments });
    if (limit !== undefined && !isLong(limit, listing)) {
      const { cards, total } = store.page(userId, filter, limit, offset);
      return { items: placing.place(cards), total: total ?? store.count(userId, filter), limit, offset };
    }
    const answer = (items: Card[]): CardList => {
      // A page with room left ends the list: no need to count.
      const isLast = (limit === undefined || items.length < limit) && (items.length > 0 || offset === 0);
      return { items, total: isLast ? offset + items.length : store.count(userId, filter), limit: limit ?? null, offset };
    };
    const most = filter.keys === keySpans.false ? store.maxMatches(userId, filter) : Infinity;
    if (isLong(Math.min(limit ?? Infinity, most), listing)) {
      return this.#listLong(userId, (reader) => reader.store.eachFiltered(userId, filter, { limit, offset })).then(answer);
    }
    return answer(placing.place(store.filtered(userId, filter, { limit, offset })));
  }

  #filter(query: CardQuery): CardFilter {
    const { machineZone } = this.#options;
    return {
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
  }

  /** Those that the filter lets through among very many cards, all of one moment: looked for in slices. */
  async #listOfMany(userId: string, filter: CardFilter, { limit, offset }: CardPage): Promise<CardList> {
    using reader = this.#options.openReader();
    const { store } = reader;
    const scheduler = new CooperativeScheduler();
    const placing = new Placing(userId, reader);
    const items: Card[] = [];
    let total = 0;
    for (const part of store.parts(userId, filter, longList)) {
      const found = store.count(userId, part);
      const passed = Math.max(0, offset - total);
      const wanted = Math.min(found - passed, (limit ?? Infinity) - items.length);
      const cards = wanted > 0 ? store.filtered(userId, part, { limit: wanted, offset: passed }) : [];
      for (let at = 0; at < cards.length; at += pageLength) {
        items.push(...placing.place(cards.slice(at, at + pageLength)));
        await scheduler.yieldIfDue();
      }
      total += found;
      await scheduler.yieldIfDue();
    }
    return { items, total, limit: limit ?? null, offset };
  }

  /** Very many cards, all of one moment: read in slices, between which others get their turn. */
  async #listLong(userId: string, cardsOf: (reader: CardReader) => Iterable<StoredCard>): Promise<Card[]> {
    using reader = this.#options.openReader();
    const scheduler = new CooperativeScheduler();
    const placing = new Placing(userId, reader);
    const items: Card[] = [];
    let page: StoredCard[] = [];
    for (const card of cardsOf(reader)) {
      if (page.push(card) < pageLength && !scheduler.isDue) continue;
      items.push(...placing.place(page));
      page = [];
      await scheduler.yieldIfDue();
    }
    items.push(...placing.place(page));
    return items;
  }
}
