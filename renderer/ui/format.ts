// Numbers, dates and times in the page's language, as they are usual where the reader is. Every `Intl` formatter of the page takes
// `locale`.

import { datePreferences } from './date-preferences.ts';
import { chosenZone, wallAt } from './zone-clock.ts';

/** The locale of a reader whose browser prefers `readers`, best first: the first of them that it knows; null for none. */
export function readerOf(readers: readonly string[]): string | null {
  return readers.find((tag) => Intl.DateTimeFormat.supportedLocalesOf([tag]).length > 0) ?? null;
}

/**
 * The locale of a page in `language` for a reader whose browser prefers `readers`, best first: the words are the page's, the conventions
 * (order of a date, 12 or 24 hours, decimal sign) those of the reader's region, as in `en-DE`.
 */
export function localeFor(language: string, readers: readonly string[]): string {
  const first = readerOf(readers);
  if (first === null) return language;
  const reader = new Intl.Locale(first);
  // A reader who reads the page's own language and names no region has said all.
  const region = reader.region ?? (reader.language === language ? undefined : reader.maximize().region);
  if (region === undefined) return language;
  const wanted = `${language}-${region}`;
  if (new Intl.DateTimeFormat(wanted).resolvedOptions().locale === wanted) return wanted;
  // Of this region nothing is known in the page's language: then what is closest to its clock, Europe or the world.
  return new Intl.DateTimeFormat(first, { hour: 'numeric' }).resolvedOptions().hour12 === false ? `${language}-150` : `${language}-001`;
}

/** In the page: its language, and the languages of its reader. `en` where there is no page. */
export const locale: string = typeof document === 'undefined' ? 'en' : localeFor(document.documentElement.lang, navigator.languages);

/** The reader's own locale, for what is usual in the region and not in the page's language: of some regions nothing is known in that. */
export const ownLocale: string = typeof document === 'undefined' ? 'en' : (readerOf(navigator.languages) ?? document.documentElement.lang);

/** Whether a date such as 3/12 begins with the day where the reader is. */
export const dayFirst = isDayFirst(ownLocale);

export function isDayFirst(tag: string): boolean {
  const parts = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'numeric', timeZone: 'UTC' }).formatToParts(Date.UTC(2026, 2, 12));
  return parts.find(({ type }) => type === 'day' || type === 'month')?.type === 'day';
}

/** A formatter of dates and times, as far as the page uses one. */
type DateFormat = Pick<Intl.DateTimeFormat, 'format' | 'formatRange' | 'formatToParts'>;

/**
 * What the reader's region or the user's choice makes of hours, for what takes options instead of text: “8:00 AM”, “08:00”. Read it anew
 * for each use, as the user may change it.
 */
export function clockOptions(): Intl.DateTimeFormatOptions {
  const { hours } = datePreferences();
  const is12 = hours === null ? usually12 : hours === '12';
  return { hour: is12 ? 'numeric' : '2-digit', minute: '2-digit', ...hourCycle(hours) };
}

/** On a clock of 24 hours midnight is 00:00, and on one of 12 it is 12:00 AM, wherever the reader is. */
function hourCycle(hours: '12' | '24' | null): Pick<Intl.DateTimeFormatOptions, 'hourCycle'> {
  return hours === null ? {} : { hourCycle: hours === '12' ? 'h12' : 'h23' };
}

const usually12 = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true;

/**
 * A formatter that follows the user's choice of 12 or 24 hours, and the clocks of `zone` where that is given: it is asked at each use,
 * null is the machine's own zone. `options` are for the date; the time is added unless `withTime` is false.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions, { zone = () => null, withTime = true }: FormatOptions = {}): DateFormat {
  let known: { readonly key: string; readonly format: Intl.DateTimeFormat } | null = null;
  const current = (): Intl.DateTimeFormat => {
    const timeZone = zone();
    const key = `${datePreferences().hours} ${timeZone}`;
    if (known?.key !== key) {
      const timed =
        options.dateStyle === undefined ? clockOptions() : { timeStyle: 'short' as const, ...hourCycle(datePreferences().hours) };
      const all = { ...options, ...(withTime ? timed : {}), ...(timeZone === null ? {} : { timeZone }) };
      known = { key, format: new Intl.DateTimeFormat(locale, all) };
    }
    return known.format;
  };
  return {
    format: (at) => current().format(at),
    formatRange: (from, to) => current().formatRange(from, to),
    formatToParts: (at) => current().formatToParts(at),
  };
}

interface FormatOptions {
  readonly zone?: () => string | null;
  readonly withTime?: boolean;
}

const utc = { zone: () => 'UTC', withTime: false };

/** As in “Friday 20 November”, of a day by its midnight of UTC. */
export const longDay = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' }, utc);
/** The same with its year. */
export const longDayOfYear = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, utc);
/** As in “Fri, 20 Nov”, of a day by its midnight of UTC. */
export const weekdayText = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' }, utc);
/** As in “Fri, 20 Nov, 09:30”, on the calendar's clocks. */
export const weekdayMoment = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' }, { zone: chosenZone });
/** As in “09:30”, on the calendar's clocks. */
export const calendarTime = dateFormat({}, { zone: chosenZone });

const zonedOfThisYear = dateFormat({ day: 'numeric', month: 'short' }, { zone: chosenZone, withTime: false });
const zonedOfOtherYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' }, { zone: chosenZone, withTime: false });

const time = dateFormat({});
const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const moment = dateFormat({ dateStyle: 'medium' });
const dayOfThisYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const dayOfOtherYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
const number = new Intl.NumberFormat(locale);
const percent = new Intl.NumberFormat(locale, { style: 'percent' });

/** As in “08:00” or “8:00 AM”. */
export function timeOfDay(at: Date): string {
  return time.format(at);
}

/** As in “20 Nov 2026”. */
export function dayText(at: Date): string {
  return dayFormat.format(at);
}

/** The same for a day that is written `YYYY-MM-DD`, which is that day wherever the reader is. */
export function writtenDayText(written: string): string {
  return date.format(new Date(`${written}T00:00Z`));
}

/** As in “20 Nov 2026, 17:00”. */
export function momentText(at: Date): string {
  return moment.format(at);
}

/** As in “20 Nov”, “20 Nov 2027”: the year only if it is another one. */
export function shortDay(at: Date, now: Date): string {
  return (at.getFullYear() === now.getFullYear() ? dayOfThisYear : dayOfOtherYear).format(at);
}

/** The same on the calendar's clocks. */
function zonedDay(at: Date, now: Date): string {
  const year = (moment: Date): string => wallAt(moment, chosenZone()).day.slice(0, 4);
  return (year(at) === year(now) ? zonedOfThisYear : zonedOfOtherYear).format(at);
}

/** The same with the time of day, unless a whole day is meant. */
export function zonedMoment(at: Date, isDay: boolean, now: Date): string {
  return isDay ? zonedDay(at, now) : `${zonedDay(at, now)}, ${calendarTime.format(at)}`;
}

/** As in “1,234”. */
export function numberText(value: number): string {
  return number.format(value);
}

/** As in “40%”, of a share between 0 and 1. */
export function percentText(share: number): string {
  return percent.format(share);
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in bytes as people read it, with two digits at least: “1 byte”, “482 bytes”, “1.4 MB”. Steps are of a thousand. */
export function sizeText(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value);
}
