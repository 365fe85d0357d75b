import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../../main/lib/app-error.ts';
import { readMoment } from '../../../main/lib/moment.ts';
import { runs } from '../../support/property.ts';

/** Milliseconds since the Unix epoch; null where there is no such day. */
function read(text: string): number | null {
  try {
    const moment = readMoment('startTime', text);
    if (!(moment instanceof Temporal.Instant)) throw new TypeError(`${text} is not read as an instant`);
    return moment.epochMilliseconds;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function readByTemporal(text: string): number | null {
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

describe('an instant', () => {
  test.each([
    '2026-03-01T09:30Z',
    '2026-03-01T09:30:15Z',
    '2026-03-01T09:30:15.5Z',
    '2026-03-01T09:30:15.123Z',
    '2026-03-01T09:30:15.1239Z',
    '1969-12-31T23:59:59.9999Z',
    '2026-02-29T09:30:00.000Z',
    '2024-02-29T09:30:00.000Z',
    '2026-04-31T09:30Z',
    '2026-03-01T24:00:00.000Z',
    '2016-12-31T23:59:60.000Z',
    '2026-13-01T09:30:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '2026-03-01T09:30:00+01:00',
    '2026-03-01T09:30:00.000-0500',
  ])('%s is read as Temporal reads it', (text) => {
    expect(read(text)).toBe(readByTemporal(text));
  });

  test('of any day and time is read as Temporal reads it', () => {
    const two = (most: number) => fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'));
    const text = fc
      .tuple(
        fc.integer({ min: 0, max: 9999 }).map((year) => String(year).padStart(4, '0')),
        two(13),
        two(32),
        two(24),
        two(60),
        fc.option(
          fc.tuple(
            two(61),
            fc.option(
              fc.integer({ min: 0, max: 999_999 }).map((fraction) => `.${fraction}`),
              { nil: '' },
            ),
          ),
          { nil: null },
        ),
        fc.constantFrom('Z', '+00:00', '-03:30'),
      )
      .map(
        ([year, month, day, hour, minute, rest, offset]) =>
          `${year}-${month}-${day}T${hour}:${minute}${rest === null ? '' : `:${rest.join('')}`}${offset}`,
      );
    fc.assert(
      fc.property(text, (written) => {
        expect(read(written)).toBe(readByTemporal(written));
      }),
      runs(2000, 61),
    );
  });
});
