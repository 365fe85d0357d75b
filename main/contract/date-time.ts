// How dates and times are written. Whether a day exists, such as 30 February, is decided where it is read.

import { z } from 'zod';
import { firstEpoch, lastEpoch } from './days.ts';

const date = String.raw`(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?`;
const offset = String.raw`(?:Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)`;
const dateTime = `${date}T${time}${offset}?`;

function written(pattern: string, message: string) {
  return z.string('must be a string').regex(new RegExp(`^(?:${pattern})$`), message);
}

export const dateSchema = written(date, 'must be a date such as 2026-03-01').meta({
  description: 'A date, YYYY-MM-DD',
  examples: ['2026-03-01'],
});

export const timeOfDayText = written(time, 'must be a time of day such as 09:30, from 00:00 to 23:59').meta({
  description: 'A time of day, HH:MM or HH:MM:SS',
  examples: ['09:30'],
});

export const dateOrDateTimeText = written(
  `${date}|${dateTime}`,
  'must be a date such as 2026-03-01 or a date-time such as 2026-03-01T09:30:00Z',
).meta({
  description: 'A date, or a date-time with or without an offset',
  examples: ['2026-03-01', '2026-03-01T09:30:00Z'],
});

export const dateTimeOrPartText = written(
  `${dateTime}|${time}|${date}`,
  'must be a date-time such as 2026-03-01T09:30:00Z, a time of day such as 09:30, or a date such as 2026-03-01',
).meta({ examples: ['2026-03-01T09:30:00Z', '2026-03-01T09:30', '09:30'] });

/** A date-time that is an instant by itself. `message`: what is told of any other text. */
export function exactTime(message: string) {
  return z.iso
    .datetime({ offset: true, error: message })
    .refine((text) => !(Date.parse(text) < firstEpoch || Date.parse(text) > lastEpoch), 'must lie within the years 0001 to 9999 of UTC');
}

/**
 * A date or date-time as a query parameter, which can be absent.
 * A plus sign that was not escaped arrives in a query as a blank: T09:30:00+02:00 as T09:30:00 02:00.
 */
export const queryTime = z
  .preprocess((value) => (typeof value === 'string' ? value.replace(/(T[\d:.]+) (?=\d\d(?::?\d\d)?$)/, '$1+') : value), dateOrDateTimeText)
  .optional();
