import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '../../../main/lib/app-error.ts';
import type { Database } from '../../../main/storage/database.ts';
import { databaseName } from '../../../main/storage/files.ts';
import { fillDisk, newFolder, newSmallDisk, open, openNew, withEvents } from './fixture.ts';
import { runs } from '../../support/property.ts';
import { statementsOf } from '../../support/statements.ts';

/** How many transactions the log holds: the frames that carry a size are the ends of commits (SQLite file format, 4.2). */
function commitsInLog(dir: string): number {
  const log = readFileSync(join(dir, `${databaseName}-wal`));
  if (log.length === 0) return 0;
  const pageSize = log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  let commits = 0;
  for (let at = 32; at + 24 + pageSize <= log.length; at += 24 + pageSize) {
    if (!log.subarray(at + 8, at + 16).equals(salts)) break;
    if (log.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits;
}

async function setUp() {
  const dir = newFolder();
  const database = openNew(dir);
  const events = await withEvents(database);
  return { dir, database, ...events };
}

const settle = async (writes: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(writes)).map((result) =>
    result.status === 'fulfilled' ? 'ok' : result.reason instanceof AppError ? result.reason.code : (result.reason as Error).message,
  );

/** A batch ends after some milliseconds: on a busy machine writes that are to share one would be parted. */
function withoutTime(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

const fail = (message: string) => (): never => {
  throw new Error(message);
};

describe('writes that wait together', () => {
  test('share one transaction, and are answered after its commit', async () => {
    withoutTime();
    const { dir, database, add } = await setUp();
    const outside = new Sqlite(join(dir, databaseName), { readonly: true });
    const count = outside.prepare('SELECT count(*) AS n FROM events').pluck();
    const before = commitsInLog(dir);
    const seen: unknown[] = [];
    let commits = 0;
    database.onCommit(() => {
      commits += 1;
    });
    await Promise.all(Array.from({ length: 100 }, (_, index) => add(`e${index}`).then(() => seen.push(count.get()))));
    expect(commitsInLog(dir) - before).toBe(1);
    expect(commits).toBe(1);
    expect(new Set(seen)).toEqual(new Set([100]));
    outside.close();
  });

  test('cost nothing besides: savepoints are for those that follow a failure', async () => {
    withoutTime();
    const { database, add, titles } = await setUp();
    const together = await statementsOf(() => settle(['a', 'b', 'c'].map((name) => add(name))));
    expect(together.statements.map((text) => text.split(' ')[0])).toEqual(['BEGIN', 'INSERT', 'INSERT', 'INSERT', 'COMMIT']);
    const failing = await statementsOf(() => settle([add('d'), database.write(fail('no')), add('e')]));
    expect(failing.answer).toEqual(['ok', 'no', 'ok']);
    expect(failing.statements.filter((text) => text.startsWith('SAVEPOINT'))).toHaveLength(3);
    expect(titles()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('asked for by a run that is undone are done once', async () => {
    const { database, add, titles } = await setUp();
    const outer = database.write(() => {
      void add('inner');
    });
    expect(await settle([outer, database.write(fail('no')), add('later')])).toEqual(['ok', 'no', 'ok']);
    await add('last');
    expect(titles()).toEqual(['inner', 'last', 'later']);
  });

  test('one after the other are one transaction each', async () => {
    const { dir, add } = await setUp();
    const before = commitsInLog(dir);
    for (const title of ['a', 'b', 'c']) await add(title);
    expect(commitsInLog(dir) - before).toBe(3);
  });

  test('from clients that were answered together share the next transaction, though they come one after the other', async () => {
    const { dir, add } = await setUp();
    // The longest time that is waited does not come, however slow the machine.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
    onTestFinished(() => {
      clock.mockRestore();
    });
    /** The writes are asked for one after the other, `rounds` rounds of the event loop apart. */
    const commitsOf = async (names: readonly string[], rounds: number): Promise<number> => {
      const before = commitsInLog(dir);
      const writes: Promise<unknown>[] = [];
      for (const name of names) {
        writes.push(add(name));
        for (let round = 0; round < rounds; round += 1) await nextTurn();
      }
      await Promise.all(writes);
      return commitsInLog(dir) - before;
    };
    // Before there were several, none is waited for.
    expect(await commitsOf(['a', 'b'], 1)).toBe(2);
    await Promise.all(['c', 'd', 'e', 'f'].map((name) => add(name)));
    expect(await commitsOf(['g', 'h', 'i', 'j'], 1)).toBe(1);
    // They are not waited for when a round brings none.
    expect(await commitsOf(['k', 'l'], 3)).toBe(2);
  });

  test('more than fit into a turn are all done, in the order in which they came', async () => {
    const { dir, database, titles, add } = await setUp();
    const before = commitsInLog(dir);
    const order: number[] = [];
    await Promise.all(Array.from({ length: 600 }, (_, index) => add(`e${index}`).then(() => order.push(index))));
    expect(order).toEqual(Array.from({ length: 600 }, (_, index) => index));
    expect(titles()).toHaveLength(600);
    expect(commitsInLog(dir) - before).toBeGreaterThanOrEqual(3);
    expect(await database.write(() => 'the result of the work')).toBe('the result of the work');
  });

  test('listeners hear of a commit before its writes are answered, and of nothing when nothing was written', async () => {
    const { database, add } = await setUp();
    const heard: string[] = [];
    database.onCommit(() => heard.push('commit'));
    await add('a').then(() => heard.push('answer'));
    expect(heard).toEqual(['commit', 'answer']);
    await settle([database.write(fail('no'))]);
    expect(heard).toEqual(['commit', 'answer']);
  });
});

describe('a write that fails', () => {
  test('is undone alone', async () => {
    const { database, add, titles } = await setUp();
    const half = database.write(() => {
      database.prepare("UPDATE events SET title = 'touched'").run();
      throw new Error('changed my mind');
    });
    expect(await settle([add('a'), half, add('b'), add('a'), add('c')])).toEqual([
      'ok',
      'changed my mind',
      'ok',
      'UNIQUE constraint failed: events.id',
      'ok',
    ]);
    expect(titles()).toEqual(['a', 'b', 'c']);
  });

  test('whatever the mixture, exactly the others are kept', async () => {
    const { database, add, titles } = await setUp();
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 40 }), async (plan) => {
        const prefix = `round ${String(round++).padStart(4, '0')} `;
        const writes = plan.map((good, index) =>
          good
            ? add(prefix + String(index))
            : database.write(() => {
                database.prepare('DELETE FROM events').run();
                throw new Error('no');
              }),
        );
        expect(await settle(writes)).toEqual(plan.map((good) => (good ? 'ok' : 'no')));
        const kept = titles().filter((title) => title.startsWith(prefix));
        expect(new Set(kept)).toEqual(new Set(plan.flatMap((good, index) => (good ? [prefix + String(index)] : []))));
      }),
      runs(20, 60),
    );
  });

  test('a promise as the work is refused, undone, and its failure is that of no other write', async () => {
    const { database, add, titles } = await setUp();
    const later = database.write(async () => {
      database.prepare("UPDATE events SET title = 'touched'").run();
      await Promise.resolve();
      throw new Error('too late');
    });
    expect(await settle([add('a'), later, add('b')])).toEqual(['ok', expect.stringContaining('must be synchronous'), 'ok']);
    expect(titles()).toEqual(['a', 'b']);
  });

  test('a listener that throws takes no answer away', async () => {
    const { database, add, titles } = await setUp();
    const crash = new Promise<Error>((resolve) => {
      const standing = process.listeners('uncaughtException');
      process.removeAllListeners('uncaughtException');
      process.once('uncaughtException', (error) => {
        for (const listener of standing) process.on('uncaughtException', listener);
        resolve(error);
      });
    });
    let calls = 0;
    database.onCommit(() => {
      if (calls++ === 0) throw new Error('listener');
    });
    await add('a');
    expect((await crash).message).toBe('listener');
    await add('b');
    expect(titles()).toEqual(['a', 'b']);
  });
});

describe('a write inside a write', () => {
  test('is a write of its own: it stays when the outer one fails', async () => {
    const { database, add, titles } = await setUp();
    let inner: Promise<unknown> = Promise.resolve();
    const outer = database.write(() => {
      inner = add('inner');
      throw new Error('outer');
    });
    expect(await settle([outer])).toEqual(['outer']);
    expect(await settle([inner])).toEqual(['ok']);
    expect(titles()).toEqual(['inner']);
  });

  test('cannot close the database', async () => {
    const { database, add, titles } = await setUp();
    expect(
      await settle([
        add('a'),
        database.write(() => {
          database.close();
        }),
        add('b'),
      ]),
    ).toEqual(['ok', 'The write queue cannot be closed by a write', 'ok']);
    expect(titles()).toEqual(['a', 'b']);
  });
});

describe('a write elsewhere', () => {
  /** A write that another connection makes, until `finish` is called. */
  function elsewhere(dir: string, database: Database, fails = false) {
    const begun = Promise.withResolvers<void>();
    const finished = Promise.withResolvers<void>();
    const ended = database.writeElsewhere(async () => {
      const other = new Sqlite(join(dir, databaseName));
      other.exec('BEGIN IMMEDIATE');
      begun.resolve();
      await finished.promise;
      other.exec(fails ? 'ROLLBACK' : 'COMMIT');
      other.close();
      if (fails) throw new Error('own reason');
    }, false);
    return { begun: begun.promise, ended, finish: finished.resolve };
  }

  test('has the database for itself: other writes begin when it has ended, in their order, and so does what waits until it is free', async () => {
    withoutTime();
    const { dir, database, add, titles } = await setUp();
    const busy = await statementsOf(async () => {
      const first = add('a');
      const { begun, ended, finish } = elsewhere(dir, database);
      const order: string[] = [];
      const note = (name: string) => (): unknown => order.push(name);
      const later = [add('b').then(note('b')), add('c').then(note('c'))];
      await begun;
      const free = database.whenFree().then(() => order.push(database.tryOut(() => `free with ${titles().join('')}`)));
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
      expect([titles(), order]).toEqual([['a'], []]);
      finish();
      await Promise.all([first, ended, free, ...later]);
      return order;
    });
    expect(busy.answer).toEqual(['free with a', 'b', 'c']);
    // One for each turn: none was in vain.
    expect(busy.statements.filter((text) => text === 'BEGIN IMMEDIATE')).toHaveLength(2);
    expect(titles()).toEqual(['a', 'b', 'c']);
  });

  test('is told of as a commit when it has ended, also if it fails, which harms no other', async () => {
    const { dir, database, add, titles } = await setUp();
    let commits = 0;
    database.onCommit(() => {
      commits += 1;
    });
    for (const fails of [false, true]) {
      const { begun, ended, finish } = elsewhere(dir, database, fails);
      const next = add(`${fails}`);
      await begun;
      finish();
      expect(await settle([ended, next])).toEqual([fails ? 'own reason' : 'ok', 'ok']);
    }
    expect([commits, titles()]).toEqual([4, ['false', 'true']]);
  });

  test('in the background waits as others there do', async () => {
    const { database, add } = await setUp();
    const order: string[] = [];
    const note = (name: string) => (): Promise<void> => {
      order.push(name);
      return Promise.resolve();
    };
    await Promise.all([database.writeElsewhere(note('elsewhere'), true), add('a').then(note('a'))]);
    expect(order).toEqual(['a', 'elsewhere']);
  });

  test('that has not begun is refused when the database is closed', async () => {
    const { database, add } = await setUp();
    const writes = [add('a'), database.writeElsewhere(() => Promise.resolve(), false), add('b')];
    database.close();
    expect(await settle(writes)).toEqual(['ok', 'unavailable', 'ok']);
  });
});

describe('closing', () => {
  test('commits what waits and refuses what comes later', async () => {
    const { dir, database, add } = await setUp();
    const waiting = Array.from({ length: 300 }, (_, index) => add(`e${index}`));
    database.close();
    const late = database.write(() => 1);
    expect(new Set(await settle(waiting))).toEqual(new Set(['ok']));
    expect(await settle([late])).toEqual(['unavailable']);
    const events = await withEvents(open(dir));
    expect(events.titles()).toHaveLength(300);
  });
});

describe('when another program holds the database', () => {
  test('a write waits without holding up the event loop, and goes through', async () => {
    const { dir, add, titles } = await setUp();
    const other = new Sqlite(join(dir, databaseName));
    other.exec('BEGIN IMMEDIATE');
    const writes = [add('a'), add('b')];
    let longest = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    // A machine that is busy with other programs holds it up now and then, a write that blocks would each time.
    let least = Number.POSITIVE_INFINITY;
    for (let look = 0; look < 3 && least >= 250; look += 1) {
      longest = 0;
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
      least = Math.min(least, longest);
    }
    clearInterval(beat);
    expect(titles()).toEqual([]);
    other.close();
    expect(await settle(writes)).toEqual(['ok', 'ok']);
    expect(titles()).toEqual(['a', 'b']);
    expect(least).toBeLessThan(250);
  });

  test('closing answers what cannot be written any more', async () => {
    const { dir, database, add } = await setUp();
    const other = new Sqlite(join(dir, databaseName));
    other.exec('BEGIN IMMEDIATE');
    const writes = [add('a'), add('b')];
    database.close();
    expect(await settle(writes)).toEqual(['unavailable', 'unavailable']);
    other.close();
  });
});

describe('a full disk', () => {
  const limit = (database: Database, pages: number): void => {
    database.prepare(`PRAGMA max_page_count = ${pages}`).get();
  };
  const pages = (database: Database): number => (database.prepare('PRAGMA page_count').get() as { page_count: number }).page_count;

  test('is told as storage_full, changes nothing, and is over when there is room', async () => {
    const { database, add, titles } = await setUp();
    await add('before');
    const listened: number[] = [];
    database.onCommit(() => listened.push(1));
    limit(database, pages(database));
    expect(await settle([add('x'.repeat(100_000)), database.write(fail('own reason'))])).toEqual(['storage_full', 'own reason']);
    expect(titles()).toEqual(['before']);
    expect(listened).toEqual([]);
    limit(database, 100_000);
    expect(await settle([add('after')])).toEqual(['ok']);
    expect(titles()).toEqual(['after', 'before']);
  });

  test('met by one write takes nothing from its neighbours, who get a transaction each', async () => {
    const { dir, database, add, titles } = await setUp();
    limit(database, pages(database) + 20);
    const large = (index: number): boolean => index % 7 === 3;
    const names = Array.from({ length: 30 }, (_, index) => `${String(index).padStart(3, '0')}${'x'.repeat(large(index) ? 120_000 : 10)}`);
    const before = commitsInLog(dir);
    const results = await settle(names.map((name) => add(name)));
    expect(results).toEqual(names.map((_, index) => (large(index) ? 'storage_full' : 'ok')));
    expect(titles()).toEqual(names.filter((_, index) => !large(index)));
    expect(commitsInLog(dir) - before).toBeLessThanOrEqual(30);
  });

  test('undoes what others saw: an error that came of it is no answer', async () => {
    withoutTime();
    const { database, add, titles } = await setUp();
    await add('a');
    limit(database, pages(database));
    const remove = database.prepare<[string]>('DELETE FROM events WHERE title = ?');
    let runs = 0;
    const removeOnce = database.write(() => {
      remove.run('a');
      if (runs++ > 0) throw new Error('not again');
    });
    const needsIt = database.write(() => {
      if (!titles().includes('a')) throw new Error('a is gone');
    });
    expect(await settle([removeOnce, needsIt, add('x'.repeat(100_000))])).toEqual(['not again', 'ok', 'storage_full']);
    expect(titles()).toEqual(['a']);
  });

  test('a real one: reads go on, and writes too once there is room', async ({ skip }) => {
    const dir = newSmallDisk() ?? skip('only root can mount a small disk');
    const database = openNew(dir);
    const events = await withEvents(database);
    await events.add('before');
    const makeRoom = fillDisk(dir);
    for (let round = 0; round < 3; round++)
      expect(await settle([events.add('y'.repeat(200_000)), events.add('small'.repeat(5000))])).toEqual(['storage_full', 'storage_full']);
    expect(events.titles()).toEqual(['before']);
    makeRoom();
    expect(await settle([events.add('z after')])).toEqual(['ok']);
    expect(events.titles()).toEqual(['before', 'z after']);
    database.close();
    expect((await withEvents(open(dir))).titles()).toEqual(['before', 'z after']);
  });
});
