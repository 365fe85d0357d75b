import type { Migration } from '../migrate.ts';

/** How many cards each column holds is a number of its row. Places are counted in the index of the keys; the blocks for that go. */
export const cardCounts: Migration = {
  version: 8,
  name: 'card counts',
  sql: `
    -- Kept by the write that adds, removes or moves a card.
    ALTER TABLE board_columns ADD COLUMN card_count INTEGER NOT NULL DEFAULT 0;
    UPDATE board_columns SET card_count = (SELECT count(*) FROM cards WHERE column_id = board_columns.id);
    CREATE TRIGGER card_added AFTER INSERT ON cards BEGIN
      UPDATE board_columns SET card_count = card_count + 1 WHERE id = new.column_id;
    END;
    CREATE TRIGGER card_removed AFTER DELETE ON cards BEGIN
      UPDATE board_columns SET card_count = card_count - 1 WHERE id = old.column_id;
    END;
    CREATE TRIGGER card_changed_column AFTER UPDATE OF column_id ON cards WHEN new.column_id <> old.column_id BEGIN
      UPDATE board_columns SET card_count = card_count - 1 WHERE id = old.column_id;
      UPDATE board_columns SET card_count = card_count + 1 WHERE id = new.column_id;
    END;
    DROP TABLE card_blocks;
  `,
};
