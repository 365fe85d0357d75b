// Series whose first start the clocks skip: that one is moved out of the gap, all others are at the time that was named.

import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event, EventList } from '../../main/contract/events.ts';
import { full } from '../support/tiers.ts';
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

test.each(rules)('POST /api/calendars/:id/import, and what comes out and in again › %s', full, async (rrule, ...expected) => {
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
  const text = (await must(200, 'GET', `/api/calendars/${id}/export.ics`)) as string;
  // To other programs it says the same as what came in.
  expect(text.match(/^(?:DTSTART;TZID|DURATION|RRULE).*$/gm)).toEqual([
    'DTSTART;TZID=Europe/Berlin:20260329T023000',
    'DURATION:PT1H',
    `RRULE:${rrule.replace(/(.*)(;BYDAY=SU)(.*)/, '$1$3$2')}`,
  ]);
  expect(shownElsewhere(text).map((time) => time.slice(8, 16))).toEqual(expected.map((start) => `${start.slice(0, 3)}02:30`));
  const copy = await bring(text);
  expect(await starts(`calendarId=${copy}`)).toEqual(expected);
  const { status, body } = await service.request('POST', `/api/calendars/${id}/import`, {
    body: text,
    headers: { 'Content-Type': 'text/calendar' },
  });
  expect([status, body]).toMatchObject([200, { unchanged: 1 }]);
});

/** What another program shows of the first event of a calendar file, on its clocks. */
function shownElsewhere(text: string): string[] {
  const [first, ...others] = new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent');
  const event = new ICAL.Event(first);
  for (const other of others) event.relateException(other);
  const times = event.iterator();
  const shown: string[] = [];
  for (let next = times.next(); next && shown.length < 100; next = times.next()) {
    const { startDate, item } = event.getOccurrenceDetails(next);
    shown.push(`${startDate.toString()} ${item.summary}`);
  }
  return shown;
}

test.each([
  ['2026-03-28T02:30', '2026-03-28T03:30'],
  ['2026-03-29T02:30', '2026-03-29T03:30'],
])(
  'GET /api/events/:id/export.ics › what is deleted or differs at an hour that the clocks skip is so elsewhere › from %s',
  full,
  async (startTime, endTime) => {
    const calendarId = await newCalendar();
    const times = { startTime, endTime, timeZone: 'Europe/Berlin', calendarId };
    const recurrence = { rrule: 'FREQ=DAILY;UNTIL=20260331' };
    const [deleted, other] = (await Promise.all(
      ['Deleted', 'Other'].map((title) => must(201, 'POST', '/api/events', { title, ...times, recurrence })),
    )) as [Event, Event];
    await must(204, 'DELETE', `/api/events/${deleted.id}_20260329T013000Z`);
    await must(200, 'PUT', `/api/events/${other.id}_20260329T013000Z`, { title: 'Changed' });
    const days = ['28', '29', '30', '31'].filter((day) => day >= startTime.slice(8, 10));
    const text = async ({ id }: Event): Promise<string> => (await must(200, 'GET', `/api/events/${id}/export.ics`)) as string;
    expect(shownElsewhere(await text(deleted))).toEqual(days.filter((day) => day !== '29').map((day) => `2026-03-${day}T02:30:00 Deleted`));
    expect(shownElsewhere(await text(other))).toEqual(
      days.map((day) => (day === '29' ? '2026-03-29T03:30:00 Changed' : `2026-03-${day}T02:30:00 Other`)),
    );
    const headers = { 'Content-Type': 'text/calendar' };
    const body = (await must(200, 'GET', `/api/calendars/${calendarId}/export.ics`)) as string;
    const again = await service.request('POST', `/api/calendars/${calendarId}/import`, { body, headers });
    expect(again.body).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  },
);

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

const shown = async (calendarId: string): Promise<string[]> => {
  const { items } = (await must(200, 'GET', `/api/events?${range}&calendarId=${calendarId}`)) as EventList;
  return items.map(({ title, startTime }) => `${startTime.slice(8, 16)} ${title}`);
};

test.each(['of the series', 'of an occurrence'])(
  'PUT /api/events/:id › what differs and what was deleted goes along into a skipped start and back, by the id %s',
  async (by) => {
    const calendarId = await newCalendar();
    const recurrence = { rrule: 'FREQ=DAILY;COUNT=5' };
    const { id } = (await must(201, 'POST', '/api/events', { title: 'Night', ...ordinary, calendarId, recurrence })) as Event;
    const { items } = (await must(200, 'GET', `/api/events?${range}&calendarId=${calendarId}`)) as EventList;
    await must(200, 'PUT', `/api/events/${items[1]?.occurrenceId}`, { title: 'Other' });
    await must(204, 'DELETE', `/api/events/${items[2]?.occurrenceId}`);
    const before = ['29T07:00 Night', '30T07:00 Other', '01T07:00 Night', '02T07:00 Night'];
    expect(await shown(calendarId)).toEqual(before);
    const move = async (hour: string, until: string): Promise<void> => {
      const occurrences = ((await must(200, 'GET', `/api/events?${range}&calendarId=${calendarId}`)) as EventList).items;
      const day = by === 'of the series' ? '2026-03-29' : '2026-04-02';
      const path = by === 'of the series' ? id : `${occurrences.at(-1)?.occurrenceId}?scope=all`;
      await must(200, 'PUT', `/api/events/${path}`, {
        startTime: `${day}T${hour}:00`,
        endTime: `${day}T${until}:00`,
        timeZone: 'Europe/Berlin',
      });
    };
    await move('02:30', '03:30');
    expect(await shown(calendarId)).toEqual(['29T01:30 Night', '30T00:30 Other', '01T00:30 Night', '02T00:30 Night']);
    // All at one time again, by a rule that names none.
    await move('09:00', '10:00');
    expect(await shown(calendarId)).toEqual(before);
    expect(((await must(200, 'GET', `/api/events/${id}`)) as Event).recurrence?.rrule).toBe(recurrence.rrule);
  },
);

test.each<[rrule: string, ...starts: string[]]>([
  ['FREQ=DAILY;COUNT=3', '29T01:30', '30T00:30', '31T00:30'],
  ['FREQ=WEEKLY;COUNT=3', '29T01:30', '05T00:30', '12T00:30'],
  ['FREQ=WEEKLY;BYDAY=SA;COUNT=3', '29T01:30', '05T00:30', '12T00:30'],
  ['FREQ=MONTHLY;COUNT=2', '29T01:30', '29T00:30'],
])('POST /api/events › in a gap before midnight, as in Nuuk, the others are on the day that was named › %s', async (rrule, ...expected) => {
  const calendarId = await newCalendar();
  const times = { startTime: '2026-03-28T23:30:00', endTime: '2026-03-29T00:45:00', timeZone: 'America/Nuuk' };
  await must(201, 'POST', '/api/events', { title: 'Night', ...times, calendarId, recurrence: { rrule } });
  expect(await starts(`calendarId=${calendarId}`)).toEqual(expected);
});
