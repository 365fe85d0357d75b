import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../main/storage/database.ts';
import { lockDataDir } from '../../../main/storage/lock.ts';
import { times } from '../../support/property.ts';
import { ended, newFolder, startProgram } from './fixture.ts';

const rounds = times(2, 16);

test(`after a SIGKILL amid 16 writers, ${rounds} times over, every answered write is there and nothing is half`, async () => {
  const dir = newFolder();
  const answered: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const child = startProgram('crash-writer.ts', [dir, String(round)]);
    const over = ended(child);
    if (child.stdout !== null) await Promise.race([once(child.stdout, 'data'), over]);
    await new Promise((resolve) => {
      setTimeout(resolve, 10 + round * times(60, 30));
    });
    child.kill('SIGKILL');
    const { signal, stdout, stderr } = await over;
    expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' });
    const lines = stdout.split('\n').slice(0, -1);
    expect(lines.length).toBeGreaterThan(0);
    answered.push(...lines);

    const lock = lockDataDir(dir);
    const database = openDatabase(dir);
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    const ids = new Set((database.prepare('SELECT id FROM events').all() as { id: string }[]).map((row) => row.id));
    expect(answered.filter((id) => !ids.has(id))).toEqual([]);
    // Both rows of a write or neither.
    const halves = database
      .prepare(
        'SELECT count(*) AS n FROM (SELECT id FROM events EXCEPT SELECT record_id FROM changes) UNION ALL SELECT count(*) FROM (SELECT record_id FROM changes EXCEPT SELECT id FROM events)',
      )
      .all();
    expect(halves).toEqual([{ n: 0 }, { n: 0 }]);
    // What was under way and not yet answered may be there too: at most one a writer and round.
    expect(ids.size - answered.length).toBeLessThanOrEqual(16 * (round + 1));
    database.close();
    lock.release();
  }
});
