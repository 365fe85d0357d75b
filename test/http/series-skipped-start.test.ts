// Series whose first start the clocks skip: that one is moved out of the gap, all others are at the time that was named.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event, EventList } from '../../main/contract/events.ts';
import { requestsTo } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.dispose());

const { must } = requestsTo(() => service);

const range = 'startDate=2026-03-28&endDate=2026-04-30&limit=1000';
const named = { startTime: '2026-03-29T02:30:00', endTime: '2026-03-29T03:30:00', timeZone: 'Europe/Berlin' };
const ordinary = { ...named, startTime: '2026-03-29T09:00:00', endTime: '2026-03-29T10:00:00' };
const rules: readonly [rrule: string, ...starts: string[]][] = [
  ['FREQ=DAILY;COUNT=3', '29T01:30', '30T00:30', '31T00:30'],
  ['FREQ=WEEKLY;BYDAY=SU;COUNT=3', '29T01:30', '05T00:30', '12T00:30'],
  ['FREQ=MONTHLY;COUNT=2', '29T01:30', '29T00:30'],
];

async function starts(query: string): Promise<string[]> {
  const { items } = (await must(200, 'GET', `/api/events?${range}&${query}`)) as EventList;
  return items.map(({ startTime }) => startTime.slice(8, 16));
}

const newCalendar = async (): Promise<string> => (await must(201, 'POST', '/api/calendars', { name: 'Nights' })).id as string;

test.each(rules)('POST /api/events, PUT /api/events/:id › %s', async (rrule, ...expected) => {
  const calendarId = await newCalendar();
  const { id } = (await must(201, 'POST', '/api/events', { title: 'Night', ...named, calendarId, recurrence: { rrule } })) as Event;
  expect(await starts(`calendarId=${calendarId}`)).toEqual(expected);
  // In the same zone at an hour that there is, and back.
  await must(200, 'PUT', `/api/events/${id}`, { ...ordinary, recurrence: { rrule } });
  expect((await starts(`calendarId=${calendarId}`)).map((start) => start.slice(2))).toEqual(expected.map(() => 'T07:00'));
  await must(200, 'PUT', `/api/events/${id}`, named);
  expect(await starts(`calendarId=${calendarId}`)).toEqual(expected);
  await must(200, 'PUT', `/api/events/${id}`, { recurrence: null, ...ordinary });
  await must(200, 'PUT', `/api/events/${id}`, { recurrence: { rrule }, ...named });
  expect(await starts(`calendarId=${calendarId}`)).toEqual(expected);
});

test.each(rules)('POST /api/calendars/:id/import, and what comes out and in again › %s', async (rrule, ...expected) => {
  const bring = async (text: string): Promise<string> => {
    const id = await newCalendar();
    const headers = { 'Content-Type': 'text/calendar' };
    const { body } = await service.request('POST', `/api/calendars/${id}/import`, { body: text, headers });
    expect(body).toMatchObject({ created: 1, skipped: [], lost: [] });
    const again = await service.request('POST', `/api/calendars/${id}/import`, { body: text, headers });
    expect(again.body).toMatchObject({ unchanged: 1 });
    return id;
  };
  const times = ['DTSTART;TZID=Europe/Berlin:20260329T023000', 'DTEND;TZID=Europe/Berlin:20260329T043000'];
  const event = ['BEGIN:VEVENT', 'UID:night', 'DTSTAMP:20260101T000000Z', 'SUMMARY:Night', ...times, `RRULE:${rrule}`, 'END:VEVENT'];
  const id = await bring(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', ...event, 'END:VCALENDAR', ''].join('\r\n'));
  expect(await starts(`calendarId=${id}`)).toEqual(expected);
  const copy = await bring(await must(200, 'GET', `/api/calendars/${id}/export.ics`));
  expect(await starts(`calendarId=${copy}`)).toEqual(expected);
});

test('POST /api/events › a rule that names its hours, one of hours, a single event and a start that is an instant stay as they are', async () => {
  const rule = async (rrule: string, times: object = named): Promise<string | undefined> => {
    const made = (await must(201, 'POST', '/api/events', { title: 'Night', ...times, recurrence: { rrule } })) as Event;
    return made.recurrence?.rrule;
  };
  for (const rrule of ['FREQ=DAILY;BYHOUR=5', 'FREQ=HOURLY;COUNT=5', 'FREQ=DAILY;COUNT=1']) expect(await rule(rrule)).toBe(rrule);
  const instants = { ...named, startTime: '2026-03-29T01:30:00Z', endTime: '2026-03-29T02:30:00Z' };
  expect(await rule('FREQ=DAILY;COUNT=3', instants)).toBe('FREQ=DAILY;COUNT=3');
  expect(await rule('FREQ=DAILY;COUNT=3')).toBe('FREQ=DAILY;COUNT=3;BYHOUR=2;BYMINUTE=30');
});
