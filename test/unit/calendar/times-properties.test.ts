import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedTimes, newTimes, type TimeFields, type Times } from '../../../main/features/calendar/times.ts';
import { full } from '../../support/tiers.ts';
import { runs } from '../../support/property.ts';

// The language's own calendar is the judge: Intl knows nothing of the code that is tested.

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show, as YYYY-MM-DDTHH:MM:SS. */
function onClock(at: number, timeZone: string): string {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    const digits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
    clock = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', ...digits, hourCycle: 'h23' });
    clocks.set(timeZone, clock);
  }
  const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:${part['second']}`;
}

const dateOf = (at: number, timeZone: string): string => onClock(at, timeZone).slice(0, 10);

const hour = 3_600_000;

const zone = fc.oneof(
  fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'America/Sao_Paulo',
    'Africa/Cairo',
    'Asia/Kathmandu',
    'UTC',
  ),
  fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
);
const minute = fc.integer({ min: Date.UTC(1990, 0, 1) / 60_000, max: Date.UTC(2045, 0, 1) / 60_000 }).map((value) => value * 60_000);
/** Half of them in the nights in which clocks change. */
const local = fc
  .oneof(
    minute,
    fc
      .tuple(
        fc.constantFrom('2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04', '2011-12-30', '2018-11-04'),
        fc.integer({ min: 0, max: 300 }),
      )
      .map(([date, m]) => Date.parse(date) + m * 60_000),
  )
  .map((at) => new Date(at).toISOString().slice(0, 16));
const times: fc.Arbitrary<Times> = fc
  .record({ start: minute, length: fc.integer({ min: 1, max: 60 * 24 * 40 }), timeZone: zone, isAllDay: fc.boolean() })
  .map(({ start, length, timeZone, isAllDay }) =>
    newTimes(
      { startTime: new Date(start).toISOString(), endTime: new Date(start + length * 60_000).toISOString(), timeZone, isAllDay },
      () => timeZone,
    ),
  );

/** Start and end at midnight: a millisecond earlier it was another day. */
function startsDays({ startAt, endAt, timeZone }: Times): boolean {
  return [startAt, endAt].every((at) => dateOf(at - 1, timeZone) < dateOf(at, timeZone));
}

test('a local time becomes the first instant at which the clocks show it; a skipped one moves forward', full, () => {
  fc.assert(
    fc.property(local, zone, (startTime, timeZone) => {
      const { startAt } = newTimes({ startTime, endTime: '9000-01-01T00:00Z', timeZone }, () => 'UTC');
      const shown = onClock(startAt, timeZone).slice(0, 16);
      if (shown === startTime) {
        for (let back = hour / 2; back <= 3 * hour; back += hour / 2)
          expect(onClock(startAt - back, timeZone).slice(0, 16)).not.toBe(startTime);
        return;
      }
      const gap = Date.parse(`${shown}Z`) - Date.parse(`${startTime}Z`);
      expect(gap).toBeGreaterThan(0);
      // Before the gap the clocks were behind by its length, so the same instant would have shown the time that was asked for.
      const offset = (at: number): number => Date.parse(`${onClock(at, timeZone)}Z`) - at;
      expect(offset(startAt) - offset(startAt - gap)).toBe(gap);
    }),
    runs(500, 60),
  );
});

test('the three forms mean the same', () => {
  fc.assert(
    fc.property(local, fc.integer({ min: 0, max: 1439 }), zone, (start, endMinute, timeZone) => {
      const [date = '', startOfDay = ''] = start.split('T');
      const end = new Date(endMinute * 60_000).toISOString().slice(11, 16);
      const outcome = (fields: TimeFields): unknown => {
        try {
          return newTimes({ ...fields, timeZone }, () => 'UTC');
        } catch {
          return 'refused';
        }
      };
      const expected = outcome({ startTime: start, endTime: `${date}T${end}` });
      expect(outcome({ startDate: date, startTime: startOfDay, endTime: end })).toEqual(expected);
      expect(outcome({ date, start: startOfDay, end })).toEqual(expected);
    }),
    runs(100, 64),
  );
});

test('an all-day event is the smallest run of whole days around its times', () => {
  fc.assert(
    fc.property(minute, fc.integer({ min: 1, max: 60 * 24 * 40 }), zone, (start, length, timeZone) => {
      const end = start + length * 60_000;
      const result = newTimes(
        { startTime: new Date(start).toISOString(), endTime: new Date(end).toISOString(), timeZone, isAllDay: true },
        () => 'UTC',
      );
      expect(startsDays(result)).toBe(true);
      expect(result.startAt).toBeLessThanOrEqual(start);
      expect(result.endAt).toBeGreaterThanOrEqual(end);
      expect(dateOf(result.startAt, timeZone)).toBe(dateOf(start, timeZone));
      expect(dateOf(result.endAt - 1, timeZone)).toBe(dateOf(end - 1, timeZone));
    }),
    runs(300, 61),
  );
});

test('an all-day event that moves to another zone keeps its dates and stays on midnights', full, () => {
  // These have crossed the date line and left a day out; there an event moves to the day that follows.
  const skipping = ['Pacific/Apia', 'Pacific/Fakaofo', 'Pacific/Kwajalein', 'Pacific/Enderbury', 'Pacific/Kanton', 'Pacific/Kiritimati'];
  fc.assert(
    fc.property(times, zone, (before, timeZone) => {
      const current = changedTimes(before, { isAllDay: true });
      const moved = changedTimes(current, { timeZone });
      expect(startsDays(moved)).toBe(true);
      if (skipping.includes(timeZone)) return;
      expect(dateOf(moved.startAt, timeZone)).toBe(dateOf(current.startAt, current.timeZone));
      expect(dateOf(moved.endAt, timeZone)).toBe(dateOf(current.endAt, current.timeZone));
    }),
    runs(300, 62),
  );
});

test('an update that repeats the times as they are changes nothing', () => {
  fc.assert(
    fc.property(times, (current) => {
      const instant = (at: number): string => new Date(at).toISOString();
      const { timeZone, isAllDay } = current;
      expect(changedTimes(current, { startTime: instant(current.startAt), endTime: instant(current.endAt), timeZone, isAllDay })).toEqual(
        current,
      );
      expect(changedTimes(current, { isAllDay })).toEqual(current);
      expect(changedTimes(current, { timeZone })).toEqual(current);
    }),
    runs(300, 63),
  );
});

test('an update that gives everything leads where a new event would', () => {
  fc.assert(
    fc.property(times, local, zone, fc.boolean(), (current, startTime, timeZone, isAllDay) => {
      const fields: TimeFields = { startTime, endTime: '2050-01-01T00:00', timeZone, isAllDay };
      expect(changedTimes(current, fields)).toEqual(newTimes(fields, () => 'UTC'));
    }),
    runs(100, 65),
  );
});

test('times that are in order on the clock are taken, and stay in order', () => {
  fc.assert(
    fc.property(local, fc.integer({ min: 1, max: 600 }), zone, (startTime, length, timeZone) => {
      const endTime = new Date(Date.parse(`${startTime}Z`) + length * 60_000).toISOString().slice(0, 16);
      const { startAt, endAt } = newTimes({ startTime, endTime, timeZone }, () => 'UTC');
      expect(endAt).toBeGreaterThan(startAt);
    }),
    runs(500, 66),
  );
});

test('an update that repeats the clock times as they are changes nothing, at whichever of two they stand', () => {
  fc.assert(
    fc.property(times, (current) => {
      const { startAt, endAt, timeZone } = current;
      const timed = changedTimes(current, { isAllDay: false });
      expect(changedTimes(timed, { startTime: onClock(startAt, timeZone), endTime: onClock(endAt, timeZone) })).toEqual(timed);
    }),
    runs(300, 67),
  );
});
