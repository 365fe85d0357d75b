// Days and their names.

/** A day as clocks count it, in milliseconds; not each day of a zone is that long. */
export const dayMs = 86_400_000;

/** The day after one that is written `YYYY-MM-DD`. */
export const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);

/** How the names of the months begin in English. */
export const monthBeginnings = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** As iCalendar calls the days of the week, Monday first. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

export type Weekday = (typeof weekdays)[number];
