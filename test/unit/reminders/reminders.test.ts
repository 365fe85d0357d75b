// How long, and of how many reminders, it is remembered what was done about them; and what counts as over when its record is written.

import { expect, test } from 'vitest';
import { reminderLimits } from '../../../main/contract/limits.ts';
import { Reminders } from '../../../main/features/reminders/reminders.ts';
import { ReminderStore } from '../../../main/features/reminders/store.ts';
import { everyScope, windowActor, type Caller } from '../../../main/lib/caller.ts';
import { toInstant } from '../../../main/lib/clock.ts';
import type { Ringing, RingingKind } from '../../../main/lib/ringing.ts';
import { openNew } from '../storage/fixture.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = 1_000 * day;

const caller: Caller = {
  userId: 'a',
  username: 'a',
  isOwner: true,
  tokenId: 'a',
  expiresAt: null,
  isLogin: true,
  scopes: everyScope,
  actor: windowActor,
};

const ringing = (at: number, more: Partial<Ringing> = {}): Ringing => ({
  at,
  type: 'event',
  id: 'event',
  occurrenceId: null,
  title: 'Event',
  startAt: at,
  endAt: at + hour,
  isAllDay: false,
  dayZone: null,
  ringsFrom: null,
  ...more,
});

/** The reminders of a user of whom these ring, with the database in which they are marked. */
async function withReminders(...all: readonly Ringing[]) {
  const database = openNew();
  await database.write(() =>
    database
      .prepare("INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES ('a', 'a', 'a', 1, 0, 0)")
      .run(),
  );
  const state = { now };
  const kindOf = (of: readonly Ringing[]): RingingKind => ({
    *ringing(_userId, { from, until }) {
      yield;
      return of.filter(({ at }) => at >= from && at < until);
    },
    ringingOf: (_userId, id, at) => of.filter((each) => each.id === id && each.at === at),
  });
  const reminders = new Reminders({
    store: new ReminderStore(database),
    kinds: { event: kindOf(all), card: kindOf([]) },
    record: () => undefined,
    clock: () => state.now,
    machineZone: () => 'UTC',
  });
  const marks = database.prepare<[], number>('SELECT count(*) FROM reminder_marks').pluck();
  return { database, reminders, state, marks: () => marks.get() };
}

const keyAt = (at: number) => ({ type: 'event', id: 'event', at: toInstant(at) }) as const;

test('what was dismissed long before it rings is remembered until 90 days after it would have', async () => {
  const at = now + 200 * day;
  const { database, reminders, state, marks } = await withReminders(ringing(at));
  await database.write(() => reminders.dismiss(caller, keyAt(at)));
  const forgetAt = (time: number): Promise<boolean> => {
    state.now = time;
    return database.write(() => reminders.forgetSome());
  };
  expect([await forgetAt(at + reminderLimits.keptDays * day), marks()]).toEqual([false, 1]);
  expect([await forgetAt(at + reminderLimits.keptDays * day + 1), marks()]).toEqual([true, 0]);
});

test('of more than 10,000 reminders those that were marked last are remembered', async () => {
  const { database, reminders, marks } = await withReminders(ringing(now - minute));
  await database.write(() =>
    database
      .prepare<{ count: number; now: number }>(
        `WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < @count)
          INSERT INTO reminder_marks (user_id, type, record_id, at, rung_at, snoozed_until, is_dismissed, marked_at, kept_until)
          SELECT 'a', 'event', 'former ' || number, number, NULL, NULL, 1, number, @now FROM numbers`,
      )
      .run({ count: reminderLimits.kept, now }),
  );
  await database.write(() => reminders.confirm(caller, { items: [keyAt(now - minute)] }));
  expect(marks()).toBe(reminderLimits.kept);
  const left = database.prepare<[], string>('SELECT record_id FROM reminder_marks ORDER BY marked_at').pluck().all();
  expect([left[0], left.at(-1)]).toEqual(['former 2', 'event']);
});

test.each<[string, { readonly rang: number; readonly starts: number }, boolean]>([
  ['half an hour ago, and it lies ahead', { rang: -30, starts: 30 }, true],
  ['half an hour ago, and it begins this minute', { rang: -30, starts: -1 }, true],
  ['half an hour ago, and it has begun', { rang: -30, starts: -2 }, false],
  ['an hour ago, and it lies ahead', { rang: -60, starts: 30 }, true],
  ['longer ago, and it lies ahead', { rang: -61, starts: 30 }, false],
  ['in a minute', { rang: 1, starts: 30 }, true],
])('what is written when it was to ring %s', async (_, { rang, starts }, isToRing) => {
  const at = now + rang * minute;
  const { reminders } = await withReminders(ringing(at, { startAt: now + starts * minute, ringsFrom: now }));
  const { items } = await reminders.list(caller, { from: toInstant(now - day), to: toInstant(now + day) });
  expect(items.map(({ rungAt }) => rungAt === null)).toEqual([isToRing]);
});
