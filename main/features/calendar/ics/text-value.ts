// What a property of a calendar file says as a text. Pure.

import ICAL from 'ical.js';
import type { Property } from './event-times.ts';

/** What a property and its parameters say, these by their names in lower case; null where it cannot be read. */
export function propertyParts(line: string): { readonly value: string; readonly parameters: Readonly<Record<string, string>> } | null {
  try {
    const [, parameters, , ...values] = ICAL.parse.property(line) as Property;
    const texts = Object.entries(parameters).map(([name, value]) => [name, String(value)] as const);
    return { value: values.map(String).join(','), parameters: Object.fromEntries(texts) };
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
