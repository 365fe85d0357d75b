// How the user wants dates and times to be shown, and on whose clocks. Kept by this browser for all of its windows.

import { readSetting, writeSetting } from '../api/remembered.ts';
import { Store, useStore } from '../api/store.ts';

/** The days with which a week can begin, by their numbers: 0 for Sunday. */
export const weekStarts = [1, 0, 6] as const;

/** How long a new event can be proposed to be, in minutes. */
export const eventLengths = [15, 30, 45, 60, 90, 120] as const;

type WeekStart = (typeof weekStarts)[number];
type EventLength = (typeof eventLengths)[number];

interface DatePreferences {
  /** Null: as usual where the reader is. */
  readonly weekStart: WeekStart | null;
  /** Null: as usual where the reader is. */
  readonly hours: '12' | '24' | null;
  readonly eventLength: EventLength;
  /** The IANA time zone on whose clocks the calendar is shown. Null: that of this machine. */
  readonly zone: string | null;
  /** A second one, for comparison. Null: none. */
  readonly secondZone: string | null;
  readonly weekNumbers: boolean;
}

/** The names under which they are kept. */
const names = {
  weekStart: 'calendar.weekStart',
  hours: 'hours',
  eventLength: 'calendar.eventLength',
  zone: 'calendar.zone',
  secondZone: 'calendar.secondZone',
  weekNumbers: 'calendar.weekNumbers',
} as const satisfies Record<keyof DatePreferences, string>;

const usualLength = 60;

/** What cannot be read counts as not chosen. */
export function readPreferences(read: (name: string) => string | null): DatePreferences {
  const number = (name: keyof DatePreferences): number => Number(read(names[name]) ?? Number.NaN);
  const hours = read(names.hours);
  const zone = (name: 'zone' | 'secondZone'): string | null => {
    const kept = read(names[name]);
    return kept !== null && isKnownZone(kept) ? kept : null;
  };
  return {
    weekStart: weekStarts.find((known) => known === number('weekStart')) ?? null,
    hours: hours === '12' || hours === '24' ? hours : null,
    eventLength: eventLengths.find((known) => known === number('eventLength')) ?? usualLength,
    zone: zone('zone'),
    secondZone: zone('secondZone'),
    weekNumbers: read(names.weekNumbers) === 'on',
  };
}

/** What `isKnownZone` has found out: the zones of all events are asked about, and to make a format takes a tenth of a millisecond. */
const askedAbout = new Map<string, boolean>();
/** More than there are zones. What is not a zone is remembered as well, so the number has a limit. */
const maxAsked = 1_000;

export function isKnownZone(zone: string): boolean {
  const known = askedAbout.get(zone);
  if (known !== undefined) return known;
  if (askedAbout.size >= maxAsked) askedAbout.clear();
  const isKnown = zone !== '' && hasFormat(zone);
  askedAbout.set(zone, isKnown);
  return isKnown;
}

function hasFormat(zone: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

const preferences = new Store(readPreferences(readSetting));

/** As they are now; what is shown for longer uses `useDatePreferences`. */
export const datePreferences = preferences.get;

/** Takes effect at once, in the other windows of this browser too. */
export function chooseDates(change: Partial<DatePreferences>): void {
  const chosen = { ...datePreferences(), ...change };
  writeSetting(names.weekStart, textOf(chosen.weekStart));
  writeSetting(names.hours, chosen.hours);
  writeSetting(names.eventLength, chosen.eventLength === usualLength ? null : String(chosen.eventLength));
  writeSetting(names.zone, chosen.zone);
  writeSetting(names.secondZone, chosen.secondZone);
  writeSetting(names.weekNumbers, chosen.weekNumbers ? 'on' : null);
  preferences.set(chosen);
}

const textOf = (value: number | null): string | null => (value === null ? null : String(value));

const keys: ReadonlySet<string> = new Set(Object.values(names).map((name) => `daybook.${name}`));

// Also while nothing is shown that follows them.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    // Null: another window has forgotten all of them.
    if (key !== null && !keys.has(key)) return;
    preferences.set(readPreferences(readSetting));
  });

export function useDatePreferences(): DatePreferences {
  return useStore(preferences);
}

interface WeekInfo {
  /** 1 for Monday to 7 for Sunday. */
  readonly firstDay: number;
}

/** The first day of the week where `locale` is usual: 0 for Sunday, 1 for Monday… Monday where the browser does not know. */
export function firstDayOf(locale: string): number {
  const known = new Intl.Locale(locale) as Intl.Locale & { readonly getWeekInfo?: () => WeekInfo; readonly weekInfo?: WeekInfo };
  return ((known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1) % 7;
}
