/** SQL that takes back what the migrations from 52 on have made, for tests of upgrades from before. */
export const backTo51 = `
  DROP TABLE untold_links;
  ALTER TABLE users DROP COLUMN login_stamp;
  ALTER TABLE users DROP COLUMN kept_login;
  ALTER TABLE run_files DROP COLUMN made_folders;
  CREATE INDEX note_steps_by_delta ON note_steps (note_id, delta) WHERE version = delta;
  CREATE INDEX changes_with_before ON changes (at) WHERE before IS NOT NULL;`;

/** SQL that takes back what the migrations from 46 on have made, for tests of upgrades from before. */
export const backTo45 = `${backTo51}
  DROP TABLE embedded_files;
  ALTER TABLE files DROP COLUMN filename_key;
  DROP INDEX import_sources_by_batch;
  ALTER TABLE import_sources DROP COLUMN batch_id;
  ALTER TABLE import_sources DROP COLUMN former_hash;`;
