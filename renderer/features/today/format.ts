// Dates and times in the words of the reader's own locale.

import type { Day } from './agenda.ts';

const heading = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** The locale of what these functions give: the reader's own. */
export const { locale } = heading.resolvedOptions();

/** As in “Friday 20 November”. */
export function dayHeading(day: Day): string {
  return heading.format(day.start);
}

/** As in “09:30” or “9:30 AM”. */
export function timeOfDay(moment: Date): string {
  return time.format(moment);
}
