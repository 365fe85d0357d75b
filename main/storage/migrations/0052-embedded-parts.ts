import type { Migration } from '../migrate.ts';

/** A file that a note shows in part, as `![[document.pdf#page=2]]`, is in use: migration 47 took the part for the end of the name once. */
export const embeddedParts: Migration = {
  version: 52,
  name: 'embedded parts',
  sql: `
    INSERT INTO embedded_files (note_id, filename_key)
      SELECT note_id, value FROM note_contents, json_each(embedded_files(content)) WHERE content LIKE '%![%[%#%'
      ON CONFLICT DO UPDATE SET until_version = NULL;
    INSERT INTO embedded_files (note_id, filename_key, until_version)
      SELECT note_id, value, notes.version
        FROM note_snapshots JOIN notes ON notes.id = note_id, json_each(embedded_files(content)) WHERE content LIKE '%![%[%#%'
      ON CONFLICT DO NOTHING;
    INSERT INTO embedded_files (note_id, filename_key, until_version)
      SELECT note_id, value, notes.version
        FROM note_steps JOIN notes ON notes.id = note_id, json_each(embedded_files(coalesce(step_packed, step)))
        WHERE step_packed IS NOT NULL OR step LIKE '%![%[%#%'
      ON CONFLICT DO NOTHING;
    INSERT INTO file_names (note_id, name, until_version)
      SELECT note_id, files.name, until_version FROM embedded_files JOIN notes ON notes.id = note_id
        JOIN files ON files.name = embedded_files.filename_key AND files.user_id = notes.user_id WHERE true ON CONFLICT DO NOTHING;
  `,
};
