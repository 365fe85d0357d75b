import { dateFormat, locale, timeOfDay } from '../../../ui/format.ts';

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' });
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const fullDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
const full = dateFormat({ dateStyle: 'full' });

/** As short as it can be and still be understood: the time today, the weekday in the last days, the date before. */
export function shortTime(instant: string, now: Date): string {
  const then = new Date(instant);
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  if (then >= midnight) return timeOfDay(then);
  if (then.getTime() >= midnight.getTime() - 6 * 86_400_000) return weekday.format(then);
  return (then.getFullYear() === now.getFullYear() ? day : fullDay).format(then);
}

export function longTime(instant: string): string {
  return full.format(new Date(instant));
}
