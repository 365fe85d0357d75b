// The events of a calendar are read for a file in pages, each of which costs as much as the one before it.

import { expect, test } from 'vitest';
import { UserStore } from '../../../main/features/auth/store.ts';
import { exportSql, ExportStore } from '../../../main/features/calendar/ics/export-store.ts';
import { EventStore } from '../../../main/features/calendar/store.ts';
import { statementsOf } from '../../support/statements.ts';
import { openNew } from '../storage/fixture.ts';

test('pages › of a calendar, and of what is on its way into it, each event once, by the ids', async () => {
  const database = openNew();
  const events = new EventStore(database);
  const base = { description: null, location: null, color: 'purple', isAllDay: false, timeZone: 'UTC', reminders: [], recurrence: null };
  const states = { isCancelled: false, isFree: false, followsId: null, version: 1, createdAt: 0, updatedAt: 0 };
  await database.write(() => {
    for (const id of ['u', 'v'])
      new UserStore(database).insert({ id, username: id, passwordHash: null, isOwner: false, createdAt: 0, updatedAt: 0 });
    const calendar = database.prepare(`
      INSERT INTO calendars (id, user_id, name, color, is_visible, is_default, version, created_at, updated_at, moved_to, deleted_at)
      VALUES (?, ?, ?, 'purple', 1, 0, 1, 0, 0, ?, ?)`);
    calendar.run('own', 'u', 'own', null, null);
    calendar.run('other', 'u', 'other', null, null);
    calendar.run('left', 'u', 'left', 'own', 1);
    for (let index = 0; index < 30; index += 1) {
      const calendarId = ['own', 'other', 'left'][index % 3] ?? '';
      const id = `event ${String((index * 7) % 30).padStart(2, '0')}`;
      events.insert('u', { ...base, ...states, id, title: calendarId, startAt: index, endAt: index + 1, calendarId });
    }
  });
  const store = new ExportStore(database);
  const { answer: pages, statements } = await statementsOf(() => Promise.resolve([...store.pages('u', 'own', 6)]));
  expect(pages.map((page) => page.length)).toEqual([6, 6, 6, 2]);
  const found = pages.flat().map(({ event }) => event);
  expect(found.map(({ id }) => id)).toEqual(found.map(({ id }) => id).toSorted());
  expect(new Set(found.map(({ title }) => title))).toEqual(new Set(['own', 'left']));
  // Where they are is looked up once.
  expect(statements.filter((text) => /events_by_calendar/.test(text))).toHaveLength(1);
  expect([...store.pages('v', 'own', 6)]).toEqual([]);
  const plan = database.prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${exportSql.ids}`).all({ userId: 'u', calendarId: 'own' });
  expect(plan[0]?.detail).toBe('SEARCH events USING COVERING INDEX events_by_calendar (calendar_id=?)');
  database.close();
});
