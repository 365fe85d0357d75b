import type { Migration } from '../migrate.ts';

/** Links in the own descriptions of occurrences are in the index as well: series that have such are read for it, in the background. */
export const occurrenceLinks: Migration = {
  version: 50,
  name: 'occurrence links',
  sql: `
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT DISTINCT events.id, 'event', events.user_id FROM event_overrides JOIN events ON events.id = series_id
      WHERE fields ->> 'description' IS NOT NULL ON CONFLICT (record_id) DO NOTHING;
  `,
};
