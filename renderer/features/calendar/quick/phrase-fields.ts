// The fields of a new event and what its title says of the time: one into the other. Pure.

import { dayMs } from '../../../../main/contract/days.ts';
import type { PhraseSlot, Understood } from '../../../../main/contract/phrases/phrase.ts';
import { datePreferences } from '../../../ui/date-preferences.ts';
import { utcMidnight, plusDays } from '../days.ts';
import { momentsOf } from '../event-bounds.ts';
import { isClock, lastDay, timesBetween, type EventFields } from '../event-fields.ts';
import { repeatOf } from '../repeat.ts';

/** What holds where a title says nothing else; null while a field names no time. */
export function fieldsSlot(fields: EventFields): PhraseSlot | null {
  const { isAllDay, startDay, startClock, endDay } = fields;
  const [first, last] = [utcMidnight(startDay), utcMidnight(endDay)];
  if (first === null || last === null) return null;
  if (isAllDay) {
    const days = Math.max(1, Math.round((last.getTime() - first.getTime()) / dayMs) + 1);
    return { day: startDay, clock: null, minutes: datePreferences().eventLength, days };
  }
  if (!isClock(startClock) || !isClock(fields.endClock)) return null;
  const { start, end } = momentsOf(fields, null);
  const minutes = Math.round((end.getTime() - start.getTime()) / 60_000);
  return { day: startDay, clock: startClock, minutes: minutes > 0 ? minutes : datePreferences().eventLength };
}

/** The fields with what the title says of the time in their place, and the rest of it as the title. */
export function withPhrase(fields: EventFields, { title, when, rrule }: Understood): EventFields {
  if (when === null) return fields;
  const { timeZone } = fields;
  const named = { ...fields, title };
  const repeated = (day: string): Pick<EventFields, 'repeat'> =>
    rrule === null ? {} : { repeat: repeatOf(rrule, day, (until) => lastDay(until, timeZone)) };
  if (when.kind === 'days')
    return { ...named, isAllDay: true, startDay: when.start, endDay: plusDays(when.end, -1), ...repeated(when.start) };
  const times = timesBetween(when.start, when.end, timeZone);
  return { ...named, ...times, ...repeated(times.startDay) };
}
