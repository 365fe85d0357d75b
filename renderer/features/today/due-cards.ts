// Which cards are due today, and which should be done by now. Pure: no clock, no page.

import type { Card } from '../../../main/contract/cards.ts';
import { dayStart } from '../../ui/zone-clock.ts';
import type { AgendaDay } from './agenda.ts';

export interface DueCard {
  readonly card: Card;
  /** When it is due; of a card that is due on a day the midnight with which that day begins. */
  readonly at: Date;
  /** Whether it is due on a day, at no time of it. */
  readonly isDay: boolean;
}

export interface DueOfDay {
  /** Due before now, the longest ago first. */
  readonly overdue: readonly DueCard[];
  /** Due later on this day, or at any time of it. */
  readonly today: readonly DueCard[];
}

/** The cards that are not done and due on `day` or before, as they stand at `now`; days are those of `zone`, null for the machine's. */
export function dueCardsOf(cards: readonly Card[], day: AgendaDay, now: Date, zone: string | null = null): DueOfDay {
  const due = cards
    .filter(({ completedAt }) => completedAt === null)
    .map((card) => dueOf(card, zone))
    .filter((card) => card !== null)
    .filter(({ at }) => at < day.end)
    .toSorted(inOrder);
  const isOver = ({ at, isDay }: DueCard): boolean => (isDay ? at < day.start : at <= now);
  return { overdue: due.filter(isOver), today: due.filter((card) => !isOver(card)) };
}

/** A date is one of `zone`, a date-time without an offset one of the machine's clock. Null without one, or when it cannot be read. */
function dueOf(card: Card, zone: string | null): DueCard | null {
  const { dueDate } = card;
  if (dueDate === null) return null;
  const isDay = !dueDate.includes('T');
  const at = isDay ? dayStart(dueDate, zone) : new Date(dueDate);
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
