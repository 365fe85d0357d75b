// Which cards are due today, and which should be done by now. Pure: no clock, no page.

import type { Card } from '../../../main/contract/cards.ts';
import type { Day } from './agenda.ts';

export interface DueCard {
  readonly card: Card;
  /** When it is due; of a card that is due on a day the midnight with which that day begins. */
  readonly at: Date;
  /** Whether it is due on a day, at no time of it. */
  readonly isDay: boolean;
}

export interface DueCards {
  /** Due before now, the longest ago first. */
  readonly overdue: readonly DueCard[];
  /** Due later on this day, or at any time of it. */
  readonly today: readonly DueCard[];
}

/** The cards that are not done and due on `day` or before, as they stand at `now`. */
export function dueCardsOf(cards: readonly Card[], day: Day, now: Date): DueCards {
  const due = cards
    .filter(({ progress }) => progress < 100)
    .map(dueOf)
    .filter((card) => card !== null)
    .filter(({ at }) => at < day.end)
    .toSorted(inOrder);
  const isOver = ({ at, isDay }: DueCard): boolean => (isDay ? at < day.start : at <= now);
  return { overdue: due.filter(isOver), today: due.filter((card) => !isOver(card)) };
}

/** A date, and a date-time without an offset, are those of the reader's own clock. Null without one, or when it cannot be read. */
function dueOf(card: Card): DueCard | null {
  const { dueDate } = card;
  if (dueDate === null) return null;
  const isDay = !dueDate.includes('T');
  // With a time the language reads it on the reader's clock, without one in UTC.
  const at = new Date(isDay ? `${dueDate}T00:00` : dueDate);
  return Number.isNaN(at.getTime()) ? null : { card, at, isDay };
}

function inOrder(a: DueCard, b: DueCard): number {
  return (
    a.at.getTime() - b.at.getTime() ||
    Number(b.isDay) - Number(a.isDay) ||
    a.card.title.localeCompare(b.card.title) ||
    (a.card.id < b.card.id ? -1 : 1)
  );
}
