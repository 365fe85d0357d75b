// What a property of a calendar file says as a text. Pure.

import ICAL from 'ical.js';
import type { Property } from './event-times.ts';

/** The text of a property without escapes; null where it cannot be read. */
export function textIn(line: string): string | null {
  try {
    const [, , , ...values] = ICAL.parse.property(line) as Property;
    return values.map(String).join(',');
  } catch {
    return null;
  }
}
