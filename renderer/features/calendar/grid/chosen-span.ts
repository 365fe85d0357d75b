// When a new event shall be whose slots the user has chosen. Pure.

import type { Span } from '../address.ts';
import { plusDays } from '../days.ts';
import { spanFrom } from '../event-fields.ts';
import { clockAt, dayAt } from '../zones.ts';

/** A single slot, in milliseconds: what is no longer was clicked, not dragged over. */
const slot = 15 * 60_000;

/** Whole days, the span that was dragged over, or from the slot that was clicked on for as long as an event lasts usually. */
export function chosenSpan(start: Date, end: Date, isAllDay: boolean): Span {
  if (isAllDay) {
    const [first, after] = [dayAt(start), dayAt(end)];
    return { start: first, end: after > first ? after : plusDays(first, 1), isAllDay };
  }
  if (end.getTime() - start.getTime() <= slot) return spanFrom(start);
  return { start: `${dayAt(start)}T${clockAt(start)}`, end: `${dayAt(end)}T${clockAt(end)}`, isAllDay };
}
