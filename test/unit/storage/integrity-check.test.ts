import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { firstIntegrityError } from '../../../main/storage/integrity-check.ts';

test.each(['quick_check', 'integrity_check'] as const)('%s keeps 2 MB of the database in memory: it reads each page once', (check) => {
  const connection = new Sqlite(':memory:');
  expect(firstIntegrityError(connection, check)).toBeNull();
  expect(connection.pragma('cache_size', { simple: true })).toBe(-2_000);
  connection.close();
});
