// Events that do not take place, and events whose time is free: they are listed, and say so.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CalendarList } from '../../main/contract/calendars.ts';
import type { Event, EventList } from '../../main/contract/events.ts';
import type { RingingReminder } from '../../main/contract/reminders.ts';
import { requestsTo } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let calendar: string;

beforeAll(async () => {
  service = await startTestService();
  const { id } = await must(200, 'GET', '/api/auth/me');
  const { items } = (await must(200, 'GET', '/api/calendars')) as CalendarList;
  calendar = `/dav/calendars/${String(id)}/${items[0]?.id ?? ''}/`;
});

afterAll(() => service.dispose());

const { send, must } = requestsTo(() => service);

const create = async (fields: object): Promise<Event> => (await must(201, 'POST', '/api/events', { timeZone: 'UTC', ...fields })) as Event;

const listed = async (from: string, to: string): Promise<Event[]> =>
  ((await must(200, 'GET', `/api/events?startDate=${from}&endDate=${to}`)) as EventList).items;

async function ringing(from: string, to: string): Promise<string[]> {
  const { items } = await must(200, 'GET', `/api/reminders?from=${from}&to=${to}`);
  return (items as RingingReminder[]).map(({ title, startTime }) => `${title} ${startTime.slice(8, 10)}`);
}

async function put(name: string, lines: readonly string[]): Promise<void> {
  const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//Test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
  const headers = { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'text/calendar' };
  const { ok } = await fetch(service.baseUrl + calendar + name, { method: 'PUT', headers, body: file });
  expect(ok).toBe(true);
}

const vevent = (...lines: readonly string[]): string[] => ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'];
const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Soon', 'TRIGGER:-PT5M', 'END:VALARM'];

async function exported({ id }: Pick<Event, 'id'>): Promise<string[]> {
  const text = (await must(200, 'GET', `/api/events/${id}/export.ics`)) as unknown as string;
  return text.split('\r\n').filter((line) => /^(STATUS|TRANSP|RECURRENCE-ID)/.test(line));
}

describe('PUT /api/events/:id', () => {
  test('200 when an event is cancelled and takes place again; it is listed all along, and rings only then', async () => {
    const review = await create({ title: 'Review', date: '2031-01-02', start: '09:00', end: '10:00', reminders: [{ minutesBefore: 0 }] });
    expect(review).toMatchObject({ isCancelled: false, isFree: false });
    expect(await ringing('2031-01-01', '2031-01-10')).toEqual(['Review 02']);
    expect(await must(200, 'PUT', `/api/events/${review.id}`, { isCancelled: true })).toMatchObject({ isCancelled: true, version: 2 });
    expect(await ringing('2031-01-01', '2031-01-10')).toEqual([]);
    expect(await listed('2031-01-02', '2031-01-03')).toMatchObject([{ title: 'Review', isCancelled: true }]);
    expect(await exported(review)).toEqual(['STATUS:CANCELLED']);
    await must(200, 'PUT', `/api/events/${review.id}`, { isCancelled: false, isFree: true });
    expect(await exported(review)).toEqual(['TRANSP:TRANSPARENT']);
    expect(await ringing('2031-01-01', '2031-01-10')).toEqual(['Review 02']);
  });

  test('200 when one occurrence is cancelled: the others ring', async () => {
    const daily = await create({
      title: 'Daily',
      date: '2031-02-01',
      start: '09:00',
      end: '10:00',
      reminders: [{ minutesBefore: 0 }],
      recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
    });
    await must(200, 'PUT', `/api/events/${daily.id}_20310202T090000Z`, { isCancelled: true });
    expect((await listed('2031-02-01', '2031-03-01')).map(({ isCancelled }) => isCancelled)).toEqual([false, true, false]);
    expect(await ringing('2031-02-01', '2031-03-01')).toEqual(['Daily 01', 'Daily 03']);
    expect(await exported(daily)).toEqual(['RECURRENCE-ID:20310202T090000Z', 'STATUS:CANCELLED']);
    await must(200, 'PUT', `/api/events/${daily.id}`, { isCancelled: true });
    await must(200, 'PUT', `/api/events/${daily.id}_20310202T090000Z`, { isCancelled: false });
    expect(await ringing('2031-02-01', '2031-03-01')).toEqual(['Daily 02']);
  });

  test('400 for what is no boolean', async () => {
    const { id } = await create({ title: 'Odd', date: '2031-03-01' });
    for (const body of [{ isCancelled: 'yes' }, { isFree: null }]) {
      const { status, body: answer } = await send('PUT', `/api/events/${id}`, body);
      expect([status, (answer.errors as { path: string }[]).map(({ path }) => path)]).toEqual([400, Object.keys(body)]);
    }
  });
});

