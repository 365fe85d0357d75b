import type { Migration } from '../migrate.ts';

/**
 * What notes show by the name that it came with, `![[photo.png]]`, is in use: whether the note has such a file or not, as it can come
 * later. `embedded_files` gives the folded names in markdown, or in a packed or plain step; `fold_name` that of a file.
 */
export const embeddedFiles: Migration = {
  version: 47,
  name: 'embedded files',
  sql: `
    ALTER TABLE files ADD COLUMN filename_key TEXT;
    UPDATE files SET filename_key = fold_name(filename) WHERE owner_type = 'note';

    -- until_version: the last version of the note that shows it; null while the newest does.
    CREATE TABLE embedded_files (
      note_id       TEXT NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
      filename_key  TEXT NOT NULL,
      until_version INTEGER,
      PRIMARY KEY (note_id, filename_key)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO embedded_files (note_id, filename_key)
      SELECT note_id, value FROM note_contents, json_each(embedded_files(content)) WHERE content LIKE '%![%[%'
      ON CONFLICT DO NOTHING;
    -- Of an earlier version it is not known which was the last with the same.
    INSERT INTO embedded_files (note_id, filename_key, until_version)
      SELECT note_id, value, notes.version
        FROM note_snapshots JOIN notes ON notes.id = note_id, json_each(embedded_files(content)) WHERE content LIKE '%![%[%'
      ON CONFLICT DO NOTHING;
    INSERT INTO embedded_files (note_id, filename_key, until_version)
      SELECT note_id, value, notes.version
        FROM note_steps JOIN notes ON notes.id = note_id, json_each(embedded_files(coalesce(step_packed, step)))
        WHERE step_packed IS NOT NULL OR step LIKE '%![%[%'
      ON CONFLICT DO NOTHING;
    -- Also by the name that markdown has for a file.
    INSERT INTO file_names (note_id, name, until_version)
      SELECT note_id, files.name, until_version FROM embedded_files JOIN notes ON notes.id = note_id
        JOIN files ON files.name = embedded_files.filename_key AND files.user_id = notes.user_id WHERE true ON CONFLICT DO NOTHING;
  `,
};
