// What the address of the calendar says: /calendar?view=week&date=2026-11-20&event=ID. Pure.

import { utcMidnight } from './days.ts';
import { views, type View } from './period.ts';

/** When a new event shall be, on the reader's clock, the end exclusive: days for an all-day event, else `YYYY-MM-DDTHH:MM`. */
export interface NewEventTimes {
  readonly start: string;
  readonly end: string;
  readonly isAllDay: boolean;
}

export interface Address {
  /** Null: the usual one. */
  readonly view: View | null;
  /** Null: today. */
  readonly day: string | null;
  /** The event that is open. */
  readonly event: string | null;
  /** A new event is being made, at a time that was chosen or at any. */
  readonly fresh: NewEventTimes | 'any' | null;
}

/** A week that is shown may begin in the year before, and before the year 0 no day can be written. */
const firstShown = '0001-01-01';

/** What makes no sense counts as not said. */
export function readAddress(query: URLSearchParams): Address {
  const [view, day, event, fresh] = ['view', 'date', 'event', 'new'].map((name) => query.get(name));
  return {
    view: views.find((known) => known === view) ?? null,
    day: day !== null && day !== undefined && utcMidnight(day) !== null && day >= firstShown ? day : null,
    event: event || null,
    fresh: fresh === null || fresh === undefined ? null : readSpan(fresh),
  };
}

export function addressPath({ view, day, event, fresh }: Address): string {
  const query = new URLSearchParams();
  if (view !== null) query.set('view', view);
  if (day !== null) query.set('date', day);
  if (event !== null) query.set('event', event);
  if (fresh !== null) query.set('new', fresh === 'any' ? '' : `${fresh.start}/${fresh.end}`);
  const said = query.toString().replaceAll('%3A', ':').replaceAll('%2F', '/').replace(/new=$/, 'new');
  return said === '' ? '/calendar' : `/calendar?${said}`;
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/;
const clockForm = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/;

function readSpan(text: string): NewEventTimes | 'any' {
  const [start = '', end = ''] = text.split('/');
  const isAllDay = dayForm.test(start) && dayForm.test(end);
  const isTimed = clockForm.test(start) && clockForm.test(end);
  const isReal = utcMidnight(start.slice(0, 10)) !== null && utcMidnight(end.slice(0, 10)) !== null;
  return (isAllDay || isTimed) && isReal && start < end ? { start, end, isAllDay } : 'any';
}
