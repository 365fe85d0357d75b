/** What the page of today says. */
export const strings = {
  title: 'Today – Daybook',
  today: 'Today',
  loading: 'Reading today’s events…',
  nothing: 'Nothing planned today',
  nothingHint: 'What you or your scripts put into the calendar appears here at once.',
  count: (events: number): string => (events === 1 ? '1 event' : `${events} events`),
  left: (events: number): string => (events === 0 ? 'all over' : `${events} still to come`),
  more: (events: number): string => `and ${events} more`,
  allDay: 'All day',
  now: 'Now',
  from: 'from',
  until: 'until',
  to: 'to',
  at: 'Where:',
  failed: 'Today’s events could not be read',
} as const;
