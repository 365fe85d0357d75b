import type { Migration } from '../migrate.ts';

const fences = /^\uFEFF?---[ \t]*(?:\r\n?|\n)([^]*?)(?<=[\r\n])---[ \t]*(?:[\r\n]|$)/;
/** As notes read it from now on, whatever may become of that. */
const keyStart = String.raw`[$@.]?(?:[\w"'-]|[^\p{ASCII}\s])`;
const [begins, hasKey, isInBraces] = [
  new RegExp(String.raw`^\s*(?:#|${keyStart})`, 'u'),
  new RegExp(String.raw`(?:^|\n)${keyStart}[^\n]*:(?:\s|$)`, 'u'),
  new RegExp(String.raw`^\s*\{\s*(?:\}\s*$|${keyStart}[^\n}]*:)`, 'u'),
];

/** Whether a note begins with front matter that was read as a rule and a heading before. */
export function isNewFrontMatter(content: string): boolean {
  const text = fences.exec(content)?.[1]?.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  if (text === undefined || (/^\s*[\w"'#-]/.test(text) && /(?:^|\n)[\w"'-][^\n]*:(?:\s|$)/.test(text))) return false;
  return /^[ \t\n]*$/.test(text) || (begins.test(text) && hasKey.test(text)) || (isInBraces.test(text) && text.trimEnd().endsWith('}'));
}

/** The same note with a blank line above, with which it is read as before. */
export function belowBlankLine(content: string): string {
  return content.replace(/^(\uFEFF?)(---[ \t]*(\r\n?|\n))/, '$1$3$2');
}

/**
 * Front matter with a first key of any script counts from now on. Steps that were made before are of other blocks: the history of such
 * notes begins anew, with a version that no client has. Where the last steps are not written out yet, they need the blocks that they were
 * made of: such notes stay what they were.
 */
export const frontMatter: Migration = {
  version: 59,
  name: 'front matter',
  sql: `
    CREATE TEMP TABLE headed AS
      SELECT note_id AS id FROM note_contents JOIN notes ON notes.id = note_id
      WHERE note_contents.version = notes.version AND (is_new_front_matter(content)
        OR EXISTS (SELECT 1 FROM note_snapshots WHERE note_id = notes.id AND is_new_front_matter(note_snapshots.content)));
    DELETE FROM note_steps WHERE note_id IN (SELECT id FROM headed);
    DELETE FROM note_deltas WHERE note_id IN (SELECT id FROM headed);
    DELETE FROM note_snapshots WHERE note_id IN (SELECT id FROM headed);
    UPDATE notes SET version = version + 1, settled_version = version + 1, first_version = version + 1,
        indexed_version = iif(trashed_at IS NULL, -1, version + 1)
      WHERE id IN (SELECT id FROM headed);
    UPDATE note_contents SET version = version + 1, text_version = NULL, state = NULL, state_packed = NULL
      WHERE note_id IN (SELECT id FROM headed);
    INSERT INTO note_snapshots (note_id, version, step_bytes, title, content)
      SELECT note_id, version, step_bytes, title, content FROM note_contents WHERE note_id IN (SELECT id FROM headed);
    CREATE TEMP TABLE unwritten AS
      SELECT note_id AS id FROM note_contents JOIN notes ON notes.id = note_id WHERE note_contents.version < notes.version;
    UPDATE note_contents SET content = below_blank_line(content)
      WHERE note_id IN (SELECT id FROM unwritten) AND is_new_front_matter(content);
    UPDATE note_snapshots SET content = below_blank_line(content)
      WHERE note_id IN (SELECT id FROM unwritten) AND is_new_front_matter(content);
    DROP TABLE unwritten;
    INSERT INTO unread_texts (record_id, type, user_id) SELECT notes.id, 'note', user_id FROM notes JOIN headed ON headed.id = notes.id
      ON CONFLICT (record_id) DO NOTHING;
    DROP TABLE headed;
  `,
};
