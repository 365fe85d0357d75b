import { describe, expect, test } from 'vitest';
import { occurrenceDates } from '../../../main/features/calendar/recurrence/dates.ts';
import type { StoredSeries } from '../../../main/features/calendar/series-store.ts';
import { restFrom } from '../../../main/features/calendar/series-split.ts';

const day = 86_400_000;

/** As far as it repeats. */
function seriesOf(start: string, rrule: string, rdates: readonly string[], exdates: readonly string[] = []): StoredSeries {
  const startAt = Date.parse(start);
  const recurrence = { rrule, rdates: [...rdates], exdates: [...exdates] };
  return { startAt, endAt: startAt + 3_600_000, timeZone: 'Europe/Vienna', isAllDay: false, recurrence } as unknown as StoredSeries;
}

const starts = (series: StoredSeries, from: number): number[] =>
  occurrenceDates(series)
    .startingIn(from, from + 900 * day)
    .map(({ start }) => start);

describe('restFrom an added date › begins with it, and has all that come after it', () => {
  test.each([
    // Mondays.
    ['FREQ=WEEKLY;COUNT=5', 'FREQ=WEEKLY;COUNT=4;BYDAY=MO'],
    ['FREQ=WEEKLY', 'FREQ=WEEKLY;BYDAY=MO'],
    ['FREQ=WEEKLY;UNTIL=20270401T000000Z', 'FREQ=WEEKLY;UNTIL=20270401T000000Z;BYDAY=MO'],
    ['FREQ=WEEKLY;INTERVAL=2', null],
    ['FREQ=DAILY;BYDAY=MO,TU,FR', null],
    ['FREQ=MONTHLY', 'FREQ=MONTHLY;BYMONTHDAY=1'],
    ['FREQ=MONTHLY;INTERVAL=2;COUNT=4', 'FREQ=MONTHLY;COUNT=4;INTERVAL=2;BYMONTHDAY=1'],
    ['FREQ=MONTHLY;BYDAY=1MO', null],
    ['FREQ=YEARLY', 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1'],
  ])('%s', (rrule, expected) => {
    const series = seriesOf('2027-03-01T12:00:00Z', rrule, ['2027-03-10T12:00:00.000Z', '2027-03-20T12:00:00.000Z']);
    const at = Date.parse('2027-03-10T12:00:00Z');
    const rest = restFrom(series, at);
    expect([rest.startAt, rest.endAt]).toEqual([at, at + 3_600_000]);
    expect(rest.recurrence.rdates).toEqual(['2027-03-20T12:00:00.000Z']);
    if (expected !== null) expect(rest.recurrence.rrule).toBe(expected);
    expect(starts(rest, at)).toEqual(starts(series, at));
  });

  test('at another time of day than the others, which keep theirs in summer too', () => {
    const series = seriesOf('2027-03-01T08:00:00Z', 'FREQ=WEEKLY;COUNT=8', ['2027-03-10T17:30:00.000Z'], ['2027-03-22T08:00:00.000Z']);
    const at = Date.parse('2027-03-10T17:30:00Z');
    const rest = restFrom(series, at);
    expect(rest.startAt).toBe(at);
    expect(starts(rest, at)).toEqual(starts(series, at));
    expect(starts(rest, at)).toHaveLength(6);
  });
});

test('restFrom an added date that no rule has together with the others › begins with the next one', () => {
  for (const rrule of ['FREQ=DAILY;INTERVAL=4', 'FREQ=WEEKLY;INTERVAL=3', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU']) {
    const series = seriesOf('2027-03-01T12:00:00Z', rrule, ['2027-03-10T12:00:00.000Z', '2027-03-20T12:00:00.000Z']);
    const at = Date.parse('2027-03-10T12:00:00Z');
    expect(starts(restFrom(series, at), at)).toEqual(starts(series, at));
  }
});

test('restFrom the last added date › is that alone', () => {
  const series = seriesOf('2027-03-01T12:00:00Z', 'FREQ=WEEKLY;COUNT=2', ['2027-03-10T12:00:00.000Z', '2027-03-20T12:00:00.000Z']);
  const at = Date.parse('2027-03-20T12:00:00Z');
  expect(starts(restFrom(series, at), at)).toEqual([at]);
});
