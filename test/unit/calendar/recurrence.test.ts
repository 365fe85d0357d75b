// What a rule becomes on the clocks of a zone.

import { describe, expect, test } from 'vitest';
import { occurrenceDates } from '../../../main/features/calendar/recurrence/dates.ts';
import { expansionOf } from '../../../main/features/calendar/recurrence/expand.ts';
import { canOccur } from '../../../main/features/calendar/recurrence/possible.ts';
import { readRule, RuleError } from '../../../main/features/calendar/recurrence/rule.ts';
import { full } from '../../support/tiers.ts';

interface Asked {
  readonly zone: string;
  readonly start: string;
  readonly rrule: string;
  readonly from?: string;
  readonly to?: string;
  readonly allDay?: boolean;
}

const hour = 3_600_000;

function spansOf({ zone, start, rrule, from = start, to, allDay = false }: Asked): { readonly start: string; readonly hours: number }[] {
  const startAt = Date.parse(start);
  const endAt = startAt + (allDay ? 24 : 1) * hour;
  const series = { startAt, endAt, timeZone: zone, isAllDay: allDay, recurrence: { rrule, rdates: [], exdates: [] } };
  const until = to === undefined ? Date.parse(from) + 5 * 24 * hour : Date.parse(to);
  return occurrenceDates(series)
    .startingIn(Date.parse(from), until)
    .map((span) => ({ start: new Date(span.start).toISOString().slice(0, 16), hours: (span.end - span.start) / hour }));
}

const startsOf = (asked: Asked): string[] => spansOf(asked).map(({ start }) => start);

test('no occurrence ends after the year 9999', () => {
  const asked = { zone: 'UTC', rrule: 'FREQ=DAILY', to: '+010004-12-31T00:00:00Z' };
  expect(startsOf({ ...asked, start: '9999-12-29T00:00Z', allDay: true })).toEqual(['9999-12-29T00:00', '9999-12-30T00:00']);
  expect(startsOf({ ...asked, start: '9999-12-30T22:30Z' })).toEqual(['9999-12-30T22:30', '9999-12-31T22:30']);
  expect(startsOf({ ...asked, start: '9999-12-29T23:30Z', rrule: 'FREQ=DAILY;COUNT=9' })).toEqual(['9999-12-29T23:30', '9999-12-30T23:30']);
});

