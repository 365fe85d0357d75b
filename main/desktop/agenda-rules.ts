// What of the calendar and the boards is to be told now, and what counts as due today. Pure.

import type { Card } from '../contract/cards.ts';
import { dayMs } from '../contract/days.ts';
import type { Event } from '../contract/events.ts';

/** An event that began so long ago is still told, after a late start or a sleep; milliseconds. */
export const lateness = 10 * 60_000;

/** How long snoozing lasts, in milliseconds. */
export const snoozeSpan = 10 * 60_000;

/** What has been told and what was put off, by `reminderKey`; each with a time in milliseconds. */
export interface Reminded {
  readonly told: Readonly<Record<string, number>>;
  readonly snoozed: Readonly<Record<string, number>>;
}

/** The same for an event until it is moved: then it is told again. */
export const reminderKey = ({ id, startTime }: Pick<Event, 'id' | 'startTime'>): string => `${id}@${startTime}`;

/**
 * The events to tell at `now`: those that have begun within the last ten minutes, still go on and were not told, and those whose snooze
 * is over. All-day events are not told: they begin at midnight. Nor are events with reminders: those ring when they are to. Nor is what is
 * cancelled.
 */
export function eventsToTell(events: readonly Event[], { told, snoozed }: Reminded, now: number): Event[] {
  return events.filter((event) => {
    const key = reminderKey(event);
    if (event.isAllDay || event.isCancelled) return false;
    const again = snoozed[key];
    if (again !== undefined) return again <= now;
    if (event.reminders.length > 0) return false;
    const start = Date.parse(event.startTime);
    return start <= now && now - start < lateness && Date.parse(event.endTime) > now && told[key] === undefined;
  });
}

/**
 * When to look again, in milliseconds from `now`: at the next beginning or end of a snooze, and at least once in a minute, for clocks are
 * set.
 */
export function untilNext(events: readonly Event[], { snoozed }: Reminded, now: number): number {
  const times = [...events.filter(({ isAllDay }) => !isAllDay).map(({ startTime }) => Date.parse(startTime)), ...Object.values(snoozed)];
  return Math.max(0, Math.min(60_000, ...times.filter((time) => time > now).map((time) => time - now)));
}

/** Without what is too old to be asked for again. */
export function tidied({ told, snoozed }: Reminded, now: number): Reminded {
  const recent = (times: Readonly<Record<string, number>>): Record<string, number> =>
    Object.fromEntries(Object.entries(times).filter(([, time]) => Math.abs(now - time) < dayMs));
  return { told: recent(told), snoozed: recent(snoozed) };
}

/** The day of `now` on this machine: from its midnight to the next, in milliseconds. */
export function dayAround(now: number): { readonly from: number; readonly to: number } {
  const from = new Date(now).setHours(0, 0, 0, 0);
  const next = new Date(from);
  return { from, to: next.setDate(next.getDate() + 1) };
}

/** How many things are due today: cards of today that are not done, and events of today that have not begun; all-day ones count all day. */
export function countDue(
  cards: readonly Pick<Card, 'completedAt'>[],
  events: readonly Pick<Event, 'startTime' | 'isAllDay' | 'isCancelled'>[],
  now: number,
): number {
  const { to } = dayAround(now);
  const open = cards.filter(({ completedAt }) => completedAt === null).length;
  const comes = events.filter(({ isCancelled }) => !isCancelled);
  return open + comes.filter(({ startTime, isAllDay }) => isAllDay || (Date.parse(startTime) > now && Date.parse(startTime) < to)).length;
}
