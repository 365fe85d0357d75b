// Properties of an event of a calendar file, as the library reads them, and as programs write them that do not keep to RFC 5545. Pure.

import ICAL from 'ical.js';
import { propertyName } from './content-lines.ts';
import { type Property, Unusable } from './event-times.ts';
import { textIn } from './text-value.ts';

/** The lines of a component by the names of their properties. */
export type Lines = ReadonlyMap<string, readonly string[]>;

/** The first property of this name; null if there is none. Throws `Unusable` for one that cannot be read. */
export function property(lines: Lines, name: string): Property | null {
  const line = lines.get(name)?.[0];
  return line === undefined ? null : parsedProperty(line);
}

/** Of days without `VALUE=DATE`, as in `DTSTART:20261224`, which many files have. */
const plainDays = /^(?!.*;VALUE=DATE[;:])([^:;]+)((?:;[^:;"=]+=(?:"[^"]*"|[^:;"]*))*):(\d{8}(?:,\d{8})*)$/i;

/** Throws `Unusable` for a line that cannot be read. */
export function parsedProperty(line: string): Property {
  const [, name, parameters = '', days] = plainDays.exec(line.trimEnd()) ?? [];
  const others = parameters.replaceAll(/;(?:VALUE|TZID)=(?:"[^"]*"|[^;]*)/gi, '');
  try {
    return ICAL.parse.property(days === undefined ? line.trimEnd() : `${name}${others};VALUE=DATE:${days}`) as Property;
  } catch {
    throw new Unusable(`has a ${propertyName(line)} that cannot be read`);
  }
}

/** Reads further times of an event, see `alike`. */
export function alikeIn(lines: Lines, start: Property | null): (name: string) => Property | null {
  return (name) => {
    const found = property(lines, name);
    return found === null ? null : alike(found, start);
  };
}

/** The day that an occurrence of days is named by. Exchange, and Google of old, name it by a midnight. */
export function dayFromMidnight(recurrenceId: Property | null, start: Property | null): Property | null {
  if (recurrenceId === null || start?.[2] !== 'date') return recurrenceId;
  const [name, parameters, type, value] = recurrenceId;
  const [, day] = /^(\d{4}-\d\d-\d\d)T00:00:00Z?$/.exec(type === 'date-time' ? String(value) : '') ?? [];
  return day === undefined ? recurrenceId : [name, parameters, 'date', day];
}

/** A local time without a zone is one of the zone that the start names. */
export function alike([name, parameters, ...rest]: Property, start: Property | null): Property {
  const tzid = parameters['tzid'] ?? start?.[1]['tzid'];
  return [name, tzid === undefined ? parameters : { ...parameters, tzid }, ...rest];
}

/** Its text, without escapes; null where it is missing or cannot be read. */
export function propertyText(lines: Lines, name: string): string | null {
  const line = lines.get(name)?.[0];
  return line === undefined ? null : textIn(line);
}
