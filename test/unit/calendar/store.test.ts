import fc from 'fast-check';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UserStore } from '../../../main/features/auth/store.ts';
import type { Range } from '../../../main/features/calendar/times.ts';
import { EventStore, eventSql, type StoredEvent } from '../../../main/features/calendar/store.ts';
import { newId } from '../../../main/lib/ids.ts';
import { openDatabase, type Database } from '../../../main/storage/database.ts';
import { makeDataDir } from '../../support/data-dir.ts';
import { withNewDatabase } from '../../support/new-database.ts';
import { runs } from '../../support/property.ts';

const folder = makeDataDir();
let database: Database;
let store: EventStore;

beforeAll(() => {
  database = openDatabase(withNewDatabase(folder));
  store = new EventStore(database);
});

afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const hour = 3_600_000;
const day = 24 * hour;
const longAgo = Date.UTC(2020, 0, 1);

/** A new user with these events, which come into the user's default calendar. */
async function userWith(events: readonly StoredEvent[]): Promise<string> {
  const userId = newId();
  const users = new UserStore(database);
  await database.write(() => {
    users.insert({ id: userId, username: userId, passwordHash: null, isOwner: false, createdAt: 0, updatedAt: 0 });
    for (const event of events) Object.assign(event, store.insert(userId, { ...event, calendarId: null }));
  });
  return userId;
}

function event(startAt: number, endAt: number, more: Partial<StoredEvent> = {}): StoredEvent {
  return {
    id: newId(),
    title: 'Review',
    description: null,
    location: null,
    color: 'purple',
    isAllDay: false,
    startAt,
    endAt,
    timeZone: 'UTC',
    calendarId: '',
    reminders: [],
    isCancelled: false,
    isFree: false,
    ringsFrom: null,
    recurrence: null,
    followsId: null,
    version: 1,
    createdAt: 0,
    updatedAt: 0,
    ...more,
  };
}

const all = { limit: 1_000_000, offset: 0 };

describe('one event', () => {
  test('is read as it was stored, changed and removed', async () => {
    const first = event(10, 20, {
      title: 'Überprüfung 🎉',
      description: '',
      location: 'Raum 3',
      color: '#aabbcc',
      isAllDay: true,
      timeZone: 'Europe/Berlin',
      version: 3,
      createdAt: 4,
      updatedAt: 5,
    });
    const userId = await userWith([first]);
    expect(store.maybeEvent(userId, first.id)).toEqual(first);
    // Its new length belongs to another span class: it is found in a range far from its start.
    const second: StoredEvent = {
      ...first,
      title: 'Review',
      description: null,
      startAt: longAgo,
      endAt: longAgo + 5000 * day,
      isAllDay: false,
      version: 4,
      updatedAt: 6,
    };
    await database.write(() => {
      store.update(userId, second);
    });
    expect(store.maybeEvent(userId, first.id)).toEqual(second);
    expect(store.page(userId, { from: longAgo + 4999 * day, until: null }, all)).toEqual([second]);
    await database.write(() => {
      store.remove(userId, first.id);
    });
    expect(store.maybeEvent(userId, first.id)).toBeNull();
  });

  test('of another user is neither seen nor touched', async () => {
    const hers = event(10, 20);
    const berta = await userWith([hers]);
    const carl = await userWith([]);
    await database.write(() => {
      store.update(carl, { ...hers, title: 'Taken' });
      store.remove(carl, hers.id);
    });
    expect(store.maybeEvent(carl, hers.id)).toBeNull();
    expect(store.page(carl, { from: null, until: null }, all)).toEqual([]);
    expect(store.count(carl, { from: null, until: null })).toBe(0);
    expect(store.totals(carl, { from: null, until: null })).toEqual({ events: 0, allDay: 0, byColor: {} });
    expect(store.maybeEvent(berta, hers.id)).toEqual(hers);
  });
});

