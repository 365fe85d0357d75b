// What the change feed keeps, and what it tells a reader who comes too late.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Feed } from '../../../main/features/changes/feed.ts';
import { ChangeStore, maxGaps } from '../../../main/features/changes/store.ts';
import { systemActor, windowActor } from '../../../main/lib/caller.ts';
import { ChangeSequence } from '../../../main/storage/change-sequence.ts';
import type { Database } from '../../../main/storage/database.ts';
import { full } from '../../support/tiers.ts';
import { fillDisk, newFolder, newSmallDisk, openNew } from '../storage/fixture.ts';

const user = 'INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES (?, ?, ?, 0, 0, 0)';

async function openFeed(limits: { age: number; entries: number }) {
  const dataDir = newFolder();
  const database: Database = openNew(dataDir);
  const time = { now: 0 };
  const sequence = ChangeSequence.open(dataDir);
  const feed = new Feed({ store: new ChangeStore(database), clock: () => time.now, sequence, limits });
  await database.write(() => {
    for (const id of ['a', 'b']) database.prepare(user).run(id, id, id);
  });
  const record = (userId: string, count: number): Promise<void> =>
    database.write(() => {
      for (let index = 0; index < count; index += 1) feed.record({ userId, type: 'note', action: 'updated', id: 'n', version: index });
    });
  const prune = async (): Promise<void> => {
    while (await database.write(() => feed.prune()));
  };
  const code = (userId: string, since: number): string => {
    try {
      feed.list(userId, since);
      return 'known';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  return { dataDir, database, feed, time, sequence, record, prune, code };
}

describe('an old entry', () => {
  test('is removed when it is older than the limit and enough newer ones are kept, and its readers are told', async () => {
    const { feed, time, record, prune, code } = await openFeed({ age: 1_000, entries: 3 });
    await record('a', 1_200);
    time.now = 2_000;
    await record('a', 2);
    await prune();
    expect(feed.list('a').items.map(({ seq }) => seq)).toEqual([1_200, 1_201, 1_202]);
    expect([code('a', 0), code('a', 1_198), code('a', 1_199), code('a', 1_202)]).toEqual([
      'history_gone',
      'history_gone',
      'known',
      'known',
    ]);
    // Without a place to go on from, what is kept is given; the total alone is always to be had.
    expect(feed.list('a', null, 0)).toEqual({ items: [], lastSeq: 1_202 });
  });

  test('stays as long as it is young, or among the newest of its user', async () => {
    const { feed, time, record, prune } = await openFeed({ age: 1_000, entries: 3 });
    await record('b', 2);
    await record('a', 10);
    time.now = 900;
    await prune();
    expect(feed.list('a').items).toHaveLength(10);
    time.now = 2_000;
    await prune();
    expect(feed.list('a').items).toHaveLength(3);
    expect(feed.list('b').items).toHaveLength(2);
  });
});

describe('gaps that restores leave', () => {
  test('are kept up to a number; beyond it the oldest become one, and its readers are told', async () => {
    const { database, sequence, feed, record, code } = await openFeed({ age: 1, entries: 1 });
    /** What the last reader before each gap has read, and one within it. */
    const readers: { before: number; within: number }[] = [];
    await database.write(() => {
      for (let round = 0; round < maxGaps + 50; round += 1) {
        feed.record({ userId: 'a', type: 'note', action: 'updated', id: 'n', version: round });
        const before = feed.lastGiven();
        // The replaced database had given out more.
        sequence.given(before + 10);
        feed.resume();
        readers.push({ before, within: before + 5 });
      }
    });
    await record('a', 1);
    const gaps = database.prepare<[], number>('SELECT count(*) FROM change_gaps').pluck();
    expect(gaps.get()).toBe(maxGaps);
    expect(readers.map(({ within }) => code('a', within))).toEqual(readers.map(() => 'history_gone'));
    // Between the oldest gaps nothing is told apart any more.
    const told = readers.map(({ before }) => code('a', before));
    expect(told.slice(1, 51)).toEqual(told.slice(1, 51).map(() => 'history_gone'));
    expect(told.slice(51)).toEqual(told.slice(51).map(() => 'known'));
  });
});

describe('the high mark', () => {
  test('is written once in thousands of changes, and is never behind', full, async () => {
    const { sequence, record, feed, dataDir } = await openFeed({ age: 1, entries: 1 });
    const marks = new Set<number>();
    for (let round = 0; round < 120; round += 1) {
      await record('a', 100);
      marks.add(ChangeSequence.open(dataDir).highMark);
      expect(ChangeSequence.open(dataDir).highMark).toBeGreaterThanOrEqual(feed.lastGiven());
    }
    expect(marks.size).toBeLessThanOrEqual(4);
    sequence.close(feed.lastGiven());
    expect(ChangeSequence.open(dataDir).highMark).toBe(12_000);
  });
});

describe('whose an entry is', () => {
  test('is what the work around it says, the innermost first, and the service itself outside of any', async () => {
    const { database, feed } = await openFeed({ age: 1_000, entries: 3 });
    const record = (version: number): void => {
      feed.record({ userId: 'a', type: 'note', action: 'updated', id: 'n', version });
    };
    const token = { kind: 'token', id: 't', name: 'Script' } as const;
    await database.write(() => {
      record(0);
      feed.attribute({ actor: token, batchId: 'b' }, () => {
        record(1);
        feed.attribute({ actor: windowActor, batchId: null }, () => {
          record(2);
        });
        record(3);
      });
      expect(() =>
        feed.attribute({ actor: token, batchId: null }, () => {
          throw new Error('no');
        }),
      ).toThrow('no');
      record(4);
    });
    expect(feed.list('a').items.map(({ actor, batchId }) => [actor, batchId])).toEqual([
      [systemActor, null],
      [token, 'b'],
      [windowActor, null],
      [token, 'b'],
      [systemActor, null],
    ]);
  });

  test('of an entry from before that was told is the window', async () => {
    const { database, feed } = await openFeed({ age: 1_000, entries: 3 });
    await database.write(() => {
      database.prepare("INSERT INTO changes (user_id, at, type, action) VALUES ('a', 0, 'config', 'updated')").run();
    });
    expect(feed.list('a').items).toMatchObject([{ actor: windowActor, batchId: null }]);
  });
});

test('the high mark stays where a start ends before the feed goes on from it', () => {
  const dataDir = newFolder();
  writeFileSync(join(dataDir, 'change-sequence'), '20000\n');
  ChangeSequence.open(dataDir).close(100);
  expect(ChangeSequence.open(dataDir).highMark).toBe(20_000);
});

test('a mark that a full disk does not take leaves nothing beside the one before', ({ skip }) => {
  const dir = newSmallDisk() ?? skip('only root can mount a small disk');
  ChangeSequence.open(dir).close(100);
  fillDisk(dir);
  ChangeSequence.open(dir).close(200);
  expect([ChangeSequence.open(dir).highMark, readdirSync(dir).toSorted()]).toEqual([100, ['change-sequence', 'filler']]);
});

test('readers that catch up take turns, and let others run: between two chances for these there are the entries of one reading', async () => {
  const { feed, record } = await openFeed({ age: 1_000, entries: 3 });
  await record('a', 2_050);
  const ended = new AbortController();
  let inTurn = 0;
  const inTurns: number[] = [];
  const count = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await nextRound();
      inTurns.push(inTurn);
      inTurn = 0;
    }
  };
  let left = 3;
  const follow = async (): Promise<void> => {
    let last = 0;
    await feed.follow('a', 0, {
      open: () => undefined,
      nothing: () => undefined,
      send: ({ id }) => {
        expect(id).toBe(last + 1);
        last = id;
        inTurn += 1;
        if (last === 2_050 && (left -= 1) === 0) ended.abort();
        return true;
      },
      drained: () => Promise.resolve(),
      signal: ended.signal,
      lastEventId: null,
    });
  };
  const counting = count();
  await Promise.all([follow(), follow(), follow()]);
  await counting;
  // Each begins at once.
  const [first = 0, ...others] = inTurns.filter((entries) => entries > 0);
  expect(first).toBe(3 * 200);
  expect(Math.max(...others)).toBe(200);
  expect(others.reduce((sum, entries) => sum + entries, first)).toBe(3 * 2_050);
});
