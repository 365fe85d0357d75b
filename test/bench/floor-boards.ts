// The floor's boards: cards with a fraction as their position, so that a move is one UPDATE.

import type { Express } from 'express';
import type { Floor } from './floor.ts';

interface Row {
  readonly id: number;
  readonly columnId: number;
  readonly title: string;
  readonly updated: number;
}

const card = (row: Row, position: number): object => {
  const { updated, ...rest } = row;
  const at = new Date(updated).toISOString();
  return { ...rest, position, projectId: 'bench', checklist: [], attachments: [], createdAt: at, updatedAt: at };
};

export function floorBoards(app: Express, { db, changed, write }: Floor): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS board_columns (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS cards (id INTEGER PRIMARY KEY, column_id INTEGER NOT NULL, position REAL NOT NULL, title TEXT NOT NULL,
      description TEXT, priority TEXT, due_date TEXT, version INTEGER NOT NULL DEFAULT 1, updated INTEGER NOT NULL) STRICT;
    CREATE INDEX IF NOT EXISTS cards_in_order ON cards (column_id, position);
  `);
  const columns = 'id, column_id AS columnId, title, description, priority, due_date AS dueDate, version, updated';
  const insertColumn = db.prepare('INSERT INTO board_columns (title) VALUES (?)');
  const column = db.prepare('SELECT id, title FROM board_columns WHERE id = ?');
  const insert = db.prepare(
    'INSERT INTO cards (column_id, position, title, description, priority, due_date, updated) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const last = db.prepare<[number], number>('SELECT max(position) FROM cards WHERE column_id = ?').pluck();
  const around = db
    .prepare<[number, number, number], number>(
      'SELECT position FROM cards WHERE column_id = ? AND id <> ? ORDER BY position LIMIT 2 OFFSET ?',
    )
    .pluck();
  const move = db.prepare('UPDATE cards SET column_id = ?, position = ?, version = version + 1 WHERE id = ?');
  const byId = db.prepare<[number], Row>(`SELECT ${columns} FROM cards WHERE id = ?`);
  const inColumn = db.prepare<[number], Row>(`SELECT ${columns} FROM cards WHERE column_id = ? ORDER BY position`);
  const stored = (id: number): Row => {
    const row = byId.get(id);
    if (row === undefined) throw new Error(`There is no card ${id}`);
    return row;
  };

  app.post('/api/columns', (req, res) => {
    const { title } = req.body as { title: string };
    write(res, 201, () => ({ id: Number(insertColumn.run(title).lastInsertRowid), title }));
  });
  app.get('/api/columns/:id', (req, res) => {
    res.json(column.get(Number(req.params.id)));
  });
  app.get('/api/cards/column/:id', (req, res) => {
    const items = inColumn.all(Number(req.params.id)).map(card);
    res.json({ items, total: items.length, limit: null, offset: 0 });
  });
  app.post('/api/cards', (req, res) => {
    const body = req.body as { columnId: string; title: string; description: string; priority: string; dueDate: string };
    const columnId = Number(body.columnId);
    write(res, 201, () => {
      const position = (last.get(columnId) ?? 0) + 1;
      const { title, description, priority, dueDate } = body;
      const id = Number(insert.run(columnId, position, title, description, priority, dueDate, Date.now()).lastInsertRowid);
      changed('card', 'created', id, 1);
      return card(stored(id), position);
    });
  });
  app.post('/api/cards/:id/move', (req, res) => {
    const { columnId, position } = req.body as { columnId: string; position: number };
    const [id, target] = [Number(req.params.id), Number(columnId)];
    write(res, 200, () => {
      const [before, after] = around.all(target, id, Math.max(0, position - 1));
      let place = (last.get(target) ?? 0) + 1;
      if (before !== undefined && position === 0) place = before - 1;
      else if (before !== undefined) place = after === undefined ? before + 1 : (before + after) / 2;
      move.run(target, place, id);
      changed('card', 'moved', id, 1);
      return card(stored(id), position);
    });
  });
}
