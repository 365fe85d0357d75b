// Events that repeat, in the terms of iCalendar (RFC 5545). Whether a rule can be worked out is decided where it is read.

import { z } from 'zod';
import { dateOrDateTimeText } from './date-time.ts';

/** The longest rule, in characters, and the most dates beside it. */
export const recurrenceLimits = { rule: 1_000, dates: 1_000, count: 10_000, occurrencesPerYear: 10_000, overrides: 1_000 } as const;

/** How wide a range may be that lists the occurrences of series, in years. */
export const maxRangeYears = 5;

const dates = z
  .array(dateOrDateTimeText, 'must be a list')
  .max(recurrenceLimits.dates, `must hold at most ${recurrenceLimits.dates} dates`);

const rrule = z
  .string('must be a string')
  .min(1, 'must not be empty')
  .max(recurrenceLimits.rule, `must be at most ${recurrenceLimits.rule} characters`)
  .meta({
    description: 'RFC 5545, section 3.3.10, without `RRULE:`. FREQ=SECONDLY and MINUTELY are not possible, nor COUNT together with UNTIL',
    examples: ['FREQ=WEEKLY;BYDAY=MO,WE', 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=12'],
  });

export const Recurrence = z
  .object({
    rrule: z.string(),
    rdates: z.array(z.string()).meta({ description: 'Further occurrences: instants, of an all-day series dates' }),
    exdates: z.array(z.string()).meta({ description: 'Starts of occurrences that do not take place' }),
  })
  .meta({ id: 'Recurrence', description: 'How an event repeats' });

export type Recurrence = z.infer<typeof Recurrence>;

export const WriteRecurrence = z
  .strictObject(
    {
      rrule,
      rdates: dates.optional().meta({ description: 'Further occurrences: date-times, of an all-day series dates; none when absent' }),
      exdates: dates.optional().meta({ description: 'Starts of occurrences that do not take place; none when absent' }),
    },
    { error: (issue) => (issue.code === 'invalid_type' ? 'must be an object with rrule, or null' : undefined) },
  )
  .meta({
    id: 'WriteRecurrence',
    examples: [{ rrule: 'FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20270101T000000Z' }, { rrule: 'FREQ=DAILY', exdates: ['2026-03-03T09:30:00Z'] }],
  });

export type WriteRecurrence = z.infer<typeof WriteRecurrence>;

export const scopes = ['one', 'following', 'all'] as const;

/** Which occurrences of a series a write is about. */
export type SeriesScope = (typeof scopes)[number];

export const seriesScope = z
  .enum(scopes, 'must be one, following or all')
  .optional()
  .meta({
    description:
      'Which occurrences: `one` (the default with an occurrence id, which it needs), that one and the `following` ones, or `all` (the ' +
      'default with the id of a series)',
  });
