// The floor's calendar: events by their start. None is longer than two hours, so a range of starts finds all that overlap a month.

import type { Express } from 'express';
import type { Floor } from './floor.ts';

interface Row {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  readonly location: string | null;
  readonly start_at: number;
  readonly end_at: number;
  readonly created: number;
}

const longest = 2 * 60 * 60 * 1000;

const event = ({ start_at, end_at, created, ...row }: Row): object => {
  const at = new Date(created).toISOString();
  const [startTime, endTime] = [new Date(start_at).toISOString(), new Date(end_at).toISOString()];
  return { ...row, color: 'purple', isAllDay: false, startTime, endTime, timeZone: 'UTC', version: 1, createdAt: at, updatedAt: at };
};

export function floorCalendar(app: Express, { db, changed, write }: Floor): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS events (id INTEGER PRIMARY KEY, title TEXT NOT NULL, description TEXT, location TEXT,
      start_at INTEGER NOT NULL, end_at INTEGER NOT NULL, created INTEGER NOT NULL) STRICT;
    CREATE INDEX IF NOT EXISTS events_by_start ON events (start_at, end_at);
  `);
  const insert = db.prepare('INSERT INTO events (title, description, location, start_at, end_at, created) VALUES (?, ?, ?, ?, ?, ?)');
  const inRange = db.prepare<[number, number, number, number], Row>(
    'SELECT * FROM events WHERE start_at > ? AND start_at < ? AND end_at > ? ORDER BY start_at LIMIT ?',
  );

  app.get('/api/events', (req, res) => {
    const [from, until] = [Date.parse(String(req.query['startDate'])), Date.parse(String(req.query['endDate']))];
    const items = inRange.all(from - longest - 1, until, from, Number(req.query['limit'])).map(event);
    res.json({ items, total: items.length, limit: Number(req.query['limit']), offset: 0 });
  });
  app.post('/api/events', (req, res) => {
    const { title, description, location, startTime, endTime } = req.body as Record<string, string>;
    const [start, end] = [Date.parse(startTime ?? ''), Date.parse(endTime ?? '')];
    write(res, 201, () => {
      const now = Date.now();
      const id = Number(insert.run(title, description, location, start, end, now).lastInsertRowid);
      changed('event', 'created', id, 1);
      const row = { id, title: title ?? '', description: description ?? null, location: location ?? null };
      return event({ ...row, start_at: start, end_at: end, created: now });
    });
  });
}
