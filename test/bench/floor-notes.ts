// The floor's notes: rows and a full-text index that is kept at each write. A letter that is typed is spliced into the text: nothing is
// parsed.

import type { Express } from 'express';
import type { Floor } from './floor.ts';

interface Row {
  readonly id: number;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  readonly version: number;
  readonly created: number;
  readonly updated: number;
}

const times = ({ created, updated }: Row): object => ({
  createdAt: new Date(created).toISOString(),
  updatedAt: new Date(updated).toISOString(),
});
const record = (row: Row): object => ({ id: row.id, title: row.title, content: row.content, version: row.version, ...times(row) });
const summary = (row: Row): object => ({ id: row.id, title: row.title, excerpt: row.excerpt, version: row.version, ...times(row) });

export function floorNotes(app: Express, { db, changed, write }: Floor): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, created INTEGER NOT NULL, updated INTEGER NOT NULL, version INTEGER NOT NULL,
      title TEXT NOT NULL, excerpt TEXT NOT NULL, content TEXT NOT NULL) STRICT;
    CREATE INDEX IF NOT EXISTS notes_by_change ON notes (updated DESC, id);
    CREATE TABLE IF NOT EXISTS note_count (n INTEGER NOT NULL) STRICT;
    INSERT INTO note_count SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM note_count);
    CREATE VIRTUAL TABLE IF NOT EXISTS note_index USING fts5 (title, content, content = 'notes', content_rowid = 'id');
  `);
  const insert = db.prepare('INSERT INTO notes (created, updated, version, title, excerpt, content) VALUES (?, ?, 0, ?, ?, ?)');
  const index = db.prepare('INSERT INTO note_index (rowid, title, content) VALUES (?, ?, ?)');
  const unindex = db.prepare("INSERT INTO note_index (note_index, rowid, title, content) VALUES ('delete', ?, ?, ?)");
  const oneMore = db.prepare('UPDATE note_count SET n = n + 1');
  const update = db.prepare('UPDATE notes SET content = ?, excerpt = ?, updated = ?, version = version + 1 WHERE id = ?');
  const byId = db.prepare<[number], Row>('SELECT * FROM notes WHERE id = ?');
  const count = db.prepare<[], number>('SELECT n FROM note_count').pluck();
  const columns = 'id, title, excerpt, version, created, updated';
  const list = db.prepare<[number], Row>(`SELECT ${columns} FROM notes ORDER BY updated DESC, id LIMIT ?`);
  const search = db.prepare<[string, number], Row & { readonly score: number; readonly snippet: string }>(`
    SELECT notes.id, notes.title, excerpt, version, created, updated, rank AS score,
      snippet(note_index, -1, '<mark>', '</mark>', '…', 24) AS snippet
    FROM note_index JOIN notes ON notes.id = note_index.rowid WHERE note_index MATCH ? ORDER BY rank LIMIT ?`);
  const hits = db.prepare<[string], number>('SELECT count(*) FROM note_index WHERE note_index MATCH ?').pluck();
  const stored = (id: number): Row => {
    const row = byId.get(id);
    if (row === undefined) throw new Error(`There is no note ${id}`);
    return row;
  };

  app.get('/api/notes', (req, res) => {
    const limit = req.query['limit'] === undefined ? -1 : Number(req.query['limit']);
    if (req.query['q'] === undefined) {
      res.json({ items: list.all(limit).map(summary), total: count.get(), limit, offset: 0 });
      return;
    }
    const query = String(req.query['q'])
      .split(' ')
      .map((word) => `"${word}"`)
      .join(' ');
    const items = search.all(query, limit).map((row) => ({ ...summary(row), match: { score: -row.score, snippet: row.snippet } }));
    res.json({ items, total: hits.get(query), limit, offset: 0 });
  });
  app.get('/api/notes/:id', (req, res) => {
    res.json(record(stored(Number(req.params.id))));
  });
  app.post('/api/notes', (req, res) => {
    const { title, content } = req.body as { title: string; content: string };
    write(res, 201, () => {
      const now = Date.now();
      const id = Number(insert.run(now, now, title, content.slice(0, 200), content).lastInsertRowid);
      index.run(id, title, content);
      oneMore.run();
      changed('note', 'created', id, 0);
      return record({ id, title, content, excerpt: '', version: 0, created: now, updated: now });
    });
  });
  app.post('/api/notes/:id/delta', (req, res) => {
    const [step] = (req.body as { steps: readonly { from: number; to: number; slice: { content: readonly { text: string }[] } }[] }).steps;
    if (step === undefined) throw new Error('A delta needs a step');
    write(res, 200, () => {
      const { id, title, content, version } = stored(Number(req.params.id));
      const changedText = content.slice(0, step.from) + (step.slice.content[0]?.text ?? '') + content.slice(step.to);
      unindex.run(id, title, content);
      update.run(changedText, changedText.slice(0, 200), Date.now(), id);
      index.run(id, title, changedText);
      changed('note', 'updated', id, version + 1);
      return { id, version: version + 1 };
    });
  });
}
