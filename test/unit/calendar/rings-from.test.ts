import { expect, test } from 'vitest';
import { ringsFromAfter } from '../../../main/features/calendar/rings-from.ts';

const event = {
  startAt: 0,
  endAt: 60_000,
  timeZone: 'UTC',
  isAllDay: false,
  reminders: [{ minutesBefore: 10 }],
  isCancelled: false,
  recurrence: null,
  ringsFrom: 5,
};
const moved = { originalAt: 0, startAt: 1, endAt: 2, fields: { times: { startAt: 1, endAt: 2, timeZone: 'UTC', isAllDay: false } } };
const renamed = { originalAt: 0, startAt: 0, endAt: 60_000, fields: { title: 'Other' } };

test.each([
  ['stays where nothing rings at another time', 5, { event, overrides: [renamed] }],
  ['is now where the start is another one', 9, { event: { ...event, startAt: 1 }, overrides: [] }],
  ['is now where it reminds earlier', 9, { event: { ...event, reminders: [{ minutesBefore: 20 }] }, overrides: [] }],
  ['is now where an occurrence takes place at another time', 9, { event, overrides: [moved] }],
])('since when an event that comes in again rings %s', (_, expected, next) => {
  expect(ringsFromAfter({ event, overrides: [] }, next, 9)).toBe(expected);
});

test('an event that was made here rings always, until it comes in with other times', () => {
  const { ringsFrom: _, ...own } = event;
  expect(ringsFromAfter({ event: own, overrides: [] }, { event: own, overrides: [] }, 9)).toBeNull();
});
