// Searching events: which are found, in which order, which occurrence of a series, and what it costs.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Calendar } from '../../main/contract/calendars.ts';
import type { Event, EventList } from '../../main/contract/events.ts';
import { full } from '../support/tiers.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { allIndexed } from '../support/indexed.ts';
import { statementsOf } from '../support/statements.ts';

let service: TestService;
let berta: string;
let hidden: string;

const day = 86_400_000;
const now = Date.now();
/** Days from now, as a date-time in UTC. */
const at = (days: number, hours = 0): string => new Date(now + days * day + hours * 3_600_000).toISOString();

const create = async (title: string, fields: object, token = service.token()): Promise<Event> => {
  const { status, body } = await service.request('POST', '/api/events', { body: { title, ...fields }, token });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};

const single = (title: string, days: number, more: object = {}, token?: string): Promise<Event> =>
  create(title, { startTime: at(days), endTime: at(days, 1), ...more }, token);

const series = (title: string, days: number, rrule: string, more: object = {}): Promise<Event> =>
  create(title, { startTime: at(days), endTime: at(days, 1), timeZone: 'UTC', recurrence: { rrule }, ...more });

async function find(query: Record<string, string>, token = service.token()): Promise<EventList> {
  const { status, body } = await service.request('GET', `/api/events?${new URLSearchParams(query).toString()}`, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const titles = async (query: Record<string, string>, token?: string): Promise<string[]> =>
  (await find(query, token)).items.map(({ title }) => title);

beforeAll(async () => {
  service = await startTestService();
  berta = await service.signUp('berta');
  const { body } = await service.request('POST', '/api/calendars', { body: { name: 'Off', isVisible: false } });
  hidden = (body as unknown as Calendar).id;
});

afterAll(() => service.dispose());

describe('GET /api/events?q=', () => {
  test('200 with the events that hold all words, in title, place or notes, whatever their case and accents', async () => {
    await single('Dentist in the Straße', 1, { location: 'Übungsweg 5' });
    await single('Lunch', 2, { description: 'Bring the DENTAL plan\nand 100% of_it to Tromsø, ΟΔΟΣ Ø' });
    await single('会议室预订', 3);
    await single('Hers: dentist', 1, {}, berta);
    for (const [q, found] of [
      ['dent', ['Dentist in the Straße', 'Lunch']],
      ['STRASSE', ['Dentist in the Straße']],
      ['ubung', ['Dentist in the Straße']],
      ['u\u0308bungsweg DENTIST', ['Dentist in the Straße']],
      ['plan bring', ['Lunch']],
      ['tromso', ['Lunch']],
      ['οδοσ ø', ['Lunch']],
      ['bring dentist', []],
      ['100%', ['Lunch']],
      ['1%', []],
      ['of_it', ['Lunch']],
      ['议室', ['会议室预订']],
      ["' OR 1=1 --", []],
      ['"', []],
    ] as const)
      expect(await titles({ q }), q).toEqual(found);
    expect(await titles({ q: 'dentist' }, berta)).toEqual(['Hers: dentist']);
  });

  test('200 with all events for one of blanks alone; 400 for one that is too long, given twice, or given for totals', async () => {
    expect((await find({ q: ' ' })).total).toBe((await find({})).total);
    for (const [path, field] of [
      [`/api/events?q=${'x'.repeat(1001)}`, 'q'],
      ['/api/events?q=a&q=b', 'q'],
      ['/api/events?q=%00', 'q'],
      ['/api/events/combined-data?q=a', 'q'],
    ] as const) {
      const { status, body } = await service.request('GET', path);
      expect([status, body.errors?.[0]?.path], path).toEqual([400, field]);
    }
  });

  test('200 with what is to come first, then what is over, the latest first, in pages', async () => {
    for (const days of [-9, 4, -2, 30, 0.99]) await single(`Order ${days}`, days);
    await create('Order running', { startTime: at(-1), endTime: at(1) });
    const expected = ['Order running', 'Order 0.99', 'Order 4', 'Order 30', 'Order -2', 'Order -9'];
    expect(await titles({ q: 'order' })).toEqual(expected);
    expect(await find({ q: 'order', limit: '2', offset: '3' })).toMatchObject({ total: 6, limit: 2, offset: 3 });
    expect(await titles({ q: 'order', limit: '2', offset: '3' })).toEqual(expected.slice(3, 5));
    expect(await titles({ q: 'order', startDate: at(-3), endDate: at(5) })).toEqual(['Order running', 'Order 0.99', 'Order 4', 'Order -2']);
  });

  test('200 with a series once: the occurrence that comes next, and of one that is over the last', async () => {
    const weekly = await series('Choir', -70.5, 'FREQ=WEEKLY');
    const past = await series('Choir of old', -700, 'FREQ=DAILY;COUNT=20');
    await single('Choir trip', 3);
    const { items, total } = await find({ q: 'choir' });
    expect(total).toBe(3);
    expect(items.map(({ title, startTime }) => [title, startTime])).toEqual([
      ['Choir trip', at(3)],
      ['Choir', at(6.5)],
      ['Choir of old', at(-681)],
    ]);
    expect([items[1]?.id, items[1]?.occurrenceId.startsWith(`${weekly.id}_`), items[2]?.id]).toEqual([weekly.id, true, past.id]);
    // In a range, the next in it, or the last.
    expect((await find({ q: 'choir', endDate: at(-20) })).items.map(({ startTime }) => startTime)).toEqual([at(-21.5), at(-681)]);
    expect((await find({ q: 'choir', startDate: at(400), endDate: at(4000) })).items.map(({ startTime }) => startTime)).toEqual([
      at(405.5),
    ]);
    // One that is left out or moved is not what comes next.
    const next = items[1]?.occurrenceId ?? '';
    await service.request('DELETE', `/api/events/${next}?scope=one`);
    expect((await find({ q: 'choir' })).items[1]?.startTime).toBe(at(13.5));
    const after = (await find({ q: 'choir' })).items[1]?.occurrenceId ?? '';
    const moved = { startTime: at(2), endTime: at(2, 1), title: 'Choir and orchestra' };
    expect((await service.request('PUT', `/api/events/${after}?scope=one`, { body: moved })).status).toBe(200);
    expect((await find({ q: 'choir' })).items[0]).toMatchObject({ title: 'Choir and orchestra', startTime: at(2), id: weekly.id });
    // What a single occurrence alone says is found there.
    expect((await find({ q: 'orchestra' })).items.map(({ occurrenceId }) => occurrenceId)).toEqual([after]);
  });

  test('200 without what is in a calendar that is switched off, when asked so; with one calendar alone', async () => {
    await single('Hidden meeting', 1, { calendarId: hidden });
    await series('Hidden meetings', -3, 'FREQ=DAILY', { calendarId: hidden });
    await single('Plain meeting', 2);
    expect((await titles({ q: 'meeting' })).toSorted()).toEqual(['Hidden meeting', 'Hidden meetings', 'Plain meeting']);
    expect(await titles({ q: 'meeting', visible: 'true' })).toEqual(['Plain meeting']);
    expect((await titles({ q: 'meeting', calendarId: hidden })).toSorted()).toEqual(['Hidden meeting', 'Hidden meetings']);
  });

  test('follows changes of the text, and forgets what is deleted', async () => {
    const { id } = await single('Zürich', 5);
    expect(await titles({ q: 'zurich' })).toEqual(['Zürich']);
    await service.request('PUT', `/api/events/${id}`, { body: { title: 'Basel' } });
    expect([await titles({ q: 'zurich' }), await titles({ q: 'basel' })]).toEqual([[], ['Basel']]);
    await service.request('DELETE', `/api/events/${id}`);
    expect(await titles({ q: 'basel' })).toEqual([]);
  });

  test('runs at most 5 statements, series included', full, async () => {
    const token = await service.signUp('many');
    const bodies = Array.from({ length: 2_000 }, (_, index) => ({
      title: `Item ${index}`,
      startTime: at(index % 500),
      endTime: at(index % 500, 1),
      ...(index % 100 === 0 ? { recurrence: { rrule: 'FREQ=WEEKLY' }, timeZone: 'UTC' } : {}),
    }));
    for (let start = 0; start < bodies.length; start += 200) {
      const operations = bodies.slice(start, start + 200).map((body) => ({ method: 'POST', path: '/api/events', body }));
      expect((await service.request('POST', '/api/batch', { token, body: { operations } })).body.failed).toBeNull();
    }
    await find({ q: 'item 199' }, token);
    await allIndexed(service);
    const { answer, statements } = await statementsOf(() => find({ q: 'item 199' }, token));
    expect(answer.total).toBe(12);
    const own = statements.filter((text) => /\bevents\b|\bevent_overrides\b/.test(text));
    expect(own.length, own.join('\n')).toBeLessThanOrEqual(5);
    expect(statements.every((text) => text.startsWith('SELECT'))).toBe(true);
    expect((await find({ q: 'item', limit: '3' }, token)).total).toBe(2_000);
  });
});
