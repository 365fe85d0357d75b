import type { Migration } from '../migrate.ts';

/**
 * What changes have replaced is forgotten in the order of the feed. The index that told the oldest of it was read once an hour, and took a
 * page of the log with each change of a note or card.
 */
export const fewerIndexPages: Migration = {
  version: 56,
  name: 'fewer index pages',
  sql: 'DROP INDEX changes_with_before;',
};
