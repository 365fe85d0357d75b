import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { migrate, migrations } from '../../../main/storage/migrate.ts';

let db: Sqlite.Database;
beforeEach(() => {
  db = new Sqlite(':memory:');
});
afterEach(() => {
  db.close();
});

const cardSql = `
  INSERT INTO cards (id, user_id, column_id, order_key, progress, version, created_at, updated_at, title, checklist, search, description)
  VALUES (@id, 'u', 'c', @id, 0, 1, 0, 0, '', '[]', '', @description)`;

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
  const card = db.prepare(cardSql);
  card.run({ id: 'linked', description: 'x[^1]\n\n[^1]: [[Costs $a$ now]]\n' });
  card.run({ id: 'without', description: 'x[^1]\n\n[^1]: no link\n' });
  card.run({ id: 'above', description: '[[There]]\n' });

  migrate(db, migrations, () => undefined);

  expect(db.prepare('SELECT file_id FROM unread_files').pluck().all()).toEqual(['wide']);
  expect(db.prepare('SELECT record_id, type FROM unread_texts').all()).toEqual([{ record_id: 'linked', type: 'card' }]);
});

test('an upgrade has texts with links in their front matter read anew', () => {
  migrate(
    db,
    migrations.filter(({ version }) => version < 58),
    () => undefined,
  );
  db.pragma('foreign_keys = OFF');
  const note = db.prepare(`
    INSERT INTO notes (id, user_id, title, excerpt, version, settled_version, indexed_version, created_at, updated_at)
    VALUES (@id, 'u', '', '', @version, 0, 0, 0, 0)`);
  const content = db.prepare("INSERT INTO note_contents (note_id, version, step_bytes, title, content) VALUES (@id, 0, 0, '', @content)");
  for (const each of [
    { id: 'address', version: 0, content: '---\na: daybook://card/1\n---\n' },
    { id: 'below', version: 0, content: 'x\n\n---\na: "[[There]]"\n---\n' },
    { id: 'linked', version: 0, content: '---\na: "[[There]]"\n---\n' },
    { id: 'marked', version: 0, content: '\uFEFF---\na: "[[There]]"\n---\n' },
    { id: 'pending', version: 1, content: '' },
    { id: 'without', version: 0, content: '---\na: there\n---\n' },
  ]) {
    note.run({ id: each.id, version: each.version });
    content.run({ id: each.id, content: each.content });
  }
  const card = db.prepare(cardSql);
  card.run({ id: 'card', description: '---\na: "[[There]]"\n---\n' });
  card.run({ id: 'plain card', description: '[[There]]\n' });

  migrate(db, migrations, () => undefined);

  const unread = db.prepare('SELECT record_id FROM unread_texts ORDER BY record_id').pluck().all();
  expect(unread).toEqual(['address', 'card', 'linked', 'marked', 'pending']);
});

test('an upgrade has notes with front matter that was a heading before read anew, with a history of their own', () => {
  migrate(
    db,
    migrations.filter(({ version }) => version < 59),
    () => undefined,
  );
  db.pragma('foreign_keys = OFF');
  const note = db.prepare(`
    INSERT INTO notes (id, user_id, title, excerpt, version, settled_version, indexed_version, created_at, updated_at, trashed_at)
    VALUES (@id, 'u', '', '', 3, 3, 3, 0, 0, @trashedAt)`);
  const put = (table: string, version: number) =>
    db.prepare(
      `INSERT INTO ${table} (note_id, version, step_bytes, title, content, state) VALUES (@id, ${version}, 0, '', @content, '{}')`,
    );
  const [contents, unwritten, snapshots] = [put('note_contents', 3), put('note_contents', 2), put('note_snapshots', 0)];
  const steps = db.prepare("INSERT INTO note_steps (note_id, version, delta, at, author, step) VALUES (?, 3, 3, 0, 'u', '{}')");
  const headed = '---\n作者: 张三\ntags: [alpha]\n---\n\ntext\n';
  for (const { id, content, before = content, trashedAt = null, isWritten = true } of [
    { id: 'before', content: 'text\n', before: headed },
    { id: 'headed', content: `\uFEFF${headed}` },
    { id: 'empty', content: '---\r\n---\r\ntext' },
    { id: 'braces', content: '---\n{}\n---' },
    { id: 'heading', content: headed.replaceAll(':', '') },
    { id: 'known', content: headed.replace('作者', 'author') },
    { id: 'trashed', content: headed, trashedAt: 1 },
    { id: 'unwritten', content: headed, isWritten: false },
    { id: 'unwritten in CRLF', content: `\uFEFF${headed.replaceAll('\n', '\r\n')}`, isWritten: false },
  ]) {
    note.run({ id, trashedAt });
    (isWritten ? contents : unwritten).run({ id, content });
    snapshots.run({ id, content: before });
    steps.run(id);
  }

  migrate(
    db,
    migrations.filter(({ version }) => version <= 59),
    () => undefined,
  );

  expect(db.prepare('SELECT record_id FROM unread_texts ORDER BY record_id').pluck().all()).toEqual([
    'before',
    'braces',
    'empty',
    'headed',
    'trashed',
  ]);
  const current = db.prepare(`
    SELECT notes.version, first_version AS first, settled_version AS settled, indexed_version AS indexed, note_contents.state,
      note_snapshots.version AS snapshot, (SELECT count(*) FROM note_steps WHERE note_id = notes.id) AS steps
    FROM notes JOIN note_contents ON note_contents.note_id = notes.id AND note_contents.version = notes.version
      JOIN note_snapshots ON note_snapshots.note_id = notes.id WHERE notes.id = ?`);
  const anew = { version: 4, first: 4, settled: 4, indexed: -1, state: null, snapshot: 4, steps: 0 };
  const untouched = { version: 3, first: 0, settled: 3, indexed: 3, state: '{}', snapshot: 0, steps: 1 };
  expect(current.get('before')).toEqual(anew);
  for (const id of ['headed', 'empty', 'braces']) expect(current.get(id)).toEqual(anew);
  expect(current.get('trashed')).toEqual({ ...anew, indexed: 4 });
  for (const id of ['heading', 'known']) expect(current.get(id)).toEqual(untouched);

  // The steps that are not written out yet are of a rule and a heading.
  const texts = db.prepare(`
    SELECT note_contents.content, note_snapshots.content AS snapshot, note_contents.state,
      (SELECT count(*) FROM note_steps WHERE note_steps.note_id = note_contents.note_id) AS steps
    FROM note_contents JOIN note_snapshots USING (note_id) WHERE note_id = ?`);
  for (const [id, content] of [
    ['unwritten', `\n${headed}`],
    ['unwritten in CRLF', `\uFEFF\n${headed}`.replaceAll('\n', '\r\n')],
  ] as const) {
    expect(texts.get(id)).toEqual({ content, snapshot: content, state: '{}', steps: 1 });
    expect(parseMarkdown(content).blocks.map(({ node }) => node.type.name)).toEqual(['horizontal_rule', 'heading', 'paragraph']);
  }
});
