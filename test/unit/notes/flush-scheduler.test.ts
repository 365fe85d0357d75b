// What is put off: when it is done, and that nothing is lost if it is not.

import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FlushScheduler } from '../../../main/features/notes/flush-scheduler.ts';
import { NoteLoader } from '../../../main/features/notes/note-loader.ts';
import type { NoteKey } from '../../../main/features/notes/note-store.ts';
import { full } from '../../support/tiers.ts';
import { openTestNotes, type TestNotes } from './fixture.ts';

const soon = { debounceMs: 8, maxWaitMs: 40 };
const append = (text: string) => ({ edits: [{ append: text }] });

interface Row {
  readonly version: number;
  readonly flushed: number;
  readonly indexed: number;
  readonly stored: number;
  readonly content: string;
}

/** What the database says of the note. */
function stored({ database }: TestNotes, id: string): Row {
  return database
    .prepare(
      `SELECT notes.version, settled_version AS flushed, indexed_version AS indexed, note_contents.version AS stored, content
       FROM notes JOIN note_contents ON note_id = id WHERE id = ?`,
    )
    .get(id) as Row;
}

async function untilSettled(notes: TestNotes, id: string): Promise<void> {
  const isSettled = (): boolean => {
    const { version, flushed, indexed } = stored(notes, id);
    return flushed === version && indexed === version;
  };
  await expect.poll(isSettled).toBe(true);
}

describe('a delta', () => {
  test('writes its steps and the row of the note, and nothing else', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('a\n');
    expect(stored(notes, id)).toEqual({ version: 0, flushed: 0, indexed: -1, stored: 0, content: 'a\n' });
    const { version } = await notes.change(id, { ...append('b\n'), title: 'New' });
    expect(stored(notes, id)).toEqual({ version, flushed: 0, indexed: -1, stored: 0, content: 'a\n' });
    expect(await notes.content(id)).toBe('a\nb\n');
  });

  test('is written out a while later, without a new version or time', async () => {
    const notes = await openTestNotes({ timing: soon });
    const { id } = await notes.create('a\n');
    const { version } = await notes.change(id, append('b\n'));
    const before = await notes.notes.read(notes.userId, id, {});
    const told = notes.recorded.length;
    await untilSettled(notes, id);
    expect(stored(notes, id)).toEqual({ version, flushed: version, indexed: version, stored: version, content: 'a\nb\n' });
    expect(await notes.notes.read(notes.userId, id, {})).toEqual(before);
    expect(notes.recorded.length).toBe(told);
  });

  test('is written out before long also if the user types on', full, async () => {
    const busy = await openTestNotes({ timing: { debounceMs: 2_000, maxWaitMs: 100 } });
    const { id } = await busy.create('a\n');
    let version = 0;
    const typing = setInterval(() => {
      void busy.change(id, append('b\n')).then((answer) => {
        version = answer.version;
      });
    }, 5);
    await expect.poll(() => stored(busy, id).flushed).toBeGreaterThan(0);
    clearInterval(typing);
    expect(version).toBeGreaterThan(0);
    await untilSettled(busy, id);
  });
});

test('a flush takes no place in memory from a note that is in use', async () => {
  // Room for one note: the one that was changed last.
  const notes = await openTestNotes({ memory: 1 });
  const { id: other } = await notes.create('a\n');
  await notes.change(other, append('b\n'));
  const { id } = await notes.create('a\n');
  await notes.change(id, append('b\n'));
  const load = vi.spyOn(NoteLoader.prototype, 'load');
  try {
    await notes.flush();
    expect(load.mock.calls.map(([key]) => key.id)).toEqual([other]);
    await notes.change(id, append('c\n'));
    expect(load.mock.calls).toHaveLength(1);
  } finally {
    load.mockRestore();
  }
  expect([await notes.content(other), await notes.content(id)]).toEqual(['a\nb\n', 'a\nb\nc\n']);
});

