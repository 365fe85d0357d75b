// What the service is measured against: the least that could answer these requests with the same promises.
// Express and better-sqlite3, synchronous=FULL, tokens checked once and remembered, writes that wait together share a commit.
// No validation worth the name, no guard, no log, no change feed. Arguments: data directory, secret.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import express from 'express';
import jwt from 'jsonwebtoken';
import { mountFloorNotes } from './notes-floor.ts';

const [dataDir = '.', secret = ''] = process.argv.slice(2);
const db = new Sqlite(join(dataDir, 'floor.db'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec(`
  CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, user_id TEXT NOT NULL, title TEXT NOT NULL, description TEXT, location TEXT, color TEXT NOT NULL,
    is_all_day INTEGER NOT NULL, start_at INTEGER NOT NULL, end_at INTEGER NOT NULL, time_zone TEXT NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS events_by_start ON events (user_id, start_at, id);
`);

interface Row {
  id: string;
  title: string;
  description: string | null;
  location: string | null;
  color: string;
  is_all_day: number;
  start_at: number;
  end_at: number;
  time_zone: string;
  version: number;
  created_at: number;
  updated_at: number;
}

const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
const byId = db.prepare<[string, string], Row>('SELECT * FROM events WHERE id = ? AND user_id = ?');
const byRange = db.prepare<[string, number, number, number], Row>(
  'SELECT * FROM events WHERE user_id = ? AND start_at >= ? AND start_at < ? ORDER BY start_at, id LIMIT ?',
);
const count = db.prepare<[string, number, number], { n: number }>(
  'SELECT count(*) AS n FROM events WHERE user_id = ? AND start_at >= ? AND start_at < ?',
);

const record = (row: Row): object => ({
  id: row.id,
  title: row.title,
  description: row.description,
  location: row.location,
  color: row.color,
  isAllDay: row.is_all_day === 1,
  startTime: new Date(row.start_at).toISOString(),
  endTime: new Date(row.end_at).toISOString(),
  timeZone: row.time_zone,
  version: row.version,
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
});

const remembered = new Map<string, string>();
const userOf = (header = ''): string => {
  const known = remembered.get(header);
  if (known !== undefined) return known;
  const { sub } = jwt.verify(header.slice('Bearer '.length), secret, { algorithms: ['HS256'] }) as { sub: string };
  remembered.set(header, sub);
  return sub;
};

let waiting: { work: () => void; done: () => void }[] = [];
const write = (work: () => void): Promise<void> =>
  new Promise((done) => {
    if (waiting.push({ work, done }) > 1) return;
    setImmediate(() => {
      const batch = waiting;
      waiting = [];
      db.exec('BEGIN IMMEDIATE');
      for (const entry of batch) entry.work();
      db.exec('COMMIT');
      for (const entry of batch) entry.done();
    });
  });

const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.get('/health', (_req, res) => {
  res.json({ status: 'ok' });
});
app.get('/api/events', (req, res) => {
  const user = userOf(req.headers.authorization);
  const from = Date.parse(String(req.query['startDate']));
  const until = Date.parse(String(req.query['endDate']));
  const items = byRange.all(user, from, until, 500).map(record);
  res.json({ items, total: count.get(user, from, until)?.n ?? 0, limit: 500, offset: 0 });
});
app.get('/api/events/:id', (req, res) => {
  const row = byId.get(req.params.id, userOf(req.headers.authorization));
  if (row === undefined) res.status(404).json({});
  else res.json(record(row));
});
app.post('/api/events', express.json(), async (req, res) => {
  const user = userOf(req.headers.authorization);
  const body = req.body as { title: string; startTime: string; endTime: string };
  const id = randomUUID();
  const now = Date.now();
  await write(() => {
    insert.run(id, user, body.title, null, null, 'purple', 0, Date.parse(body.startTime), Date.parse(body.endTime), 'UTC', 1, now, now);
  });
  const row = byId.get(id, user);
  res.status(201).json(row === undefined ? {} : record(row));
});
mountFloorNotes(app, { db, userOf, write });
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as { port: number }).port });
});
