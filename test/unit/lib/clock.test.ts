import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { nextDay } from '../../../main/contract/days.ts';
import { atMost, compactStamp, toInstant } from '../../../main/lib/clock.ts';
import { runs } from '../../support/property.ts';

test.each([0, -1, 1, 86_399_999, 86_400_000, -62_135_596_800_000, 253_402_300_799_999, Date.UTC(2024, 1, 29, 23, 59, 59, 999)])(
  '%d is written as Date writes it',
  (time) => {
    expect(toInstant(time)).toBe(new Date(time).toISOString());
  },
);

test('any instant is written as Date writes it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), (time) => {
      expect(toInstant(time)).toBe(new Date(time).toISOString());
    }),
    runs(5000, 60),
  );
});

test('what is no instant is an error', () => {
  for (const time of [Number.NaN, Infinity, 8.64e15 + 86_400_000]) expect(() => toInstant(time)).toThrow(RangeError);
});

test('a stamp is cut to the second', () => {
  expect(compactStamp(Date.UTC(2026, 2, 1, 9, 30, 5, 999))).toBe('20260301T093005');
});

test.each([
  ['2026-12-31', '2027-01-01'],
  ['2028-02-28', '2028-02-29'],
  ['2026-03-29', '2026-03-30'],
])('%s is followed by %s', (day, next) => {
  expect(nextDay(day)).toBe(next);
});

describe('at most some time', () => {
  const watched = (): void => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
  };

  test('work that ends in time counts, as does what it fails with; no timer is left', async () => {
    watched();
    expect(await atMost(1_000, Promise.resolve('done'), () => 'late')).toBe('done');
    await expect(atMost(1_000, Promise.reject(new Error('no')), () => 'late')).rejects.toThrow('no');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('after it counts what is given or thrown instead, and what the work fails with later harms nothing', async () => {
    watched();
    const { promise, reject } = Promise.withResolvers<string>();
    const late = atMost(1_000, promise, () => 'late');
    const refused = atMost(1_000, promise, () => {
      throw new Error('too slow');
    }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await late).toBe('late');
    expect(await refused).toEqual(new Error('too slow'));
    reject(new Error('no'));
    await vi.runAllTimersAsync();
  });
});
