import { afterAll, expect, it, vi } from 'vitest';
import type { CalendarEvent } from '../../../renderer/features/calendar/events.ts';
import { asLong, nudge } from '../../../renderer/features/calendar/moves.ts';

// The clocks go from 2:00 to 3:00 on 28 March 2027.
vi.stubEnv('TZ', 'Europe/Berlin');
afterAll(() => {
  vi.unstubAllEnvs();
});

const event = (startTime: string, endTime: string): CalendarEvent =>
  ({ startTime: `2027-03-${startTime}Z`, endTime: `2027-03-${endTime}Z`, isAllDay: false, timeZone: 'Europe/Berlin' }) as CalendarEvent;

it.each<[string, CalendarEvent, number, number, readonly string[]]>([
  ['into the hour that the clocks skip', event('27T01:30', '27T02:30'), 1, 0, ['28T01:30', '28T02:30']],
  ['over it', event('28T00:30', '28T01:30'), 0, 150, ['28T02:00', '28T03:00']],
  ['to the day before', event('28T00:30', '28T01:30'), -1, 0, ['27T00:30', '27T01:30']],
  ['of a night, over it', event('26T21:00', '27T05:00'), 1, 0, ['27T21:00', '28T05:00']],
])('an event that is moved by keys %s lasts as long as before', (_, from, days, minutes, [startTime, endTime]) => {
  expect(nudge(from, days, minutes)?.body).toEqual({ startTime: `2027-03-${startTime}:00.000Z`, endTime: `2027-03-${endTime}:00.000Z` });
});

it('so does one that is dropped elsewhere; to whole days, and from them, it goes as it is drawn', () => {
  const from = event('28T00:30', '28T01:30');
  const drawn = { start: new Date('2027-03-28T02:00Z'), end: new Date('2027-03-28T04:00Z'), isAllDay: false };
  expect(asLong(from, drawn)).toEqual({ ...drawn, end: new Date('2027-03-28T03:00Z') });
  expect(asLong({ ...from, isAllDay: true }, drawn)).toBe(drawn);
  expect(asLong(from, { ...drawn, isAllDay: true })).toEqual({ ...drawn, isAllDay: true });
});
