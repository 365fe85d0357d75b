import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReminderKey, RingingReminder } from '../../../main/contract/reminders.ts';
import { Ringer } from '../../../main/client/ringer.ts';

const start = Date.parse('2026-03-29T00:00:00Z');
const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});

afterEach(() => {
  vi.useRealTimers();
});

function reminder(minutes: number, id = `at ${minutes}`): RingingReminder {
  const at = new Date(start + minutes * minute).toISOString();
  const times = { startTime: at, endTime: null, isAllDay: false, originalAt: at, rungAt: null };
  return { at, type: 'event', id, occurrenceId: null, title: id, ...times };
}

/** How long a claim lasts, in milliseconds. */
const lease = 30_000;

/** A service that remembers who has claimed and told of what, and windows that ask it. */
function service(reminders: RingingReminder[]) {
  const claimed = new Map<string, number>();
  const confirmed = new Set<string>();
  const told: { window: string; ids: string[]; isMissed: boolean }[] = [];
  let isAway = false;
  /** `shows`: whether the window lives until it has shown what it claimed. */
  const open = (window: string, { delayMs = 0, shows = true, confirms = (): boolean => true, answersAfter = 0 } = {}): Ringer => {
    const answer = async <T>(value: () => T): Promise<T> => {
      if (isAway) throw new Error('away');
      if (answersAfter > 0) await new Promise((resolve) => setTimeout(resolve, answersAfter));
      return value();
    };
    const within = (from: number, to: number) => (each: RingingReminder) => Date.parse(each.at) >= from && Date.parse(each.at) < to;
    const ringer = new Ringer({
      clock: () => Date.now(),
      delayMs: () => delayMs,
      list: (from, to) => answer(() => reminders.filter(within(from, to)).filter(({ id }) => !confirmed.has(id))),
      claim: (keys: readonly ReminderKey[]) =>
        answer(() => {
          const free = keys.filter(({ id }) => !confirmed.has(id) && (claimed.get(id) ?? 0) <= Date.now());
          for (const { id } of free) claimed.set(id, Date.now() + lease);
          if (!shows) ringer.stop();
          return free;
        }),
      tell: (items, isMissed) => {
        told.push({ window, ids: items.map(({ id }) => id), isMissed });
      },
      confirm: (keys) =>
        confirms()
          ? answer(() => {
              for (const { id } of keys) confirmed.add(id);
            })
          : Promise.reject(new Error('away')),
    });
    void ringer.refresh();
    return ringer;
  };
  return {
    open,
    told,
    confirmed,
    away: (value: boolean) => {
      isAway = value;
    },
  };
}

describe('Ringer', () => {
  test('one that comes up while the service is asked is told at once, not a minute later', async () => {
    const { open, told } = service([reminder(1)]);
    vi.setSystemTime(start + minute - 20);
    open('one', { answersAfter: 50 });
    await vi.advanceTimersByTimeAsync(400);
    expect(told).toEqual([{ window: 'one', ids: ['at 1'], isMissed: false }]);
  });

  test('tells of each at its time, and not before', async () => {
    const { open, told } = service([reminder(5), reminder(90)]);
    open('one');
    await vi.advanceTimersByTimeAsync(5 * minute - 1);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual([{ window: 'one', ids: ['at 5'], isMissed: false }]);
    await vi.advanceTimersByTimeAsync(85 * minute);
    expect(told.map(({ ids }) => ids)).toEqual([['at 5'], ['at 90']]);
  });

  test('tells once over two windows, and the one in sight comes first', async () => {
    const { open, told } = service([reminder(5)]);
    open('hidden', { delayMs: 3000 });
    open('seen');
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(told).toEqual([{ window: 'seen', ids: ['at 5'], isMissed: false }]);
  });

  test('a window out of sight tells when it is the only one', async () => {
    const { open, told } = service([reminder(5)]);
    open('hidden', { delayMs: 3000 });
    await vi.advanceTimersByTimeAsync(5 * minute + 3000);
    expect(told.map(({ window }) => window)).toEqual(['hidden']);
  });

  test('what was to ring while nothing ran is told once, in one go', async () => {
    const { open, told } = service([reminder(-600), reminder(-60), reminder(-6)]);
    open('one');
    await vi.advanceTimersByTimeAsync(0);
    open('two');
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(told).toEqual([{ window: 'one', ids: ['at -600', 'at -60', 'at -6'], isMissed: true }]);
  });

  test('after a sleep, in which no timer runs, what came up is told at the next look at the clock', async () => {
    const { open, told } = service([reminder(30), reminder(600)]);
    open('one');
    await vi.advanceTimersByTimeAsync(0);
    vi.setSystemTime(start + 480 * minute);
    await vi.advanceTimersByTimeAsync(minute);
    expect(told).toEqual([{ window: 'one', ids: ['at 30'], isMissed: true }]);
    await vi.advanceTimersByTimeAsync(119 * minute);
    expect(told.at(-1)).toEqual({ window: 'one', ids: ['at 600'], isMissed: false });
  });

  test('nothing is lost while the service is away, and a clock that was set back brings nothing twice', async () => {
    const { open, told, away } = service([reminder(5)]);
    open('one');
    await vi.advanceTimersByTimeAsync(minute);
    away(true);
    await vi.advanceTimersByTimeAsync(8 * minute);
    expect(told).toEqual([]);
    away(false);
    await vi.advanceTimersByTimeAsync(minute);
    expect(told.map(({ ids }) => ids)).toEqual([['at 5']]);
    vi.setSystemTime(start);
    await vi.advanceTimersByTimeAsync(20 * minute);
    expect(told).toHaveLength(1);
  });

  test('what was claimed by a window that has closed before it showed it is told by another, once the claim has run out', async () => {
    const { open, told, confirmed } = service([reminder(5)]);
    open('closing', { shows: false });
    await vi.advanceTimersByTimeAsync(5 * minute);
    open('other');
    await vi.advanceTimersByTimeAsync(0);
    expect([told, [...confirmed]]).toEqual([[], []]);
    await vi.advanceTimersByTimeAsync(minute);
    expect(told).toEqual([{ window: 'other', ids: ['at 5'], isMissed: false }]);
    expect([...confirmed]).toEqual(['at 5']);
  });

  test('what was shown and could not be confirmed is confirmed later, and not shown again by the same window', async () => {
    let works = false;
    const { open, told, confirmed } = service([reminder(5)]);
    open('one', { confirms: () => works });
    await vi.advanceTimersByTimeAsync(8 * minute);
    expect([told.length, confirmed.size]).toEqual([1, 0]);
    works = true;
    await vi.advanceTimersByTimeAsync(minute);
    expect([told.length, confirmed.size]).toEqual([1, 1]);
  });

  test('one that is patient waits from its start on, also with what was to ring before', async () => {
    const { open, told } = service([reminder(-600)]);
    open('page', { delayMs: 5000 });
    await vi.advanceTimersByTimeAsync(4999);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual([{ window: 'page', ids: ['at -600'], isMissed: true }]);
  });

  test('one that is patient waits no longer where the clock was ahead at its start', async () => {
    const { open, told } = service([reminder(5)]);
    vi.setSystemTime(start + 120 * minute);
    open('hidden', { delayMs: 3000 });
    vi.setSystemTime(start);
    await vi.advanceTimersByTimeAsync(6 * minute);
    expect(told).toEqual([{ window: 'hidden', ids: ['at 5'], isMissed: false }]);
  });

  test('a stopped one tells nothing', async () => {
    const { open, told } = service([reminder(5)]);
    open('one').stop();
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(told).toEqual([]);
  });
});
