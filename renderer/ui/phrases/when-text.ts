// When something takes place, in the few words of a preview. Pure.

import type { Days, Timed } from '../../../main/contract/phrases/phrase.ts';
import { clockOptions, locale } from '../format.ts';
import { strings } from './strings.ts';

const dayParts = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** As in “Fri 27 Nov, 12:30–13:30” or “Mon 23 – Wed 25 Nov, all day”. */
export function whenText(when: Timed | Days, timeZone: string): string {
  if (when.kind === 'timed') {
    const moments = new Intl.DateTimeFormat(locale, { ...dayParts, ...clockOptions(), timeZone });
    return moments.formatRange(new Date(when.start), new Date(when.end));
  }
  const days = new Intl.DateTimeFormat(locale, { ...dayParts, timeZone: 'UTC' });
  // The end is the day after the last one.
  const [first, last] = [Date.parse(when.start), Date.parse(when.end) - 86_400_000];
  return `${days.formatRange(first, last)}, ${strings.allDay}`;
}
