// The boards' part of `npm run bench`: how long one request takes, one after the other over one connection, and whether
// a move costs more in a large column. Columns are filled before the service starts: over HTTP that would take minutes.

import { Agent, request } from 'node:http';
import { CardStore } from '../../main/features/boards/card-store.ts';
import { ColumnStore } from '../../main/features/boards/column-store.ts';
import { OrderStore } from '../../main/features/boards/order-store.ts';
import { CardOrder } from '../../main/features/boards/order.ts';
import { newId } from '../../main/lib/ids.ts';
import { openDatabase } from '../../main/storage/database.ts';
import { median } from './median.ts';

interface Filled {
  readonly columnId: string;
  readonly cardIds: readonly string[];
}

export interface BoardData {
  /** By how many cards they hold. */
  readonly columns: ReadonlyMap<number, Filled>;
}

const sizes = [10, 500, 10_000, 100_000];

/** Fills the database of a service that is stopped. */
export async function fillBoards(dataDir: string): Promise<BoardData> {
  const database = openDatabase(dataDir);
  const { id: userId } = database.prepare<[], { id: string }>('SELECT id FROM users WHERE is_owner = 1').get() ?? { id: '' };
  const [cards, columns, order] = [new CardStore(database), new ColumnStore(database), new CardOrder(new OrderStore(database))];
  const filled = new Map<number, Filled>();
  for (const [position, size] of sizes.entries()) {
    const columnId = newId();
    const now = Date.now();
    await database.write(() => {
      columns.insert(userId, {
        id: columnId,
        title: String(size),
        projectId: 'bench',
        position,
        cardCount: 0,
        wipLimit: null,
        isCollapsed: false,
        version: 1,
        createdAt: now,
        updatedAt: now,
      });
    });
    const cardIds: string[] = [];
    while (cardIds.length < size) {
      await database.write(() => {
        for (let count = Math.min(1000, size - cardIds.length); count > 0; count -= 1) {
          const key = order.keyAfter(columns.maybeTarget(userId, columnId)?.lastKey ?? null);
          const id = newId();
          const text = {
            title: 'Draw the logo',
            description: 'In **two** colours, and one without',
            priority: 'high' as const,
            dueDate: null,
            dueAt: null,
            dueIsLocal: null,
            reminders: [],
          };
          cards.insert(userId, {
            id,
            columnId,
            projectId: 'bench',
            orderKey: key,
            ...text,
            progress: 0,
            completedAt: null,
            isArchived: false,
            isTemplate: false,
            labelIds: [],
            storedLabelIds: [],
            checklist: [{ id: 'i', text: 'Sketch', completed: true, dueDate: null }],
            version: 1,
            createdAt: now,
            updatedAt: now,
          });
          order.placed(columnId, key);
          cardIds.push(id);
        }
      });
    }
    filled.set(size, { columnId, cardIds });
  }
  database.close();
  return { columns: filled };
}

export interface BoardsOptions {
  readonly url: string;
  readonly token: string;
  readonly data: BoardData;
  readonly rounds: number;
  /** Only rows whose name holds this. */
  readonly only: string;
}

type Send = (method: string, path: string, body?: string | Buffer, type?: string) => Promise<void>;

const at = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** Measures and prints; the rows of a round alternate, so that the machine's mood falls on all of them. */
export async function benchBoards({ url, token, data, rounds, only }: BoardsOptions): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send: Send = (method, path, body, type = 'application/json') =>
    new Promise((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
      };
      const sent = request(url + path, { method, agent, headers }, (answer) => {
        answer.resume();
        answer.once('end', () => {
          if ((answer.statusCode ?? 500) < 300) resolve();
          else reject(new Error(`${method} ${path}: ${answer.statusCode}`));
        });
      });
      sent.once('error', reject);
      sent.end(body);
    });
  const rows = kinds(data, send).filter(({ name }) => name.includes(only));
  const times = new Map(rows.map(({ name }) => [name, [] as number[]]));
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, run, count } of rows) {
      const taken: number[] = [];
      for (let index = 0; index < count; index += 1) {
        const start = performance.now();
        await run();
        taken.push(performance.now() - start);
      }
      // The first round warms up.
      if (round >= 0) times.get(name)?.push(median(taken));
    }
  }
  agent.destroy();
  print(times);
}

function kinds(data: BoardData, send: Send): { readonly name: string; readonly count: number; readonly run: () => Promise<void> }[] {
  const column = (size: number): Filled => data.columns.get(size) ?? { columnId: '', cardIds: [] };
  const newCard = JSON.stringify({
    title: 'Draw the logo',
    columnId: column(10_000).columnId,
    description: 'In two colours',
    priority: 'high',
  });
  const move = (size: number) => (): Promise<void> =>
    send(
      'POST',
      `/api/cards/${at(column(size).cardIds)}/move`,
      JSON.stringify({ columnId: column(size).columnId, position: Math.floor(Math.random() * size) }),
    );
  let serial = 0;
  const upload = (): Promise<void> => {
    // A content of its own each time: an equal one would not be stored anew.
    const content = `${(serial += 1)} ${'x'.repeat(1024 * 1024)}`;
    const body = `--bench\r\nContent-Disposition: form-data; name="file"; filename="notes.txt"\r\n\r\n${content}\r\n--bench--\r\n`;
    return send('POST', `/api/cards/${at(column(10_000).cardIds)}/attachments`, body, 'multipart/form-data; boundary=bench');
  };
  return [
    { name: 'create a card', count: 200, run: () => send('POST', '/api/cards', newCard) },
    { name: 'read a card of 100000', count: 200, run: () => send('GET', `/api/cards/${at(column(100_000).cardIds)}`) },
    { name: 'list a column of 500', count: 50, run: () => send('GET', `/api/cards/column/${column(500).columnId}`) },
    ...[10, 10_000, 100_000].map((size) => ({ name: `move within ${size}`, count: 200, run: move(size) })),
    { name: 'upload 1 MB', count: 20, run: upload },
  ];
}

function print(times: ReadonlyMap<string, readonly number[]>): void {
  process.stdout.write(`\n${'boards'.padEnd(24)} ${'ms'.padStart(8)}  (lowest–highest round)\n`);
  for (const [name, medians] of times) {
    process.stdout.write(
      `${name.padEnd(24)} ${median(medians).toFixed(2).padStart(8)}  (${Math.min(...medians).toFixed(2)}–${Math.max(...medians).toFixed(2)})\n`,
    );
  }
  const [small, large] = [times.get('move within 10'), times.get('move within 100000')];
  if (small === undefined || large === undefined) return;
  const ratio = median(large.map((time, round) => time / (small[round] ?? Number.NaN)));
  process.stdout.write(
    `a move within 100000 cards takes ${ratio.toFixed(2)} times one within 10; it counts them, which is some milliseconds at most\n`,
  );
}
