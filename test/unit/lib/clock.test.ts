import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextDay } from '../../../main/contract/days.ts';
import { compactStamp, toInstant } from '../../../main/lib/clock.ts';
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
