// A search among very many events looks through them in parts, and finds what it finds in one go.

import { rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UserStore } from '../../../main/features/auth/store.ts';
import { EventSearch } from '../../../main/features/calendar/event-search.ts';
import { EventSearchStore, eventSearchSql } from '../../../main/features/calendar/search-store.ts';
import { EventStore, type EventFilter, type StoredEvent } from '../../../main/features/calendar/store.ts';
import { openDatabase, type Database } from '../../../main/storage/database.ts';
import { makeDataDir } from '../../support/data-dir.ts';
import { withNewDatabase } from '../../support/new-database.ts';
import { full } from '../../support/tiers.ts';

const hour = 3_600_000;
const count = 6_500;
const page = { limit: 1_000, offset: 0 };
const ids = Array.from({ length: count }, (_, index) => `event-${String((index * 7_919) % count).padStart(4, '0')}`);
/** More of them than a part has begin at the same time. */
const startOf = (index: number): number => (index < 3_000 ? 1_000 : index) * hour;

const folder = makeDataDir();
let database: Database;
let store: EventSearchStore;
let events: StoredEvent[];

beforeAll(async () => {
  database = openDatabase(withNewDatabase(folder));
  store = new EventSearchStore(database);
  const base = { location: null, color: 'purple', isAllDay: false, timeZone: 'UTC', calendarId: null, reminders: [] };
  const states = { isCancelled: false, isFree: false, followsId: null, version: 1, createdAt: 0, updatedAt: 0 };
  await database.write(() => {
    new UserStore(database).insert({ id: 'u', username: 'u', passwordHash: null, isOwner: false, createdAt: 0, updatedAt: 0 });
    const all = new EventStore(database);
    events = ids.map((id, index) => {
      const startAt = startOf(index);
      const recurrence = index % 500 === 0 ? { rrule: 'FREQ=DAILY;COUNT=2', rdates: [], exdates: [] } : null;
      const texts = { title: index % 3 === 0 ? 'Plum' : 'Pear', description: index % 5 === 0 ? 'A plum tree' : null };
      return all.insert('u', { ...base, ...states, ...texts, id, startAt, endAt: startAt + hour, recurrence });
    });
  });
});

afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const filters: readonly EventFilter[] = [
  { from: null, until: null },
  { from: 1_000 * hour, until: 1_001 * hour },
  { from: 2_500 * hour, until: null },
  { from: null, until: 5_000 * hour },
];

test.each(filters)('hits › by their start, in parts, each event of %o once', (filter) => {
  for (const words of [['plum'], ['plum', 'tree'], ['pear'], ['p'], ['nowhere']]) {
    const parts = [...store.parts('u', filter)].map((part) => store.hits('u', words, filter, part));
    const wanted = events
      .filter(({ title, description }) => words.every((word) => `${title}\n${description ?? ''}`.toLowerCase().includes(word)))
      .filter(({ startAt, endAt, recurrence }) => {
        const isInRange = recurrence !== null || filter.from === null || endAt > filter.from;
        return isInRange && (filter.until === null || startAt < filter.until);
      })
      .toSorted((a, b) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1));
    const wantedIds = wanted.map(({ id }) => id);
    expect(parts.flat().map(({ id }) => id)).toEqual(wantedIds);
    expect(store.hits('u', words, filter).map(({ id }) => id)).toEqual(wantedIds);
    expect(parts.every((part) => part.length <= 2_000)).toBe(true);
  }
});

test('findInTurns › what maybeFind finds, of one moment, whatever changes meanwhile', full, async () => {
  let opened = 0;
  const search = new EventSearch({
    store,
    openReader: () => {
      const snapshot = database.snapshot();
      opened += 1;
      return { store: new EventSearchStore(snapshot), [Symbol.dispose]: () => snapshot[Symbol.dispose]() };
    },
    clock: () => 2_000 * hour,
  });
  for (const filter of filters) {
    const before = search.maybeFind('u', 'plum', filter, page);
    expect(before?.total).toBeGreaterThan(0);
    expect(await search.findInTurns('u', 'plum', filter, page)).toEqual(before);
  }
  expect(opened).toBe(filters.length);
  // A few are looked through in one go, without a moment of their own.
  expect((await search.findInTurns('u', 'plum', { from: null, until: 900 * hour }, page))?.total).toBe(0);
  expect(opened).toBe(filters.length);

  const filter = { from: null, until: null };
  const before = search.maybeFind('u', 'pear', filter, page);
  const found = search.findInTurns('u', 'pear', filter, page);
  await database.write(() => database.prepare("UPDATE events SET title = 'Fig', start_at = end_at - 1 WHERE title = 'Pear'").run());
  await setImmediate();
  expect(await found).toEqual(before);
  expect((await search.findInTurns('u', 'pear', filter, page))?.total).toBe(0);
});

test('hits › a part is found in the index by both of its ends', () => {
  const values = { userId: 'u', calendarId: null, visible: 0, from: 0, until: 1, word: '', others: '[]' };
  const part = { firstStart: 0, firstId: '', lastStart: 1, lastId: '' };
  const plan = database.prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${eventSearchSql.hits}`).all({ ...values, ...part });
  expect(plan.map(({ detail }) => detail)).toContain('SEARCH events USING INDEX events_by_start (user_id=? AND start_at>? AND start_at<?)');
});
