/** Milliseconds since the Unix epoch. Handed in, so that tests can set the time. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

const dayLength = 86_400_000;
/** The date parts of days that were asked for lately, such as `2026-03-01T`. */
const dates = new Map<number, string>();
const maxDates = 4_000;

const two = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/**
 * The form in which the interface writes instants: ISO 8601, UTC, milliseconds; what `Date.prototype.toISOString` gives.
 * A list holds hundreds of them and took a third of its time for that method, so the date part is remembered by day.
 */
export function toInstant(milliseconds: number): string {
  const day = Math.floor(milliseconds / dayLength);
  const date = dates.get(day) ?? rememberDate(day);
  const time = milliseconds - day * dayLength;
  const seconds = Math.floor(time / 1000);
  const minute = two[Math.floor(seconds / 60) % 60];
  return `${date}${two[Math.floor(seconds / 3600)]}:${minute}:${two[seconds % 60]}.${String(time % 1000).padStart(3, '0')}Z`;
}

function rememberDate(day: number): string {
  const text = new Date(day * dayLength).toISOString();
  const date = text.slice(0, text.indexOf('T') + 1);
  if (dates.size >= maxDates) dates.clear();
  dates.set(day, date);
  return date;
}
