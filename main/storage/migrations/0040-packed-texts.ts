import type { Migration } from '../migrate.ts';

/**
 * Long steps, and long states of notes, are stored deflated (`main/lib/packed-text.ts`): a step that changes a whole megabyte of markup is
 * ten of JSON, and to write these took the event loop for a tenth of a second. What is stored already stays as it is.
 */
export const packedTexts: Migration = {
  version: 40,
  name: 'packed texts',
  sql: `
    -- Null where \`step\` has the JSON; else that is \`''\`.
    ALTER TABLE note_steps ADD COLUMN step_packed BLOB;
    -- Null where \`state\` has the JSON, or both are null; else that is null.
    ALTER TABLE note_contents ADD COLUMN state_packed BLOB;
    ALTER TABLE note_snapshots ADD COLUMN state_packed BLOB;
  `,
};
