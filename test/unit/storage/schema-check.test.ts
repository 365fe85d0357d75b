import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate, migrations } from '../../../main/storage/migrate.ts';
import { schemaFlaw } from '../../../main/storage/schema-check.ts';
import { full } from '../../support/tiers.ts';

/** A database as Daybook made it with this migration as its last one. */
function madeAt(version: number): Sqlite.Database {
  const connection = new Sqlite(':memory:');
  migrate(
    connection,
    migrations.filter((each) => each.version <= version),
    () => undefined,
  );
  return connection;
}

test.each([1, migrations.at(-1)?.version ?? 0])('a database of version %s is as Daybook makes it', (version) => {
  const connection = madeAt(version);
  expect(schemaFlaw(connection)).toBeNull();
  connection.close();
});

test('comments, blanks and quotes in what does something by itself make no difference', full, () => {
  const connection = madeAt(migrations.at(-1)?.version ?? 0);
  const name = 'note_counted';
  const sql = connection.prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name) ?? '';
  connection.exec(`DROP TRIGGER ${name}; ${sql.replace('BEGIN', '-- of an earlier version\n  BEGIN').replace(name, `"${name}"`)}`);
  expect(schemaFlaw(connection)).toBeNull();
  connection.close();
});
