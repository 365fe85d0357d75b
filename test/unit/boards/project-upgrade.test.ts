// Boards of a database from before projects were records, and cards could be done.

import Sqlite from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CardListStore } from '../../../main/features/boards/card-list-store.ts';
import { ProjectStore } from '../../../main/features/boards/project-store.ts';
import { openDatabase } from '../../../main/storage/database.ts';
import { migrations } from '../../../main/storage/migrate.ts';
import { projects as migration } from '../../../main/storage/migrations/0023-projects.ts';
import { full } from '../../support/tiers.ts';

test('an upgrade makes a record of each project, takes what was at 100 % for done, and gives items of checklists ids', full, () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-projects-'));
  openDatabase(folder, { migrations: migrations.filter(({ version }) => version < migration.version) }).close();
  const old = new Sqlite(join(folder, 'daybook.db'));
  old.exec(`
    INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES ('u', 'u', 'u', 1, 0, 0), ('v', 'v', 'v', 0, 0, 0);
    INSERT INTO board_columns (id, user_id, project_id, title, position, version, created_at, updated_at, deleted_at, trash_id)
      VALUES ('a', 'u', 'p', 'A', 0, 1, 7, 0, NULL, NULL), ('b', 'u', 'p', 'B', 1, 1, 5, 0, NULL, NULL), ('c', 'v', 'p', 'C', 0, 1, 9, 0, NULL, NULL),
        ('d', 'u', 'q', 'D', 0, 1, 9, 0, 9, 't');
    INSERT INTO trash (id, user_id, type, record_id, title, trashed_at, actor, data) VALUES ('t', 'u', 'project', 'q', 'q', 9, NULL, 'null');
    INSERT INTO cards (id, user_id, column_id, order_key, progress, version, created_at, updated_at, title, checklist, search)
      VALUES ('x', 'u', 'a', 'a0', 100, 1, 0, 8, 'Done', '[{"text":"one","completed":true},{"text":"two","completed":false}]', ''),
        ('y', 'u', 'a', 'a1', 99, 1, 0, 8, 'Open', '[]', '');`);
  old.close();

  const database = openDatabase(folder);
  const [projects, cards] = [new ProjectStore(database), new CardListStore(database)];
  const all = { isArchived: null, limit: undefined, offset: 0 };
  expect(projects.page('u', all)).toMatchObject([{ id: 'p', name: 'p', columnCount: 2, cardCount: 2, version: 1, createdAt: 5 }]);
  expect(projects.page('v', all)).toMatchObject([{ id: 'p', columnCount: 1 }]);
  expect(projects.maybeOfEntry('u', 't')).toMatchObject({ id: 'q', version: 1 });
  const [done, open] = cards.inColumn('u', 'a', { limit: undefined, offset: 0 });
  expect([done?.completedAt, open?.completedAt, open?.checklist]).toEqual([8, null, []]);
  const id = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/) as string;
  expect(done?.checklist).toEqual([
    { id, text: 'one', completed: true, dueDate: null },
    { id, text: 'two', completed: false, dueDate: null },
  ]);
  expect(new Set(done?.checklist.map((item) => item.id)).size).toBe(2);
  database.close();
  rmSync(folder, { recursive: true });
});
