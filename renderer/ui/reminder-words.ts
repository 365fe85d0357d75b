// How long before something a reminder rings, in words. Pure.

/** What the field for reminders says. */
export const strings = {
  reminders: 'Reminders',
  add: 'Add reminder',
  remove: (name: string): string => `Remove reminder: ${name}`,
  custom: 'Custom…',
  customMinutes: 'Minutes before',
  set: 'Set',
  atTime: 'At the time',
  before: (span: string): string => `${span} before`,
  units: {
    minute: (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`),
    hour: (count: number): string => (count === 1 ? '1 hour' : `${count} hours`),
    day: (count: number): string => (count === 1 ? '1 day' : `${count} days`),
    week: (count: number): string => (count === 1 ? '1 week' : `${count} weeks`),
  },
} as const;

/** The usual ones, in minutes. */
export const usualLeads = [0, 5, 10, 30, 60, 1440] as const;

/** As in "10 minutes before": in the largest unit that gives a whole number. */
export function leadName(minutes: number): string {
  if (minutes === 0) return strings.atTime;
  const { units, before } = strings;
  if (minutes % 10_080 === 0) return before(units.week(minutes / 10_080));
  if (minutes % 1440 === 0) return before(units.day(minutes / 1440));
  if (minutes % 60 === 0) return before(units.hour(minutes / 60));
  return before(units.minute(minutes));
}
