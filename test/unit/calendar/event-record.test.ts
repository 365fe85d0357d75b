import { expect, test } from 'vitest';
import { toEventReply } from '../../../main/features/calendar/event-record.ts';
import type { StoredEvent } from '../../../main/features/calendar/store.ts';

const event: StoredEvent = {
  id: 'e',
  title: 'Dentist',
  description: null,
  location: null,
  color: 'purple',
  isAllDay: false,
  startAt: Date.UTC(2026, 2, 12, 8, 30),
  endAt: Date.UTC(2026, 2, 12, 9, 15),
  timeZone: 'UTC',
  calendarId: 'c',
  reminders: [],
  isCancelled: false,
  isFree: false,
  recurrence: null,
  followsId: null,
  version: 1,
  createdAt: 1,
  updatedAt: 1,
};

test('each of its times is its own, also where two are the same', () => {
  const timesOf = (stored: StoredEvent) => {
    const { startTime, endTime, seriesStart, createdAt, updatedAt } = toEventReply(stored);
    return { startTime, endTime, seriesStart, createdAt, updatedAt };
  };
  const times = {
    startTime: '2026-03-12T08:30:00.000Z',
    endTime: '2026-03-12T09:15:00.000Z',
    seriesStart: null,
    createdAt: '1970-01-01T00:00:00.001Z',
    updatedAt: '1970-01-01T00:00:00.001Z',
  };
  expect(timesOf(event)).toEqual(times);
  expect(timesOf({ ...event, version: 2, updatedAt: 59_999 })).toEqual({ ...times, updatedAt: '1970-01-01T00:00:59.999Z' });
  const recurrence = { rrule: 'FREQ=DAILY', exdates: [], rdates: [] };
  expect(timesOf({ ...event, recurrence })).toEqual({ ...times, seriesStart: times.startTime });
});
