/** What reminders say. */
export const strings = {
  heading: (count: number): string => (count === 1 ? 'Reminder' : `${count} reminders`),
  missed: (count: number): string => (count === 1 ? 'Missed while Daybook was closed' : `${count} reminders while Daybook was closed`),
  due: (when: string): string => `Due ${when}`,
  untitled: '(No title)',
  dismiss: 'Dismiss',
  dismissOne: (title: string): string => `Dismiss ${title}`,
  dismissAll: 'Dismiss all',
  snoozeAll: 'Snooze all',
  hide: 'Fold up the reminders',
  show: (heading: string): string => `${heading}: show`,
  snoozeOne: (title: string): string => `Snooze ${title}`,
  snoozes: { ten: '10 minutes', hour: '1 hour', day: '1 day' },
  failed: 'The reminder could not be changed',
  reminders: 'Reminders',
} as const;
