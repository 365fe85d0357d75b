// Times on the clocks of a zone as plain numbers: milliseconds that a clock of UTC with the same hands would show.

import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { dayMs } from '../../../contract/days.ts';

/** The library counts no further, from the Unix epoch. */
const lastTime = 8.64e15;

/** What the clocks of the zone show at an instant. */
export function wallOf(epoch: number, timeZone: string): number {
  return epoch + offsetAt(epoch, timeZone);
}

/** What they show, where they go on evenly from a day before until a day after; else null. */
export function maybeSteadyWallOf(epoch: number, timeZone: string): number | null {
  const offset = offsetAt(epoch - dayMs, timeZone);
  return offset === offsetAt(epoch + dayMs, timeZone) ? epoch + offset : null;
}

/** A time in which the clocks of a zone stay as far from UTC; in milliseconds, `until` exclusive. */
interface Steady {
  readonly until: number;
  readonly offset: number;
}

const groupMs = 128 * dayMs;

/** Of zones that were asked for lately, by whole groups of days: to ask the library of each time takes longer than all the rest. */
const zones = new LRUCache<string, Map<number, readonly Steady[]>>({ max: 100 });

/** How many groups are remembered of a zone. */
const maxGroups = 400;

function offsetAt(epoch: number, timeZone: string): number {
  const group = Math.floor(epoch / groupMs);
  let groups = zones.get(timeZone);
  if (groups === undefined) zones.set(timeZone, (groups = new Map()));
  let steady = groups.get(group);
  if (steady === undefined) {
    if (groups.size >= maxGroups) groups.clear();
    groups.set(group, (steady = steadyTimes(group * groupMs, timeZone)));
  }
  for (const { until, offset } of steady) if (epoch < until) return offset;
  return steady.at(-1)?.offset ?? 0;
}

/** Of a group of days, from its first instant on. */
function steadyTimes(first: number, timeZone: string): Steady[] {
  const found: Steady[] = [];
  let from: Temporal.ZonedDateTime | null = new Temporal.ZonedDateTime(BigInt(Math.max(first, -lastTime)) * 1_000_000n, timeZone);
  while (from !== null && from.epochMilliseconds < first + groupMs) {
    const next: Temporal.ZonedDateTime | null = from.getTimeZoneTransition('next');
    found.push({ until: next?.epochMilliseconds ?? Infinity, offset: Math.round(from.offsetNanoseconds / 1e6) });
    from = next;
  }
  return found;
}

/** The instant at which the clocks show a time, the first of two; null where they skip it. */
function maybeEpochOf(wall: number, timeZone: string): number | null {
  if (Math.abs(wall) > lastTime - 2 * dayMs) return null;
  const before = offsetAt(wall - dayMs, timeZone);
  const after = offsetAt(wall + dayMs, timeZone);
  if (before === after || offsetAt(wall - before, timeZone) === before) return wall - before;
  return offsetAt(wall - after, timeZone) === after ? wall - after : null;
}

/** The instant: of a time that the clocks skip the one that is later by the gap, of one that they show twice the first. */
export function epochOf(wall: number, timeZone: string): number {
  return maybeEpochOf(wall, timeZone) ?? plainOf(wall).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
}

/** The first instant of the day of a time on the clocks. */
export function dayEpochOf(wall: number, timeZone: string): number {
  return maybeEpochOf(wallMidnight(wall), timeZone) ?? plainOf(wall).toPlainDate().toZonedDateTime(timeZone).epochMilliseconds;
}

/** The midnight of the day of a time on the clocks. */
export const wallMidnight = (wall: number): number => Math.floor(wall / dayMs) * dayMs;

/** Of the day of an instant that begins an all-day event: where the clocks skip midnight, that begins later. */
export const dayWallOf = (epoch: number, timeZone: string): number => wallMidnight(wallOf(epoch, timeZone));

/** As ISO 8601 without a zone, from years 1 to 9999. */
export const wallText = (wall: number): string => new Date(wall).toISOString().slice(0, -1);

function plainOf(wall: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC').toPlainDateTime();
}
