// Cards as an answer tells of them, each with its place and its files.

import type { Attachment, Card } from '../../contract/cards.ts';
import { toInstant } from '../../lib/clock.ts';
import type { ShownCard, StoredCard } from './stored-card.ts';
import type { CardOrder } from './order.ts';

/** What it takes to place cards. */
export interface PlacingReader {
  readonly order: Pick<CardOrder, 'places'>;
  readonly attachments: { ofCards(userId: string, cardIds: readonly string[]): ReadonlyMap<string, Attachment[]> };
}

/** Gives cards their places; those of a column must follow each other in their order, also from one call to the next. */
export class Placing {
  readonly #userId: string;
  readonly #reader: PlacingReader;
  #previous: StoredCard | null = null;
  #position = 0;

  constructor(userId: string, reader: PlacingReader) {
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
      return toCardReply(card, this.#position, files.get(card.id));
    });
  }
}

/** `position`: its 0-based place in the column. */
export function toCardReply(card: StoredCard, position: number, attachments?: readonly Attachment[]): Card {
  return toReplyIn(card, card, position, attachments);
}

/** The same for a card of which it is known where it is. */
export function toReplyIn(
  { columnId, projectId }: Pick<Card, 'columnId' | 'projectId'>,
  card: ShownCard,
  position: number,
  attachments: readonly Attachment[] = [],
): Card {
  return {
    id: card.id,
    columnId,
    projectId,
    title: card.title,
    description: card.description,
    priority: card.priority,
    dueDate: card.dueDate,
    reminders: [...card.reminders],
    progress: card.progress,
    completedAt: card.completedAt === null ? null : toInstant(card.completedAt),
    isArchived: card.isArchived,
    isTemplate: card.isTemplate,
    labelIds: [...card.labelIds],
    position,
    checklist: [...card.checklist],
    attachments: [...attachments],
    version: card.version,
    createdAt: toInstant(card.createdAt),
    updatedAt: toInstant(card.updatedAt),
  };
}
