// Writes into the folder that it is given, from 16 sides at once, until it is killed; says the id of each write once it is answered.

import { writeSync } from 'node:fs';
import { openDatabase } from '../../../main/storage/database.ts';
import { lockDataDir } from '../../../main/storage/lock.ts';
import { insertEvent, insertUser } from './rows.ts';

const [, , dataDir = '', round = ''] = process.argv;
// Kept until the end: a lock that nothing refers to is let go when garbage is collected.
const lock = lockDataDir(dataDir);
const database = openDatabase(dataDir);
const addUser = database.prepare(insertUser);
const addEvent = database.prepare<[string, string]>(insertEvent);
const addChange = database.prepare<[string]>(
  "INSERT INTO changes (user_id, at, type, action, record_id, version) VALUES ('u', 0, 'event', 'created', ?, 0)",
);
await database.write(() => addUser.run());

/** Without waiting for the event loop, so that nothing is answered and untold; the pipe is full while the reader is busy. */
function tell(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

async function writer(side: number): Promise<never> {
  for (let count = 0; ; count++) {
    const id = `${round}-${side}-${count}`;
    await database.write(() => {
      addEvent.run(id, 'x'.repeat((count * 97) % 2000));
      addChange.run(id);
    });
    tell(`${id}\n`);
  }
}

await Promise.all(Array.from({ length: 16 }, (_, side) => writer(side)));
lock.release();
