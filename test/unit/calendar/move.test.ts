import { describe, expect, test } from 'vitest';
import { occurrenceDates } from '../../../main/features/calendar/recurrence/dates.ts';
import { movedRecurrence } from '../../../main/features/calendar/recurrence/move.ts';
import type { Times } from '../../../main/features/calendar/times.ts';

const day = 86_400_000;
const timesAt = (start: string): Times => {
  const startAt = Date.parse(start);
  return { startAt, endAt: startAt + 3_600_000, timeZone: 'UTC', isAllDay: false };
};

function moved(rrule: string, from: string, to: string): string {
  return movedRecurrence({ rrule, rdates: [], exdates: [] }, timesAt(from), timesAt(to)).rrule;
}

/** The starts of some years; of one that takes long to work out, of half a year. */
function starts(rrule: string, start: string, years = rrule.includes('BYHOUR') ? 0.5 : 12): number[] {
  const times = timesAt(start);
  const dates = occurrenceDates({ ...times, recurrence: { rrule, rdates: [], exdates: [] } });
  return dates.startingIn(times.startAt, times.startAt + years * 365 * day).map((span) => span.start);
}

describe('movedRecurrence › every occurrence moves by the span', () => {
  test.each([
    ['FREQ=MONTHLY;BYMONTHDAY=10,20', '2026-01-10T09:00Z', '2026-01-11T09:00Z', 'FREQ=MONTHLY;BYMONTHDAY=11,21'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15', '2026-01-01T09:00Z', '2025-12-31T09:00Z', 'FREQ=MONTHLY;BYMONTHDAY=-1,14'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-31T09:00Z', '2026-02-01T09:00Z', 'FREQ=MONTHLY;BYMONTHDAY=1'],
    // The start is none of the rule.
    ['FREQ=MONTHLY;BYMONTHDAY=20', '2026-01-05T09:00Z', '2026-01-06T09:00Z', 'FREQ=MONTHLY;BYMONTHDAY=21'],
    ['FREQ=MONTHLY;BYDAY=TU;BYMONTHDAY=8,9,10,11,12,13,14', '2026-01-13T09:00Z', '2026-01-14T09:00Z', null],
    ['FREQ=MONTHLY;BYDAY=1MO,3MO', '2026-01-05T09:00Z', '2026-01-12T09:00Z', 'FREQ=MONTHLY;BYDAY=2MO,4MO'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU', '2026-01-05T09:00Z', '2026-01-06T09:00Z', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,MO;WKST=TU'],
    ['FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20270101T000000Z', '2026-01-05T09:00Z', '2026-01-06T10:00Z', null],
    ['FREQ=DAILY;BYHOUR=9,15', '2026-01-05T09:00Z', '2026-01-05T10:00Z', 'FREQ=DAILY;BYHOUR=10,16'],
    ['FREQ=DAILY;BYHOUR=9,23', '2026-01-05T09:00Z', '2026-01-05T11:00Z', 'FREQ=DAILY;BYHOUR=11,1'],
    ['FREQ=YEARLY;BYYEARDAY=50,-1', '2026-02-19T09:00Z', '2026-02-20T09:00Z', 'FREQ=YEARLY;BYYEARDAY=51,1'],
    ['FREQ=YEARLY;BYMONTH=3,9;BYMONTHDAY=10,12', '2026-03-10T09:00Z', '2026-03-11T09:00Z', null],
    // Only as long as there is no leap year in it.
    ['FREQ=MONTHLY;BYMONTHDAY=30,28;UNTIL=20270601T000000Z', '2026-01-28T09:00Z', '2026-01-27T09:00Z', null],
  ])('%s, %s to %s', (rrule, from, to, expected) => {
    const next = moved(rrule, from, to);
    if (expected !== null) expect(next).toBe(expected);
    const span = Date.parse(to) - Date.parse(from);
    expect(starts(next, to)).toEqual(starts(rrule, from).map((start) => start + span));
  });
});

describe('movedRecurrence › a rule of one day names the new day in the same way', () => {
  test.each([
    ['FREQ=MONTHLY;BYDAY=2TU', '2026-01-13T09:00Z', '2026-01-14T09:00Z', 'FREQ=MONTHLY;BYDAY=2WE'],
    ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2', '2026-01-13T09:00Z', '2026-01-14T09:00Z', 'FREQ=MONTHLY;BYDAY=2WE'],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2026-01-30T09:00Z', '2026-01-29T09:00Z', 'FREQ=MONTHLY;BYDAY=-1TH'],
    ['FREQ=MONTHLY;BYMONTHDAY=30', '2026-01-30T09:00Z', '2026-01-31T09:00Z', 'FREQ=MONTHLY;BYMONTHDAY=31'],
    ['FREQ=MONTHLY', '2026-01-30T09:00Z', '2026-01-31T09:00Z', 'FREQ=MONTHLY'],
    ['FREQ=YEARLY;BYMONTH=3,9;BYDAY=1SU', '2026-03-01T09:00Z', '2026-03-02T09:00Z', 'FREQ=YEARLY;BYMONTH=3,9;BYDAY=1MO'],
    ['FREQ=WEEKLY;BYMONTH=9,10;BYDAY=MO', '2026-09-07T09:00Z', '2026-09-08T09:00Z', 'FREQ=WEEKLY;BYMONTH=9,10;BYDAY=TU'],
    ['FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=31', '2026-01-31T09:00Z', '2026-02-01T09:00Z', 'FREQ=YEARLY;BYMONTHDAY=1;BYMONTH=2'],
  ])('%s, %s to %s', (rrule, from, to, expected) => {
    expect(moved(rrule, from, to)).toBe(expected);
  });
});

describe('movedRecurrence › 400 where no rule gives the occurrences moved by the span', () => {
  test.each([
    ['FREQ=MONTHLY;BYDAY=2TU,4TU', '2026-01-13T09:00Z', '2026-01-14T09:00Z'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2026-01-30T09:00Z', '2026-01-29T09:00Z'],
    ['FREQ=MONTHLY;BYMONTHDAY=30,28', '2026-01-28T09:00Z', '2026-01-27T09:00Z'],
    ['FREQ=MONTHLY;BYMONTHDAY=10,31', '2026-01-10T09:00Z', '2026-01-11T09:00Z'],
    ['FREQ=MONTHLY;BYDAY=2TU', '2026-01-06T09:00Z', '2026-01-07T09:00Z'],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '2026-05-11T09:00Z', '2026-05-10T09:00Z'],
    ['FREQ=HOURLY;BYDAY=MO', '2026-01-05T09:00Z', '2026-01-05T10:00Z'],
  ])('%s, %s to %s', (rrule, from, to) => {
    expect(() => moved(rrule, from, to)).toThrow(/^recurrence\.rrule cannot move along/);
  });
});
