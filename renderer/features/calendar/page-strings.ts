// What the parts of the calendar's page say that are beside the calendar itself.

/** What the small month and the way to a date say. */
export const miniStrings = {
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

/** What the search of the calendar says. */
export const searchStrings = {
  search: 'Search events',
  hint: 'Title, place or notes',
  close: 'Close search',
  failed: 'Events could not be searched',
  searching: 'Searching…',
  coming: 'Coming',
  over: 'Earlier',
  count: (total: number): string => (total === 1 ? '1 event' : `${total} events`),
  more: (count: number): string => (count === 1 ? '1 more: write more of it' : `${count} more: write more of it`),
  nothing: 'Nothing was found',
  nothingHint: 'All words must be in the title, the place or the notes. Calendars that are switched off are left out.',
  repeats: 'repeats',
  allDay: 'All day',
} as const;

/** What the menu of an event says. */
export const menuStrings = {
  open: 'Open',
  duplicate: 'Duplicate',
  cancelEvent: 'Mark as cancelled',
  takesPlace: 'It takes place after all',
  cancelled: (title: string): string => `${title} (cancelled)`,
  copyText: 'Copy as text',
  copyLink: 'Copy link',
} as const;
