// A time zone as lines of iCalendar (VTIMEZONE): its changes within a span of time, one by one. Pure.

import { Temporal } from 'temporal-polyfill';
import { dayMs } from '../../../contract/days.ts';

/** How many changes one zone tells of: two a year for two centuries. */
const maxChanges = 400;

/** A little more than one, in milliseconds. */
const year = 400 * dayMs;

interface Change {
  /** On the clocks before the change. */
  readonly onset: Temporal.PlainDateTime;
  /** Seconds from UTC. */
  readonly from: number;
  readonly to: number;
}

/** The VTIMEZONE of an IANA zone for times in [from, until], milliseconds since the Unix epoch. */
export function zoneLines(timeZone: string, from: number, until: number): string[] {
  // Other programs tell summer time by the standard time around it.
  const changes = changesIn(timeZone, from - year, until + year);
  const groups = Map.groupBy(changes, ({ from: before, to }) => `${before} ${to}`);
  const usual = usualOffset(timeZone, from);
  const parts = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const kind = first.to > usual ? 'DAYLIGHT' : 'STANDARD';
    const others = group.slice(1).map(({ onset }) => `RDATE:${stamp(onset)}`);
    return [
      `BEGIN:${kind}`,
      `DTSTART:${stamp(first.onset)}`,
      `TZOFFSETFROM:${offset(first.from)}`,
      `TZOFFSETTO:${offset(first.to)}`,
      `TZNAME:UTC${offset(first.to)}`,
      ...others,
      `END:${kind}`,
    ];
  });
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...parts, 'END:VTIMEZONE'];
}

/** The last change before the span, and those in it; where nothing ever changes the offset from long ago. */
function changesIn(timeZone: string, from: number, until: number): Change[] {
  const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  const first = start.getTimeZoneTransition('previous');
  const changes: Change[] = [];
  if (first === null) {
    const to = seconds(start);
    changes.push({ onset: Temporal.PlainDateTime.from('1601-01-01T00:00:00'), from: to, to });
  }
  for (
    let next = first ?? start.getTimeZoneTransition('next');
    next !== null && next.epochMilliseconds <= until && changes.length < maxChanges;
    next = next.getTimeZoneTransition('next')
  ) {
    const before = seconds(next.subtract({ nanoseconds: 1 }));
    const to = seconds(next);
    const onset = next.toInstant().toZonedDateTimeISO('UTC').toPlainDateTime().add({ seconds: before });
    if (before !== to || changes.length === 0) changes.push({ onset, from: before, to });
  }
  return changes;
}

const seconds = ({ offsetNanoseconds }: Temporal.ZonedDateTime): number => Math.round(offsetNanoseconds / 1e9);

/** Standard time, as far as a year tells. */
function usualOffset(timeZone: string, at: number): number {
  const start = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  return Math.min(
    ...[1, 7].map((month) => seconds(Temporal.PlainDate.from({ year: start.year, month, day: 1 }).toZonedDateTime(timeZone))),
  );
}

function stamp(local: Temporal.PlainDateTime): string {
  return local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
}

function offset(amount: number): string {
  const size = Math.abs(amount);
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60].map((part) => String(part).padStart(2, '0'));
  return `${amount < 0 ? '-' : '+'}${parts[0]}${parts[1]}${parts[2] === '00' ? '' : parts[2]}`;
}
