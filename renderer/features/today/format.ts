import type { Day } from './agenda.ts';
import { locale } from '../../ui/format.ts';

const heading = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });

/** As in “Friday 20 November”. */
export function dayHeading(day: Day): string {
  return heading.format(day.start);
}
