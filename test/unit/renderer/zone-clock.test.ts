import { Temporal } from 'temporal-polyfill';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { dayOf } from '../../../renderer/features/today/agenda.ts';
import { isKnownZone, readPreferences } from '../../../renderer/ui/date-preferences.ts';
import { dayEnd, dayStart, momentAt, wallAt } from '../../../renderer/ui/zone-clock.ts';

vi.stubEnv('TZ', 'Europe/Berlin');
afterAll(() => {
  vi.unstubAllEnvs();
});

// Days on which clocks change, at midnight too, by half an hour, and by a whole day that was left out.
const days: readonly (readonly [string, readonly string[]])[] = [
  ['Europe/Vienna', ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-25', '2026-10-26', '2026-11-20']],
  ['America/New_York', ['2026-03-08', '2026-03-09', '2026-11-01', '2026-11-02']],
  ['Australia/Lord_Howe', ['2026-04-04', '2026-04-05', '2026-04-06', '2026-10-04', '2026-10-05']],
  ['Pacific/Apia', ['2011-12-29', '2011-12-30', '2011-12-31', '2026-01-01']],
  ['America/Havana', ['2026-03-08', '2026-11-01']],
  ['Asia/Kolkata', ['2026-01-01']],
  ['UTC', ['2026-03-29', '0001-01-01']],
];

describe.each(days)('in %s', (zone, dates) => {
  it.each(dates)('%s begins as Temporal says', (date) => {
    const start = Temporal.PlainDate.from(date).toZonedDateTime(zone);
    expect(dayStart(date, zone).getTime()).toBe(start.epochMilliseconds);
    const next = Temporal.PlainDate.from(date).add({ days: 1 });
    expect(dayEnd(date, zone).getTime()).toBe(next.toZonedDateTime(zone).epochMilliseconds);
  });

  it.each(dates)('the hours of %s stand on the clocks as Temporal says', (date) => {
    const start = Temporal.PlainDate.from(date).toZonedDateTime(zone);
    for (let minutes = 0; minutes <= 26 * 60; minutes += 30) {
      const at = start.add({ minutes });
      const text = at.toPlainDateTime().toString({ smallestUnit: 'minute' });
      expect(wallAt(new Date(at.epochMilliseconds), zone)).toEqual({ day: text.slice(0, 10), clock: text.slice(11) });
    }
  });
});

describe.each(days)('in %s', (zone, dates) => {
  it.each(dates)('the moments of the clocks of %s are those of Temporal', (date) => {
    for (let minutes = 0; minutes < 24 * 60; minutes += 30) {
      const wall = Temporal.PlainDate.from(date).toPlainDateTime().add({ minutes });
      const clock = wall.toPlainTime().toString({ smallestUnit: 'minute' });
      expect([clock, momentAt({ day: date, clock }, zone).getTime()]).toEqual([clock, wall.toZonedDateTime(zone).epochMilliseconds]);
    }
  });
});

it('takes the machine for no zone', () => {
  expect(wallAt(new Date('2026-11-20T23:30:00Z'), null)).toEqual({ day: '2026-11-21', clock: '00:30' });
  expect(dayStart('2026-03-29', null)).toEqual(new Date('2026-03-28T23:00:00Z'));
});

it('a day of Today is that of the chosen zone', () => {
  expect(dayOf(new Date('2026-11-20T02:00:00Z'), 'America/New_York')).toEqual({
    date: '2026-11-19',
    start: new Date('2026-11-19T05:00:00Z'),
    end: new Date('2026-11-20T05:00:00Z'),
  });
});

describe('preferences', () => {
  const read = (kept: Readonly<Record<string, string>>) => readPreferences((name) => kept[name] ?? null);

  it('are as usual while nothing is chosen, or what is kept makes no sense', () => {
    const usual = { weekStart: null, hours: null, eventLength: 60, zone: null, secondZone: null, weekNumbers: false };
    expect(read({})).toEqual(usual);
    expect(read({ 'calendar.weekStart': '3', hours: '25', 'calendar.eventLength': '7', 'calendar.zone': 'Mars/Base' })).toEqual(usual);
  });

  it('are what was chosen', () => {
    expect(
      read({
        'calendar.weekStart': '0',
        hours: '24',
        'calendar.eventLength': '90',
        'calendar.zone': 'Asia/Kolkata',
        'calendar.secondZone': 'America/New_York',
        'calendar.weekNumbers': 'on',
      }),
    ).toEqual({
      weekStart: 0,
      hours: '24',
      eventLength: 90,
      zone: 'Asia/Kolkata',
      secondZone: 'America/New_York',
      weekNumbers: true,
    });
  });
});

describe('whether the browser knows a zone', () => {
  it('is asked of it once for each, and told again from memory, which has a limit', () => {
    const asked = vi.spyOn(Intl, 'DateTimeFormat');
    const count = (zone: string): number => asked.mock.calls.filter(([, options]) => options?.timeZone === zone).length;
    const zones = { 'Africa/Nairobi': true, 'Nowhere/At all': false, '': false } as const;
    for (const [zone, isKnown] of Object.entries(zones)) for (let times = 0; times < 3; times += 1) expect(isKnownZone(zone)).toBe(isKnown);
    expect([count('Africa/Nairobi'), count('Nowhere/At all')]).toEqual([1, 1]);
    for (let other = 0; other < 1_000; other += 1) isKnownZone(`Other/${other}`);
    expect(isKnownZone('Africa/Nairobi')).toBe(true);
    expect(count('Africa/Nairobi')).toBe(2);
    asked.mockRestore();
  });
});
