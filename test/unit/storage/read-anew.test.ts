import Sqlite from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { migrate, migrations } from '../../../main/storage/migrate.ts';

const db = new Sqlite(':memory:');
afterEach(() => {
  db.close();
});

test('an upgrade has files in UTF-16 and links in footnotes read anew', () => {
  migrate(
    db,
    migrations.filter(({ version }) => version < 55),
    () => undefined,
  );
  db.pragma('foreign_keys = OFF');
  const file = db.prepare('INSERT INTO file_texts (file_id, text) VALUES (?, ?)');
  file.run('wide', '\uFFFD\uFFFDS\0t\0');
  file.run('plain', 'Stra\uFFFDe');
  const card = db.prepare(`
    INSERT INTO cards (id, user_id, column_id, order_key, progress, version, created_at, updated_at, title, checklist, search, description)
    VALUES (@id, 'u', 'c', @id, 0, 1, 0, 0, '', '[]', '', @description)`);
  card.run({ id: 'linked', description: 'x[^1]\n\n[^1]: [[Costs $a$ now]]\n' });
  card.run({ id: 'without', description: 'x[^1]\n\n[^1]: no link\n' });
  card.run({ id: 'above', description: '[[There]]\n' });

  migrate(db, migrations, () => undefined);

  expect(db.prepare('SELECT file_id FROM unread_files').pluck().all()).toEqual(['wide']);
  expect(db.prepare('SELECT record_id, type FROM unread_texts').all()).toEqual([{ record_id: 'linked', type: 'card' }]);
});
