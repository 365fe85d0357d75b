/** What lists of links say. */
export const strings = {
  linked: 'Linked',
  linkedHint: 'Notes, cards and events that belong here.',
  add: 'Link…',
  search: 'Search notes, cards and events',
  kinds: { note: 'Note', card: 'Card', event: 'Event' },
  nothingFound: 'Nothing found',
  searching: 'Searching…',
  remove: (title: string): string => `Remove the link to “${title}”`,
  added: (title: string): string => `Linked with “${title}”`,
  removed: (title: string): string => `Link to “${title}” removed`,
  addFailed: 'It could not be linked',
  removeFailed: 'The link could not be removed',
  failed: 'The links could not be read',
  openFailed: 'It could not be opened',
  backlinks: 'Linked from',
  noBacklinks: 'Nothing links here yet.',
} as const;
