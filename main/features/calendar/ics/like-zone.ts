// The zone of IANA with the same clocks as one that a file brings along, such as Outlook's “W. Europe Standard Time”. Pure.

import { Temporal } from 'temporal-polyfill';
import { instantIn, type OwnZone } from './own-zones.ts';

/** Where several zones have the same clocks, the city that most people know. */
const wellKnown = [
  'Europe/Berlin',
  'Europe/London',
  'Europe/Athens',
  'Europe/Moscow',
  'Europe/Istanbul',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'America/Bogota',
  'Africa/Lagos',
  'Africa/Johannesburg',
  'Africa/Nairobi',
  'Asia/Dubai',
  'Asia/Karachi',
  'Asia/Kolkata',
  'Asia/Dhaka',
  'Asia/Bangkok',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Australia/Brisbane',
  'Pacific/Auckland',
  'UTC',
];

/** For how many years the clocks must be the same. */
const years = 2;

const found = new WeakMap<OwnZone, Map<string, string | null>>();

/** `machineZone` where that has the same clocks from the start of a year on; null where none does. */
export function zoneLike(own: OwnZone, year: number, machineZone: string): string | null {
  const key = `${year} ${machineZone}`;
  const known = found.get(own) ?? new Map<string, string | null>();
  found.set(own, known);
  const like = known.get(key) ?? search(own, year, machineZone);
  known.set(key, like);
  return like;
}

function search(own: OwnZone, year: number, machineZone: string): string | null {
  const instants = samples(year).map((local) => [local, instantIn(own, local)] as const);
  const hasSameClocks = (name: string): boolean =>
    instants.every(([local, instant]) => local.toZonedDateTime(name).epochMilliseconds === instant);
  return [machineZone, ...wellKnown, ...Intl.supportedValuesOf('timeZone')].find(hasSameClocks) ?? null;
}

/** Noons: first those of a winter and a summer, by which most zones differ; then each day, as clocks change on some. */
function samples(year: number): Temporal.PlainDateTime[] {
  const first = new Temporal.PlainDateTime(year, 1, 1, 12);
  return [first, first.add({ months: 6 }), ...Array.from({ length: years * 365 }, (_, day) => first.add({ days: day }))];
}
