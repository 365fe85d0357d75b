// What a property of a calendar file says as a text. Pure.

import ICAL from 'ical.js';
import type { Property } from './event-times.ts';

/** The name and the parameters of a line, quoted ones as well. */
const head = /^[^:"]*(?:"[^"]*"[^:"]*)*/;

/**
 * What a property and its parameters say, these by their names in lower case: a text without escapes, anything else as it is written. Null
 * where it cannot be read.
 */
export function propertyParts(line: string): { readonly value: string; readonly parameters: ReadonlyMap<string, string> } | null {
  try {
    const [, parameters, type, ...values] = ICAL.parse.property(line) as Property;
    const [written = ''] = head.exec(line) ?? [];
    // The library takes `VALUE` for itself.
    const hasType = /;VALUE=/i.test(written.replaceAll(/"[^"]*"/g, ''));
    const texts = Object.entries(parameters).map(([name, value]) => [name, String(value)] as const);
    return {
      value: type === 'text' ? values.map(String).join(',') : line.slice(written.length + 1),
      parameters: new Map(hasType ? [...texts, ['value', type.toUpperCase()]] : texts),
    };
  } catch {
    return null;
  }
}

/** The text of a property without escapes; null where it cannot be read. */
export function textIn(line: string): string | null {
  try {
    const [, , , ...values] = ICAL.parse.property(line) as Property;
    return values.map(String).join(',');
  } catch {
    return null;
  }
}
