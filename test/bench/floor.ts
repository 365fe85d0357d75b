// What the service is measured against: the least that could answer the same requests with the same promises. Express and better-sqlite3,
// synchronous=FULL, tokens checked once and remembered, writes that wait together share a commit, each write with its entry in a change feed,
// answers with excerpts, totals and snippets. No validation, no guard, no log, one user. Arguments: data directory, secret.

import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import express, { type Response } from 'express';
import jwt from 'jsonwebtoken';
import { floorBoards } from './floor-boards.ts';
import { floorCalendar } from './floor-calendar.ts';
import { floorNotes } from './floor-notes.ts';

const [dataDir = '.', secret = ''] = process.argv.slice(2);
const db = new Sqlite(join(dataDir, 'floor.db'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.pragma('cache_size = -65536');
db.exec(
  'CREATE TABLE IF NOT EXISTS changes (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, type TEXT NOT NULL, action TEXT NOT NULL, id INTEGER, version INTEGER)',
);
const change = db.prepare('INSERT INTO changes (at, type, action, id, version) VALUES (?, ?, ?, ?, ?)');

const begin = db.prepare('BEGIN IMMEDIATE');
const commit = db.prepare('COMMIT');
let waiting: { readonly work: () => object; readonly res: Response; readonly status: number }[] = [];

export interface Floor {
  readonly db: Sqlite.Database;
  /** Enters a change in the feed; within a write. */
  readonly changed: (type: string, action: string, id: number, version: number) => void;
  /** Runs `work` in a transaction that it may share, and answers with what it gives once that is on the disk. */
  readonly write: (res: Response, status: number, work: () => object) => void;
}

const floor: Floor = {
  db,
  changed: (type, action, id, version) => void change.run(Date.now(), type, action, id, version),
  write: (res, status, work) => {
    if (waiting.push({ work, res, status }) > 1) return;
    setImmediate(() => {
      const batch = waiting;
      waiting = [];
      begin.run();
      const answers = batch.map((entry) => entry.work());
      commit.run();
      for (const [index, entry] of batch.entries()) entry.res.status(entry.status).json(answers[index]);
    });
  },
};

const remembered = new Map<string, number>();
const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.get('/health', (_req, res) => {
  res.json({ status: 'ok' });
});
app.use((req, _res, next) => {
  const header = req.headers.authorization ?? '';
  if ((remembered.get(header) ?? 0) < Date.now()) {
    const { exp = 0 } = jwt.verify(header.slice('Bearer '.length), secret, { algorithms: ['HS256'] }) as jwt.JwtPayload;
    remembered.set(header, exp * 1000);
  }
  next();
});
app.use(express.json({ limit: '10mb' }));
floorNotes(app, floor);
floorBoards(app, floor);
floorCalendar(app, floor);
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as { port: number }).port });
});
