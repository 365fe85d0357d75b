// Times on the clocks of a zone as plain numbers: milliseconds that a clock of UTC with the same hands would show.

import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';

export const dayMs = 86_400_000;

/** What the clocks of the zone show at an instant. */
export function wallOf(epoch: number, timeZone: string): number {
  return epoch + offsetAt(epoch, timeZone);
}

function offsetAt(epoch: number, timeZone: string): number {
  return Math.round(new Temporal.ZonedDateTime(BigInt(epoch) * 1_000_000n, timeZone).offsetNanoseconds / 1e6);
}

/** Offsets at the beginnings of days of UTC, by zone and day: occurrences of many series fall on the same days. */
const offsets = new LRUCache<string, number>({ max: 20_000 });

function offsetOfDay(day: number, timeZone: string): number {
  const key = `${day} ${timeZone}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = offsetAt(day * dayMs, timeZone);
  offsets.set(key, offset);
  return offset;
}

/** The offset around a time on the clocks; null where they change within two days of it, or the library counts no further. */
function maybeSteadyOffset(wall: number, timeZone: string): number | null {
  const day = Math.floor(wall / dayMs);
  if (Math.abs(day) > 99_999_990) return null;
  // Clocks differ from UTC by less than a day: the instant lies between these two.
  const before = offsetOfDay(day - 1, timeZone);
  return before === offsetOfDay(day + 2, timeZone) ? before : null;
}

/** The instant: of a time that the clocks skip the one that is later by the gap, of one that they show twice the first. */
export function epochOf(wall: number, timeZone: string): number {
  const offset = maybeSteadyOffset(wall, timeZone);
  if (offset !== null) return wall - offset;
  return plainOf(wall).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
}

/** The first instant of the day of a time on the clocks. */
export function dayEpochOf(wall: number, timeZone: string): number {
  const offset = maybeSteadyOffset(wall, timeZone);
  if (offset !== null) return midnightOf(wall) - offset;
  return plainOf(wall).toPlainDate().toZonedDateTime(timeZone).epochMilliseconds;
}

/** The midnight of the day of a time on the clocks. */
export const midnightOf = (wall: number): number => Math.floor(wall / dayMs) * dayMs;

/** Of the day of an instant that begins an all-day event: where the clocks skip midnight, that begins later. */
export const dayWallOf = (epoch: number, timeZone: string): number => midnightOf(wallOf(epoch, timeZone));

/** As ISO 8601 without a zone, from years 1 to 9999. */
export const wallText = (wall: number): string => new Date(wall).toISOString().slice(0, -1);

function plainOf(wall: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC').toPlainDateTime();
}
