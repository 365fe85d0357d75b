// Days by the calendar, written as YYYY-MM-DD.

/** A day as clocks count it, in milliseconds; not each day of a zone is that long. */
export const dayMs = 86_400_000;

export const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
