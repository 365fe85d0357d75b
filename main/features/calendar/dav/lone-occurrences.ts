// Several occurrences that a client puts without their series, such as those of an invitation to some of them (RFC 4791, 4.1). Pure.

import { Temporal } from 'temporal-polyfill';
import { dayMs } from '../../../contract/days.ts';
import { firstAlone } from '../ics/event-source.ts';
import type { ImportedGroup } from '../ics/import-worker.ts';

/** The group with a series that has these occurrences and no others; one that has a series, or a single occurrence, as it is. */
export function withSeries(group: ImportedGroup): ImportedGroup {
  const others = group.others.toSorted((a, b) => (a.recurrenceId ?? 0) - (b.recurrenceId ?? 0));
  const [first, ...further] = others;
  if (group.series !== null || first === undefined || further.length === 0) return group;
  const isAllDay = others.every((other) => other.isAllDay);
  const startOf = (at: number | null): Temporal.ZonedDateTime =>
    Temporal.Instant.fromEpochMilliseconds(at ?? 0).toZonedDateTimeISO(first.timeZone);
  const startsAt = startOf(first.recurrenceId);
  const endsAt = isAllDay
    ? startsAt.add({ days: Math.max(1, Math.round((first.endAt - first.startAt) / dayMs)) })
    : startsAt.add({ milliseconds: first.endAt - first.startAt });
  const rdates = further.map(({ recurrenceId }) =>
    isAllDay ? startOf(recurrenceId).toPlainDate().toString() : new Date(recurrenceId ?? 0).toISOString(),
  );
  const series = {
    ...first,
    recurrenceId: null,
    startAt: startsAt.epochMilliseconds,
    endAt: endsAt.epochMilliseconds,
    isAllDay,
    recurrence: { rrule: firstAlone, rdates },
    reminders: [],
    isCancelled: false,
    isFree: false,
    kept: [],
    lost: [],
  };
  return { series, others, lacksSeries: true };
}
