/** What the small form and the menu of events say. */
export const strings = {
  hint: 'Lunch with Eva friday 12:30',
  more: 'More…',
  quickEvent: 'New event here',
  provisional: 'New event',
} as const;