describe('events that overlap a range', () => {
  // Lengths on and around the limits of the span classes.
  const length = fc.oneof(
    fc.constantFrom(1, 8, 64, 512, 4096).chain((days) => fc.integer({ min: -1, max: 1 }).map((more) => days * day + more)),
    fc.integer({ min: 1, max: 2 * day }),
    fc.integer({ min: 1, max: 6000 * day }),
  );
  const someEvent = fc
    .record({
      start: fc.oneof(
        fc.integer({ min: 0, max: 30 }).map((days) => days * day),
        fc.integer({ min: 0, max: 9000 * day }),
      ),
      length,
      color: fc.constantFrom('purple', 'teal', '#aabbcc'),
      isAllDay: fc.boolean(),
    })
    .map(({ start, length: duration, color, isAllDay }) => event(start, start + duration, { color, isAllDay }));

  /** Both sides are often exactly a start or an end, or the last millisecond before it. */
  const someRange = (events: readonly StoredEvent[]): fc.Arbitrary<Range> => {
    const edges = events.flatMap(({ startAt, endAt }) => [startAt, endAt, endAt - 1]);
    const edge = fc.oneof(
      fc.constant(null),
      fc.integer({ min: -day, max: 16_000 * day }),
      ...(edges.length > 0 ? [fc.constantFrom(...edges)] : []),
    );
    return fc.tuple(edge, edge).map(([a, b]) => (a !== null && b !== null && a >= b ? { from: b, until: a + 1 } : { from: a, until: b }));
  };

  test('are those that a look at every event finds, in order, on every page', async () => {
    const scenario = fc.array(someEvent, { maxLength: 40 }).chain((events) =>
      fc.record({
        events: fc.constant(events),
        ranges: fc.array(someRange(events), { minLength: 5, maxLength: 5 }),
        limit: fc.integer({ min: 0, max: 10 }),
        offset: fc.integer({ min: 0, max: 15 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(scenario, async ({ events, ranges, limit, offset }) => {
        const userId = await userWith(events);
        for (const range of ranges) {
          const found = events
            .filter(({ startAt, endAt }) => (range.until === null || startAt < range.until) && (range.from === null || endAt > range.from))
            .toSorted((a, b) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1));
          expect(store.page(userId, range, all)).toEqual(found);
          expect(store.page(userId, range, { limit, offset })).toEqual(found.slice(offset, offset + limit));
          expect(store.count(userId, range)).toBe(found.length);
          const byColor = Map.groupBy(found, ({ color }) => color);
          expect(store.totals(userId, range)).toEqual({
            events: found.length,
            allDay: found.filter(({ isAllDay }) => isAllDay).length,
            byColor: Object.fromEntries([...byColor].map(([color, { length: count }]) => [color, count])),
          });
        }
      }),
      runs(25, 60),
    );
  });

  const explain = (sql: string): string[] =>
    database
      .prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all({
        ...event(0, 1),
        isAllDay: 0,
        isCancelled: 0,
        isFree: 0,
        span: 0,
        recurrence: null,
        reminders: null,
        ringsFrom: null,
        isSeries: 0,
        visible: 0,
        search: null,
        userId: '',
        from: 0,
        until: 1,
        limit: 1,
        offset: 0,
      })
      .map(({ detail }) => detail);

  test('are found in covering indexes, merged without sorting; of the table only the rows of the page are read', () => {
    const plan = explain(eventSql.page);
    expect(plan.filter((step) => step.startsWith('SEARCH events')).slice(0, -1)).toEqual([
      'SEARCH events USING COVERING INDEX events_by_start (user_id=? AND start_at>? AND start_at<?)',
      ...Array.from(
        { length: 4 },
        () => 'SEARCH events USING COVERING INDEX events_by_span (user_id=? AND span=? AND start_at>? AND start_at<?)',
      ),
      'SEARCH events USING COVERING INDEX events_by_span (user_id=? AND span=? AND start_at<?)',
      'SEARCH events USING COVERING INDEX events_by_start (user_id=? AND start_at>? AND start_at<?)',
    ]);
    expect(plan.filter((step) => /^SCAN page|INTEGER PRIMARY/.test(step))).toEqual([
      'SCAN page',
      'SEARCH events USING INTEGER PRIMARY KEY (rowid=?)',
    ]);
    expect(plan.join()).not.toContain('TEMP B-TREE');
  });

  test.each(['count', 'totals'] as const)('are counted in covering indexes (%s)', (name) => {
    const plan = explain(eventSql[name]);
    expect(plan.filter((step) => step.startsWith('SEARCH events ') && !step.includes('COVERING INDEX'))).toEqual([]);
    expect(plan.filter((step) => step.startsWith('SCAN events'))).toEqual([]);
  });

  const explainOwn = [
    'SEARCH event_overrides USING COVERING INDEX sqlite_autoindex_event_overrides_1 (series_id=?)',
    'SEARCH series USING COVERING INDEX sqlite_autoindex_series_1 (event_id=?)',
  ];

  test.each(['byId', 'update', 'remove'] as const)('one of them is found by its id (%s)', (name) => {
    // What belongs to a series goes with it, by its id as well.
    const own = name === 'remove' ? explainOwn : [];
    expect(explain(eventSql[name]).filter((step) => /^SEARCH (?:events|event_overrides|series) /.test(step))).toEqual([
      'SEARCH events USING INDEX sqlite_autoindex_events_1 (id=?)',
      ...own,
    ]);
  });
});
