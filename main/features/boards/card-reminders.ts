// What rings of cards that are due and not done. A date alone means nine o'clock of that day, on the clocks of this machine.

import { Temporal } from 'temporal-polyfill';
import { dayMs, firstEpoch, lastEpoch } from '../../contract/days.ts';
import { readMoment, toEpoch } from '../../lib/moment.ts';
import { maxLeadMs, ringingAt, type Ringing, type RingingKind, type RingRange } from '../../lib/ringing.ts';
import type { CardReminderStore, RemindedCard } from './card-reminder-store.ts';

/** What a due date is stored as is at most so far from the instant that it means, whatever the zone; and a date alone means its morning. */
const clocks = 2 * dayMs;

export class CardReminders implements RingingKind {
  readonly #store: CardReminderStore;
  readonly #machineZone: () => string;

  constructor(store: CardReminderStore, machineZone: () => string) {
    this.#store = store;
    this.#machineZone = machineZone;
  }

  *ringing(userId: string, range: RingRange): Generator<void, Ringing[]> {
    const found: Ringing[] = [];
    for (const card of this.#store.dueIn(userId, { from: range.from - clocks, until: range.until + maxLeadMs + clocks })) {
      found.push(...this.#ofCard(card, range));
      yield;
    }
    return found;
  }

  ringingOf(userId: string, id: string, at: number): Ringing[] {
    const card = this.#store.maybeCard(userId, id);
    return card === null ? [] : this.#ofCard(card, { from: at, until: at + 1 });
  }

  #ofCard({ id, title, dueDate, reminders, ringsFrom }: RemindedCard, range: RingRange): Ringing[] {
    const zone = this.#machineZone();
    const startAt = dueAt(dueDate, zone);
    const isAllDay = !dueDate.includes('T');
    const dayZone = isAllDay ? zone : null;
    return ringingAt({ type: 'card', id, occurrenceId: null, title, startAt, endAt: null, isAllDay, dayZone, ringsFrom }, reminders, range);
  }
}

/** In milliseconds since the Unix epoch, within the years 1 to 9999: a date-time is kept as sent, and can mean an hour before or after. */
function dueAt(dueDate: string, timeZone: string): number {
  const moment = readMoment('dueDate', dueDate);
  const at = toEpoch(moment instanceof Temporal.PlainDate ? moment.toPlainDateTime({ hour: 9 }) : moment, timeZone);
  return Math.min(Math.max(at, firstEpoch), lastEpoch);
}
