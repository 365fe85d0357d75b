/** What the search of the calendar says. */
export const strings = {
  search: 'Search events',
  hint: 'Title, place or notes',
  close: 'Close search',
  failed: 'Events could not be searched',
  searching: 'Searching…',
  coming: 'Coming',
  over: 'Earlier',
  results: 'Events that were found',
  count: (total: number): string => (total === 1 ? '1 event' : `${total} events`),
  more: (count: number): string => (count === 1 ? '1 more: write more of it' : `${count} more: write more of it`),
  nothing: 'Nothing was found',
  nothingHint: 'All words must be in the title, the place or the notes. Calendars that are switched off are left out.',
  repeats: 'repeats',
  allDay: 'All day',
} as const;
