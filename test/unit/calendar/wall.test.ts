// Times on the clocks of zones, compared with what the library says of each.

import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { dayMs } from '../../../main/contract/days.ts';
import { dayEpochOf, epochOf, maybeSteadyWallOf, wallOf } from '../../../main/features/calendar/recurrence/wall.ts';

const hour = 3_600_000;

/** Times on the clocks from 1900 to 2100: at any hour, and each quarter of an hour around the changes of some years. */
function times(zone: string): number[] {
  const spread = Array.from({ length: 120 }, (_, index) =>
    Date.UTC(1900 + ((index * 37) % 200), index % 12, 1 + ((index * 7) % 28), index % 24, 10),
  );
  const around: number[] = [];
  for (const year of [1918, 2011, 2018, 2026, 2061]) {
    let at = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(zone).getTimeZoneTransition('next');
    for (let changes = 0; changes < 2 && at !== null && at.year <= year; changes += 1) {
      const wall = at.epochMilliseconds + at.offsetNanoseconds / 1e6;
      for (let quarter = -120; quarter <= 120; quarter += 5) around.push(wall + (quarter * hour) / 4);
      at = at.getTimeZoneTransition('next');
    }
  }
  return [...spread, ...around];
}

test.each([
  'UTC',
  'Europe/Vienna',
  'Europe/Dublin',
  'America/New_York',
  'America/Toronto',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
])('%s: instants, days and clocks are those of the library, also in gaps and where clocks go back', (zone) => {
  const walls = times(zone);
  const found = walls.map((wall) => [wall, epochOf(wall, zone), dayEpochOf(wall, zone), wallOf(wall, zone)]);
  const expected = walls.map((wall) => {
    const plain = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC').toPlainDateTime();
    const offset = new Temporal.ZonedDateTime(BigInt(wall) * 1_000_000n, zone).offsetNanoseconds / 1e6;
    const at = plain.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
    return [wall, at, plain.toPlainDate().toZonedDateTime(zone).epochMilliseconds, wall + offset];
  });
  expect(found).toEqual(expected);
});

test('the first and the last times that there are', () => {
  for (const at of [-62_135_596_800_000, 253_402_300_799_000]) {
    expect(epochOf(wallOf(at, 'Europe/Vienna'), 'Europe/Vienna')).toBe(at);
    expect(dayEpochOf(at, 'UTC')).toBe(Math.floor(at / dayMs) * dayMs);
  }
});

test('clocks go on evenly but for a day before and after a change, and show then what they show', () => {
  const zone = 'Europe/Berlin';
  const change = Date.parse('2026-03-29T01:00:00Z');
  const steady = [change - 25 * hour, change - dayMs - 1, change + dayMs, change + 25 * hour];
  expect(steady.map((at) => maybeSteadyWallOf(at, zone))).toEqual(steady.map((at) => wallOf(at, zone)));
  const close = [change - dayMs, change - hour, change, change + hour, change + dayMs - 1];
  expect(close.map((at) => maybeSteadyWallOf(at, zone))).toEqual(close.map(() => null));
});
