import type { Migration } from '../migrate.ts';

/**
 * Two indexes took a page of the log each with every change of a note. What changes have replaced is forgotten in the order of the feed,
 * once an hour. Deltas are found among the steps of a note in the order of their versions: nearly each step is the last one of a delta.
 */
export const fewerIndexPages: Migration = {
  version: 56,
  name: 'fewer index pages',
  sql: `
    DROP INDEX changes_with_before;
    DROP INDEX note_steps_by_delta;
  `,
};
