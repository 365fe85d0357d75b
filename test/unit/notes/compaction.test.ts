// The bounds of a note's history, made small.

import { describe, expect, test } from 'vitest';
import { statementsOf } from '../../support/statements.ts';
import { full } from '../../support/tiers.ts';
import { ageless, openTestNotes, type TestNotes } from './fixture.ts';

const limits = {
  history: { steps: 16, stepBytes: 1e9, ...ageless },
  snapshots: { versions: 4, stepBytes: 1e9 },
  timing: { debounceMs: 4, maxWaitMs: 4 },
};
const day = 24 * 60 * 60 * 1000;

const append = (text: string) => ({ edits: [{ append: text }] });

/** How many rows a table holds of the note. */
function rows(notes: TestNotes, table: string, id: string): number {
  return (notes.database.prepare(`SELECT count(*) AS n FROM ${table} WHERE note_id = ?`).get(id) as { n: number }).n;
}

/** Waits until the background has nothing left to do for the note. */
async function idle(notes: TestNotes, id: string): Promise<void> {
  const look = notes.database.prepare('SELECT settled_version = version AND indexed_version = version AS done FROM notes WHERE id = ?');
  await expect.poll(() => (look.get(id) as { done: number }).done).toBe(1);
}

/** `count` deltas, each of which is flushed before the next; gives the content after each, by version. */
async function live(notes: TestNotes, id: string, count: number, more: object = {}): Promise<Map<number, string>> {
  const was = new Map<number, string>();
  for (let round = 0; round < count; round += 1) {
    const { version } = await notes.change(id, { ...append(`line ${round}\n`), ...more });
    was.set(version, await notes.content(id));
    await notes.flush();
  }
  await idle(notes, id);
  return was;
}

const first = async (notes: TestNotes, id: string): Promise<number> =>
  (await notes.history.list(notes.userId, id, { limit: 200 })).items.at(-1)?.version ?? -1;