describe('CalDAV', () => {
  test('PUT › what is cancelled does not ring, and does once it is put without that', async () => {
    const lines = ['UID:talk', 'SUMMARY:Talk', 'DTSTART:20310401T090000Z', 'DTEND:20310401T100000Z'];
    await put('talk.ics', vevent(...lines, 'STATUS;X-A=b:CANCELLED', ...alarm));
    const [talk] = await listed('2031-04-01', '2031-04-02');
    expect(talk).toMatchObject({ isCancelled: true, reminders: [{ minutesBefore: 5 }] });
    expect(await ringing('2031-04-01', '2031-04-02')).toEqual([]);
    expect(await exported({ id: talk?.id ?? '' })).toEqual(['STATUS;X-A=b:CANCELLED']);
    await put('talk.ics', vevent(...lines, 'STATUS:CONFIRMED', ...alarm));
    expect(await ringing('2031-04-01', '2031-04-02')).toEqual(['Talk 01']);
    await must(200, 'PUT', `/api/events/${talk?.id ?? ''}`, { isCancelled: true });
    expect(await exported({ id: talk?.id ?? '' })).toEqual(['STATUS:CANCELLED']);
    await must(200, 'PUT', `/api/events/${talk?.id ?? ''}`, { isCancelled: false });
    expect(await exported({ id: talk?.id ?? '' })).toEqual(['STATUS:CONFIRMED']);
  });

  test('PUT › a cancelled occurrence is one of its series, and takes place again once it is put without that', async () => {
    const series = vevent('UID:class', 'SUMMARY:Class', 'DTSTART:20310501T090000Z', 'DTEND:20310501T100000Z', 'RRULE:FREQ=DAILY;COUNT=2');
    const one = ['UID:class', 'SUMMARY:Class', 'RECURRENCE-ID:20310502T090000Z', 'DTSTART:20310502T090000Z', 'DTEND:20310502T100000Z'];
    await put('class.ics', [...series, ...vevent(...one, 'STATUS:CANCELLED')]);
    const states = async (): Promise<string[]> =>
      (await listed('2031-05-01', '2031-06-01')).map(({ title, isCancelled }) => `${title} ${isCancelled}`);
    expect(await states()).toEqual(['Class false', 'Class true']);
    await put('class.ics', [...series, ...vevent(...one)]);
    expect(await states()).toEqual(['Class false', 'Class false']);
  });
});

test('POST /api/mcp › find_free_time counts neither what is cancelled nor what is free', async () => {
  const times = { date: '2031-06-01', start: '09:00', end: '10:00' };
  await create({ title: 'Off', ...times, isCancelled: true });
  await create({ title: 'Reminder', ...times, isFree: true });
  const call = { name: 'find_free_time', arguments: { from: '2031-06-01T08:00Z', to: '2031-06-01T12:00Z', minutes: 60, timeZone: 'UTC' } };
  const headers = {
    Authorization: `Bearer ${service.token()}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
  const answer = await (await fetch(`${service.baseUrl}/api/mcp`, { method: 'POST', headers, body })).text();
  expect(answer).toContain('2031-06-01T08:00+00:00 to 2031-06-01T12:00+00:00');
});

test('GET /api/search › tells which events are cancelled', async () => {
  await create({ title: 'Zeppelin flight', date: '2031-07-01', isCancelled: true });
  await create({ title: 'Zeppelin talk', date: '2031-07-02' });
  const { items } = await must(200, 'GET', '/api/search?q=zeppelin');
  const found = items as { title: string; isCancelled?: boolean }[];
  expect(Object.fromEntries(found.map(({ title, isCancelled }) => [title, isCancelled]))).toEqual({
    'Zeppelin flight': true,
    'Zeppelin talk': undefined,
  });
});

test('POST /api/trash › what was cancelled comes back so', async () => {
  const { id } = await create({ title: 'Gone', date: '2031-08-01', isCancelled: true, isFree: true });
  const entry = await must(201, 'POST', '/api/trash', { type: 'event', id });
  await must(200, 'POST', `/api/trash/${String(entry.id)}/restore`);
  expect(await must(200, 'GET', `/api/events/${id}`)).toMatchObject({ isCancelled: true, isFree: true });
});
