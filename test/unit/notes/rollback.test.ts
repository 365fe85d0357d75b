// A write can be undone, by its own error or by a neighbour's. What is in memory must then not be believed.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestNotes, type TestNotes } from './fixture.ts';

// A turn of the write queue ends after some milliseconds. While time stands still, what is asked for together shares a transaction.
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
});
afterEach(() => {
  vi.restoreAllMocks();
});

const append = (text: string) => ({ edits: [{ append: text }] });

/** Ends the whole transaction, as a full disk can: everything of this turn is lost, and run again write by write. */
function collapse(notes: TestNotes): Promise<unknown> {
  const rollback = notes.database.prepare('ROLLBACK');
  return notes.database.write(() => {
    rollback.run();
    throw new Error('the transaction is lost');
  });
}

const outcomes = async (writes: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(writes)).map(({ status }) => status);

/** Content, version, document and steps must agree, in memory and in the database. */
async function expectSound(notes: TestNotes, id: string, content: string): Promise<void> {
  const [warm, doc] = [
    await notes.notes.read(notes.userId, id, { since: 0 }),
    await notes.notes.read(notes.userId, id, { include: 'doc' }),
  ];
  expect([warm.content, doc.content, warm.steps?.length]).toEqual([content, content, warm.version]);
  const { dataDir } = notes;
  await notes.stop();
  const again = await openTestNotes({}, dataDir);
  expect(await again.notes.read(again.userId, id, { since: 0 })).toEqual(warm);
  expect((await again.notes.read(again.userId, id, { include: 'doc' })).doc).toEqual(doc.doc);
  expect((await again.history.list(again.userId, id, {})).items[0]).toMatchObject({
    version: warm.version,
    size: Buffer.byteLength(content),
  });
}

describe('a delta whose write fails after it was applied', () => {
  test('leaves the note as it was', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('a\n');
    const apply = await notes.apply(id, append('lost\n'));
    await expect(
      notes.database.write(() => {
        apply();
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await notes.notes.read(notes.userId, id, { include: 'doc', since: 0 })).toMatchObject({ content: 'a\n', version: 0, steps: [] });
    await notes.change(id, append('kept\n'));
    await expectSound(notes, id, 'a\nkept\n');
  });

  test('does not show in a neighbour’s that comes to the same version in the same transaction', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('a\n');
    const [lost, kept] = [await notes.apply(id, append('lost\n')), await notes.apply(id, append('kept\n'))];
    const writes = [
      notes.database.write(() => {
        lost();
        throw new Error('no');
      }),
      notes.database.write(kept),
    ];
    expect(await outcomes(writes)).toEqual(['rejected', 'fulfilled']);
    await expectSound(notes, id, 'a\nkept\n');
  });

  test('does not remember its deltaId', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('a\n');
    const delta = { ...append('b\n'), deltaId: 'one' };
    const apply = await notes.apply(id, delta);
    await expect(
      notes.database.write(() => {
        apply();
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await notes.change(id, delta)).not.toHaveProperty('duplicate');
    await expectSound(notes, id, 'a\nb\n');
  });
});

describe('two deltas of one note in a transaction that is lost', () => {
  test('are both done again, in their order', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('a\n');
    const [one, two] = [await notes.apply(id, append('one\n')), await notes.apply(id, append('two\n'))];
    const writes = [notes.database.write(one), notes.database.write(two), collapse(notes)];
    expect(await outcomes(writes)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await expectSound(notes, id, 'a\none\ntwo\n');
  });

  test('are each right when only the later one can be done again', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('a\n');
    const [one, two] = [await notes.apply(id, append('one\n')), await notes.apply(id, append('two\n'))];
    let runs = 0;
    const failsAgain = notes.database.write(() => {
      const answer = one();
      // Together with the others, in a savepoint, and then alone.
      if (++runs > 2) throw new Error('not this time');
      return answer;
    });
    expect(await outcomes([failsAgain, notes.database.write(two), collapse(notes)])).toEqual(['rejected', 'fulfilled', 'rejected']);
    expect(runs).toBe(3);
    await expectSound(notes, id, 'a\ntwo\n');
  });

  test('leave nothing behind for readers when neither is done again', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('a\n');
    const [one, two] = [await notes.apply(id, append('one\n')), await notes.apply(id, append('two\n'))];
    let runs = 0;
    const once = (apply: () => unknown) =>
      notes.database.write(() => {
        apply();
        if (++runs > 4) throw new Error('not this time');
      });
    expect(await outcomes([once(one), once(two), collapse(notes)])).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await notes.content(id)).toBe('a\n');
    const list = await notes.lists.list(notes.userId, { include: 'content' });
    expect(list.items).toMatchObject([{ content: 'a\n', version: 0, excerpt: 'a' }]);
    await notes.change(id, append('three\n'));
    await expectSound(notes, id, 'a\nthree\n');
  });
});

describe('a note whose flush is undone', () => {
  test('is flushed the next time', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('a\n');
    await notes.change(id, append('b\n'));
    // Its write is the first of the turn, and goes down with the second.
    const flushed = notes.flush();
    const lost = collapse(notes);
    expect(await outcomes([flushed, lost])).toEqual(['fulfilled', 'rejected']);
    expect((await notes.lists.list(notes.userId, { include: 'content' })).items).toMatchObject([{ excerpt: 'a b', content: 'a\nb\n' }]);
    expect(notes.failures).toEqual([]);
    await expectSound(notes, id, 'a\nb\n');
  });
});

describe('a note that was removed', () => {
  test('is there again when that is undone, and its steps go on', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('a\n');
    await notes.change(id, append('b\n'));
    await expect(
      notes.database.write(() => {
        notes.notes.remove(notes.userId, id, { check: () => undefined });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await notes.change(id, append('c\n'));
    await expectSound(notes, id, 'a\nb\nc\n');
  });
});

describe('a memory that is too small', () => {
  test('makes deltas of one transaction load anew what those before them have done', async () => {
    const notes = await openTestNotes({ memory: 1 });
    const [one, two] = [await notes.create('1\n'), await notes.create('2\n')];
    const prepared: (() => unknown)[] = [];
    for (const [note, text] of [
      [one, 'a\n'],
      [two, 'b\n'],
      [one, 'c\n'],
      [two, 'd\n'],
    ] as const)
      prepared.push(await notes.apply(note.id, append(text)));
    expect(await outcomes(prepared.map((apply) => notes.database.write(apply)))).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect(await notes.content(two.id)).toBe('2\nb\nd\n');
    await expectSound(notes, one.id, '1\na\nc\n');
  });

  test('changes nothing but the speed', async () => {
    const notes = await openTestNotes({ memory: 1 });
    const { id } = await notes.create('a\n');
    const other = await notes.create('x\n');
    for (const text of ['b\n', 'c\n']) {
      await notes.change(id, append(text));
      await notes.change(other.id, append(text));
    }
    const [one, two] = [await notes.apply(id, append('lost\n')), await notes.apply(id, append('d\n'))];
    expect(
      await outcomes([
        notes.database.write(() => {
          one();
          throw new Error('no');
        }),
        notes.database.write(two),
      ]),
    ).toEqual(['rejected', 'fulfilled']);
    expect(await notes.content(other.id)).toBe('x\nb\nc\n');
    await expectSound(notes, id, 'a\nb\nc\nd\n');
  });
});
