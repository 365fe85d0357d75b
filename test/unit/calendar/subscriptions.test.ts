// Subscriptions are read once an hour, by a clock that the test moves.

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

test('a subscription is read after an hour, whatever came of the last time, and once after a sleep of a night in which clocks change', async () => {
  const store = new CalendarStore(database);
  const nothing = (): void => undefined;
  const clock = (): number => Date.now();
  const calendars = new Calendars({ store, record: nothing, clock, newId, eventsRemoved: nothing, eventMoved: nothing, manyLeft: nothing });
  await database.write(() => {
    new UserStore(database).insert({ id: 'u', username: 'u', passwordHash: null, isOwner: false, createdAt: 0, updatedAt: 0 });
    calendars.create('u', { name: 'Holidays' }, 'https://example.org/holidays.ics');
  });
  const readAt: number[] = [];
  const subscriptions = new Subscriptions({
    store,
    calendars,
    fetch: () => {
      readAt.push((clock() - start) / minute);
      return readAt.length === 2 ? Promise.reject(new AppError('upstream_failed', 'It does not answer')) : Promise.resolve(null);
    },
    write: (work) => database.write(work),
    attribute: (_origin, work) => work(),
    clock,
    // Nothing comes in that would be written.
  } as Partial<SubscriptionsOptions> as SubscriptionsOptions);
  /** Lets the timer tick each minute, and what it begins come to its end. */
  const pass = async (minutes: number): Promise<void> => {
    for (let passed = 0; passed < minutes; passed += 1) {
      vi.advanceTimersByTime(minute);
      await database.write(nothing);
      await database.write(nothing);
      await database.write(nothing);
    }
  };
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
