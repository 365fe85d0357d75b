// The floor's notes: rows, a full-text index kept at each write, and steps that are stored unseen. Nothing is parsed,
// checked, ranked within bounds or settled later.

import { randomUUID } from 'node:crypto';
import type Sqlite from 'better-sqlite3';
import express, { type Express } from 'express';

interface Row {
  id: string;
  title: string;
  content: string;
  version: number;
  created_at: number;
  updated_at: number;
}

const record = ({ id, title, content, version, created_at, updated_at }: Row): object => ({
  id,
  title,
  content,
  version,
  createdAt: new Date(created_at).toISOString(),
  updatedAt: new Date(updated_at).toISOString(),
});

export interface FloorNotes {
  readonly db: Sqlite.Database;
  readonly userOf: (header?: string) => string;
  readonly write: (work: () => void) => Promise<void>;
}

export function mountFloorNotes(app: Express, { db, userOf, write }: FloorNotes): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS notes (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, user_id TEXT NOT NULL, title TEXT NOT NULL, content TEXT NOT NULL,
      version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT;
    CREATE INDEX IF NOT EXISTS notes_by_change ON notes (user_id, updated_at DESC, id DESC);
    CREATE TABLE IF NOT EXISTS note_steps (note_id TEXT NOT NULL, version INTEGER NOT NULL, step TEXT NOT NULL, PRIMARY KEY (note_id, version)) STRICT, WITHOUT ROWID;
    CREATE VIRTUAL TABLE IF NOT EXISTS note_index USING fts5 (title, body);
  `);
  const insert = db.prepare(
    'INSERT INTO notes (id, user_id, title, content, version, created_at, updated_at) VALUES (?, ?, ?, ?, 0, ?, ?)',
  );
  const index = db.prepare('INSERT INTO note_index (rowid, title, body) VALUES (?, ?, ?)');
  const byId = db.prepare<[string, string], Row>('SELECT * FROM notes WHERE id = ? AND user_id = ?');
  const list = db.prepare<[string, number], Row>(
    'SELECT id, title, substr(content, 1, 200) AS content, version, created_at, updated_at FROM notes WHERE user_id = ? ORDER BY updated_at DESC, id DESC LIMIT ?',
  );
  const count = db.prepare<[string], { n: number }>('SELECT count(*) AS n FROM notes WHERE user_id = ?');
  const search = db.prepare<[string, number], Row & { snippet: string }>(`
    SELECT id, notes.title, substr(content, 1, 200) AS content, version, created_at, updated_at, snippet(note_index, -1, '<mark>', '</mark>', '…', 20) AS snippet
    FROM note_index JOIN notes ON number = note_index.rowid WHERE note_index MATCH ? ORDER BY bm25(note_index, 5, 1) LIMIT ?`);
  const found = db.prepare<[string], { n: number }>('SELECT count(*) AS n FROM note_index WHERE note_index MATCH ?');
  const step = db.prepare('INSERT INTO note_steps VALUES (?, ?, ?)');
  const moved = db.prepare('UPDATE notes SET version = ?, updated_at = ? WHERE id = ? AND user_id = ?');

  app.post('/api/notes', express.json({ limit: '40mb' }), async (req, res) => {
    const user = userOf(req.headers.authorization);
    const { title, content } = req.body as { title: string; content: string };
    const id = randomUUID();
    await write(() => {
      const { lastInsertRowid } = insert.run(id, user, title, content, Date.now(), Date.now());
      index.run(lastInsertRowid, title, content);
    });
    res.status(201).json(record(byId.get(id, user) as Row));
  });
  app.get('/api/notes', (req, res) => {
    const user = userOf(req.headers.authorization);
    const limit = Number(req.query['limit']);
    const q =
      req.query['q'] === undefined
        ? null
        : String(req.query['q'])
            .split(' ')
            .map((word) => `"${word}"`)
            .join(' ');
    if (q === null) res.json({ items: list.all(user, limit).map(record), total: count.get(user)?.n });
    else res.json({ items: search.all(q, limit).map((row) => ({ ...record(row), snippet: row.snippet })), total: found.get(q)?.n });
  });
  app.get('/api/notes/:id', (req, res) => {
    res.json(record(byId.get(req.params.id, userOf(req.headers.authorization)) as Row));
  });
  app.post('/api/notes/:id/delta', express.json({ limit: '4mb' }), async (req, res) => {
    const user = userOf(req.headers.authorization);
    const { version, steps } = req.body as { version: number; steps: readonly unknown[] };
    await write(() => {
      step.run(req.params.id, version + 1, JSON.stringify(steps[0]));
      moved.run(version + 1, Date.now(), req.params.id, user);
    });
    res.json({ id: req.params.id, version: version + 1, steps, clientIDs: [null] });
  });
}
