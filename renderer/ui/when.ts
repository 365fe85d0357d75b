// What the time is, and how long something is ago or away.

import { dateFormat, locale, shortDay, timeOfDay } from './format.ts';
import { useEffect, useState } from 'react';

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const exact = dateFormat({ dateStyle: 'full' });

const minute = 60_000;
const hour = 60 * minute;
const dayMs = 24 * hour;

/** A time as it is read out in full. */
export function exactTime(at: string): string {
  return exact.format(new Date(at));
}

/** As in “5 minutes ago”, “yesterday”. By the clock of another machine it may not be over yet. */
export function timeSince(at: string, now: Date): string {
  return timeFrom(new Date(Math.min(Date.parse(at), now.getTime())), now);
}

/** As in “in 5 hours”, “in 30 days”; what is over may go at any moment. */
export function timeUntil(at: string, now: Date): string {
  return timeFrom(new Date(Math.max(Date.parse(at), now.getTime())), now);
}

/** Days are those of the calendar. */
function timeFrom(then: Date, now: Date): string {
  const days = Math.round((startOf(then).getTime() - startOf(now).getTime()) / dayMs);
  if (days !== 0) return relative.format(days, 'day');
  const away = then.getTime() - now.getTime();
  return Math.abs(away) < hour ? relative.format(Math.trunc(away / minute), 'minute') : relative.format(Math.trunc(away / hour), 'hour');
}

function startOf(at: Date): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate());
}

/** The time, renewed at every full minute and whenever the page comes back into sight (the machine may have slept). */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = (): void => {
      clearTimeout(timer);
      setNow(new Date());
      timer = setTimeout(tick, minute - (Date.now() % minute));
    };
    tick();
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' });

/** As short as it can be and still be understood: the time today, the weekday in the last days, the date before. */
export function shortTime(instant: string, now: Date): string {
  const then = new Date(instant);
  const midnight = startOf(now);
  if (then >= midnight) return timeOfDay(then);
  if (then.getTime() >= midnight.getTime() - 6 * dayMs) return weekday.format(then);
  return shortDay(then, now);
}
