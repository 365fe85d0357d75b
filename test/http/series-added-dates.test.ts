import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event } from '../../main/contract/events.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.dispose());

const send = (method: string, path: string, body?: object): Promise<Answer> =>
  service.request(method, path, body === undefined ? {} : { body });

async function create(rrule: string): Promise<Event> {
  const times = { startTime: '2027-03-01T12:00:00Z', endTime: '2027-03-01T13:00:00Z', timeZone: 'UTC' };
  const recurrence = { rrule, rdates: ['2027-03-10T12:00:00Z', '2027-03-20T12:00:00Z'] };
  return (await send('POST', '/api/events', { title: 'Choir', ...times, recurrence })).body as Event;
}

async function days({ id }: Event): Promise<string[]> {
  const { items } = (await send('GET', '/api/events?startDate=2027-03-01&endDate=2027-05-01&limit=1000')).body as { items: Event[] };
  return items.filter((event) => event.id === id).map(({ startTime }) => startTime.slice(5, 10));
}

test('PUT /api/events/:id?scope=following › 200 on an added date: the new series begins with it, and comes back as it is', async () => {
  const series = await create('FREQ=WEEKLY;COUNT=5');
  const { status, body } = await send('PUT', `/api/events/${series.id}_20270310T120000Z?scope=following`, { location: 'Z' });
  expect(status).toBe(200);
  const next = body as Event;
  expect(next).toMatchObject({ startTime: '2027-03-10T12:00:00.000Z', recurrence: { rdates: ['2027-03-20T12:00:00.000Z'] } });
  expect(await days(series)).toEqual(['03-01', '03-08']);
  const left = ['03-10', '03-15', '03-20', '03-22', '03-29'];
  expect(await days(next)).toEqual(left);
  expect((await send('PUT', `/api/events/${next.id}`, { recurrence: next.recurrence })).status).toBe(200);
  expect(await days(next)).toEqual(left);

  const user = ((await send('GET', '/api/auth/me')).body as { id: string }).id;
  const url = `${service.baseUrl}/dav/calendars/${user}/${next.calendarId}/${next.id}.ics`;
  const headers = { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'text/calendar' };
  const text = await (await fetch(url, { headers })).text();
  expect((await fetch(url, { method: 'PUT', headers, body: text })).status).toBe(204);
  expect(await days(next)).toEqual(left);
});

test('PUT /api/events/:id?scope=following › 200 on an added date that moves: what comes after it moves too', async () => {
  const series = await create('FREQ=WEEKLY;COUNT=5');
  const moved = { startTime: '2027-03-11T12:00:00Z', endTime: '2027-03-11T13:00:00Z' };
  const { body } = await send('PUT', `/api/events/${series.id}_20270310T120000Z?scope=following`, moved);
  expect(await days(body as Event)).toEqual(['03-11', '03-16', '03-21', '03-23', '03-30']);
});

test('PUT /api/events/:id?scope=following › 400 on an added date where no rule gives what follows, and nothing changes', async () => {
  const series = await create('FREQ=DAILY;INTERVAL=4');
  const before = await days(series);
  const { status, body } = await send('PUT', `/api/events/${series.id}_20270310T120000Z?scope=following`, { location: 'Z' });
  expect([status, body.errors]).toMatchObject([400, [{ path: 'scope' }]]);
  expect(await days(series)).toEqual(before);
  expect((await send('DELETE', `/api/events/${series.id}_20270310T120000Z?scope=following`)).status).toBe(204);
  expect(await days(series)).toEqual(['03-01', '03-05', '03-09']);
});

test.each(['FREQ=WEEKLY;COUNT=2', 'FREQ=WEEKLY;UNTIL=20270308T120000Z'])(
  'DELETE and PUT /api/events/:id?scope=following › 204, 200 on an added date after the end of %s: what comes before stays as it was',
  async (rrule) => {
    const series = await create(rrule);
    expect(await days(series)).toEqual(['03-01', '03-08', '03-10', '03-20']);
    const { body } = await send('PUT', `/api/events/${series.id}_20270320T120000Z?scope=following`, { location: 'Z' });
    expect([await days(series), await days(body as Event)]).toEqual([['03-01', '03-08', '03-10'], ['03-20']]);
    const { body: entry } = await send('POST', '/api/trash', { type: 'event', id: `${series.id}_20270310T120000Z`, scope: 'following' });
    expect(await days(series)).toEqual(['03-01', '03-08']);
    // Another one is added by hand: the deleted one is still in the trash.
    await send('PUT', `/api/events/${series.id}`, { recurrence: { rrule, rdates: ['2027-03-12T12:00:00Z'] } });
    expect((await send('POST', `/api/trash/${entry.id as string}/restore`)).status).toBe(200);
    expect((await send('DELETE', `/api/events/${series.id}_20270312T120000Z?scope=following`)).status).toBe(204);
    expect(await days(series)).toEqual(['03-01', '03-08']);
  },
);

test('POST /api/undo › occurrences in the trash that were all added stay there while the series lacks one of them', async () => {
  const rrule = 'FREQ=WEEKLY;COUNT=2';
  const series = await create(rrule);
  const inTrash = async (): Promise<number> => {
    const { items } = (await send('GET', '/api/trash?type=event')).body as { items: { recordId: string }[] };
    return items.filter(({ recordId }) => recordId === `${series.id}_20270310T120000Z`).length;
  };
  await send('POST', '/api/trash', { type: 'event', id: `${series.id}_20270310T120000Z`, scope: 'following' });
  await send('PUT', `/api/events/${series.id}`, { recurrence: { rrule, rdates: ['2027-03-10T12:00:00Z'] } });
  await send('PUT', `/api/events/${series.id}`, { recurrence: { rrule } });
  const { lastSeq } = (await send('GET', '/api/changes?since=0&limit=1')).body as { lastSeq: number };
  expect((await send('POST', '/api/undo', { changes: [lastSeq] })).body).toMatchObject({ skipped: [] });
  expect([await days(series), await inTrash()]).toEqual([['03-01', '03-08', '03-10'], 1]);
});
