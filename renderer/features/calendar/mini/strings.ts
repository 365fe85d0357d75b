/** What the small month and the way to a date say. */
export const strings = {
  previousMonth: 'Previous month in the small one',
  nextMonth: 'Next month in the small one',
  month: 'Month',
  week: 'Week',
  day: (name: string, isMarked: boolean): string => (isMarked ? `${name}, has entries` : name),
  show: 'Show small month',
  hide: 'Hide small month',
  goToDate: 'Go to date',
  date: 'Date',
  dateHint: '24 Dec, next friday, 2026-12-24',
  noDate: 'This is no date that Daybook can read',
  go: 'Go',
} as const;
