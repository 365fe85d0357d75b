// Events and cards in the form in which FullCalendar takes them. Pure.

import type { EventInput } from '@fullcalendar/react';
import type { Card } from '../../../../main/contract/cards.ts';
import { dayAfter, daysOf, type CalendarEvent } from '../events.ts';
import type { Provisional } from '../quick/use-quick.ts';
import type { ShownEvent } from '../use-calendar.ts';
import { strings } from '../strings.ts';
import { dayAt } from '../zones.ts';

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
  return {
    id: event.id,
    title: event.title,
    allDay: event.isAllDay,
    start: event.isAllDay ? daysOf(event).first : event.startTime,
    end: event.isAllDay ? dayAfter(event) : event.endTime,
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
