import { afterAll, describe, expect, it, vi } from 'vitest';
import { plusDays, weekNumber, weekStart } from '../../../renderer/features/calendar/days.ts';
import { dayByKey } from '../../../renderer/features/calendar/mini/day-by-key.ts';
import { typedDay } from '../../../renderer/ui/typed-day.ts';
import { zoneHours } from '../../../renderer/features/calendar/zones.ts';
import { full } from '../../support/tiers.ts';

vi.stubEnv('TZ', 'Europe/Vienna');
afterAll(() => {
  vi.unstubAllEnvs();
});

const [sunday, monday, saturday] = [0, 1, 6];
const daysFrom = (first: string, count: number): string[] => Array.from({ length: count }, (_, index) => plusDays(first, index));

describe('the number of a week', () => {
  it.each([
    ['2026-01-01', 1],
    ['2025-12-28', 52],
    ['2025-12-29', 1],
    ['2026-12-31', 53],
    ['2027-01-03', 53],
    ['2027-01-04', 1],
    ['2021-01-03', 53],
    ['2024-02-29', 9],
    ['2026-03-29', 13],
    ['2026-11-20', 47],
  ])('that begins on Monday is that of ISO 8601: %s is in %d', (day, number) => {
    expect(weekNumber(day, monday)).toBe(number);
  });

  it.each([
    ['2026-01-01', sunday, 1],
    ['2025-12-28', sunday, 1],
    ['2025-12-27', sunday, 52],
    ['2026-12-27', sunday, 1],
    ['2022-12-31', sunday, 53],
    ['2023-01-01', sunday, 1],
    ['2026-11-20', sunday, 47],
    ['2025-12-27', saturday, 1],
    ['2026-01-02', saturday, 1],
    ['2026-01-03', saturday, 2],
  ])('that begins on another day counts from the one with 1 January: %s (%d) is in %d', (day, firstDay, number) => {
    expect(weekNumber(day, firstDay)).toBe(number);
  });

  it('is the same for its seven days, and one more for the next seven, or 1', full, () => {
    for (const firstDay of [sunday, monday, saturday])
      for (let start = weekStart('2019-12-25', firstDay); start < '2033-01-20'; start = plusDays(start, 7)) {
        const number = weekNumber(start, firstDay);
        expect(new Set(daysFrom(start, 7).map((day) => weekNumber(day, firstDay)))).toEqual(new Set([number]));
        expect([1, number + 1]).toContain(weekNumber(plusDays(start, 7), firstDay));
      }
  });
});

describe('the hours of a second zone', () => {
  const at = (hours: readonly string[], hour: number): string | undefined => hours[hour];

  it('are those of all days where no clock changes', () => {
    const { clocks, others } = zoneHours(daysFrom('2026-11-16', 7), 'Europe/Vienna', 'Asia/Kolkata');
    expect([at(clocks, 0), at(clocks, 8), at(clocks, 20)]).toEqual(['04:30', '12:30', '00:30']);
    expect(others.size).toBe(0);
  });

  it('are those of most days; the others are named with theirs (New York, a week after Vienna)', () => {
    const { clocks, others, day } = zoneHours(daysFrom('2026-10-26', 7), 'Europe/Vienna', 'America/New_York');
    expect([at(clocks, 12), day]).toEqual(['07:00', '2026-10-26']);
    expect([...others.keys()]).toEqual(['2026-11-01']);
    // At seven in Vienna the clocks of New York go back to one.
    expect(others.get('2026-11-01')?.slice(5, 8)).toEqual(['00:00', '01:00', '01:00']);
    expect(at(others.get('2026-11-01') ?? [], 12)).toBe('06:00');
  });

  it('are right on the days on which clocks change in Vienna, New York, Lord Howe and Apia', () => {
    const hours = (day: string, zone: string, second: string): readonly string[] => zoneHours([day], zone, second).clocks;
    // 02:00 does not exist in Vienna: it is 03:00.
    expect(hours('2026-03-29', 'Europe/Vienna', 'UTC').slice(0, 5)).toEqual(['23:00', '00:00', '01:00', '01:00', '02:00']);
    expect(hours('2026-10-25', 'Europe/Vienna', 'UTC').slice(0, 5)).toEqual(['22:00', '23:00', '00:00', '02:00', '03:00']);
    expect(hours('2026-03-08', 'America/New_York', 'Europe/Vienna').slice(0, 5)).toEqual(['06:00', '07:00', '08:00', '08:00', '09:00']);
    // By half an hour.
    expect(hours('2026-04-05', 'UTC', 'Australia/Lord_Howe').slice(0, 2)).toEqual(['10:30', '11:30']);
    expect(hours('2026-04-04', 'UTC', 'Australia/Lord_Howe').slice(14, 17)).toEqual(['01:00', '01:30', '02:30']);
    expect(hours('2026-10-04', 'Australia/Lord_Howe', 'UTC').slice(0, 4)).toEqual(['13:30', '14:30', '15:30', '16:00']);
    // A whole day was left out.
    expect(hours('2011-12-29', 'Pacific/Apia', 'UTC').slice(22)).toEqual(['08:00', '09:00']);
    expect(hours('2011-12-31', 'Pacific/Apia', 'UTC').slice(0, 2)).toEqual(['10:00', '11:00']);
    expect(hours('2011-12-30', 'UTC', 'Pacific/Apia').slice(9, 11)).toEqual(['23:00', '00:00']);
  });
});

describe('keys in the small month', () => {
  it.each([
    ['ArrowLeft', '2026-02-28'],
    ['ArrowRight', '2026-03-02'],
    ['ArrowUp', '2026-02-22'],
    ['ArrowDown', '2026-03-08'],
    ['Home', '2026-02-23'],
    ['End', '2026-03-01'],
    ['PageUp', '2026-02-01'],
    ['PageDown', '2026-04-01'],
    ['Shift+PageDown', '2027-03-01'],
    ['Control+ArrowLeft', null],
    ['a', null],
  ])('%s leads from Sunday, 1 March 2026, to %s', (keys, day) => {
    const [key = '', modifier = ''] = keys.split('+').toReversed();
    const event = { key, shiftKey: modifier === 'Shift', ctrlKey: modifier === 'Control', altKey: false, metaKey: false };
    expect(dayByKey(event, '2026-03-01', monday)).toBe(day);
  });

  it('keep to the days of shorter months', () => {
    const event = { key: 'PageDown', shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
    expect(dayByKey(event, '2026-01-31', monday)).toBe('2026-02-28');
  });
});

describe('a typed date', () => {
  it.each([
    ['2026-12-24', '2026-12-24'],
    [' 24 Dec ', '2026-12-24'],
    ['24 Dec 2031', '2031-12-24'],
    ['March 3', '2027-03-03'],
    ['next friday', '2026-11-27'],
    ['tomorrow', '2026-11-21'],
    ['in 3 weeks', '2026-12-11'],
    ['2026-02-30', null],
    ['lunch tomorrow', null],
    ['', null],
    ['whenever', null],
  ])('“%s” is %s', async (text, day) => {
    expect(await typedDay(text, '2026-11-20')).toBe(day);
  });
});
