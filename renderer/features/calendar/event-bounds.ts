// When the event is that the user fills in: the instants that the fields mean, as the service reads them. Pure.

import { Temporal } from 'temporal-polyfill';
import { exactBounds, type Bound } from '../../../main/contract/exact-bounds.ts';
import { utcMidnight, plusDays } from './days.ts';
import type { EventFields } from './event-fields.ts';
import type { CalendarEvent } from './events.ts';
import type { Wall } from '../../ui/zone-clock.ts';
import { clockZone, momentInZone, wallTime } from './zones.ts';

export type FormTimes = Pick<EventFields, 'isAllDay' | 'startDay' | 'startClock' | 'endDay' | 'endClock' | 'timeZone'>;

interface Moments {
  readonly start: Date;
  readonly end: Date;
}

/** Which of its times an event keeps: those whose fields show what they would show unchanged. */
export function keptTimes(fields: FormTimes, event: CalendarEvent | null): { readonly start: boolean; readonly end: boolean } {
  if (event === null || fields.isAllDay || event.isAllDay || event.timeZone !== fields.timeZone) return { start: false, end: false };
  const [start, end] = [wallTime(event.startTime, event.timeZone), wallTime(event.endTime, event.timeZone)];
  return {
    start: start.day === fields.startDay && start.clock === fields.startClock,
    end: end.day === fields.endDay && end.clock === fields.endClock,
  };
}

/** The moments that the fields mean for `event`, null for one that is new. To be called when each field names a day or a time. */
export function momentsOf(fields: FormTimes, event: CalendarEvent | null): Moments {
  const { isAllDay, startDay, startClock, endDay, endClock, timeZone } = fields;
  if (isAllDay)
    return {
      start: momentInZone({ day: startDay, clock: '00:00' }, timeZone),
      end: momentInZone({ day: plusDays(endDay, 1), clock: '00:00' }, timeZone),
    };
  const kept = keptTimes(fields, event);
  const bound = (keeps: boolean, instant: string | undefined, { day, clock }: Wall): Bound =>
    keeps && instant !== undefined ? Temporal.Instant.from(instant) : Temporal.PlainDateTime.from(`${day}T${clock}`);
  const { start, end } = exactBounds(
    bound(kept.start, event?.startTime, { day: startDay, clock: startClock }),
    bound(kept.end, event?.endTime, { day: endDay, clock: endClock }),
    clockZone(timeZone),
    null,
  );
  return { start: new Date(start.epochMilliseconds), end: new Date(end.epochMilliseconds) };
}

const minute = 60_000;
const wholeDay = 24 * 60 * minute;

/**
 * The fields with another start; the end moves along, so that the event lasts as long as before. One that ended before it started ends at
 * its time on the next day.
 */
export function fieldsWithStart<Fields extends FormTimes>(
  fields: Fields,
  start: Partial<Pick<EventFields, 'startDay' | 'startClock'>>,
): Fields {
  const moved = { ...fields, ...start };
  const [from, to] = [startOnPaper(fields), startOnPaper(moved)];
  const before = fields.isAllDay ? onPaper(fields.endDay, '00:00') : onPaper(fields.endDay, fields.endClock);
  const length = before - from;
  if (Number.isNaN(length) || Number.isNaN(to)) return moved;
  const isLongEnough = fields.isAllDay ? length >= 0 : length > 0;
  // The remainder of a negative number is negative.
  const end = to + (isLongEnough ? length : fields.isAllDay ? 0 : (((before - to) % wholeDay) + wholeDay) % wholeDay || wholeDay);
  const text = new Date(end).toISOString();
  // Years beyond 9999 are written otherwise.
  if (text.length !== 24) return moved;
  return fields.isAllDay ? { ...moved, endDay: text.slice(0, 10) } : { ...moved, endDay: text.slice(0, 10), endClock: text.slice(11, 16) };
}

/** Where the start stands on the clocks: a time that they skip has moved on. */
function startOnPaper({ isAllDay, startDay, startClock, timeZone }: FormTimes): number {
  if (isAllDay) return onPaper(startDay, '00:00');
  if (Number.isNaN(onPaper(startDay, startClock))) return Number.NaN;
  const { day, clock } = wallTime(momentInZone({ day: startDay, clock: startClock }, timeZone).toISOString(), clockZone(timeZone));
  return onPaper(day, clock);
}

/** Clock times compared as they stand there; NaN for what is none. */
function onPaper(day: string, clock: string): number {
  return utcMidnight(day) === null ? Number.NaN : Date.parse(`${day}T${clock}Z`);
}
