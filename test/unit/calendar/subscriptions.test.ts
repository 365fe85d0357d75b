// Subscriptions are read once an hour, by a clock that the test moves.

import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { UserStore } from '../../../main/features/auth/store.ts';
import { CalendarStore } from '../../../main/features/calendar/calendar-store.ts';
import { Calendars } from '../../../main/features/calendar/calendars.ts';
import { Subscriptions, type SubscriptionsOptions } from '../../../main/features/calendar/subscriptions.ts';
import { AppError } from '../../../main/lib/app-error.ts';
import { newId } from '../../../main/lib/ids.ts';
import type { Database } from '../../../main/storage/database.ts';
import { openNew } from '../storage/fixture.ts';

const minute = 60_000;
const start = Date.UTC(2026, 2, 28, 12);
let database: Database;

beforeAll(() => {
  database = openNew();
  // Writes and promises go on as ever.
  vi.useFakeTimers({ now: start, toFake: ['setInterval', 'clearInterval', 'Date'] });
});

afterAll(() => {
  vi.useRealTimers();
  database.close();
});

/** A subscription of a new user, which nothing comes in from that would be written. */
async function subscribed(userId: string, options: Partial<SubscriptionsOptions>) {
  const store = new CalendarStore(database);
  const calendars = new Calendars({ store, record: nothing, clock, newId, eventsRemoved: nothing, eventMoved: nothing, manyLeft: nothing });
  await database.write(() => {
    new UserStore(database).insert({ id: userId, username: userId, passwordHash: null, isOwner: false, createdAt: 0, updatedAt: 0 });
    calendars.create(userId, { name: 'Holidays' }, 'https://example.org/holidays.ics');
  });
  const subscriptions = new Subscriptions({
    store,
    calendars,
    write: (work) => database.write(work),
    attribute: (_origin, work) => work(),
    clock,
    log: pino({ level: 'silent' }),
    ...options,
  } as SubscriptionsOptions);
  return { store, calendars, subscriptions };
}

const nothing = (): void => undefined;
const clock = (): number => Date.now();

/** Lets the timer tick each minute, and what it begins come to its end. */
async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    vi.advanceTimersByTime(minute);
    for (let count = 0; count < 3; count += 1) await database.write(nothing);
  }
}

test('a subscription is read after an hour, whatever came of the last time, and once after a sleep of a night in which clocks change', async () => {
  const readAt: number[] = [];
  const { calendars, subscriptions } = await subscribed('u', {
    fetch: () => {
      readAt.push((clock() - start) / minute);
      return readAt.length === 2 ? Promise.reject(new AppError('upstream_failed', 'It does not answer')) : Promise.resolve(null);
    },
  });
  subscriptions.start();
  await pass(1);
  expect(readAt).toEqual([1]);
  await pass(61);
  expect(readAt).toEqual([1, 62]);
  expect(calendars.list('u', { limit: 10, offset: 0 }).items.find(({ source }) => source === 'subscription')).toMatchObject({
    error: 'It does not answer',
  });
  await pass(61);
  expect(readAt).toEqual([1, 62, 123]);
  // The machine sleeps over the night to 29 March: one tick follows, and one reading.
  vi.setSystemTime(start + 20 * 60 * minute);
  await pass(2);
  expect(readAt).toEqual([1, 62, 123, 1201]);
  await subscriptions.stop();
  await pass(61);
  expect(readAt).toHaveLength(4);
});

test('where it cannot be written down that one was read, its server is asked once a minute', async () => {
  let asked = 0;
  const { subscriptions } = await subscribed('full', {
    fetch: () => {
      asked += 1;
      // A reader that never pauses would let no other have its turn.
      return asked > 20 ? new Promise(nothing) : Promise.resolve(null);
    },
    write: () => Promise.reject(new AppError('storage_full', 'There is no room left')),
  });
  vi.setSystemTime(Date.now() + 120 * minute);
  subscriptions.start();
  await pass(3);
  expect(asked).toBe(3);
  await subscriptions.stop();
});

test('a look that fails is followed by the next one', async () => {
  let asked = 0;
  const { store, subscriptions } = await subscribed('failing', {
    fetch: () => {
      asked += 1;
      return Promise.resolve(null);
    },
  });
  vi.setSystemTime(Date.now() + 120 * minute);
  const look = vi.spyOn(store, 'maybeDue').mockImplementationOnce(() => {
    throw new Error('disk I/O error');
  });
  subscriptions.start();
  await pass(1);
  expect([look.mock.calls.length, asked]).toEqual([1, 0]);
  await pass(2);
  expect(asked).toBeGreaterThan(0);
  await subscriptions.stop();
});

test('a subscription that was read under a clock that was years ahead is read again as soon as the clock is right', async () => {
  const years = new Set<number>();
  const { subscriptions } = await subscribed('ahead', {
    fetch: () => {
      years.add(new Date().getUTCFullYear());
      return Promise.resolve(null);
    },
  });
  const rightTime = Date.now();
  vi.setSystemTime(Date.UTC(2036, 0, 1));
  subscriptions.start();
  await pass(1);
  vi.setSystemTime(rightTime);
  await pass(2);
  expect([...years]).toEqual([2036, 2026]);
  await subscriptions.stop();
});
