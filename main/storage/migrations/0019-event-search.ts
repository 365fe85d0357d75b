import type { Migration } from '../migrate.ts';

/** Events are found by their words without reading each of them in JavaScript. */
export const eventSearch: Migration = {
  version: 19,
  name: 'event search',
  sql: `
    -- Title, place and notes as they are searched (see main/lib/folded.ts); null where they are ASCII: then SQLite's lower() is the same.
    ALTER TABLE events ADD COLUMN search TEXT;
    UPDATE events SET search = folded(concat_ws(char(10), title, location, description))
      WHERE length(concat_ws(char(10), title, location, description)) <> octet_length(concat_ws(char(10), title, location, description));
  `,
};
