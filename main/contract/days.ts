// Days and their names.

/** A day as clocks count it, in milliseconds; not each day of a zone is that long. */
export const dayMs = 86_400_000;

/** The first and the last moment of the years 1 to 9999: ISO 8601 writes other years only by agreement. */
export const [firstMoment, lastMoment] = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'] as const;

/** The same in milliseconds since the Unix epoch. */
export const [firstEpoch, lastEpoch] = [Date.parse(firstMoment), Date.parse(lastMoment)];

/** The day after one that is written `YYYY-MM-DD`. */
export const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);

/** How the names of the months begin in English. */
export const monthBeginnings = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** As iCalendar calls the days of the week, Monday first. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

export type Weekday = (typeof weekdays)[number];
