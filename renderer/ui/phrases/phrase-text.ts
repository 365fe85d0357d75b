// When something takes place, and how it repeats, in few words: for the preview of a phrase, and for what an agent asks to do. Pure.

import { dayMs, weekdays } from '../../../main/contract/days.ts';
import type { Days, Timed } from '../../../main/contract/phrases/phrase.ts';
import { clockOptions, locale } from '../format.ts';

/** What the preview of a phrase says. */
export const strings = {
  understood: 'Understood from the title',
  keep: (words: string): string => `Keep ${words} as text`,
  quoted: (words: string): string => `“${words}”`,
  allDay: 'all day',
  daily: (count: number): string => (count === 1 ? 'Daily' : `Every ${count} days`),
  weekdays: 'Every weekday',
  weekly: (count: number): string => (count === 1 ? 'Weekly' : `Every ${count} weeks`),
  monthly: (count: number): string => (count === 1 ? 'Monthly' : `Every ${count} months`),
  on: (often: string, days: string): string => `${often} on ${days}`,
  yearly: (count: number): string => (count === 1 ? 'Annually' : `Every ${count} years`),
  dayOfMonth: (day: string): string => `day ${day}`,
  nth: (nth: string, weekday: string): string => `the ${nth} ${weekday}`,
  nths: { '1': 'first', '2': 'second', '3': 'third', '4': 'fourth', '5': 'fifth', '-1': 'last' } as Readonly<Record<string, string>>,
  until: (day: string): string => `until ${day}`,
  times: (count: number): string => (count === 1 ? 'once' : `${count} times`),
} as const;

const dayParts = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** As in “Fri 27 Nov, 12:30–13:30” or “Mon 23 – Wed 25 Nov, all day”. */
export function whenText(when: Timed | Days, timeZone: string): string {
  if (when.kind === 'timed') {
    const moments = new Intl.DateTimeFormat(locale, { ...dayParts, ...clockOptions(), timeZone });
    return moments.formatRange(new Date(when.start), new Date(when.end));
  }
  const days = new Intl.DateTimeFormat(locale, { ...dayParts, timeZone: 'UTC' });
  // The end is the day after the last one.
  const [first, last] = [Date.parse(when.start), Date.parse(when.end) - dayMs];
  return `${days.formatRange(first, last)}, ${strings.allDay}`;
}

const list = new Intl.ListFormat(locale, { type: 'conjunction' });
/** As in “Friday”. */
function weekdayName(code: string): string {
  // 5 January 2026 was a Monday.
  return new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(new Date(2026, 0, 5 + weekdays.findIndex((each) => each === code)));
}

/** The day of an UNTIL: a date, or a moment of the zone. */
function dayOf(until: string, zone: string): string {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d))?/.exec(until) ?? [];
  const timeZone = hour === undefined ? 'UTC' : zone;
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone });
  return date.format(new Date(`${year}-${month}-${day}T${hour ?? '00'}:${minute ?? '00'}:00Z`));
}

const onDays = (often: string, days: string): string => (days === '' ? often : strings.on(often, days));

function frequencyText(parts: ReadonlyMap<string, string>): string {
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const days = parts.get('BYDAY')?.split(',') ?? [];
  switch (parts.get('FREQ')) {
    case 'DAILY':
      return strings.daily(interval);
    case 'WEEKLY':
      return interval === 1 && days.join() === 'MO,TU,WE,TH,FR'
        ? strings.weekdays
        : onDays(strings.weekly(interval), list.format(days.map(weekdayName)));
    case 'MONTHLY': {
      const [, nth, code] = /^(-?\d)(..)$/.exec(days[0] ?? '') ?? [];
      const day = parts.get('BYMONTHDAY') ?? '';
      if (nth === undefined || code === undefined) return onDays(strings.monthly(interval), day && strings.dayOfMonth(day));
      return onDays(strings.monthly(interval), strings.nth(strings.nths[nth] ?? nth, weekdayName(code)));
    }
    default:
      return strings.yearly(interval);
  }
}

/** By frequency: what may stand beside it in a rule that words say the whole of. */
const sayable: Readonly<Record<string, RegExp>> = {
  DAILY: /^$/,
  WEEKLY: /^(?:BYDAY=(?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:MO|TU|WE|TH|FR|SA|SU))*)?$/,
  MONTHLY: /^(?:BYDAY=(?:[1-5]|-1)(?:MO|TU|WE|TH|FR|SA|SU)|BYMONTHDAY=\d\d?)?$/,
  YEARLY: /^$/,
};

/** The same of any rule; null for one that says more than these words do. */
export function maybeRuleText(rrule: string, timeZone: string): string | null {
  const parts = rrule.split(';');
  const frequency = parts.find((part) => part.startsWith('FREQ='))?.slice('FREQ='.length) ?? '';
  const others = parts.filter((part) => !/^(?:FREQ=|INTERVAL=\d+$|COUNT=\d+$|UNTIL=\d{8}(?:T\d{6}Z?)?$)/.test(part));
  return sayable[frequency]?.test(others.join(';')) === true ? ruleText(rrule, timeZone) : null;
}

/** As in “Weekly on Friday, until 25 Dec 2026”, of a rule as `understand` gives it in that zone. */
export function ruleText(rrule: string, timeZone: string): string {
  const parts = new Map(rrule.split(';').map((part) => part.split('=') as [string, string]));
  const [until, count] = [parts.get('UNTIL'), parts.get('COUNT')];
  const end = until !== undefined ? [strings.until(dayOf(until, timeZone))] : count !== undefined ? [strings.times(Number(count))] : [];
  return [frequencyText(parts), ...end].join(', ');
}
