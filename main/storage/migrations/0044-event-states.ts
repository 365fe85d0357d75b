import type { Migration } from '../migrate.ts';

/** Whether a line of an event says this, and does not belong to a component of it. */
const says = (lines: string, property: string): string => `EXISTS (SELECT 1 FROM json_each(${lines}) AS line
  WHERE (line.value LIKE '${property}' OR line.value LIKE '${property.replace(':', ';%:')}')
    AND NOT EXISTS (SELECT 1 FROM json_each(${lines}) AS earlier WHERE earlier.key < line.key AND earlier.value LIKE 'BEGIN:%'))`;

const cancelled = 'STATUS:CANCELLED';
const free = 'TRANSP:TRANSPARENT';

/** What occurrences that came in with lines of their own say, where the series says something else. */
const occurrences = (field: string, column: string, property: string): string => `
  UPDATE event_overrides SET fields = json_set(fields, '$.${field}', json(iif(events.${column} = 0, 'true', 'false')))
  FROM events JOIN event_sources ON event_id = events.id
  WHERE events.id = series_id AND json_type(data, '$.keptOf."' || original_at || '"') IS NOT NULL
    AND events.${column} <> ${says(`data, '$.keptOf."' || original_at || '"'`, property)};`;

/** Events can be cancelled, or leave their time free: those that came in so are from now on. */
export const eventStates: Migration = {
  version: 44,
  name: 'event states',
  sql: `
    ALTER TABLE events ADD COLUMN is_cancelled INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE events ADD COLUMN is_free INTEGER NOT NULL DEFAULT 0;
    UPDATE events SET is_cancelled = 1 WHERE id IN (SELECT event_id FROM event_sources WHERE ${says("data, '$.kept'", cancelled)});
    UPDATE events SET is_free = 1 WHERE id IN (SELECT event_id FROM event_sources WHERE ${says("data, '$.kept'", free)});
    ${occurrences('isCancelled', 'is_cancelled', cancelled)}
    ${occurrences('isFree', 'is_free', free)}
  `,
};
