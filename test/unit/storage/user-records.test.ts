// What belongs to a deleted user goes in slices, and nothing that grows is left to the foreign keys.

import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databaseName } from '../../../main/storage/files.ts';
import { removedAtOnce, UserRecords } from '../../../main/storage/user-records.ts';
import { full } from '../../support/tiers.ts';
import { newFolder, openNew } from './fixture.ts';

const user = 'INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES (?, ?, ?, 0, 0, 0)';
const column = `INSERT INTO board_columns (id, user_id, project_id, title, position, version, created_at, updated_at)
  VALUES (?, ?, 'p', 'Column', 0, 1, 0, 0)`;
/** One row of each user, which the foreign keys may remove. */
const fewRowsEach = ['calendars', 'change_floors', 'note_search_users', 'note_totals', 'tokens'];

describe('UserRecords', () => {
  test('knows every table of which a user can have many rows', () => {
    const dataDir = newFolder();
    openNew(dataDir);
    const database = new Sqlite(join(dataDir, databaseName), { readonly: true });
    const tables = database
      .prepare<[], string>(
        `SELECT DISTINCT tables.name FROM sqlite_schema AS tables JOIN pragma_foreign_key_list(tables.name) AS keys
        WHERE tables.type = 'table' AND keys."table" = 'users'`,
      )
      .pluck()
      .all();
    database.close();
    expect(tables.toSorted()).toEqual([...Object.keys(removedAtOnce), ...fewRowsEach].toSorted());
  });

  test('finds the rows of a user by an index, as SQLite does when the user goes', () => {
    const dataDir = newFolder();
    openNew(dataDir);
    const database = new Sqlite(join(dataDir, databaseName), { readonly: true });
    const walked = [...Object.keys(removedAtOnce), ...fewRowsEach].filter((table) =>
      database
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN SELECT 1 FROM ${table} WHERE user_id = 'a'`)
        .all()
        .some(({ detail }) => detail.startsWith('SCAN')),
    );
    database.close();
    // Records that wait for their words: these are few at any time.
    expect(walked).toEqual(['unindexed_words']);
  });

  test('removes the rows of one user a few at a time, and tells of the contents of attachments', full, async () => {
    const database = openNew();
    const released: string[] = [];
    const records = new UserRecords(database, (contents) => released.push(...contents));
    const rows = (id: string): number[] =>
      Object.keys(removedAtOnce).map(
        (table) => database.prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE user_id = ?`).pluck().get(id) ?? 0,
      );
    const each = 600;
    await database.write(() => {
      const run = (sql: string, ...values: unknown[]): void => void database.prepare(sql).run(...values);
      for (const id of ['a', 'b']) {
        run(user, id, id, id);
        run(column, `column ${id}`, id);
        run("INSERT INTO projects VALUES (?, 'p', ?, 'p', 'red', 0, 1, 0, 0, NULL, NULL, NULL)", id, id);
        run("INSERT INTO idempotency_keys VALUES (?, 'key', x'00', 201, NULL, NULL, 0)", id);
        for (let index = 0; index < each; index += 1) {
          const name = `${id} ${index}`;
          run(
            "INSERT INTO cards VALUES (?, ?, ?, ?, NULL, NULL, NULL, NULL, 0, 1, 0, 0, 'x', '[]', NULL, 'X', NULL, NULL, 0, NULL, 0, NULL)",
            name,
            id,
            `column ${id}`,
            name,
          );
          run("INSERT INTO files VALUES (?, ?, 'card', ?, NULL, 'f', 'text/plain', 1, NULL, NULL, ?, 0, NULL)", name, id, name, name);
          run("INSERT INTO saved_searches VALUES (?, ?, 'n', 'q', 'a', 1, 0, 0)", name, id);
          run("INSERT INTO notebooks VALUES (?, ?, NULL, 'n', 'a', 0, 1, 0, 0)", name, id);
          run("INSERT INTO notes VALUES (?, ?, 't', '', 0, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, 0)", name, id);
          run("INSERT INTO trash VALUES (?, ?, 'note', ?, 't', 0, NULL, 'null')", name, id, name);
          run(
            "INSERT INTO events VALUES (?, ?, 't', NULL, NULL, 'red', 0, 0, 1, 'UTC', 0, 1, 0, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, 0, 0)",
            name,
            id,
          );
          run("INSERT INTO reminder_marks VALUES (?, 'event', ?, 0, 0, NULL, 0, 0, 0)", id, name);
          run("INSERT INTO text_links VALUES ('note', ?, ?, 't', 'note', 'x', NULL, NULL, NULL, NULL)", name, id);
          run("INSERT INTO record_links VALUES (?, ?, 'note', ?, 'note', 'x', 0)", name, id, name);
          run("INSERT INTO unread_texts VALUES (?, 'note', ?)", name, id);
          run(
            "INSERT INTO jobs VALUES (?, ?, NULL, NULL, '', 'k', NULL, 'done', 0, NULL, 'u', 'null', NULL, NULL, NULL, NULL, 0, 0, 0)",
            name,
            id,
          );
          run('INSERT INTO series VALUES (?, ?, 0, 1)', name, id);
          run("INSERT INTO event_overrides VALUES (?, 0, ?, 0, 1, '{}')", name, id);
          run("INSERT INTO changes (user_id, at, type, action, record_id, version) VALUES (?, 0, 'note', 'created', ?, 0)", id, name);
        }
      }
    });
    const before = rows('b');
    let slices = 0;
    while (await database.write(() => records.removeSome('a'))) slices += 1;
    expect(slices).toBeGreaterThan(1);
    expect(rows('a')).toEqual(Object.keys(removedAtOnce).map(() => 0));
    expect(rows('b')).toEqual(before);
    expect(new Set(released)).toEqual(new Set(Array.from({ length: each }, (_, index) => `a ${index}`)));
    await database.write(() => database.prepare('DELETE FROM users WHERE id = ?').run('a'));
    expect(database.prepare<[], number>('SELECT count(*) FROM users').pluck().get()).toBe(1);
  });
});
