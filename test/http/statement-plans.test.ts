// How SQLite goes about the statements of a whole service, by its own word (https://sqlite.org/eqp.html).

import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { startTestService } from '../support/service.ts';

/** Those of which a user has thousands. */
const large = 'notes|cards|events|event_overrides|files|record_links|text_links|reminder_marks|changes';
/** What a deleted user leaves behind goes some rows at a time, see storage/user-records.ts. */
const ofDeletedUsers =
  /^\s*(?:DELETE FROM (\w+) WHERE rowid IN \(SELECT rowid FROM \1 WHERE user_id = \S+ LIMIT|(?:DELETE FROM|INSERT INTO) users)/;
/** Those that are read without an index: of jobs, which keep what came of them, a few of very many are wanted. */
const isScan = new RegExp(`^SCAN (?:${large}|jobs)$`);
const walksAll = new RegExp(String.raw`^SEARCH .* INDEX (?:sqlite_autoindex_)?((?:${large})_\w+) \(user_id=\?(?: AND owner_type=\?)?\)$`);

test('no statement goes through all records of a user, but those that are about all of them', async () => {
  const prepared = new Map<string, Sqlite.Database>();
  const { prepare } = Sqlite.prototype as { readonly prepare: (this: Sqlite.Database, sql: string) => Sqlite.Statement };
  const spy = vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function note(this: Sqlite.Database, sql: string) {
    prepared.set(sql, this);
    return prepare.call(this, sql);
  });
  const service = await startTestService({ preparesAtOnce: true });
  try {
    spy.mockRestore();
    const statements = [...prepared].filter(
      ([sql, { open }]) => open && /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(sql) && !ofDeletedUsers.test(sql),
    );
    expect(statements.length).toBeGreaterThan(400);
    const scans: string[] = [];
    const found = statements.flatMap(([sql, connection]) => {
      const names = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, null]);
      const places = [...sql.matchAll(/\?/g)].map(() => null);
      const plan = connection.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
      const steps = names.length > 0 ? plan.all(Object.fromEntries(names)) : plan.all(...places);
      if (steps.some(({ detail }) => isScan.test(detail))) scans.push(sql);
      const index = steps.flatMap(({ detail }) => walksAll.exec(detail)?.[1] ?? [])[0];
      return index === undefined ? [] : [`${index}: ${sql.replaceAll(/\s+/g, ' ').trim().slice(0, 60)}`];
    });
    // By its number.
    expect(scans).toEqual(['SELECT at FROM changes ORDER BY seq DESC LIMIT 1']);
    expect(found.toSorted()).toEqual([
      // The newest, and where those begin that are kept.
      'changes_by_user: SELECT coalesce((SELECT max(seq) FROM changes WHERE user_id ',
      'changes_by_user: SELECT seq FROM changes WHERE user_id = +? ORDER BY seq DESC',
      // A search looks at the words of all occurrences that have some of their own.
      'event_overrides_by_user: SELECT series_id AS seriesId, original_at AS originalAt, sta',
      // Lists of all files of notes, all, or by whether they are used, and how many those are.
      'files_by_user: SELECT count(*) FROM files WHERE files.user_id = +@userId AN',
      'files_by_user: SELECT count(*) FROM files WHERE files.user_id = +@userId AN',
      'files_by_user: SELECT files.id, owner_id AS noteId, files.name, filename, m',
      'files_by_user: SELECT files.id, owner_id AS noteId, files.name, filename, m',
      // The list of all links, and how many those are.
      'record_links_by_target: SELECT count(*) FROM record_links WHERE user_id = +@userId A',
      'record_links_by_target: SELECT id, from_type AS fromType, from_id AS fromId, to_type',
      // Those beyond what is kept.
      'reminder_marks_by_age: DELETE FROM reminder_marks WHERE rowid IN (SELECT rowid FROM',
    ]);
  } finally {
    await service.dispose();
  }
});