describe('a time of day stays what it is when the clocks change', () => {
  test.each<[string, Asked, string[]]>([
    [
      'Vienna in spring: 09:00 is an hour earlier in UTC',
      { zone: 'Europe/Vienna', start: '2026-03-28T08:00Z', rrule: 'FREQ=DAILY;COUNT=3' },
      ['2026-03-28T08:00', '2026-03-29T07:00', '2026-03-30T07:00'],
    ],
    [
      'Vienna in spring: 02:30, which is skipped, is 03:30 that day, and 02:30 again the next',
      { zone: 'Europe/Vienna', start: '2026-03-28T01:30Z', rrule: 'FREQ=DAILY;COUNT=3' },
      ['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30'],
    ],
    [
      'Vienna in autumn: 02:30, which comes twice, is the first',
      { zone: 'Europe/Vienna', start: '2026-10-24T00:30Z', rrule: 'FREQ=DAILY;COUNT=3' },
      ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    [
      'a start at the second of two equal times stays there',
      { zone: 'Europe/Vienna', start: '2026-10-25T01:30Z', rrule: 'FREQ=DAILY;COUNT=2' },
      ['2026-10-25T01:30', '2026-10-26T01:30'],
    ],
    [
      'New York in spring: 02:30 is 03:30',
      { zone: 'America/New_York', start: '2026-03-07T07:30Z', rrule: 'FREQ=DAILY;COUNT=3' },
      ['2026-03-07T07:30', '2026-03-08T07:30', '2026-03-09T06:30'],
    ],
    [
      'Lord Howe in spring, by half an hour: 02:15 is 02:45',
      { zone: 'Australia/Lord_Howe', start: '2026-10-02T15:45Z', rrule: 'FREQ=DAILY;COUNT=3' },
      ['2026-10-02T15:45', '2026-10-03T15:45', '2026-10-04T15:15'],
    ],
    [
      'Lord Howe in autumn: 01:45 is the first of two',
      { zone: 'Australia/Lord_Howe', start: '2026-04-03T14:45Z', rrule: 'FREQ=DAILY;COUNT=3' },
      ['2026-04-03T14:45', '2026-04-04T14:45', '2026-04-05T15:15'],
    ],
    [
      'Apia, which skipped 30 December 2011: that day falls on the next, and both are one',
      { zone: 'Pacific/Apia', start: '2011-12-29T19:00Z', rrule: 'FREQ=DAILY;COUNT=4', from: '2011-12-28T00:00Z', to: '2012-01-05T00:00Z' },
      ['2011-12-29T19:00', '2011-12-30T19:00', '2011-12-31T19:00'],
    ],
    [
      'hours: two that fall on the same instant are one',
      { zone: 'Europe/Vienna', start: '2026-03-29T00:00Z', rrule: 'FREQ=HOURLY;COUNT=4' },
      ['2026-03-29T00:00', '2026-03-29T01:00', '2026-03-29T02:00'],
    ],
    [
      'the start is an occurrence that the rule does not give, and COUNT counts it',
      { zone: 'UTC', start: '2026-03-02T09:00Z', rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=2' },
      ['2026-03-02T09:00', '2026-03-03T09:00'],
    ],
    [
      'UNTIL as an instant, as a time on the clocks and as a day, each included',
      { zone: 'Europe/Vienna', start: '2026-03-02T09:00Z', rrule: 'FREQ=DAILY;UNTIL=20260303T090000Z' },
      ['2026-03-02T09:00', '2026-03-03T09:00'],
    ],
    [
      'UNTIL as a time on the clocks',
      { zone: 'Europe/Vienna', start: '2026-03-02T09:00Z', rrule: 'FREQ=DAILY;UNTIL=20260303T100000' },
      ['2026-03-02T09:00', '2026-03-03T09:00'],
    ],
    [
      'UNTIL as a day',
      { zone: 'Europe/Vienna', start: '2026-03-02T09:00Z', rrule: 'FREQ=DAILY;UNTIL=20260303' },
      ['2026-03-02T09:00', '2026-03-03T09:00'],
    ],
    [
      'the 53rd Thursday is only in years that have one',
      { zone: 'UTC', start: '2026-12-31T09:00Z', rrule: 'FREQ=YEARLY;BYDAY=53TH', to: '2038-01-01T00:00Z' },
      ['2026-12-31T09:00', '2032-12-30T09:00', '2037-12-31T09:00'],
    ],
  ])('%s', (_, asked, expected) => {
    expect(startsOf(asked)).toEqual(expected);
  });

  test('whole days last as long as they do: 23, 24 and 25 hours', () => {
    const spring = { zone: 'Europe/Vienna', start: '2026-03-27T23:00Z', rrule: 'FREQ=DAILY;COUNT=3', allDay: true } as const;
    expect(spansOf(spring)).toEqual([
      { start: '2026-03-27T23:00', hours: 24 },
      { start: '2026-03-28T23:00', hours: 23 },
      { start: '2026-03-29T22:00', hours: 24 },
    ]);
    const autumn = { ...spring, start: '2026-10-23T22:00Z' };
    expect(spansOf(autumn).map(({ hours }) => hours)).toEqual([24, 25, 24]);
  });
});

describe('rules that choose days alone', () => {
  const from2026 = { zone: 'UTC', start: '2026-01-05T09:00Z', to: '2027-01-01T00:00Z' } as const;

  test.each<[string, Asked, string[]]>([
    [
      'every second week begins where WKST says',
      { ...from2026, start: '1997-08-05T09:00Z', rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;COUNT=4', to: '1998-01-01T00:00Z' },
      ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31'],
    ],
    [
      'and on Mondays without it',
      { ...from2026, start: '1997-08-05T09:00Z', rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4', to: '1998-01-01T00:00Z' },
      ['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24'],
    ],
    [
      'the 31st is only in months that have one',
      { ...from2026, start: '2026-01-31T09:00Z', rrule: 'FREQ=MONTHLY;COUNT=4' },
      ['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31'],
    ],
    [
      '29 February is only in leap years, of which 2100 is none',
      { ...from2026, start: '2092-02-29T09:00Z', rrule: 'FREQ=YEARLY', to: '2105-01-01T00:00Z' },
      ['2092-02-29', '2096-02-29', '2104-02-29'],
    ],
    [
      'the last Friday of every third month',
      { ...from2026, start: '2026-01-30T09:00Z', rrule: 'FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR' },
      ['2026-01-30', '2026-04-24', '2026-07-31', '2026-10-30'],
    ],
    [
      'Friday 13th',
      { ...from2026, start: '2026-02-13T09:00Z', rrule: 'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13' },
      ['2026-02-13', '2026-03-13', '2026-11-13'],
    ],
    [
      'the last day but one of two months',
      { ...from2026, start: '2026-02-27T09:00Z', rrule: 'FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=-2' },
      ['2026-02-27', '2026-04-29'],
    ],
    [
      'the second Tuesday of a year, and of a month of the year',
      { ...from2026, start: '2026-01-13T09:00Z', rrule: 'FREQ=YEARLY;BYDAY=2TU', to: '2028-01-01T00:00Z' },
      ['2026-01-13', '2027-01-12'],
    ],
    [
      'the second Tuesday of May',
      { ...from2026, start: '2026-05-12T09:00Z', rrule: 'FREQ=YEARLY;BYMONTH=5;BYDAY=2TU', to: '2028-01-01T00:00Z' },
      ['2026-05-12', '2027-05-11'],
    ],
    [
      'every tenth day, weekdays only',
      { ...from2026, rrule: 'FREQ=DAILY;INTERVAL=10;BYDAY=MO,TU,WE,TH,FR', to: '2026-02-20T00:00Z' },
      ['2026-01-05', '2026-01-15', '2026-02-04'],
    ],
  ])('%s', (_, asked, expected) => {
    expect(startsOf(asked)).toEqual(expected.map((day) => `${day}T09:00`));
  });

  test('take less than half of the processor time that the library takes for the same occurrences', full, () => {
    const costOf = (rrule: string): number => {
      const before = process.cpuUsage();
      for (let minute = 0; minute < 60; minute += 1)
        startsOf({ ...from2026, start: `2025-01-06T09:${String(minute).padStart(2, '0')}Z`, rrule, from: '2026-06-01T00:00Z' });
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const rules = ['FREQ=WEEKLY;BYDAY=MO,TH', 'FREQ=WEEKLY;BYDAY=MO,TH;BYSECOND=0'] as const;
    expect(startsOf({ ...from2026, rrule: rules[0] })).toEqual(startsOf({ ...from2026, rrule: rules[1] }));
    const [own, library] = rules.map(costOf);
    if (process.env['DAYBOOK_SHOW_COST'] !== undefined) process.stderr.write(`${own} µs, ${library} µs\n`);
    expect(own).toBeLessThan((library ?? 0) / 2);
  });
});

test('a year far away is found without the years before it, and with COUNT after them', full, () => {
  const far = { zone: 'UTC', start: '2001-01-01T09:00Z', from: '2801-01-01T00:00Z', to: '2801-01-03T00:00Z' };
  expect(startsOf({ ...far, rrule: 'FREQ=DAILY' })).toEqual(['2801-01-01T09:00', '2801-01-02T09:00']);
  expect(startsOf({ ...far, rrule: 'FREQ=YEARLY;COUNT=801' })).toEqual(['2801-01-01T09:00']);
  expect(startsOf({ ...far, rrule: 'FREQ=YEARLY;COUNT=800' })).toEqual([]);
});

test.each<[string, number]>([
  ['FREQ=DAILY', 366],
  ['FREQ=HOURLY', 8_784],
  ['FREQ=YEARLY;BYHOUR=0,1,2,3,4,5;BYMINUTE=0,10,20,30,40,50', 36],
  ['FREQ=WEEKLY;BYDAY=MO;BYHOUR=0,1,2,3,4,5;BYMINUTE=0,10,20,30,40,50', 53 * 36],
  ['FREQ=HOURLY;BYDAY=MO,TU;BYMINUTE=0,20,40', 105 * 72],
])('%s has at most %d occurrences a year', (rrule, most) => {
  const startAt = Date.UTC(2026, 0, 1);
  const found = expansionOf({ startAt, endAt: startAt + 1, timeZone: 'UTC', isAllDay: false, rrule }).perYear;
  expect(found).toBeGreaterThanOrEqual(most * 0.95);
  expect(found).toBeLessThanOrEqual(Math.max(366, most * 1.05));
});

describe('a rule that never occurs is known by its days and positions, without a search', () => {
  const start = Date.UTC(2026, 2, 2, 8);
  test.each([
    'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;BYMONTH=4,6,9,11;BYMONTHDAY=31',
    'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=-30',
    'FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1',
    'FREQ=HOURLY;BYYEARDAY=-1;BYMONTH=11',
    'FREQ=YEARLY;BYWEEKNO=1;BYMONTH=7',
    'FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=3',
    'FREQ=DAILY;BYHOUR=1,2,3;BYSETPOS=9,-4',
    'FREQ=HOURLY;BYMINUTE=1;BYSETPOS=2',
  ])('%s', (rrule) => {
    expect(canOccur(readRule(rrule), start)).toBe(false);
  });

  test.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
    'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=-29;BYDAY=WE',
    'FREQ=YEARLY;BYWEEKNO=53;BYMONTH=1;BYDAY=SU',
    'FREQ=YEARLY;BYWEEKNO=1;BYMONTH=12;BYDAY=MO',
    'FREQ=YEARLY;BYWEEKNO=-1;BYMONTH=12;BYDAY=MO',
    'FREQ=YEARLY;BYYEARDAY=366',
    'FREQ=YEARLY;BYYEARDAY=-366',
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-10',
    'FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=0,30;BYSETPOS=6',
    'FREQ=HOURLY;BYMINUTE=1,2;BYSETPOS=-2',
  ])('%s occurs', (rrule) => {
    expect(canOccur(readRule(rrule), start)).toBe(true);
  });
});

describe('what a rule may not have together, or beyond its range, is refused in words of its own', () => {
  test.each([
    ['FREQ=DAILY;COUNT=3;UNTIL=20270101', 'cannot have both COUNT and UNTIL'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'can number the days of BYDAY only with FREQ=MONTHLY or YEARLY'],
    ['FREQ=DAILY;BYDAY=-1FR', 'can number the days of BYDAY only with FREQ=MONTHLY or YEARLY'],
    ['FREQ=YEARLY;BYDAY=1MO;BYWEEKNO=20', 'cannot number the days of BYDAY together with BYWEEKNO'],
    ['FREQ=MONTHLY;BYWEEKNO=20', 'can have BYWEEKNO only with FREQ=YEARLY'],
    ['FREQ=MONTHLY;BYYEARDAY=100', 'cannot have BYYEARDAY with FREQ=MONTHLY'],
    ['FREQ=DAILY;BYYEARDAY=100', 'cannot have BYYEARDAY with FREQ=DAILY'],
    ['FREQ=WEEKLY;BYMONTHDAY=13', 'cannot have BYMONTHDAY with FREQ=WEEKLY'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'can have BYSETPOS only together with another BY part'],
    ['FREQ=YEARLY;BYDAY=53MO;BYSETPOS=1', 'cannot have BYSETPOS together with the 53rd weekday of a year'],
    ['FREQ=YEARLY;BYYEARDAY=1;BYDAY=MO', 'cannot have BYYEARDAY together with BYDAY, BYMONTHDAY or BYWEEKNO'],
    ['FREQ=YEARLY;BYYEARDAY=1;BYMONTHDAY=1', 'cannot have BYYEARDAY together with BYDAY, BYMONTHDAY or BYWEEKNO'],
    ['FREQ=YEARLY;BYYEARDAY=1;BYWEEKNO=1', 'cannot have BYYEARDAY together with BYDAY, BYMONTHDAY or BYWEEKNO'],
    ['FREQ=YEARLY;BYMONTHDAY=1;BYDAY=1MO', 'cannot have BYMONTHDAY together with BYWEEKNO or numbered days of BYDAY'],
    ['FREQ=YEARLY;BYMONTHDAY=1;BYWEEKNO=1', 'cannot have BYMONTHDAY together with BYWEEKNO or numbered days of BYDAY'],
    ['FREQ=YEARLY;BYWEEKNO=1;INTERVAL=2', 'cannot have BYWEEKNO together with INTERVAL or BYSETPOS'],
    ['FREQ=YEARLY;BYWEEKNO=1;BYSETPOS=1', 'cannot have BYWEEKNO together with INTERVAL or BYSETPOS'],
    ['FREQ=YEARLY;BYDAY=0MO', 'has a BYDAY whose number is not from 1 to 53, or from -53 to -1'],
    ['FREQ=YEARLY;BYDAY=54MO', 'has a BYDAY whose number is not from 1 to 53, or from -53 to -1'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'has a BYMONTHDAY that is not from 1 to 31, or negative'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'has a BYMONTHDAY that is not from 1 to 31, or negative'],
    ['FREQ=YEARLY;BYMONTH=-1', 'has a BYMONTH that is not from 1 to 12'],
    ['FREQ=DAILY;BYHOUR=24', 'has a BYHOUR that is not from 0 to 23'],
    ['FREQ=DAILY;INTERVAL=10001', 'has an INTERVAL that is not a whole number from 1 to 10000'],
    ['FREQ=DAILY;UNTIL=20270229', 'has an UNTIL that names no day or time that exists'],
    ['FREQ=DAILY;UNTIL=20270101T240000Z', 'has an UNTIL that names no day or time that exists'],
  ])('%s', (rrule, message) => {
    expect(() => readRule(rrule)).toThrow(new RuleError(message));
  });

  test.each([
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=YEARLY;BYDAY=-53MO,53MO',
    'FREQ=YEARLY;BYWEEKNO=-53;BYDAY=MO',
    'FREQ=HOURLY;BYYEARDAY=100',
    'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR',
    'FREQ=YEARLY;BYMONTHDAY=-31;BYDAY=MO',
    'FREQ=DAILY;INTERVAL=10000;BYHOUR=0,23',
    'FREQ=DAILY;UNTIL=20280229T235959Z',
  ])('%s is a rule', (rrule) => {
    expect(() => readRule(rrule)).not.toThrow();
  });
});
