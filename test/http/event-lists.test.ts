// The two lists of events: ranges, pages, totals, and whose events they hold.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CombinedData, EventList } from '../../main/contract/events.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let berta: string;

beforeAll(async () => {
  service = await startTestService();
  berta = await service.signUp('berta');
  const create = async (title: string, fields: object, token = service.token()): Promise<void> => {
    expect((await service.request('POST', '/api/events', { body: { title, ...fields }, token })).status).toBe(201);
  };
  await create('second', { startTime: '2026-03-10T12:00Z', endTime: '2026-03-10T13:00Z' });
  await create('third', { startTime: '2026-03-10T12:00Z', endTime: '2026-03-10T12:30Z', color: 'teal' });
  await create('first', { startTime: '2026-03-10T11:00Z', endTime: '2026-03-10T12:00Z', color: 'teal' });
  await create('trip', { startDate: '2026-01-05', endDate: '2026-04-05', isAllDay: true, timeZone: 'UTC', color: '#ff8800' });
  await create('hers', { startTime: '2026-03-10T12:00Z', endTime: '2026-03-10T13:00Z', color: 'navy' }, berta);
});

afterAll(() => service.dispose());

const encode = (query: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();

async function list(query: Record<string, string | number>): Promise<EventList> {
  const { status, body } = await service.request('GET', `/api/events?${encode(query)}`);
  expect(status).toBe(200);
  return body as EventList;
}

async function combined(query: Record<string, string | number>, token = service.token()): Promise<CombinedData> {
  const { status, body } = await service.request('GET', `/api/events/combined-data?${encode(query)}`, { token });
  expect(status).toBe(200);
  return body as CombinedData;
}

const titles = (events: readonly { title: string }[]): string[] => events.map(({ title }) => title);

describe.each(['/api/events', '/api/events/combined-data'])('GET %s', (path) => {
  test.each([
    ['limit=1001', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=1.5', 'offset'],
    ['startDate=', 'startDate'],
    ['startDate=tomorrow', 'startDate'],
    ['startDate=2026-02-30', 'startDate'],
    ['startDate=2026-03-01&startDate=2026-03-02', 'startDate'],
    ['startDate=2026-03-01%2010:00', 'startDate'],
    ['endDate=2026-03-01T24:00', 'endDate'],
    ['startDate=2026-03-02&endDate=2026-03-02', 'endDate'],
    ['startDate=2026-03-02&endDate=2026-03-01', 'endDate'],
    ['from=2026-03-02', 'from'],
  ])('400 for ?%s', async (query, field) => {
    const { status, body } = await service.request('GET', `${path}?${query}`);
    expect([status, body.code, body.errors?.[0]?.path]).toEqual([400, 'validation_failed', field]);
  });
});

describe('GET /api/events', () => {
  test('200 with all events of the user by start, then id', async () => {
    const { items, ...rest } = await list({});
    expect(titles(items)).toEqual(['trip', 'first', 'second', 'third']);
    expect(rest).toEqual({ total: 4, limit: 500, offset: 0 });
  });

  test.each<[string, Record<string, string>, string[]]>([
    ['the end of the range is exclusive', { startDate: '2026-03-10T11:30Z', endDate: '2026-03-10T12:00Z' }, ['trip', 'first']],
    ['so is the end of an event', { startDate: '2026-03-10T12:00Z', endDate: '2026-03-10T12:01Z' }, ['trip', 'second', 'third']],
    ['the long one is found on its last day', { startDate: '2026-04-04T23:59Z' }, ['trip']],
    ['and no longer', { startDate: '2026-04-05T00:00Z' }, []],
    ['from the past', { endDate: '2026-03-10T12:00Z' }, ['trip', 'first']],
    ['before all', { endDate: '2026-01-05T00:00Z' }, []],
    ['with offsets', { startDate: '2026-03-10T14:00+02:00', endDate: '2026-03-10T08:30:00-05:00' }, ['trip', 'second', 'third']],
  ])('200 with what overlaps the range: %s', async (_, query, expected) => {
    const { items, total } = await list(query);
    expect(titles(items)).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  test('200 with a plus sign that was not escaped', async () => {
    const { status, body } = await service.request(
      'GET',
      '/api/events?startDate=2026-03-10T14:00:00+02:00&endDate=2026-03-10T14:00:01+0200',
    );
    expect([status, titles((body as EventList).items)]).toEqual([200, ['trip', 'second', 'third']]);
  });

  test('200 with a date as midnight on this machine', async () => {
    const midnight = (date: string): string => new Date(`${date}T00:00:00`).toISOString();
    expect(await list({ startDate: '2026-03-10', endDate: '2026-03-11' })).toEqual(
      await list({ startDate: midnight('2026-03-10'), endDate: midnight('2026-03-11') }),
    );
  });

  test.each<[number, number, string[]]>([
    [2, 0, ['trip', 'first']],
    [2, 2, ['second', 'third']],
    [2, 3, ['third']],
    [2, 4, []],
    [4, 0, ['trip', 'first', 'second', 'third']],
    [0, 0, []],
    [1000, 1_000_000, []],
  ])('200 with limit %d and offset %d, and the same total', async (limit, offset, expected) => {
    const { items, ...rest } = await list({ limit, offset });
    expect(titles(items)).toEqual(expected);
    expect(rest).toEqual({ total: 4, limit, offset });
  });

  test('200 for another user with his own events alone', async () => {
    const { body } = await service.request('GET', '/api/events', { token: berta });
    expect(titles((body as EventList).items)).toEqual(['hers']);
    expect(body.total).toBe(1);
  });
});

describe('GET /api/events/combined-data', () => {
  test('200 with the events of the list, and totals of the whole range', async () => {
    const { items } = await list({ limit: 2, offset: 1 });
    expect(await combined({ limit: 2, offset: 1 })).toEqual({
      data: { events: items },
      totals: { events: 4, returned: 2, allDay: 1, byColor: { purple: 1, teal: 2, '#ff8800': 1 } },
      limit: 2,
      offset: 1,
    });
  });

  test('200 with totals of a range', async () => {
    const { data, totals } = await combined({ startDate: '2026-03-10T12:00Z', endDate: '2026-03-10T12:01Z', limit: 0 });
    expect(data.events).toEqual([]);
    expect(totals).toEqual({ events: 3, returned: 0, allDay: 1, byColor: { purple: 1, teal: 1, '#ff8800': 1 } });
  });

  test('200 with nothing in an empty range', async () => {
    const { totals, limit, offset } = await combined({ startDate: '2030-01-01' });
    expect([totals, limit, offset]).toEqual([{ events: 0, returned: 0, allDay: 0, byColor: {} }, 500, 0]);
  });

  test('200 for another user with his own totals alone', async () => {
    const { data, totals } = await combined({}, berta);
    expect(titles(data.events)).toEqual(['hers']);
    expect(totals).toEqual({ events: 1, returned: 1, allDay: 0, byColor: { navy: 1 } });
  });
});
