// Events of the first and the last days that Daybook has room for come back from its own files.

import { expect, test } from 'vitest';
import { calendarEnd, calendarHead, eventComponents, type ZoneUse } from '../../../main/features/calendar/ics/calendar-text.ts';
import { readCalendarFile, type ImportedGroup } from '../../../main/features/calendar/ics/import-worker.ts';
import type { StoredEvent } from '../../../main/features/calendar/store.ts';
import { newTimes, type TimeFields } from '../../../main/features/calendar/times.ts';

const zones = ['UTC', 'Asia/Tokyo', 'Pacific/Kiritimati', 'Pacific/Honolulu', 'Europe/Berlin'];

function eventAt(fields: TimeFields, timeZone: string): StoredEvent {
  return {
    ...newTimes({ timeZone, ...fields }, () => timeZone),
    id: 'a',
    title: 'Edge',
    description: null,
    location: null,
    color: 'purple',
    reminders: [],
    isCancelled: false,
    isFree: false,
    followsId: null,
    calendarId: 'c',
    recurrence: null,
    version: 1,
    createdAt: 0,
    updatedAt: 0,
  };
}

/** When it begins and ends once it was written to a file and read; else what is told. */
function readBack(event: StoredEvent, floatingIn?: string): string {
  const used: ZoneUse = new Map();
  const source = floatingIn === undefined ? null : { uid: 'a', recurrenceId: null, sequence: 0, atVersion: 1, kept: [], floatingIn };
  const written = eventComponents({ event, overrides: [], source }, used);
  const bytes = Buffer.from(calendarHead(null, used) + written + calendarEnd);
  const file = readCalendarFile({ bytes, machineZone: event.timeZone, isObject: false });
  if (!file.ok) return file.message;
  const [group] = file.chunks.flatMap((chunk) => JSON.parse(Buffer.from(chunk).toString()) as ImportedGroup[]);
  const series = group?.series ?? null;
  return series === null ? `${written}${JSON.stringify(file.skipped)}` : shown(series);
}

const shown = ({ startAt, endAt, isAllDay }: Pick<StoredEvent, 'startAt' | 'endAt' | 'isAllDay'>): string =>
  `${new Date(startAt).toISOString()} ${new Date(endAt).toISOString()} ${isAllDay ? 'days' : 'hours'}`;

const hours: TimeFields[] = [
  { startTime: '0001-01-01T00:00:00Z', endTime: '0001-01-01T01:00:00Z' },
  { startTime: '9999-12-30T09:00:00Z', endTime: '9999-12-30T10:00:00Z' },
  { startTime: '9999-12-31T09:00:00Z', endTime: '9999-12-31T16:00:00Z' },
  { startTime: '9999-12-31T22:00:00Z', endTime: '9999-12-31T23:59:59Z' },
];

test.each(zones)('events of hours on the first and the last days, in %s', (timeZone) => {
  for (const fields of hours) {
    const event = eventAt(fields, timeZone);
    expect(readBack(event)).toBe(shown(event));
    expect(readBack(event, timeZone)).toBe(shown(event));
    const series = { ...event, recurrence: { rrule: 'FREQ=DAILY;COUNT=2', rdates: [], exdates: [] } };
    expect(readBack(series)).toBe(shown(event));
  }
});

test.each([
  ['UTC', '0001-01-01', '0001-01-02'],
  ['UTC', '9999-12-29', '9999-12-31'],
  ['Pacific/Honolulu', '0001-01-01', '0001-01-03'],
  ['Pacific/Honolulu', '9999-12-30', '9999-12-31'],
  ['Asia/Tokyo', '0001-01-02', '0001-01-03'],
  ['Asia/Tokyo', '9999-12-29', '+010000-01-01'],
  ['Pacific/Kiritimati', '9999-12-31', '+010000-01-01'],
])('whole days in %s from %s to %s', (timeZone, startDate, endDate) => {
  const event = eventAt(
    endDate.startsWith('+')
      ? { startDate, startTime: '00:00', endDate: '9999-12-31', endTime: '23:59', isAllDay: true }
      : { startDate, endDate, isAllDay: true },
    timeZone,
  );
  expect(readBack(event)).toBe(shown(event));
  expect(readBack({ ...event, recurrence: { rrule: 'FREQ=DAILY;COUNT=1', rdates: [], exdates: [] } })).toBe(shown(event));
});
