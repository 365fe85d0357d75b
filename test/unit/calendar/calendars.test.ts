// What a deleted calendar leaves is removed by many small writes, and what a large one holds is read in parts.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { UserStore } from '../../../main/features/auth/store.ts';
import { CalendarStore } from '../../../main/features/calendar/calendar-store.ts';
import { Calendars } from '../../../main/features/calendar/calendars.ts';
import { newId } from '../../../main/lib/ids.ts';
import type { Database } from '../../../main/storage/database.ts';
import { full } from '../../support/tiers.ts';
import { openNew } from '../storage/fixture.ts';

let database: Database;

beforeAll(() => {
  database = openNew();
});

afterAll(() => database.close());

test('the notes of 1,000 events that have left a calendar are deleted some at a time, and the calendar with the last of them', async () => {
  const store = new CalendarStore(database);
  const nothing = (): void => undefined;
  let isMore = false;
  const manyLeft = (): void => {
    isMore = true;
  };
  const calendars = new Calendars({ store, record: nothing, clock: () => 0, newId, eventsRemoved: nothing, eventMoved: nothing, manyLeft });
  const left = database.prepare<[], number>('SELECT count(*) FROM dav_departures').pluck();
  const rows = database.prepare<[string], number>('SELECT count(*) FROM calendars WHERE id = ?').pluck();
  const { id } = await database.write(() => {
    new UserStore(database).insert({ id: 'u', username: 'u', passwordHash: null, isOwner: false, createdAt: 0, updatedAt: 0 });
    const calendar = calendars.create('u', { name: 'Large' }, null);
    const depart = database.prepare<[string, string, string]>(
      'INSERT INTO dav_departures (calendar_id, name, user_id, seq, at) VALUES (?, ?, ?, 0, 0)',
    );
    for (let index = 0; index < 1_000; index += 1) depart.run(calendar.id, `${index}.ics`, 'u');
    return calendar;
  });
  const counts: [number | undefined, number | undefined][] = [];
  const note = (): void => {
    counts.push([left.get(), rows.get(id)]);
  };
  await database.write(() => calendars.remove('u', id, {}, { check: nothing }));
  note();
  while (await database.write(() => calendars.clearSome())) note();
  expect(isMore).toBe(true);
  expect(counts).toEqual([
    [800, 1],
    [600, 1],
    [400, 1],
    [200, 1],
    [0, 1],
    [0, 0],
  ]);
});

test('the ids of the events of a calendar, and of what is on its way into it, are read in their order, some at a time', full, async () => {
  const store = new CalendarStore(database);
  const ids = Array.from({ length: 10_001 }, (_, index) => `event ${String(index).padStart(5, '0')}`);
  await database.write(() => {
    const calendar = database.prepare(`
      INSERT INTO calendars (id, user_id, name, color, is_visible, is_default, version, created_at, updated_at, moved_to, deleted_at)
      VALUES (?, 'owner', ?, 'purple', 1, 0, 1, 0, 0, ?, ?)`);
    new UserStore(database).insert({ id: 'owner', username: 'owner', passwordHash: null, isOwner: false, createdAt: 0, updatedAt: 0 });
    calendar.run('own', 'own', null, null);
    calendar.run('other', 'other', null, null);
    calendar.run('left', 'left', 'own', 1);
    const event = database.prepare(`
      INSERT INTO events (id, user_id, calendar_id, title, color, start_at, end_at, span, is_all_day, time_zone, version, created_at, updated_at)
      VALUES (?, 'owner', ?, 'Event', 'purple', 0, 1, 0, 0, 'UTC', 1, 0, 0)`);
    for (const [index, id] of ids.entries()) event.run(id, index % 3 === 0 ? 'left' : 'own');
    event.run('elsewhere', 'other');
  });
  const pages = [...store.eventIdPages({ userId: 'owner', id: 'own' })];
  expect(pages.map((page) => page.length)).toEqual([5_000, 5_000, 1]);
  expect(pages.flat()).toEqual(ids);
  expect([...store.eventIdPages({ userId: 'owner', id: 'other' })]).toEqual([['elsewhere']]);
  expect([...store.eventIdPages({ userId: 'u', id: 'own' })]).toEqual([]);
});