describe('while notes are being changed', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A scheduler on a clock of its own, and the notes that it has flushed, by their writes. */
  function openScheduler(
    isBusy = false,
    isIndexCrowded = false,
    pendingAfter: () => readonly NoteKey[] = () => [],
  ): {
    readonly scheduler: FlushScheduler;
    readonly writes: string[][];
    /** Those that a thread has stored. */
    readonly threaded: string[];
    readonly lanes: Set<string>;
    readonly failures: string[];
  } {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const writes: string[][] = [];
    const lanes = new Set<string>();
    const threaded: string[] = [];
    const failures: string[] = [];
    const writeIn =
      (lane: string) =>
      <T>(work: () => T): Promise<T> => {
        lanes.add(lane);
        writes.push([]);
        return Promise.resolve(work());
      };
    const scheduler = new FlushScheduler({
      store: { pendingAfter } as never,
      flusher: {
        prepare: (key: NoteKey) =>
          Promise.resolve({
            key,
            entry: { body: ' '.repeat(key.id.startsWith('very') ? 200_000 : key.id.startsWith('long') ? 100_000 : 100) },
          }),
        store: (flushes: readonly { readonly key: NoteKey }[]) => writes.at(-1)?.push(...flushes.map(({ key }) => key.id)),
      } as never,
      compaction: { compact: () => Promise.resolve() } as never,
      write: writeIn('of requests'),
      writeInBackground: writeIn('background'),
      storeInThread: ({ key }, inBackground) => {
        lanes.add(inBackground ? 'background' : 'of requests');
        threaded.push(key.id);
        return Promise.resolve();
      },
      isBusy: () => isBusy,
      isIndexCrowded: () => isIndexCrowded,
      log: { error: (_fields: object, message = '') => failures.push(message) },
      timing: { debounceMs: 1_000, maxWaitMs: 5_000 },
    });
    return { scheduler, writes, threaded, lanes, failures };
  }
  const change = (scheduler: FlushScheduler, id: string): void => {
    scheduler.markDirty({ userId: 'u', id });
  };

  test('a flush of all that are pending, for which a search or an export waits, ends with a stop', async () => {
    let pages = 0;
    const { scheduler } = openScheduler(false, false, () => ((pages += 1) > 100 ? [] : [{ userId: 'u', id: `note-${pages}` }]));
    const flushing = scheduler.flushPending();
    await scheduler.stop(0);
    await flushing;
    expect(pages).toBeLessThan(3);
  });

  test('none is flushed; once there is a pause all are, in the order of their last change, eight in a write', async () => {
    const { scheduler, writes } = openScheduler();
    for (let at = 0; at < 4_000; at += 100) {
      change(scheduler, `note-${at % 2_000}`);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(writes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(writes.flat()).toEqual(Array.from({ length: 20 }, (_, index) => `note-${index * 100}`));
    expect(writes.map(({ length }) => length)).toEqual([8, 8, 4]);
  });

  test('one that waits long is flushed all the same, and the others are not', async () => {
    const { scheduler, writes } = openScheduler();
    change(scheduler, 'first');
    for (let at = 0; at < 5_500; at += 100) {
      await vi.advanceTimersByTimeAsync(100);
      change(scheduler, at < 3_000 ? 'typed-into' : 'other');
    }
    expect(writes.flat()).toEqual(['first', 'typed-into']);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(writes.flat()).toEqual(['first', 'typed-into', 'other']);
  });

  test('no more than ten thousand are remembered: the first of them are flushed, and then the background has time', async () => {
    const { scheduler, writes, lanes } = openScheduler(true);
    for (let index = 0; index < 10_100; index += 1) change(scheduler, `note-${index}`);
    await vi.advanceTimersByTimeAsync(300);
    expect(writes.flat()).toEqual(Array.from({ length: 100 }, (_, index) => `note-${index}`));
    expect(writes.every(({ length }) => length <= 8)).toBe(true);
    expect([...lanes]).toEqual(['of requests']);
  });

  test('few writes are made while the index has many segments: merging comes first', async () => {
    const { scheduler, writes } = openScheduler(false, true);
    for (let index = 0; index < 800; index += 1) change(scheduler, `note-${index}`);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(writes.length).toBeGreaterThan(10);
    expect(writes.length).toBeLessThan(25);
  });

  test('two notes go into a write while requests write, in the background', async () => {
    const { scheduler, writes, lanes } = openScheduler(true);
    for (let index = 0; index < 5; index += 1) change(scheduler, `note-${index}`);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(writes.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect([...lanes]).toEqual(['background']);
  });

  test('long ones share no write with other long ones', async () => {
    const { scheduler, writes } = openScheduler();
    for (const id of ['one', 'long-1', 'two', 'long-2', 'long-3', 'three']) change(scheduler, id);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(writes).toEqual([['one', 'long-1', 'two'], ['long-2'], ['long-3', 'three']]);
  });

  test('very long ones are stored by a thread, after the writes of requests, or at once where a stop waits for it', async () => {
    const { scheduler, writes, threaded, lanes } = openScheduler();
    for (const id of ['one', 'very-long', 'two']) change(scheduler, id);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([writes, threaded, [...lanes]]).toEqual([[['one'], ['two']], ['very-long'], ['background']]);
    await scheduler.flush([{ userId: 'u', id: 'very-long-2' }]);
    expect([threaded, [...lanes]]).toEqual([
      ['very-long', 'very-long-2'],
      ['background', 'of requests'],
    ]);
  });

  test('where those that are left of before cannot be read, all are tried again half a minute later', async () => {
    let isDamaged = true;
    const { scheduler, writes, failures } = openScheduler(false, false, () => {
      if (isDamaged) throw new Error('disk I/O error');
      return [];
    });
    scheduler.start();
    await vi.advanceTimersByTimeAsync(20_000);
    change(scheduler, 'note');
    await vi.advanceTimersByTimeAsync(5_000);
    expect([failures.length, writes]).toEqual([1, []]);
    isDamaged = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect([failures.length, writes]).toEqual([1, [['note']]]);
  });

  test('a change that comes while some are flushed lets the others wait', async () => {
    const { scheduler, writes } = openScheduler();
    for (let index = 0; index < 100; index += 1) change(scheduler, `note-${index}`);
    const stopAfterFirst = vi.spyOn(writes, 'push').mockImplementation((...items) => {
      if (writes.length === 0) change(scheduler, 'typed-into');
      return Array.prototype.push.apply(writes, items);
    });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(writes).toHaveLength(1);
    stopAfterFirst.mockRestore();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(new Set(writes.flat()).size).toBe(101);
  });
});

/** Calls `ran` for each statement that is run, until the function that it gives is called. */
function countStatements(ran: () => void): () => void {
  const prototype = Object.getPrototypeOf(new Sqlite(':memory:').prepare('SELECT 1')) as Record<string, (...args: unknown[]) => unknown>;
  const before = { get: prototype['get'], all: prototype['all'], run: prototype['run'] };
  for (const [name, original] of Object.entries(before)) {
    prototype[name] = function counted(this: unknown, ...args: unknown[]): unknown {
      ran();
      return original?.apply(this, args);
    };
  }
  return () => {
    Object.assign(prototype, before);
  };
}

/** Counts commits from now on. */
function countCommits({ database }: TestNotes): () => number {
  let commits = 0;
  database.onCommit(() => {
    commits += 1;
  });
  return () => commits;
}

describe('a list or a search', () => {
  test('shows and finds notes as they are, and writes nothing', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('a\n');
    const { version } = await notes.change(id, append('b\n'));
    const before = stored(notes, id);
    const commits = countCommits(notes);
    expect((await notes.lists.list(notes.userId, {})).items).toMatchObject([{ id, version, excerpt: 'a b' }]);
    expect((await notes.lists.list(notes.userId, { q: 'b' })).items).toMatchObject([{ id, version, excerpt: 'a b' }]);
    expect((await notes.lists.list(notes.userId, { q: 'c' })).total).toBe(0);
    expect([commits(), stored(notes, id)]).toEqual([0, before]);
  });

  test('of a thousand new notes writes nothing either', full, async () => {
    const notes = await openTestNotes();
    await Promise.all(Array.from({ length: 1_000 }, (_, index) => notes.create(`# Note ${index}\n\nwith *text*\n`)));
    const commits = countCommits(notes);
    const { items } = await notes.lists.list(notes.userId, {});
    expect(items).toHaveLength(1_000);
    expect(items.every(({ excerpt }) => /^Note \d+ with text$/.test(excerpt))).toBe(true);
    expect(commits()).toBe(0);
  });

  test('finds what is indexed and what is pending when nothing can be written', async () => {
    const notes = await openTestNotes();
    await notes.create('an indexed pelican\n');
    await notes.flush();
    await notes.create('a pending pelican\n');
    // As on a full disk: every write is refused.
    const refusing = notes.database.prepare("CREATE TRIGGER full BEFORE UPDATE ON notes BEGIN SELECT RAISE(ABORT, 'no room'); END");
    await notes.database.write(() => refusing.run());
    const { items } = await notes.lists.list(notes.userId, { q: 'pelican' });
    expect(items.map(({ excerpt }) => excerpt).toSorted()).toEqual(['a pending pelican', 'an indexed pelican']);
  });

  test('finds what is indexed while another program writes', async () => {
    const notes = await openTestNotes();
    await notes.create('an indexed pelican\n');
    await notes.flush();
    await notes.create('a pending pelican\n');
    const other = new Sqlite(join(notes.dataDir, 'daybook.db'));
    other.exec('BEGIN IMMEDIATE');
    expect((await notes.lists.list(notes.userId, { q: 'pelican' })).items.map(({ excerpt }) => excerpt)).toEqual(['an indexed pelican']);
    other.exec('ROLLBACK');
    other.close();
    expect((await notes.lists.list(notes.userId, { q: 'pelican' })).total).toBe(2);
  });

  test('of notes that a bulk load has left does not look at all of them', full, async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('template\n');
    await notes.flush();
    // Many rows, of which none is indexed, as an upgrade leaves them.
    await notes.database.write(() => {
      notes.database
        .prepare(`
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
        INSERT INTO notes (id, user_id, title, excerpt, version, settled_version, indexed_version, created_at, updated_at)
        SELECT 'bulk-' || i, user_id, 'Bulk ' || i, 'bulk', 0, 0, -1, i, i FROM n, notes WHERE notes.id = ?`)
        .run(id);
      notes.database
        .prepare(
          "INSERT INTO note_contents (note_id, version, step_bytes, title, content) SELECT id, 0, 0, title, 'bulk text' FROM notes WHERE id LIKE 'bulk-%'",
        )
        .run();
    });
    let statements = 0;
    const restore = countStatements(() => {
      statements += 1;
    });
    try {
      expect((await notes.lists.list(notes.userId, { limit: 50 })).items).toHaveLength(50);
      expect(statements).toBeLessThan(10);
      const commits = countCommits(notes);
      expect((await notes.lists.list(notes.userId, { limit: 50 })).items).toHaveLength(50);
      expect(commits()).toBe(0);
    } finally {
      restore();
    }
    expect((await notes.lists.list(notes.userId, { q: 'template' })).total).toBe(1);
    const again = await openTestNotes({ timing: soon }, notes.dataDir);
    again.start();
    const left = again.database.prepare<[], number>('SELECT count(*) FROM notes WHERE indexed_version < version').pluck();
    await expect.poll(() => left.get(), { timeout: 60_000, interval: 200 }).toBe(0);
    expect((await again.lists.list(again.userId, { q: 'bulk', limit: 1 })).total).toBe(5000);
  });
});

