// A series of which only its start is left, as splitting leaves one whose rule does not give that start.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event } from '../../main/contract/events.ts';
import { full } from '../support/tiers.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
let dav: string;

beforeAll(async () => {
  service = await startTestService();
  dav = `${service.baseUrl}/dav/calendars/${((await send('GET', '/api/auth/me')).body as { id: string }).id}`;
});

afterAll(() => service.dispose());

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  service.request(method, path, { ...(body === undefined ? {} : { body }), headers });

/** On 3 December, and then on the last day of each month. */
async function create(): Promise<Event> {
  const times = { startTime: '2026-12-03T10:00:00', endTime: '2026-12-03T11:00:00', timeZone: 'Europe/Vienna' };
  const { body } = await send('POST', '/api/events', { title: 'Pay', ...times, recurrence: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1' } });
  return body as Event;
}

async function starts({ id }: Pick<Event, 'id'>): Promise<string[]> {
  const { items } = (await send('GET', '/api/events?startDate=2026-12-01&endDate=2027-03-01&limit=1000')).body as { items: Event[] };
  return items.filter((event) => event.id === id).map(({ startTime }) => startTime.slice(0, 10));
}

test.each<[string, (second: string) => Promise<Answer>]>([
  ['PUT', (second) => send('PUT', second, { title: 'Pay new' })],
  ['DELETE', (second) => send('DELETE', second)],
])(
  '%s /api/events/:id?scope=following › what is left can be exported, imported, synchronised, moved and changed',
  full,
  async (_, split) => {
    const series = await create();
    expect(await starts(series)).toEqual(['2026-12-03', '2026-12-31', '2027-01-31', '2027-02-28']);
    expect((await split(`/api/events/${series.id}_20261231T090000Z?scope=following`)).status).toBeLessThan(300);
    expect(await starts(series)).toEqual(['2026-12-03']);

    const { body: text } = await send('GET', `/api/events/${series.id}/export.ics`);
    const { id } = (await send('POST', '/api/calendars', { name: 'Copy' })).body as { id: string };
    const imported = await send('POST', `/api/calendars/${id}/import`, text, { 'Content-Type': 'text/calendar' });
    expect(imported.body).toMatchObject({ created: 1, skipped: [], lost: [] });

    const url = `${dav}/${series.calendarId}/${series.id}.ics`;
    const headers = { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'text/calendar' };
    const got = await (await fetch(url, { headers })).text();
    expect((await fetch(url, { method: 'PUT', headers, body: got.replace('SUMMARY:Pay', 'SUMMARY:Paid') })).status).toBe(204);

    const { recurrence, title } = (await send('GET', `/api/events/${series.id}`)).body as Event;
    expect(title).toBe('Paid');
    expect((await send('PUT', `/api/events/${series.id}`, { recurrence })).status).toBe(200);
    const moved = { startTime: '2026-12-04T12:00:00', endTime: '2026-12-04T14:00:00', timeZone: 'Europe/Vienna' };
    expect((await send('PUT', `/api/events/${series.id}`, moved)).status).toBe(200);
    expect(await starts(series)).toEqual(['2026-12-04']);
  },
);

test('POST /api/events › 201 for a rule that ends before it gives a day: the start alone', async () => {
  const times = { date: '2026-12-03', start: '10:00', end: '11:00', timeZone: 'Europe/Vienna' };
  const recurrence = { rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20261220' };
  const { status, body } = await send('POST', '/api/events', { title: 'Pay', ...times, recurrence });
  expect(status).toBe(201);
  expect(await starts(body as Event)).toEqual(['2026-12-03']);
});
