// What CalDAV clients are told of events that have left a calendar, however long they were away.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { UserStore } from '../../../main/features/auth/store.ts';
import { DavStore } from '../../../main/features/calendar/dav/dav-store.ts';
import { Feed } from '../../../main/features/changes/feed.ts';
import { ChangeStore } from '../../../main/features/changes/store.ts';
import type { Database } from '../../../main/storage/database.ts';
import { openNew } from '../storage/fixture.ts';

let database: Database;

beforeAll(() => {
  database = openNew();
});

afterAll(() => database.close());

test('an event that has left a calendar is forgotten with the entries of the change feed from before it, not by its age', async () => {
  const store = new DavStore(database);
  const feed = new Feed({
    store: new ChangeStore(database),
    clock: () => 0,
    sequence: { highMark: 0, given: () => undefined },
    limits: { age: -1, entries: 1 },
  });
  const told = (): void => {
    feed.record({ userId: 'owner', type: 'event', action: 'deleted', id: 'some', version: null });
  };
  await database.write(() => {
    new UserStore(database).insert({ id: 'owner', username: 'owner', passwordHash: null, isOwner: false, createdAt: 0, updatedAt: 0 });
    const { id } = database.prepare<[], { id: string }>('SELECT id FROM calendars').get() ?? { id: '' };
    const event = database.prepare(`
      INSERT INTO events (id, user_id, calendar_id, title, color, start_at, end_at, span, is_all_day, time_zone, version, created_at, updated_at)
      VALUES (?, 'owner', ?, 'Event', 'purple', 0, 1, 0, 0, 'UTC', 1, 0, 0)`);
    for (const name of ['first', 'second']) {
      event.run(name, id);
      told();
      database.prepare('DELETE FROM events WHERE id = ?').run(name);
      told();
    }
    database.prepare('UPDATE dav_departures SET at = 0').run();
  });
  const { id } = database.prepare<[], { id: string }>('SELECT id FROM calendars').get() ?? { id: '' };
  const forget = (): Promise<number> => database.write(() => store.forgetDeparted(10));
  expect([await forget(), store.departed('owner', id, 0, 10)]).toEqual([0, ['first.ics', 'second.ics']]);
  await database.write(() => feed.prune());
  expect(() => feed.list('owner', 2)).toThrow('not known');
  expect(feed.list('owner', 3).lastSeq).toBe(4);
  expect([await forget(), store.departed('owner', id, 3, 10)]).toEqual([1, ['second.ics']]);
});
