import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { occurrenceDates } from '../../../main/features/calendar/recurrence/dates.ts';
import { epochOf, wallOf } from '../../../main/features/calendar/recurrence/wall.ts';
import type { StoredSeries } from '../../../main/features/calendar/series-store.ts';
import { toInstant } from '../../../main/lib/clock.ts';
import { endedBefore, restFrom } from '../../../main/features/calendar/series-split.ts';
import { runs } from '../../support/property.ts';

const day = 86_400_000;
const first = Date.parse('2027-01-31T00:00:00Z');

const compactDay = (days: number): string => new Date(first + days * day).toISOString().slice(0, 10).replaceAll('-', '');

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

describe('endedBefore an added date after the end of the rule › leaves the rule as it is', () => {
  test.each(['FREQ=WEEKLY;COUNT=3', 'FREQ=WEEKLY;UNTIL=20270315T120000Z', 'FREQ=WEEKLY;COUNT=1'])('%s', (rrule) => {
    const series = seriesOf(
      '2027-03-01T12:00:00Z',
      rrule,
      ['2027-03-03T12:00:00.000Z', '2027-05-10T12:00:00.000Z'],
      ['2027-03-08T12:00:00.000Z'],
    );
    const at = Date.parse('2027-05-10T12:00:00Z');
    const recurrence = endedBefore(series, at);
    expect(recurrence).toEqual({ rrule, rdates: ['2027-03-03T12:00:00.000Z'], exdates: ['2027-03-08T12:00:00.000Z'] });
    expect(starts({ ...series, recurrence }, series.startAt)).toEqual(starts(series, series.startAt).filter((start) => start < at));
  });
});

test('a series of any kind that is cut at any of its occurrences › what comes before and what goes on are together what it was', () => {
  const rule = fc.constantFrom(
    'FREQ=WEEKLY',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH',
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=DAILY;BYDAY=MO,TU,FR',
    'FREQ=MONTHLY',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=MONTHLY;BYMONTHDAY=31',
    'FREQ=YEARLY;BYMONTH=2,3,10',
  );
  const end = fc.oneof(
    fc.constant(''),
    fc.integer({ min: 1, max: 12 }).map((count) => `;COUNT=${count}`),
    fc.integer({ min: 0, max: 300 }).map((days) => `;UNTIL=${compactDay(days)}`),
  );
  const date = fc.record({ days: fc.integer({ min: 0, max: 400 }), hours: fc.constantFrom(0, 0, 5) });
  const random = fc.record({
    rule,
    end,
    isAllDay: fc.boolean(),
    timeZone: fc.constantFrom('UTC', 'Europe/Vienna', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'),
    hour: fc.integer({ min: 0, max: 23 }),
    rdates: fc.array(date, { maxLength: 4 }),
    left: fc.array(fc.nat(), { maxLength: 3 }),
    cut: fc.nat(),
  });
  fc.assert(
    fc.property(random, ({ rule: text, end: ends, isAllDay, timeZone, hour, rdates, left, cut }) => {
      const startWall = first + (isAllDay ? 0 : hour * 3_600_000 + 30 * 60_000);
      const textOf = (at: number): string => (isAllDay ? new Date(wallOf(at, timeZone)).toISOString().slice(0, 10) : toInstant(at));
      const startAt = epochOf(startWall, timeZone);
      const added = rdates.map(({ days, hours }) => epochOf(startWall + days * day + (isAllDay ? 0 : hours * 3_600_000), timeZone));
      const endAt = isAllDay ? epochOf(startWall + day, timeZone) : startAt + 3_600_000;
      const of = (recurrence: StoredSeries['recurrence']) =>
        ({ startAt, endAt, timeZone, isAllDay, recurrence }) as unknown as StoredSeries;
      const whole = { rrule: text + ends, rdates: [...new Set(added.map(textOf))], exdates: [] };
      const all = starts(of(whole), startAt);
      const exdates = [...new Set(left.map((index) => textOf(all[index % all.length] ?? startAt)))];
      const series = of({ ...whole, exdates });
      const had = starts(series, startAt);
      const at = had[cut % Math.max(had.length, 1)];
      fc.pre(at !== undefined && at !== startAt);
      const before = endedBefore(series, at);
      expect(starts(of(before), startAt)).toEqual(had.filter((start) => start < at));
      const rest = restFrom(series, at);
      const to = startAt + 900 * day;
      expect(starts(rest, at).filter((start) => start < to)).toEqual(had.filter((start) => start >= at));
    }),
    runs(400, 1_130_917),
  );
});