describe('a history that grows', () => {
  test('keeps the newest steps and the snapshot they start from, and every version since', async () => {
    const notes = await openTestNotes(limits);
    const { id } = await notes.create('start\n');
    const was = await live(notes, id, 48);
    await expect.poll(() => first(notes, id)).toBeGreaterThan(0);
    await live(notes, id, 1);
    const { version } = await notes.notes.read(notes.userId, id, {});
    await expect.poll(() => rows(notes, 'note_steps', id)).toBeLessThanOrEqual(16 + 4 + 3);
    expect(rows(notes, 'note_steps', id)).toBeGreaterThanOrEqual(16);
    const oldest = await first(notes, id);
    expect(version - oldest).toBeGreaterThanOrEqual(16);
    expect(version - oldest).toBeLessThanOrEqual(22);
    const { items, total } = await notes.history.list(notes.userId, id, { limit: 200 });
    expect(total).toBe(items.length);
    for (const entry of items.slice(1)) {
      const then = await notes.history.read(notes.userId, id, String(entry.version));
      expect([then.content, then.size, then.author]).toEqual([
        was.get(entry.version),
        Buffer.byteLength(was.get(entry.version) ?? ''),
        'owner',
      ]);
    }
    const { since } = notes.database.prepare('SELECT min(version) AS since FROM note_snapshots WHERE note_id = ?').get(id) as {
      since: number;
    };
    expect(since).toBe(oldest);
    // The oldest one tells when it was made, although its step cannot be had any more.
    expect(items.at(-1)?.at).not.toBe((await notes.notes.read(notes.userId, id, {})).createdAt);
  });

  test('410 below what can be reached: read, history, restore, and deltas', full, async () => {
    const notes = await openTestNotes(limits);
    const { id } = await notes.create('start\n');
    await live(notes, id, 40);
    await expect.poll(() => first(notes, id)).toBeGreaterThan(16);
    const oldest = await first(notes, id);
    const { version } = await notes.notes.read(notes.userId, id, {});
    const gone = { code: 'history_gone', extra: { version } };
    await expect(notes.notes.read(notes.userId, id, { since: oldest - 1 })).rejects.toMatchObject(gone);
    await expect(notes.history.read(notes.userId, id, String(oldest - 1))).rejects.toMatchObject(gone);
    await expect(notes.history.prepareRestore(notes.userId, id, { version: oldest - 1 })).rejects.toMatchObject(gone);
    for (const delta of [
      { version: oldest - 1, content: 'x' },
      { version: 0, ...append('x') },
      { version: 0, title: 'x' },
    ])
      await expect(notes.change(id, delta)).rejects.toMatchObject(gone);
    expect((await notes.notes.read(notes.userId, id, { since: oldest })).steps).toHaveLength(version - oldest);
    const prepared = await notes.history.prepareRestore(notes.userId, id, { version: oldest });
    expect(prepared.former.source.content()).toBe((await notes.history.read(notes.userId, id, String(oldest))).content);
    expect(await notes.notes.read(notes.userId, id, {})).toMatchObject({ version });
  });

  test('is cut by its size as well', full, async () => {
    const notes = await openTestNotes({
      ...limits,
      history: { steps: 1e9, stepBytes: 40_000, ...ageless },
      snapshots: { versions: 1e9, stepBytes: 4_000 },
    });
    const { id } = await notes.create('start\n');
    for (let round = 0; round < 60; round += 1) {
      const { version } = await notes.notes.read(notes.userId, id, {});
      await notes.change(id, { version, content: `${String(round).repeat(1_000)}\n` });
      await notes.flush();
    }
    await idle(notes, id);
    const size = notes.database.prepare("SELECT sum(length(step) + length(coalesce(splices, ''))) AS n FROM note_steps WHERE note_id = ?");
    await expect.poll(() => (size.get(id) as { n: number }).n).toBeLessThan(60_000);
    const oldest = await first(notes, id);
    expect(oldest).toBeGreaterThan(0);
    expect((await notes.history.read(notes.userId, id, String(oldest))).content).toMatch(/^(\d+?)\1*\n$/);
  });

  test('is cut by its age as well, but for the newest steps', full, async () => {
    const notes = await openTestNotes({ ...limits, history: { steps: 1e9, stepBytes: 1e9, days: () => 365, leastSteps: 10 } });
    const { id } = await notes.create('start\n');
    const old = await live(notes, id, 30);
    expect(await first(notes, id)).toBe(0);
    // All of it is too old, and the newest steps stay nevertheless.
    notes.time.now += 366 * day;
    const late = await live(notes, id, 1);
    await expect.poll(() => first(notes, id)).toBeGreaterThan(0);
    const oldest = await first(notes, id);
    const [version = 0] = late.keys();
    expect(version - oldest).toBeGreaterThanOrEqual(10);
    expect(version - oldest).toBeLessThan(10 + 2 * 4);
    expect((await notes.history.read(notes.userId, id, String(oldest))).content).toBe(old.get(oldest));
    // What comes within the year is kept, however much that is.
    await live(notes, id, 30);
    notes.time.now += 300 * day;
    await live(notes, id, 1);
    expect((await notes.history.read(notes.userId, id, String(version))).content).toBe(late.get(version));
  });

  test('is cut by its age also where nothing changes the note, once a day; what a kill has left goes as well', async () => {
    // Nothing is flushed in the background: its statements would be counted.
    const { snapshots } = limits;
    const notes = await openTestNotes({ snapshots, history: { steps: 1e9, stepBytes: 1e9, days: () => 365, leastSteps: 10 } });
    const { id } = await notes.create('start\n');
    const { id: short } = await notes.create('short\n');
    const old = await live(notes, id, 30);
    const round = async (): Promise<number> => {
      let slices = 1;
      while (await notes.database.write(() => notes.compactSome())) slices += 1;
      return slices;
    };
    expect(await round()).toBe(1);
    notes.time.now += 366 * day;
    expect([await round(), await first(notes, id)]).toEqual([1, expect.any(Number)]);
    const oldest = await first(notes, id);
    expect(30 - oldest).toBeGreaterThanOrEqual(10);
    expect(30 - oldest).toBeLessThan(10 + 2 * 4);
    expect((await notes.history.read(notes.userId, id, String(oldest))).content).toBe(old.get(oldest));
    expect(await notes.content(id)).toBe(old.get(30));
    expect(rows(notes, 'note_steps', id)).toBe(30 - oldest + 1);
    expect((await notes.history.list(notes.userId, short, {})).total).toBe(1);
    // As after a kill between the first write and the next.
    const left = notes.database.prepare<[string]>(`
      WITH RECURSIVE old(version) AS (SELECT -1500 UNION ALL SELECT version + 1 FROM old WHERE version < -1)
      INSERT INTO note_steps (note_id, version, delta, at, author, step)
      SELECT ?, old.version, old.version, at, author, '{}' FROM old, (SELECT at, author FROM note_steps LIMIT 1)`);
    await notes.database.write(() => left.run(id));
    const statementsNow = async (): Promise<number> =>
      (await statementsOf(round)).statements.filter((text) => !/^(?:BEGIN|COMMIT)/.test(text)).length;
    expect([await statementsNow(), rows(notes, 'note_steps', id)]).toEqual([0, 1500 + 30 - oldest + 1]);
    notes.time.now += day;
    expect([await round(), rows(notes, 'note_steps', id)]).toEqual([2, 30 - oldest + 1]);
    notes.time.now += day;
    // The page of notes, and of the one whose history was cut the note and what is left.
    expect(await statementsNow()).toBe(3);
  });

  test('keeps what a delta that came lately needs to be answered again', full, async () => {
    const notes = await openTestNotes(limits);
    const { id } = await notes.create('start\n');
    await live(notes, id, 12);
    const { version: sent } = await notes.notes.read(notes.userId, id, {});
    await live(notes, id, 14);
    const delta = { ...append('once\n'), version: sent, deltaId: 'late' };
    const answer = await notes.change(id, delta);
    expect(answer.steps).toHaveLength(answer.version - sent);
    await live(notes, id, 12);
    expect(answer.version + 12 - sent).toBeGreaterThan(limits.history.steps + 2 * limits.snapshots.versions);
    expect(await first(notes, id)).toBeLessThanOrEqual(sent);
    expect(await notes.change(id, delta)).toEqual({ ...answer, duplicate: true });
    // A day later it need not hold anything back; its id is still known.
    notes.time.now += day + 1_000;
    await live(notes, id, 10);
    await expect.poll(() => first(notes, id)).toBeGreaterThan(sent);
    await expect(notes.change(id, delta)).rejects.toMatchObject({ code: 'history_gone' });
    expect((await notes.content(id)).match(/once/g)).toHaveLength(1);
  });

  test('is not held back for good by a script that always sends the same old version', full, async () => {
    const notes = await openTestNotes(limits);
    const { id } = await notes.create('start\n');
    for (let round = 0; round < 80; round += 1) {
      try {
        await notes.change(id, { ...append(`line ${round}\n`), version: 0, deltaId: String(round) });
      } catch (error) {
        expect(error).toMatchObject({ code: 'history_gone' });
        break;
      }
      await notes.flush();
      if (round % 8 === 0) await idle(notes, id);
    }
    await expect.poll(() => first(notes, id)).toBeGreaterThan(0);
    expect(rows(notes, 'note_steps', id)).toBeLessThan(40);
  });

  test('forgets ids of deltas only with their steps and after a day', full, async () => {
    const notes = await openTestNotes(limits);
    const { id } = await notes.create('start\n');
    await notes.change(id, { ...append('old\n'), deltaId: 'old' });
    await live(notes, id, 36);
    await expect.poll(() => first(notes, id)).toBeGreaterThan(8);
    expect(rows(notes, 'note_deltas', id)).toBe(1);
    notes.time.now += day + 1_000;
    await live(notes, id, 10);
    await expect.poll(() => rows(notes, 'note_deltas', id)).toBe(0);
  });
});

describe('snapshots', () => {
  test('are spaced, and the first one is the note as it was made', async () => {
    const notes = await openTestNotes(limits);
    const { id } = await notes.create('start\n');
    await live(notes, id, 16);
    const versions = (
      notes.database.prepare('SELECT version FROM note_snapshots WHERE note_id = ? ORDER BY version').all(id) as { version: number }[]
    ).map(({ version }) => version);
    expect(versions[0]).toBe(0);
    expect(versions.length).toBeGreaterThanOrEqual(3);
    for (const [index, version] of versions.entries())
      if (index > 0) expect(version - (versions[index - 1] ?? 0)).toBeGreaterThanOrEqual(4);
    expect((await notes.history.read(notes.userId, id, '0')).content).toBe('start\n');
  });
});
