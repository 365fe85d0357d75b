// What is reckoned for each of thousands of events, counted.

import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import type { CalendarEvent } from '../../../renderer/features/calendar/events.ts';
import { eventInput } from '../../../renderer/features/calendar/grid/inputs.ts';
import { markedDays } from '../../../renderer/features/calendar/mini/use-marked-days.ts';
import { differs, wallTime } from '../../../renderer/features/calendar/zones.ts';

vi.stubEnv('TZ', 'Pacific/Honolulu');
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const event = (startTime: string, endTime: string, isAllDay = false): CalendarEvent =>
  ({ id: startTime, title: '', startTime, endTime, timeZone: 'Europe/Vienna', isAllDay }) as CalendarEvent;
const shown = (each: CalendarEvent) => ({ event: each, isNew: false });
const wholeDay = event('2026-11-19T23:00:00.000Z', '2026-11-21T23:00:00.000Z', true);

it('what clocks show elsewhere is told without arithmetic of times', () => {
  const reckoned = vi.spyOn(Temporal.Instant, 'from');
  expect(wallTime('2026-11-19T23:00:00.000Z', 'Europe/Vienna')).toEqual({ day: '2026-11-20', clock: '00:00' });
  // At both ends of the time that the service knows.
  expect(wallTime('0001-01-01T00:00:00.000Z', 'America/New_York')).toEqual({ day: '0000-12-31', clock: '19:03' });
  expect(wallTime('0001-12-31T23:00:00.000Z', 'America/New_York').day).toBe('0001-12-31');
  expect(wallTime('9999-12-31T23:59:59.999Z', 'America/New_York')).toEqual({ day: '9999-12-31', clock: '18:59' });
  expect(differs('2026-11-19T23:00:00.000Z', 'Europe/Vienna')).toBe(true);
  expect(differs('2026-11-19T23:00:00.000Z', 'Pacific/Honolulu')).toBe(false);
  expect(differs('2026-11-19T23:00:00.000Z', 'Nowhere/Else')).toBe(false);
  // The same time of another day.
  expect(differs('2026-11-19T23:00:00.000Z', 'Pacific/Kiritimati')).toBe(true);
  expect(reckoned).not.toHaveBeenCalled();
});

it('the days of an all-day event are reckoned once', () => {
  const zone = vi.fn<() => string>(() => 'Europe/Vienna');
  const counted = Object.defineProperty({ ...wholeDay }, 'timeZone', { get: zone });
  expect(eventInput(shown(counted))).toMatchObject({ allDay: true, start: '2026-11-20', end: '2026-11-22' });
  expect(zone).toHaveBeenCalledTimes(1);
});

it('a day that is marked is not marked again for each further event of it', () => {
  const many = Array.from({ length: 1000 }, () => shown(event('2026-11-19T20:00:00.000Z', '2026-11-19T21:00:00.000Z')));
  const long = shown(event('2026-11-22T20:00:00.000Z', '2026-11-24T21:00:00.000Z'));
  const written = vi.spyOn(Date.prototype, 'toISOString');
  const marked = markedDays([...many, shown(wholeDay), long], [], '2026-11-02', '2026-11-23');
  expect([...marked]).toEqual(['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']);
  expect(written.mock.calls.length).toBeLessThan(many.length);
});