describe('notes that are flushed together', () => {
  test('go into one segment of the full-text index, new ones and changed ones', async () => {
    const notes = await openTestNotes();
    const segments = notes.database.prepare<[], number>('SELECT count(DISTINCT segid) FROM note_index_idx').pluck();
    const ids: string[] = [];
    for (let index = 0; index < 8; index += 1) ids.push((await notes.create(`a pelican ${index}\n`)).id);
    await notes.flush();
    expect(segments.get()).toBe(1);
    for (const id of ids) await notes.change(id, append('b\n'));
    await notes.flush();
    expect(segments.get()).toBeLessThanOrEqual(2);
    expect((await notes.lists.list(notes.userId, { q: 'pelican b' })).total).toBe(8);
    expect((await notes.lists.list(notes.userId, { q: 'pelican' })).items.map(({ id }) => id)).toEqual(ids.toReversed());
  });
});

describe('a stop', () => {
  test('flushes everything', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('a\n');
    const { version } = await notes.change(id, append('b\n'));
    await notes.stop();
    const again = await openTestNotes({}, notes.dataDir);
    expect(stored(again, id)).toEqual({ version, flushed: version, indexed: version, stored: version, content: 'a\nb\n' });
  });
});

describe('a kill before anything was flushed', () => {
  test('loses nothing: steps bring the note back', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('# T #\r\n\r\n* a\n');
    await notes.change(id, {
      version: 0,
      steps: [{ stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: 'x' }] } }],
    });
    await notes.change(id, { title: 'New' });
    await notes.change(id, append('\nlast'));
    const before = await notes.notes.read(notes.userId, id, { include: 'doc', since: 0 });
    notes.abandon();
    const again = await openTestNotes({}, notes.dataDir);
    expect(stored(again, id)).toMatchObject({ flushed: 0, stored: 0 });
    expect(await again.notes.read(again.userId, id, { include: 'doc', since: 0 })).toEqual(before);
    expect((await again.lists.list(again.userId, { q: 'last', include: 'content' })).items).toMatchObject([
      { id, content: before.content, title: 'New' },
    ]);
  });

  test('is made good after the start, in the background', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('a\n');
    await notes.change(id, append('b\n'));
    notes.abandon();
    const again = await openTestNotes({ timing: soon }, notes.dataDir);
    again.start();
    await untilSettled(again, id);
    expect(stored(again, id).content).toBe('a\nb\n');
  });
});

