// Times on the clocks of a zone as plain numbers: milliseconds that a clock of UTC with the same hands would show. Pure.

import { Temporal } from 'temporal-polyfill';

export const dayMs = 86_400_000;

/** What the clocks of the zone show at an instant. */
export function wallOf(epoch: number, timeZone: string): number {
  const { offsetNanoseconds } = new Temporal.ZonedDateTime(BigInt(epoch) * 1_000_000n, timeZone);
  return epoch + Math.round(offsetNanoseconds / 1e6);
}

/** The instant: of a time that the clocks skip the one that is later by the gap, of one that they show twice the first. */
export function epochOf(wall: number, timeZone: string): number {
  return plainOf(wall).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
}

/** The first instant of the day of a time on the clocks. */
export function dayEpochOf(wall: number, timeZone: string): number {
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
