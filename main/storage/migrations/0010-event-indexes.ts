import type { Migration } from '../migrate.ts';

/** An event of up to a day, as most are, stands in one index of times and not in two: each costs a write a page at a random place. */
export const eventIndexes: Migration = {
  version: 10,
  name: 'event indexes',
  sql: `
    -- Pages and totals of a range are found in these indexes without reading a row.
    DROP INDEX events_by_start;
    CREATE INDEX events_by_start ON events (user_id, start_at, id, end_at, color, is_all_day);
    -- Those alone that last longer than a day: the others are found by their start.
    DROP INDEX events_by_span;
    CREATE INDEX events_by_span ON events (user_id, span, start_at, id, end_at, color, is_all_day) WHERE span > 0;
  `,
};
