import type { Migration } from '../migrate.ts';

/**
 * When a note was changed last stands beside its number in the full-text index: a search since some day looks at nothing else of the note.
 * Whatever changes a note's text makes a new entry; a change of its attributes alone, which sets is_pinned, does not.
 */
export const noteSearchTimes: Migration = {
  version: 30,
  name: 'note search times',
  sql: `
    ALTER TABLE note_search ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
    UPDATE note_search SET changed_at = (SELECT updated_at FROM notes WHERE id = note_id);
    CREATE TRIGGER note_attributes_changed AFTER UPDATE OF is_pinned ON notes WHEN new.updated_at <> old.updated_at BEGIN
      UPDATE note_search SET changed_at = new.updated_at WHERE note_id = new.id;
    END;
  `,
};