describe('a note that is flushed at any moment', () => {
  test('has the same bytes as one that never was', async () => {
    const deltas = [
      { version: 0, steps: [{ stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: '*' }] } }] },
      append('\n\n'),
      { edits: [{ oldText: 'two', newText: 'three\n- four' }] },
      { edits: [{ oldText: 'three', newText: 'two' }] },
      { title: 'T' },
      // An empty paragraph and a blank at an end have no markdown: the document is more than its content.
      { edits: [{ oldText: '- four', newText: '' }] },
      { version: -1, steps: [{ stepType: 'replace', from: 0, to: 0, slice: { content: [{ type: 'paragraph' }] } }] },
      { version: -1, steps: [{ stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: 'typing ' }] } }] },
      {
        version: -1,
        steps: [
          {
            stepType: 'replace',
            from: 8,
            to: 8,
            slice: { content: [{ type: 'paragraph' }, { type: 'paragraph' }], openStart: 1, openEnd: 1 },
          },
        ],
      },
      append('```\nopen'),
      { version: -1, steps: [{ stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: ' ' }] } }] },
    ];
    const flushes = async (often: boolean): Promise<unknown> => {
      const notes = await openTestNotes({ memory: often ? 1 : 1e8 });
      const { id } = await notes.create('one\r\n\r\n* two\n\n\nlast  ');
      const other = await notes.create('takes the place in memory\n');
      const was: string[] = [];
      for (const delta of deltas) {
        const { version } = await notes.notes.read(notes.userId, id, {});
        await notes.change(id, 'version' in delta ? { ...delta, version } : delta);
        if (often) await notes.flush();
        if (often) await notes.notes.read(notes.userId, other.id, { include: 'doc' });
        was.push(await notes.content(id));
      }
      const { steps, doc } = await notes.notes.read(notes.userId, id, { since: 0, include: 'doc' });
      return { was, steps, doc };
    };
    expect(await flushes(true)).toEqual(await flushes(false));
  });
});
