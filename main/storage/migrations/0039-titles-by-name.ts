import type { Migration } from '../migrate.ts';

/**
 * A note with some title is looked for in `notes_by_name`, in its four parts. Every new note came into another page of both indexes: to
 * write those of this one was a quarter of all that creating notes wrote.
 */
export const titlesByName: Migration = {
  version: 39,
  name: 'titles by name',
  sql: 'DROP INDEX notes_by_title;',
};
