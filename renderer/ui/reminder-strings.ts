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
