// The zone in which the days of an event of a calendar file begin, where the event is here already. Pure.

import { dayEpochOf, dayWallOf } from '../recurrence/wall.ts';
import type { Override } from '../series-store.ts';
import type { StoredEvent } from '../store.ts';
import type { ImportedEvent } from './read-event.ts';

interface Whole {
  readonly event: ImportedEvent;
  /** The occurrences that differ. */
  readonly others: readonly ImportedEvent[];
}

/**
 * A date names no zone (RFC 5545, 3.3.4), and is read in that of the machine: of an event that is here, and of its occurrences, it is a day
 * of the zone that they have, as where an update names none. An occurrence without its series is left as it was read, by which it is known.
 */
export function onOwnDays<W extends Whole>(whole: W, standing: StoredEvent, before: readonly Override[]): W {
  const { event, others } = whole;
  if (event.recurrenceId !== null) return whole;
  const zone = event.isAllDay && standing.isAllDay ? standing.timeZone : event.timeZone;
  const isInOther = zone !== event.timeZone;
  return {
    ...whole,
    event: isInOther ? inZone(event, zone) : event,
    others: others.map((other) => {
      const { recurrenceId } = other;
      const at = recurrenceId === null || !isInOther ? recurrenceId : dayIn(recurrenceId, event.timeZone, zone);
      const times = before.find(({ originalAt }) => originalAt === at)?.fields.times;
      const own = times?.isAllDay === true ? times.timeZone : event.isAllDay ? zone : other.timeZone;
      return { ...(other.isAllDay ? inZone(other, own) : other), recurrenceId: at };
    }),
  };
}

function inZone(event: ImportedEvent, timeZone: string): ImportedEvent {
  const { startAt, endAt } = event;
  return { ...event, startAt: dayIn(startAt, event.timeZone, timeZone), endAt: dayIn(endAt, event.timeZone, timeZone), timeZone };
}

/** The first instant of the same day in another zone. */
const dayIn = (at: number, from: string, to: string): number => dayEpochOf(dayWallOf(at, from), to);
