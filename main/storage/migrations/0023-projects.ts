import type { Migration } from '../migrate.ts';

const now = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** A UUIDv7 of this moment. Written out at each place: a query of its own would be asked once for all rows. */
const newId = `printf('%08x-%04x-7%03x-%x%03x-%012x', ${now} >> 16, ${now} & 65535, abs(random() % 4096), 8 + abs(random() % 4),
  abs(random() % 4096), abs(random() % 281474976710656))`;

/** Projects are records of their own, with labels; cards can be done, archived and labelled. */
export const projects: Migration = {
  version: 23,
  name: 'projects',
  sql: `
    -- key: of the row, as a project in the trash can have the id of another one. trash_id: its entry there.
    CREATE TABLE projects (
      key         TEXT PRIMARY KEY,
      id          TEXT NOT NULL,
      user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name        TEXT NOT NULL,
      color       TEXT NOT NULL,
      is_archived INTEGER NOT NULL CHECK (is_archived IN (0, 1)),
      version     INTEGER NOT NULL,
      created_at  INTEGER NOT NULL,
      updated_at  INTEGER NOT NULL,
      trash_id    TEXT,
      description TEXT
    ) STRICT;
    CREATE UNIQUE INDEX projects_by_id ON projects (user_id, id) WHERE trash_id IS NULL;
    CREATE INDEX projects_by_user ON projects (user_id, id);
    CREATE INDEX projects_trashed ON projects (trash_id) WHERE trash_id IS NOT NULL;

    CREATE TABLE labels (
      id          TEXT PRIMARY KEY,
      project_key TEXT NOT NULL REFERENCES projects (key) ON DELETE CASCADE,
      name        TEXT NOT NULL,
      color       TEXT NOT NULL
    ) STRICT;
    CREATE INDEX labels_by_project ON labels (project_key, id);

    INSERT INTO projects (key, id, user_id, name, color, is_archived, version, created_at, updated_at)
      SELECT ${newId}, project_id, user_id, project_id, 'purple', 0, 1, created, created
      FROM (
        SELECT project_id, user_id, min(created_at) AS created FROM board_columns WHERE deleted_at IS NULL GROUP BY user_id, project_id
      );
    INSERT INTO projects (key, id, user_id, name, color, is_archived, version, created_at, updated_at, trash_id)
      SELECT ${newId}, record_id, user_id, record_id, 'purple', 0, 1, trashed_at, trashed_at, id
      FROM trash WHERE type = 'project' AND trashed_at > 0;

    ALTER TABLE board_columns ADD COLUMN wip_limit INTEGER CHECK (wip_limit > 0);
    ALTER TABLE board_columns ADD COLUMN is_collapsed INTEGER NOT NULL DEFAULT 0 CHECK (is_collapsed IN (0, 1));

    -- label_ids: JSON, a list, null for none; of labels that are gone, or of another project, too: these are not shown.
    -- An archived card has a key that sorts after all others (see boards/order.ts).
    ALTER TABLE cards ADD COLUMN completed_at INTEGER;
    ALTER TABLE cards ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1));
    ALTER TABLE cards ADD COLUMN label_ids TEXT;
    -- What was taken for done so far stays done.
    UPDATE cards SET completed_at = updated_at WHERE progress = 100;
    UPDATE cards SET checklist = (
      SELECT json_group_array(json_object('id', ${newId}, 'text', value ->> 'text', 'completed', json(value -> 'completed'),
        'dueDate', NULL))
      FROM json_each(cards.checklist)
    ) WHERE checklist <> '[]';

    -- Archived cards are not among those that a column has.
    DROP TRIGGER card_added;
    DROP TRIGGER card_removed;
    DROP TRIGGER card_changed_column;
    CREATE TRIGGER card_added AFTER INSERT ON cards WHEN new.is_archived = 0 BEGIN
      UPDATE board_columns SET card_count = card_count + 1 WHERE id = new.column_id;
    END;
    CREATE TRIGGER card_removed AFTER DELETE ON cards WHEN old.is_archived = 0 BEGIN
      UPDATE board_columns SET card_count = card_count - 1 WHERE id = old.column_id;
    END;
    CREATE TRIGGER card_changed_place AFTER UPDATE OF column_id, is_archived ON cards
    WHEN new.column_id <> old.column_id OR new.is_archived <> old.is_archived BEGIN
      UPDATE board_columns SET card_count = card_count - 1 WHERE id = old.column_id AND old.is_archived = 0;
      UPDATE board_columns SET card_count = card_count + 1 WHERE id = new.column_id AND new.is_archived = 0;
    END;
  `,
};
