// What Windows and Outlook show people as the name of a time zone: an offset, and places that have it. Pure.

import { Temporal } from 'temporal-polyfill';
import { maybeWindowsZone } from './windows-zones.ts';

/** What the names of IANA begin with. Those of countries are links that programs still know: `US/Arizona`. */
const regions = ['Africa', 'America', 'Asia', 'Atlantic', 'Australia', 'Europe', 'Indian', 'Pacific', 'US', 'Canada', 'Brazil'];

/** `(UTC+01:00)` in front of the places. */
const prefix = /^\((?:UTC|GMT) ?(?:([+-])(\d\d?):(\d\d))?\)/i;

/**
 * The zone of IANA that a label such as `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna` means for times of a year: one of
 * its places that IANA or Windows names, as long as all of those whose standard time is that of the label have the same clocks. Null for
 * any other text, and where that leaves more than one. `maybeTimeZone`: see `ReadOptions`.
 */
export function maybeLabelledZone(label: string, year: number, maybeTimeZone: (name: string) => string | null): string | null {
  // A single word could be anything: `Eastern`.
  if (!/[(,;]/.test(label)) return null;
  const [stated = '', sign = '+', hours = '0', minutes = '0'] = prefix.exec(label) ?? [];
  const offset = stated === '' ? null : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
  const zones = label
    .slice(stated.length)
    .replaceAll(/\([^()]*\)/g, '')
    .split(/[,;]/)
    .flatMap((place) => zonesOf(place.trim(), maybeTimeZone));
  const [first, ...others] = zones
    .map((zone) => ({ zone, offsets: offsetsIn(zone, year) }))
    .filter(({ offsets }) => offset === null || Math.min(...offsets) === offset);
  if (first === undefined) return null;
  return others.every(({ offsets }) => offsets.every((each, index) => each === first.offsets[index])) ? first.zone : null;
}

function zonesOf(place: string, maybeTimeZone: (name: string) => string | null): string[] {
  const name = place.replace(/ Time$/i, '');
  const ofWindows = name.toLowerCase() === 'coordinated universal' ? 'UTC' : maybeWindowsZone(`${name} Standard Time`);
  if (ofWindows !== null) return [ofWindows];
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(' ', '_');
  return regions.map((region) => maybeTimeZone(`${region}/${plain}`)).filter((zone) => zone !== null);
}

/** Minutes from UTC, twice a month for two years. */
function offsetsIn(zone: string, year: number): number[] {
  const start = Temporal.PlainDate.from({ year, month: 1, day: 10 });
  return Array.from({ length: 48 }, (_, index) => {
    const day = start.add({ months: Math.floor(index / 2), days: (index % 2) * 15 });
    return day.toZonedDateTime(zone).offsetNanoseconds / 60e9;
  });
}
