// What the lines of events say of whether they take place, and events of a database from before that was looked at.

import Sqlite from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { statesIn, withStates } from '../../../main/features/calendar/ics/event-states.ts';
import { openDatabase } from '../../../main/storage/database.ts';
import { migrations } from '../../../main/storage/migrate.ts';
import { eventStates } from '../../../main/storage/migrations/0044-event-states.ts';

const inner = ['BEGIN:X-PART', 'STATUS:CANCELLED', 'END:X-PART'];

test.each<[readonly string[], boolean, boolean]>([
  [[], false, false],
  [['STATUS:CANCELLED'], true, false],
  [['status;X-A="b:c": Cancelled ', 'TRANSP:TRANSPARENT'], true, true],
  [['STATUS:TENTATIVE', 'TRANSP:OPAQUE'], false, false],
  [inner, false, false],
])('%j', (lines, isCancelled, isFree) => {
  expect(statesIn(lines)).toEqual({ isCancelled, isFree });
  expect(withStates(lines, { isCancelled, isFree })).toEqual(lines);
});

test('a line that says something else by now gives way', () => {
  const kept = ['STATUS:CONFIRMED', 'X-A:b', 'TRANSP:TRANSPARENT', ...inner];
  expect(withStates(kept, { isCancelled: true, isFree: false })).toEqual(['X-A:b', 'STATUS:CANCELLED', ...inner]);
  expect(withStates(['STATUS:CANCELLED'], { isCancelled: false, isFree: false })).toEqual([]);
});

test('an upgrade reads what events and single occurrences came in with', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-states-'));
  openDatabase(folder, { migrations: migrations.filter(({ version }) => version < eventStates.version) }).close();
  const old = new Sqlite(join(folder, 'daybook.db'));
  old.exec("INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES ('u', 'u', 'u', 1, 0, 0)");
  const event =
    old.prepare(`INSERT INTO events (id, user_id, title, color, is_all_day, start_at, end_at, time_zone, span, is_series, version,
      created_at, updated_at, calendar_id) VALUES (?, 'u', 'T', 'teal', 0, 0, 1, 'UTC', 0, 0, 1, 0, 0, (SELECT id FROM calendars))`);
  const source = old.prepare('INSERT INTO event_sources (event_id, uid, data) VALUES (?, ?, ?)');
  const given: Record<string, object> = {
    off: { kept: ['X-A:b', 'STATUS;X=y:CANCELLED', 'TRANSP:TRANSPARENT'] },
    on: { kept: ['STATUS:CONFIRMED', ...inner] },
    series: { kept: ['TRANSP:TRANSPARENT'], keptOf: { 10: ['STATUS:CANCELLED'], 20: ['TRANSP:TRANSPARENT'] } },
  };
  for (const [id, data] of Object.entries(given)) {
    event.run(id);
    source.run(id, id, JSON.stringify(data));
  }
  event.run('own');
  const override = old.prepare(
    "INSERT INTO event_overrides (series_id, original_at, user_id, start_at, end_at, fields) VALUES ('series', ?, 'u', 0, 1, ?)",
  );
  for (const at of [10, 20, 30]) override.run(at, '{"title":"A"}');
  old.close();
  openDatabase(folder).close();
  const read = new Sqlite(join(folder, 'daybook.db'), { readonly: true });
  const states = read.prepare('SELECT id, is_cancelled, is_free FROM events ORDER BY id').raw().all();
  const fields = read.prepare('SELECT fields FROM event_overrides ORDER BY original_at').pluck().all();
  read.close();
  rmSync(folder, { recursive: true });
  expect(states).toEqual([
    ['off', 1, 1],
    ['on', 0, 0],
    ['own', 0, 0],
    ['series', 0, 1],
  ]);
  expect(fields.map((text) => JSON.parse(String(text)) as object)).toEqual([
    { title: 'A', isCancelled: true, isFree: false },
    { title: 'A' },
    { title: 'A' },
  ]);
});
