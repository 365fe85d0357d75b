// When segments of the full-text indexes are merged, how much of them in a write, and that nothing is lost by it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../../main/storage/database.ts';
import { databaseName } from '../../../main/storage/files.ts';
import { IndexEntries } from '../../../main/storage/index-entries.ts';
import { IndexMerges, segmentsSql, type MergeTiming } from '../../../main/storage/index-merges.ts';
import { full } from '../../support/tiers.ts';
import { newFolder, openNew, withEvents } from './fixture.ts';

const running: IndexMerges[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((merges) => merges.stop()));
});

interface TestIndex {
  readonly dir: string;
  readonly database: Database;
  /** Writes a number of entries, each with its own words and in a write of its own. */
  readonly put: (count: number) => Promise<void>;
  readonly segments: () => number;
  readonly found: (word: string) => number;
  readonly merge: (timing?: Partial<MergeTiming>) => IndexMerges;
  readonly failures: unknown[];
}

async function setUp(): Promise<TestIndex> {
  const dir = newFolder();
  const database = openNew(dir);
  const { add } = await withEvents(database);
  const userId = database.prepare<[], string>('SELECT id FROM users').pluck().get() ?? '';
  const words = new IndexEntries(database, 'event');
  const segments = database.prepare<[], number>(segmentsSql('event_index')).pluck();
  const found = database.prepare<[string], number>('SELECT count(*) FROM event_index WHERE event_index MATCH ?').pluck();
  const failures: unknown[] = [];
  let last = 0;
  return {
    dir,
    database,
    failures,
    put: async (count) => {
      for (let at = 0; at < count; at += 1) {
        const id = `event-${(last += 1)}`;
        await add(id);
        const body = Array.from({ length: 200 }, (_, word) => `word${last}x${word}`).join(' ');
        await database.write(() => {
          words.putAll([{ userId, id: `id-${id}`, title: `title${last}`, body: `common ${body}` }]);
        });
      }
    },
    segments: () => segments.get() ?? 0,
    found: (word) => found.get(word) ?? 0,
    merge: (timing = {}) => {
      const merges = new IndexMerges({
        database,
        failed: (error) => failures.push(error),
        timing: { debounceMs: 20, maxSegments: 1_000, pauseMs: 1, ...timing },
      });
      running.push(merges);
      merges.start();
      return merges;
    },
  };
}

/** Pages that each commit has added to the log (SQLite file format, 4.2: a frame that carries a size ends a commit). */
function pagesOfCommits(dir: string): number[] {
  const log = readFileSync(join(dir, `${databaseName}-wal`));
  const size = log.readUInt32BE(8) + 24;
  const commits: number[] = [];
  let pages = 0;
  for (let at = 32; at + size <= log.length && log.subarray(at + 8, at + 16).equals(log.subarray(16, 24)); at += size) {
    pages += 1;
    if (log.readUInt32BE(at + 4) === 0) continue;
    commits.push(pages);
    pages = 0;
  }
  return commits;
}

describe('segments of a full-text index', () => {
  test('are not merged by the write that adds one', async () => {
    const { put, segments } = await setUp();
    await put(60);
    expect(segments()).toBe(60);
  });

  test('are merged once nothing was written for a while, and everything is found as before', async () => {
    const { database, put, segments, found, merge, failures } = await setUp();
    await put(60);
    merge();
    await expect.poll(segments).toBeLessThan(4);
    expect(found('common')).toBe(60);
    for (let at = 1; at <= 60; at += 1) expect(found(`word${at}x199`)).toBe(1);
    await database.write(() => database.prepare("INSERT INTO event_index (event_index) VALUES ('integrity-check')").run());
    expect(failures).toEqual([]);
  });

  test('are left alone by a write of their own where there is nothing to merge', async () => {
    const { database, put, merge } = await setUp();
    await put(3);
    let commits = 0;
    database.onCommit(() => {
      commits += 1;
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      merge({ debounceMs: 1 });
      // It looks at them, and the background would have had its turn.
      vi.advanceTimersByTime(100);
    } finally {
      vi.useRealTimers();
    }
    // What waited to be written is written before this.
    await database.write(() => undefined);
    expect(commits).toBe(1);
  });

  test('that cannot be read are told of, and end nothing but that look', async () => {
    const { database, merge, failures } = await setUp();
    await database.write(() => database.prepare('DROP TABLE event_index').run());
    merge();
    await expect.poll(() => failures.length).toBe(1);
    await database.write(() => undefined);
    await expect.poll(() => failures.length).toBe(2);
  });

  test('are merged a few pages in a write', full, async () => {
    const { database, dir, put, segments, merge } = await setUp();
    await put(150);
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    database.prepare('PRAGMA wal_autocheckpoint = 0').get();
    merge();
    await expect.poll(segments).toBeLessThan(4);
    const commits = pagesOfCommits(dir);
    expect(commits.length).toBeGreaterThan(3);
    expect(Math.max(...commits)).toBeLessThan(160);
  });

  test('wait as long as others write, unless a search would look at too many', async () => {
    const patient = await setUp();
    patient.merge({ debounceMs: 5_000 });
    await patient.put(40);
    expect(patient.segments()).toBe(40);
    const full = await setUp();
    full.merge({ debounceMs: 5, maxSegments: 10 });
    // One write after the other: segments become fewer all the same, before FTS5 itself would merge a thousand of them.
    let written = 0;
    while (full.segments() > written / 2 || written < 100) {
      expect(written, 'nothing is merged').toBeLessThan(900);
      await full.put(1);
      written += 1;
    }
    expect(full.found('common')).toBe(written);
  });

  test('are left as they are after a stop, also in the middle', async () => {
    const { put, segments, found, merge, failures } = await setUp();
    await put(150);
    const merges = merge({ debounceMs: 0, pauseMs: 5 });
    const before = segments();
    await expect.poll(segments, { interval: 1 }).toBeLessThan(before);
    await merges.stop();
    const left = segments();
    await put(8);
    expect(segments()).toBe(left + 8);
    expect(found('common')).toBe(158);
    expect(failures).toEqual([]);
  });

  test('are merged by a stop where they are too many', async () => {
    const { put, segments, found, merge, failures } = await setUp();
    await put(40);
    await merge({ debounceMs: 60_000, maxSegments: 40 }).stop();
    expect(segments()).toBe(40);
    await merge({ debounceMs: 60_000, maxSegments: 39 }).stop();
    expect(segments()).toBeLessThan(8);
    for (let at = 1; at <= 40; at += 1) expect(found(`word${at}x199`)).toBe(1);
    expect(failures).toEqual([]);
  });

  test('a merge that fails is told, and tried again after the next write', async () => {
    const { database, put, segments } = await setUp();
    await put(20);
    const failures: unknown[] = [];
    let isFull = true;
    const merges = new IndexMerges({
      database: {
        prepare: (sql) => database.prepare(sql),
        onCommit: (listener) => {
          database.onCommit(listener);
        },
        write: (work) => database.write(work),
        writeInBackground: (work) => (isFull ? Promise.reject(new Error('full')) : database.writeInBackground(work)),
      },
      failed: (error) => failures.push(error),
      timing: { debounceMs: 10, maxSegments: 1_000, pauseMs: 1 },
    });
    running.push(merges);
    merges.start();
    await expect.poll(() => failures.length).toBe(1);
    isFull = false;
    await put(1);
    await expect.poll(segments).toBeLessThan(4);
    expect(failures).toHaveLength(1);
  });
});
