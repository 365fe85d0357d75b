// What of a series goes out where a client asks for a range alone (RFC 4791, 9.6.5 and 9.6.6).

import type { Portion } from '../../../lib/calendar-collections.ts';
import { CooperativeScheduler } from '../../../lib/cooperative-scheduler.ts';
import { eventComponents, occurrenceText, type ExportedEvent, type ZoneUse } from '../ics/calendar-text.ts';
import { occurrenceDates } from '../recurrence/dates.ts';
import { isStoredSeries } from '../series-rows.ts';
import type { Override } from '../series-store.ts';

/** How long the occurrences of one event can be, in characters: each day of five years with a description of 2,000. */
const maxLength = 4_000_000;

/** The VEVENTs of an event; null where they are too long for an answer. Adds to `zones` what is needed of them. */
export async function portionText(exported: ExportedEvent, { kind, range }: Portion, zones: ZoneUse): Promise<string | null> {
  const { event, overrides, source } = exported;
  const { from, until } = range;
  const isThere = ({ startAt, endAt }: Pick<Override, 'startAt' | 'endAt'>): boolean => startAt < until && endAt > from;
  if (kind === 'limited') {
    const { startAt, endAt } = event;
    // Also those that have left the range: the client would show them where the rule has them.
    const isNear = (override: Override): boolean =>
      isThere(override) || isThere({ startAt: override.originalAt, endAt: override.originalAt + endAt - startAt });
    return eventComponents(exported, zones, { told: overrides.filter(isNear), isObject: true });
  }
  if (!isStoredSeries(event)) return occurrenceText(exported, { originalAt: null, fields: event, kept: source?.kept ?? [] });
  const dates = occurrenceDates(event);
  const changed = new Set(overrides.map(({ originalAt }) => originalAt));
  const parts: string[] = [];
  let length = 0;
  /** Whether there is room for it. */
  const add = (part: string): boolean => {
    parts.push(part);
    return (length += part.length) <= maxLength;
  };
  const scheduler = new CooperativeScheduler();
  for (const { start, end } of await scheduler.run(dates.gather(from - dates.longest, until))) {
    if (changed.has(start) || !isThere({ startAt: start, endAt: end })) continue;
    const fields = { ...event, startAt: start, endAt: end };
    if (!add(occurrenceText(exported, { originalAt: start, fields, kept: source?.kept ?? [] }))) return null;
    await scheduler.yieldIfDue();
  }
  for (const { originalAt, startAt, endAt, fields } of overrides.filter(isThere)) {
    const { times, ...texts } = fields;
    const kept = source?.keptOf?.[originalAt] ?? [];
    if (!add(occurrenceText(exported, { originalAt, fields: { ...event, startAt, endAt, ...texts, ...times }, kept }))) return null;
  }
  return parts.join('');
}
