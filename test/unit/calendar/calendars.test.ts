// What a deleted calendar leaves is removed by many small writes.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { UserStore } from '../../../main/features/auth/store.ts';
import { CalendarStore } from '../../../main/features/calendar/calendar-store.ts';
import { Calendars } from '../../../main/features/calendar/calendars.ts';
import { newId } from '../../../main/lib/ids.ts';
import type { Database } from '../../../main/storage/database.ts';
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
