// Events and cards in the form in which FullCalendar takes them. Pure.

import type { EventInput } from '@fullcalendar/react';
import type { Card } from '../../../../main/contract/cards.ts';
import { dayMs } from '../../../../main/contract/days.ts';
import { plusDays } from '../days.ts';
import { daysOf, type CalendarEvent } from '../events.ts';
import type { Provisional } from '../quick/use-quick.ts';
import type { ShownEvent } from '../use-calendar.ts';
import { strings } from '../strings.ts';
import { clockAt, dayAt } from '../zones.ts';

/** What is being made comes first, so that it is never among those for which there is no room; then FullCalendar's own order. */
export const entryOrder = 'rank,start,-duration,allDay,title';

/** By which its blocks are found. */
export const provisionalId = 'provisional';

/** What stands behind an entry of the calendar. */
type Entry =
  | { readonly kind: 'event'; readonly event: CalendarEvent; readonly isNew: boolean }
  | { readonly kind: 'card'; readonly card: Card }
  /** What is being made beside its slot. */
  | { readonly kind: 'provisional' };

export function eventInput({ event, isNew, color = event.color, isReadOnly = false }: ShownEvent): EventInput {
  const entry: Entry = { kind: 'event', event, isNew };
  const days = event.isAllDay ? daysOf(event) : null;
  return {
    id: event.id,
    title: event.title,
    allDay: event.isAllDay,
    start: days === null ? event.startTime : days.first,
    end: days === null ? event.endTime : plusDays(days.last, 1),
    color,
    editable: !isNew && !isReadOnly,
    interactive: !isNew,
    extendedProps: { entry },
  };
}

/** The block of an event that is being made. */
export function provisionalInput({ title, isAllDay, start, end }: Provisional): EventInput {
  const entry: Entry = { kind: 'provisional' };
  return {
    id: provisionalId,
    title: title === '' ? strings.newEvent : title,
    allDay: isAllDay,
    start,
    end,
    color: 'purple',
    editable: true,
    interactive: false,
    extendedProps: { entry, rank: 1 },
  };
}

/** A card on the day on which it is due, also where it has a time of day. Null when that cannot be read. */
export function cardInput(card: Card, path: string): EventInput | null {
  const { id, title } = card;
  const start = dueDay(card);
  if (start === null) return null;
  const entry: Entry = { kind: 'card', card };
  return { id: cardEntryId(id), title, url: path, allDay: true, durationEditable: false, extendedProps: { entry }, start };
}

/** By which the entry of a card is found. */
export function cardEntryId(id: string): string {
  return `card:${id}`;
}

/** The day on which a card is due. Null for one that is not, or where that cannot be read. */
export function dueDay({ dueDate }: Pick<Card, 'dueDate'>): string | null {
  if (dueDate === null || /^\d{4}-\d{2}-\d{2}$/.test(dueDate)) return dueDate;
  const at = new Date(dueDate);
  return Number.isNaN(at.getTime()) ? null : dayAt(at);
}

/** The entry behind one of FullCalendar's events. */
export function entryOf({ extendedProps }: { readonly extendedProps: Readonly<Record<string, unknown>> }): Entry {
  return extendedProps['entry'] as Entry;
}

/** An event is drawn at least this high, in milliseconds: what begins below it within that time stands beside it. */
const leastHeight = 30 * 60_000;

/**
 * The entries, of those with hours marked which ones nothing stands beside in their column: they need leave no room for the number of
 * what is hidden.
 */
export function markAlone(inputs: readonly EventInput[]): EventInput[] {
  const timed = inputs
    .filter(({ allDay }) => allDay !== true)
    .map((input) => {
      const start = new Date(input.start as string).getTime();
      return { input, start, end: Math.max(new Date(input.end as string).getTime(), start + leastHeight) };
    })
    .toSorted((a, b) => a.start - b.start);
  const beside = new Set<EventInput>();
  let last: (typeof timed)[number] | null = null;
  for (const each of timed) {
    if (last !== null && each.start < last.end) {
      beside.add(last.input);
      beside.add(each.input);
    }
    if (last === null || each.end > last.end) last = each;
  }
  return inputs.map((input) =>
    input.allDay === true ? input : { ...input, extendedProps: { ...input.extendedProps, isAlone: !beside.has(input) } },
  );
}

/** An entry on one of its days. */
export interface DayItem {
  readonly input: EventInput;
  readonly start: Date;
  readonly end: Date;
  /** Whether that day is its first one, and whether it is its last. */
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

export interface DayOfList {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly items: readonly DayItem[];
}

/** The days from `from` to `until`, both included, on which there are entries, each with those in the order that the other views have. */
export function listDays(inputs: readonly EventInput[], from: string, until: string): readonly DayOfList[] {
  const days = new Map<string, DayItem[]>();
  for (const { input, start, end, first, last } of inputs.map(placed).toSorted(inOrder)) {
    let day = first < from ? from : first;
    while (day <= last && day <= until) {
      const item = { input, start, end, isStart: day === first, isEnd: day === last };
      const items = days.get(day);
      if (items === undefined) days.set(day, [item]);
      else items.push(item);
      const next = plusDays(day, 1);
      // There is none after the last of all days.
      if (next === day) break;
      day = next;
    }
  }
  return [...days].map(([day, items]) => ({ day, items })).toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

interface Placed {
  readonly input: EventInput;
  readonly start: Date;
  readonly end: Date;
  readonly first: string;
  readonly last: string;
  /** In milliseconds. */
  readonly length: number;
  /** Where the clocks show it to begin: its day and its time of day. */
  readonly face: string;
}

function placed(input: EventInput): Placed {
  const [from, to] = [input.start as string, (input.end ?? input.start) as string];
  const [start, end] = [new Date(from), new Date(to)];
  if (input.allDay === true) {
    // The end is the day after; a card that is due on a day has none.
    const last = to > from ? plusDays(to, -1) : from;
    return { input, start, end, first: from, last, length: Date.parse(last) - Date.parse(from) + dayMs, face: `${from} 00:00` };
  }
  const first = dayAt(start);
  const last = dayAt(new Date(Math.max(start.getTime(), end.getTime() - 1)));
  return { input, start, end, first, last, length: end.getTime() - start.getTime(), face: `${first} ${clockAt(start)}` };
}

/** As `entryOrder` says. */
function inOrder(one: Placed, other: Placed): number {
  const rank = ({ input }: Placed): number => (input.extendedProps?.['rank'] === undefined ? 1 : 0);
  const isWhole = ({ input }: Placed): number => (input.allDay === true ? 1 : 0);
  return (
    rank(one) - rank(other) ||
    (one.face < other.face ? -1 : one.face > other.face ? 1 : 0) ||
    other.length - one.length ||
    isWhole(one) - isWhole(other) ||
    (one.input.title ?? '').localeCompare(other.input.title ?? '')
  );
}
