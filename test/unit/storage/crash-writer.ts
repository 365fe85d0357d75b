// Writes into the folder that it is given, from 16 sides at once, until it is killed; says the id of each write once it is answered.

import { writeSync } from 'node:fs';
import { openDatabase } from '../../../main/storage/database.ts';
import { lockDataDir } from '../../../main/storage/lock.ts';

const [, , dataDir = '', round = ''] = process.argv;
lockDataDir(dataDir);
const database = openDatabase(dataDir);
const insertUser = database.prepare("INSERT OR IGNORE INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES ('u', 'owner', 'owner', 1, 0, 0)");
const insertEvent = database.prepare<[string, string]>(`INSERT INTO events (id, user_id, title, color, is_all_day, start_at, end_at, time_zone, span, version, created_at, updated_at)
  VALUES (?, 'u', ?, 'purple', 0, 0, 1, 'UTC', 0, 0, 0, 0)`);
const insertChange = database.prepare<[string]>("INSERT INTO changes (user_id, at, type, action, record_id, version) VALUES ('u', 0, 'event', 'created', ?, 0)");
await database.write(() => insertUser.run());

async function writer(side: number): Promise<never> {
  for (let count = 0; ; count++) {
    const id = `${round}-${side}-${count}`;
    await database.write(() => {
      insertEvent.run(id, 'x'.repeat((count * 97) % 2000));
      insertChange.run(id);
    });
    writeSync(1, `${id}\n`);
  }
}

await Promise.all(Array.from({ length: 16 }, (_, side) => writer(side)));
