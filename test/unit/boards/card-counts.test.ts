// Columns of a database from before they knew how many cards they hold.

import Sqlite from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CardStore } from '../../../main/features/boards/card-store.ts';
import { ColumnStore } from '../../../main/features/boards/column-store.ts';
import { ProjectStore } from '../../../main/features/boards/project-store.ts';
import { openDatabase } from '../../../main/storage/database.ts';
import { migrations } from '../../../main/storage/migrate.ts';
import { cardCounts } from '../../../main/storage/migrations/0008-card-counts.ts';
import { full } from '../../support/tiers.ts';
import { cardIn } from './fixture.ts';

const blocks = (file: string): unknown => {
  const database = new Sqlite(file, { readonly: true });
  const found = database.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'card_blocks'").pluck().get();
  database.close();
  return found;
};

test('an upgrade counts the cards of each column, and every write keeps the count', full, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-counts-'));
  const file = join(folder, 'daybook.db');
  openDatabase(folder, { migrations: migrations.filter(({ version }) => version < cardCounts.version) }).close();
  const old = new Sqlite(file);
  old.exec(`
    INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES ('u', 'u', 'u', 1, 0, 0);
    INSERT INTO board_columns (id, user_id, project_id, title, position, version, created_at, updated_at)
      VALUES ('full', 'u', 'p', 'Full', 0, 1, 0, 0), ('empty', 'u', 'p', 'Empty', 1, 1, 0, 0);
    INSERT INTO cards (id, user_id, column_id, order_key, progress, version, created_at, updated_at, title, checklist, search)
      WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
      SELECT 'c' || i, 'u', 'full', 'a' || i, 0, 1, 0, 0, 'Card', '[]', 'CARD' FROM n;
    INSERT INTO card_blocks VALUES ('full', '', 100), ('full', 'a200', 200);`);
  old.close();
  expect(blocks(file)).toBe(1);

  const database = openDatabase(folder);
  const [cards, columns] = [new CardStore(database), new ColumnStore(database)];
  const counts = (): number[] => columns.page('u', 'p', { limit: undefined, offset: 0 }).map(({ cardCount }) => cardCount);
  expect(counts()).toEqual([300, 0]);
  expect(cards.maybeMove('u', 'c150', 'full', 299)).toMatchObject({ target: { position: 299, keys: ['a398', 'a399'] } });
  await database.write(() => {
    cards.insert('u', cardIn('empty', 'a0', { id: 'new' }));
    const moved = cards.maybeCard('u', 'c150');
    if (moved !== null) cards.move('u', { ...moved, columnId: 'empty', orderKey: 'a1' });
    cards.remove('u', 'c151');
    cards.removeUpTo('u', 'full', { id: 'c109', version: 1, orderKey: 'a109' });
  });
  expect(counts()).toEqual([288, 2]);
  const projects = new ProjectStore(database).page('u', { isArchived: null, limit: undefined, offset: 0 });
  expect(projects).toMatchObject([{ id: 'p', name: 'p', columnCount: 2, cardCount: 290 }]);
  database.close();
  expect(blocks(file)).toBe(0);
  rmSync(folder, { recursive: true });
});
