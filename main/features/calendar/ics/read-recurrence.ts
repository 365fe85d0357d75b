// How an event of a calendar file repeats: its rule, and the dates that are added and left out. Pure.

import { Temporal } from 'temporal-polyfill';
import { firstAlone } from './event-source.ts';
import { withNamedTime } from '../recurrence/pinned-time.ts';
import { withStrictUntil } from '../recurrence/until.ts';
import { alike, type Lines, parsedProperty } from './event-properties.ts';
import { readIcsMoment, type Property, type ReadOptions, type IcsTimes, Unusable } from './event-times.ts';

/** In the words of the interface, not yet checked. */
export interface ReadRecurrence {
  readonly rrule: string;
  readonly rdates?: string[];
  readonly exdates?: string[];
}

/** Properties that tell it. */
export const recurrenceNames = ['RRULE', 'RDATE', 'EXDATE'] as const;

const maxDates = 1_000;

/** Null for a single event; of several rules the first counts. Throws `Unusable`, `RangeError`. */
export function readIcsRecurrence(lines: Lines, start: Property, times: IcsTimes, options: ReadOptions): ReadRecurrence | null {
  const rule = lines
    .get('RRULE')
    ?.map((line) => plainRule(valueOf(line)))
    .find((value) => value !== '');
  const dates = (name: string): string[] => {
    let count = 0;
    return (lines.get(name) ?? []).flatMap((each) => {
      if (valueOf(each) === '') return [];
      const [head, params, type, ...values] = alike(parsedProperty(each), start);
      count += values.length;
      // Without the others some would take place that were taken out.
      if (count > maxDates) throw new Unusable(`has more than ${maxDates} dates of ${name}`);
      return values.map((value) => {
        const begins =
          type === 'period' && Array.isArray(value) ? (['date-time', String(value[0])] as const) : ([type, String(value)] as const);
        return dateText([head, params, ...begins], times, options);
      });
    });
  };
  const [rdates, exdates] = [dates('RDATE'), dates('EXDATE')];
  if (rule === undefined && rdates.length === 0) return null;
  // Dates alone are those of a rule that gives the first one.
  const rrule = withNamedTime(withStrictUntil(withDayOfUntil(rule ?? firstAlone, times), times), namedStart(start), times);
  return { rrule, ...(rdates.length === 0 ? {} : { rdates }), ...(exdates.length === 0 ? {} : { exdates }) };
}

/** What the clocks are to show at the start, also where they skip it; null for an instant, or a day. */
function namedStart([, , type, value]: Property): number | null {
  return type !== 'date-time' || String(value).endsWith('Z') ? null : Date.parse(`${String(value)}Z`);
}

/** In upper case, without spaces. */
const valueOf = (line: string): string =>
  line
    .slice(line.indexOf(':') + 1)
    .replaceAll(/\s/g, '')
    .toUpperCase();

/** A rule without empty parts, and without those of RFC 7529 that say what goes without saying. */
function plainRule(rule: string): string {
  const parts = rule.split(';');
  return parts.filter((part) => !['', 'RSCALE=GREGORIAN', 'SKIP=OMIT'].includes(part)).join(';');
}

/**
 * Exchange ends a series of days by the midnight of its zone, told in UTC: `UNTIL=20200916T230000Z` is September 17 in London. Others give
 * the last second of the day. The midnight of no zone is a time of the day as it is written.
 */
function withDayOfUntil(rrule: string, { isAllDay }: IcsTimes): string {
  const [text, date = '', hours, minutes, seconds] = /UNTIL=(\d{8})T(\d\d)(\d\d)(\d\d)Z/.exec(rrule) ?? [];
  if (!isAllDay || text === undefined) return rrule;
  const isLastSecond = minutes?.endsWith('9') === true && seconds === '59';
  const hour = Number(hours) + (Number(minutes) * 60 + Number(seconds) + (isLastSecond ? 1 : 0)) / 3600;
  const isMidnight = Number.isInteger(hour * 4);
  const days = isMidnight ? (hour > 12 ? 1 : 0) - (isLastSecond ? 1 : 0) : 0;
  return rrule.replace(text, `UNTIL=${Temporal.PlainDate.from(date).add({ days }).toString().replaceAll('-', '')}`);
}

/** Some programs give the day alone of an occurrence that has an hour, or the hour of one that has none. */
function dateText(each: Property, { isAllDay, startAt, timeZone }: IcsTimes, options: ReadOptions): string {
  const [, , type, value] = each;
  if (isAllDay)
    return Temporal.PlainDate.from(String(value).slice(0, type === 'date-time' ? 10 : undefined), { overflow: 'reject' }).toString();
  const { at, date } = readIcsMoment(each, options);
  if (date === null) return new Date(at).toISOString();
  const plainTime = Temporal.Instant.fromEpochMilliseconds(startAt).toZonedDateTimeISO(timeZone).toPlainTime();
  return new Date(date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds).toISOString();
}
