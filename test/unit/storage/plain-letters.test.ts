import Sqlite from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { migrate, migrations } from '../../../main/storage/migrate.ts';

const db = new Sqlite(':memory:');
afterEach(() => {
  db.close();
});

test('an upgrade folds anew what is searched of cards and events that have letters with a stroke or a ligature', () => {
  const before = migrations.filter(({ version }) => version < 49);
  migrate(db, before, () => undefined);
  db.pragma('foreign_keys = OFF');
  const card = db.prepare(`
    INSERT INTO cards (id, user_id, column_id, order_key, progress, version, created_at, updated_at, title, checklist, search)
    VALUES (@id, 'u', 'c', @id, 0, 1, 0, 0, '', '[]', @search)`);
  const event = db.prepare(`
    INSERT INTO events (id, user_id, title, color, is_all_day, start_at, end_at, time_zone, span, version, created_at, updated_at, search)
    VALUES (@id, 'u', '', 'blue', 0, 0, 1, 'UTC', 0, 1, 0, 0, @search)`);
  for (const [id, search] of [
    ['a', 'łodz æsop smørrebrød'],
    ['b', 'lodz ubung'],
    ['c', null],
  ]) {
    if (search !== null) card.run({ id, search });
    event.run({ id, search });
  }

  migrate(db, migrations, () => undefined);

  const found = (table: string): unknown[] => db.prepare(`SELECT search FROM ${table} ORDER BY id`).pluck().all();
  expect(found('cards')).toEqual(['lodz aesop smorrebrod', 'lodz ubung']);
  expect(found('events')).toEqual(['lodz aesop smorrebrod', 'lodz ubung', null]);
});
