import { describe, expect, test } from 'vitest';
import type { NoteDelta } from '../../../main/contract/note-delta.ts';
import type { NoteSummary } from '../../../main/contract/notes.ts';
import { listSql, numbersSql, totalSql, usualOrder } from '../../../main/features/notes/note-list-store.ts';
import { noteSql, NoteStore } from '../../../main/features/notes/note-store.ts';
import { StepStore } from '../../../main/features/notes/step-store.ts';
import { linkSql } from '../../../main/features/relations/link-store.ts';
import { full } from '../../support/tiers.ts';
import { statementsOf } from '../../support/statements.ts';
import { openTestNotes, type TestNotes } from './fixture.ts';

const jsonOf = (slice: readonly NoteSummary[] | Uint8Array): string =>
  slice instanceof Uint8Array ? Buffer.from(slice).toString() : JSON.stringify(slice);

function plan({ database }: TestNotes, sql: string): string {
  const parameters = Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, 0]));
  return (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters) as { detail: string }[]).map(({ detail }) => detail).join('\n');
}

/** Around the statement for the numbers of the rows: what reads these rows, and nothing else. */
const ofOnePage = /^SELECT [^()]* FROM \((?=SELECT number)|\) AS page CROSS JOIN notes ON notes\.rowid = page\.number\s+ORDER BY [^()]*$/g;

describe('a list', () => {
  test('reads the rows of notes alone, in the order of an index', async () => {
    const notes = await openTestNotes();
    const all = { tags: null, archived: 'none' } as const;
    expect(plan(notes, listSql(all, usualOrder))).toBe('SEARCH notes USING INDEX notes_by_change (user_id=? AND is_archived=?)');
    expect(plan(notes, totalSql(all))).toBe('SEARCH note_totals USING PRIMARY KEY (user_id=?)');
    expect(plan(notes, noteSql.found)).not.toMatch(/SCAN (?!hit)|TEMP B-TREE/);
  });

  test.each(
    (['updated', 'created', 'title'] as const).flatMap((sort) =>
      (['asc', 'desc'] as const).flatMap((direction) => [true, false].map((isPinnedFirst) => ({ sort, direction, isPinnedFirst }))),
    ),
  )('in the order $sort $direction, pinned first: $isPinnedFirst, is merged from indexes, nothing is sorted', async (order) => {
    const notes = await openTestNotes();
    for (const archived of ['none', 'only', 'all'] as const)
      for (const filter of [
        { tags: null, archived },
        { tags: null, archived, notebookId: null },
      ])
        for (const sql of [listSql(filter, order).replace(ofOnePage, ''), numbersSql(filter, order)])
          expect(plan(notes, sql.replace(/^SELECT number FROM \((.*)\)$/s, '$1')), sql).not.toMatch(/TEMP B-TREE|SCAN/);
    expect(plan(notes, totalSql({ tags: null, archived: 'none', notebookId: null }))).toContain('COVERING INDEX notes_by_notebook');
    expect(plan(notes, totalSql({ tags: null, archived: 'none', notebookId: 'x' }))).toContain('COVERING INDEX notes_by_notebook');
  });

  test('has a total that is kept by the writes that add and remove notes', async () => {
    const notes = await openTestNotes();
    const counted = (): unknown => notes.database.prepare('SELECT count(*) FROM notes WHERE user_id = ?').pluck().get(notes.userId);
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.push((await notes.create(`${index}`)).id);
    await notes.database.write(() => {
      notes.notes.remove(notes.userId, ids[2] ?? '', { check: () => undefined });
    });
    await expect(
      notes.database.write(() => {
        notes.notes.remove(notes.userId, ids[1] ?? '', { check: () => undefined });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect((await notes.lists.list(notes.userId, { limit: 1 })).total).toBe(4);
    expect(counted()).toBe(4);
  });

  test('passes over what comes before its page without reading these rows', async () => {
    const notes = await openTestNotes();
    for (const filter of [{ tags: null, archived: 'none' } as const, { tags: null, archived: 'all', notebookId: null } as const])
      expect(listSql(filter, { sort: 'title', direction: 'asc', isPinnedFirst: false })).toMatch(ofOnePage);
    expect(plan(notes, listSql({ tags: null, archived: 'none' }, { sort: 'title', direction: 'asc', isPinnedFirst: false }))).toMatch(
      /SEARCH notes USING INTEGER PRIMARY KEY \(rowid=\?\)\nUSE TEMP B-TREE FOR ORDER BY$/,
    );
  });

  test('of a notebook is sorted, and not looked for among all notes unless it holds most of them', async () => {
    const notes = await openTestNotes();
    const titled = { sort: 'title', direction: 'asc', isPinnedFirst: false } as const;
    const filter = { tags: null, archived: 'none', notebookId: 'x' } as const;
    const inNotebook = /^CO-ROUTINE page\nSEARCH notes USING INDEX notes_by_notebook \(user_id=\? AND notebook_id=\?/;
    for (const sql of [listSql(filter, usualOrder), listSql(filter, titled), listSql(filter, titled, true)])
      expect(plan(notes, sql)).toMatch(inNotebook);
    expect(plan(notes, listSql(filter, usualOrder, true))).toBe('SEARCH notes USING INDEX notes_by_change (user_id=? AND is_archived=?)');

    const ids = await Promise.all(['a', 'b', 'c', 'd'].map(async (title) => (await notes.create(title)).id));
    const put = notes.database.prepare("UPDATE notes SET notebook_id = 'x' WHERE id = ?");
    const usesIndex = async (): Promise<boolean> => {
      const { statements, answer } = await statementsOf(() => notes.lists.list(notes.userId, { notebookId: 'x' }));
      expect(answer.items).toHaveLength(answer.total);
      return statements.some((text) => /excerpt.*INDEXED BY notes_by_notebook/.test(text));
    };
    notes.database.prepare('PRAGMA foreign_keys = OFF').run();
    await notes.database.write(() => put.run(ids[0]));
    expect(await usesIndex()).toBe(true);
    await notes.database.write(() => [ids[1], ids[2]].map((id) => put.run(id)));
    expect(await usesIndex()).toBe(false);
  });

  test('of a tag is sorted without the rest of the rows', async () => {
    const notes = await openTestNotes();
    const filter = { tags: ['plan', 'home'], archived: 'none' } as const;
    for (const sort of ['updated', 'created', 'title'] as const) {
      const sql = listSql(filter, { ...usualOrder, sort });
      expect(plan(notes, sql)).toMatch(/^CO-ROUTINE page\nSEARCH note_tags USING .*\n(?:.*\n)*SEARCH notes USING INTEGER PRIMARY KEY/);
      expect(sql).toMatch(/^SELECT [^]* FROM \(SELECT notes\.rowid AS number FROM note_tags/);
    }
  });

  test('of over 1,000 notes with tags is read in slices as well, all of one moment', full, async () => {
    const notes = await openTestNotes();
    await Promise.all(Array.from({ length: 1_101 }, (_, index) => notes.create(`${index}\n`)));
    const tag = notes.database.prepare(
      'INSERT INTO note_tags (note_id, user_id, tag, shown, is_own) SELECT id, user_id, @tag, @tag, 1 FROM notes WHERE rowid % @every > 0',
    );
    await notes.database.write(() => {
      for (const [name, every] of Object.entries({ plan: 11, home: 2_000, other: 2 })) tag.run({ tag: name, every });
    });
    const query = { tag: ['plan', 'home'], sort: 'created' as const, order: 'asc' as const, offset: 5 };
    const whole = await notes.lists.list(notes.userId, query);
    expect([whole.total, whole.items.length]).toEqual([1_001, 996]);
    expect(notes.lists.maybeLongList(notes.userId, { tag: 'other' })).toBeNull();
    const slices = notes.lists.maybeLongList(notes.userId, query)?.read();
    const items: NoteSummary[] = [];
    let next = await slices?.next();
    await notes.database.write(() => notes.database.prepare('DELETE FROM note_tags').run());
    for (; next?.done === false; next = await slices?.next()) items.push(...(JSON.parse(jsonOf(next.value)) as NoteSummary[]));
    expect(items).toEqual(whole.items);
    expect(next?.value).toEqual({ total: 1_001, limit: null, offset: 5 });
  });

  test('of over 1,000 notes is read in slices while it is written, all of one moment', full, async () => {
    const notes = await openTestNotes();
    await Promise.all(Array.from({ length: 1_001 }, (_, index) => notes.create(`# Note ${index}\n`)));
    expect(notes.lists.maybeLongList(notes.userId, { limit: 1_000 })).toBeNull();
    expect(notes.lists.maybeLongList(notes.userId, { q: 'note' })).toBeNull();
    const whole = await notes.lists.list(notes.userId, { offset: 1 });
    const slices = notes.lists.maybeLongList(notes.userId, { offset: 1 })?.read();
    const first = await slices?.next();
    // Neither shows in what is still to be read.
    await notes.create('later\n');
    const last = whole.items.at(-1)?.id ?? '';
    await notes.database.write(() => {
      notes.notes.remove(notes.userId, last, { check: () => undefined });
    });
    const lengths: number[] = [];
    const items: NoteSummary[] = [];
    let next = first;
    for (; next?.done === false; next = await slices?.next()) {
      const slice = JSON.parse(jsonOf(next.value)) as NoteSummary[];
      lengths.push(slice.length);
      items.push(...slice);
    }
    expect(items).toEqual(whole.items);
    expect(next?.value).toEqual({ total: 1_001, limit: null, offset: 1 });
    expect(Math.max(...lengths)).toBe(150);
  });

  test('of over 1,000 notes is written as a short one is, byte for byte, also where notes are not flushed', full, async () => {
    const notes = await openTestNotes();
    await Promise.all(Array.from({ length: 1_001 }, () => notes.create('# Note\n')));
    const titles = ['', 'ä"\\/', '\b\f\n\r\t\v\0\u001F\u007F\u0080', '\u2028\u2029\uFEFF\uFFFF', '😀 \u{10FFFF}', "it's <b>", 'null'];
    const instants = [0, -1, -62_135_596_800_000, 253_402_300_799_999, 1_790_000_000_999, 951_782_399_999, 1_709_164_800_001];
    const spoil = notes.database.prepare(
      `UPDATE notes SET title = ?, excerpt = ?, created_at = ?, updated_at = ?, settled_version = ?, is_pinned = ?,
         is_archived = ?, notebook_id = ? WHERE rowid = ?`,
    );
    const of = <T>(values: readonly T[], index: number): T | undefined => values[index % values.length];
    await notes.database.write(() => {
      for (let index = 0; index < 1_001; index += 1)
        spoil.run(
          of(titles, index),
          of(titles, index + 3),
          of(instants, index),
          of(instants, index + 2),
          index === 700 ? -1 : 0,
          of([0, 1, 0], index),
          of([0, 0, 0, 1], index),
          of([null, 'a', null, '"b"'], index),
          index + 1,
        );
    });
    for (const query of [{}, { archived: 'all', sort: 'title' }, { sort: 'created', order: 'asc', offset: 3 }] as const) {
      const whole = await notes.lists.list(notes.userId, { archived: 'all', ...query });
      const slices = notes.lists.maybeLongList(notes.userId, { archived: 'all', ...query });
      const texts: string[] = [];
      let written = 0;
      for await (const slice of slices?.read() ?? []) {
        texts.push(jsonOf(slice).slice(1, -1));
        if (slice instanceof Uint8Array) written += 1;
      }
      expect(`[${texts.join()}]`).toBe(JSON.stringify(whole.items));
      // All but the one with the note that is not flushed.
      expect(written).toBe(texts.length - 1);
    }
  });

  test('with the contents of over 100 is read in slices as well, however long they are', full, async () => {
    const notes = await openTestNotes();
    const long = 'x'.repeat(1_500_000);
    await Promise.all(
      Array.from({ length: 102 }, (_, index) => notes.create(index % 6 === 0 ? `${index} ${long}\n` : `# Note ${index}\n`)),
    );
    const query = { include: 'content' } as const;
    expect(notes.lists.maybeLongList(notes.userId, { ...query, limit: 100 })).toBeNull();
    const whole = await notes.lists.list(notes.userId, query);
    expect(whole.items.map(({ content }) => content?.length).filter((length = 0) => length > long.length)).toHaveLength(17);
    const lengths: number[] = [];
    const items: NoteSummary[] = [];
    for await (const slice of notes.lists.maybeLongList(notes.userId, query)?.read() ?? []) {
      const some = JSON.parse(jsonOf(slice)) as NoteSummary[];
      lengths.push(some.length);
      items.push(...some);
    }
    expect(items).toEqual(whole.items);
    expect(Math.max(...lengths)).toBe(32);
  });

  test('touches no content unless it is asked for', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('a\n');
    await notes.change(id, { edits: [{ append: 'b\n' }] });
    await notes.flush();
    // Reads of the contents fail from now on.
    await notes.database.write(() => notes.database.prepare('ALTER TABLE note_contents RENAME COLUMN content TO hidden').run());
    expect((await notes.lists.list(notes.userId, {})).items).toMatchObject([{ id, excerpt: 'a b' }]);
    await notes.database.write(() => notes.database.prepare('ALTER TABLE note_contents RENAME COLUMN hidden TO content').run());
  });

  test('finds notes by their title in the index of names, which is the only one that has titles', async () => {
    const notes = await openTestNotes();
    for (const sql of [noteSql.byTitle, linkSql.titled])
      expect(plan(notes, sql)).toContain('USING INDEX notes_by_name (user_id=? AND is_archived=? AND is_pinned=? AND title_key=?)');
    const indexes = notes.database.prepare(
      "SELECT name FROM sqlite_schema WHERE tbl_name = 'notes' AND sql LIKE '%title_key%' AND type = 'index'",
    );
    expect(indexes.pluck().all()).toEqual(['notes_by_name']);
  });

  test('finds what is pending in the order of an index that holds nothing else', async () => {
    const notes = await openTestNotes();
    expect(plan(notes, noteSql.newestPending)).toBe('SCAN notes USING INDEX notes_pending');
    expect(plan(notes, noteSql.pendingAfter)).toMatch(/^SEARCH notes USING (?:COVERING )?INDEX notes_pending \(.*\)$/);
  });

  test('remembers that nothing is pending until the next commit, and nothing of a write that is undone', async () => {
    const notes = await openTestNotes();
    await notes.create('one\n');
    await notes.flush();
    const store = new NoteStore(notes.database);
    const pending = (): number => store.newestPending(notes.userId, 10).length;
    const mark = (version: '-1' | 'version') => notes.database.prepare(`UPDATE notes SET indexed_version = ${version}`);
    const undone = (version: '-1' | 'version', expected: number): Promise<unknown> =>
      notes.database.write(() => {
        mark(version).run();
        expect(pending()).toBe(expected);
        throw new Error('undone');
      });
    const before = await statementsOf(() => Promise.resolve([pending(), pending()]));
    expect([before.answer, before.statements.length]).toEqual([[0, 0], 1]);
    await expect(undone('-1', 1)).rejects.toThrow('undone');
    expect(pending()).toBe(0);
    await notes.database.write(() => mark('-1').run());
    await expect(undone('version', 0)).rejects.toThrow('undone');
    expect(pending()).toBe(1);
  });
});

describe('the text of a note', () => {
  const letter: NoteDelta = {
    version: 0,
    steps: [{ stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: 'x' }] } }],
  };
  /** What each statement reads from; of one that reads nothing, its text. */
  const tablesOf = async (work: () => Promise<unknown>): Promise<string[]> =>
    (await statementsOf(work)).statements.map(
      (text) => /FROM \(?(?:SELECT .* FROM )?(\w+)/.exec(text.replaceAll(/\s+/g, ' '))?.[1] ?? text,
    );

  test('that is not in memory is loaded by its row, what was written out, and its row again; by its steps only where there are some since', async () => {
    const first = await openTestNotes();
    const { id } = await first.create('One\n');
    const other = (await first.create('One\n')).id;
    await first.flush();
    await first.change(other, letter);
    first.abandon();
    const notes = await openTestNotes({}, first.dataDir);
    const prepared = (of: string, version: number): Promise<string[]> => tablesOf(() => notes.apply(of, { ...letter, version }));
    expect(await prepared(id, 0)).toEqual(['notes', 'note_contents', 'notes']);
    expect(await prepared(other, 1)).toEqual(['notes', 'note_contents', 'notes', 'note_steps', 'note_steps', 'notes']);
    expect(await notes.content(other)).toBe('xOne\n');
  });

  test('is not loaded by a flush where it is in memory: two looks at its row, one at what was written out', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('One\n');
    await notes.flush();
    await notes.change(id, letter);
    const tables = await tablesOf(() => notes.flush());
    // First the notes that are to be flushed.
    expect(tables.slice(0, tables.indexOf('BEGIN IMMEDIATE'))).toEqual(['notes', 'notes', 'note_contents', 'notes']);
  });
});

describe('deleting a user', () => {
  test('takes every row of their notes with it', async () => {
    const notes = await openTestNotes({ snapshots: { versions: 1, stepBytes: 1 } });
    const { id } = await notes.create('a\n');
    for (const deltaId of ['1', '2', '3']) {
      await notes.change(id, { edits: [{ append: 'b\n' }], deltaId });
      await notes.flush();
    }
    const tables = ['notes', 'note_contents', 'note_steps', 'note_deltas', 'note_snapshots'];
    const counts = () => tables.map((table) => (notes.database.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n);
    expect(counts().every((count) => count > 0)).toBe(true);
    await notes.database.write(() => notes.database.prepare('DELETE FROM users').run());
    expect(counts()).toEqual([0, 0, 0, 0, 0]);
    await expect(notes.content(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('the deltas of a history are read in the order of its steps: an index of them would be written with each', async () => {
  const notes = await openTestNotes();
  const steps = new StepStore(notes.database);
  const key = { userId: notes.userId, id: 'none' };
  const { statements } = await statementsOf(() =>
    Promise.resolve([
      steps.countDeltas(key, 0),
      steps.deltas(key, 0, { limit: 1, offset: 0 }),
      steps.maybeBoundary(key, 0, 1),
      steps.maybeDelta(key, 1),
    ]),
  );
  expect(statements).toHaveLength(4);
  for (const sql of statements) {
    expect(plan(notes, sql), sql).toMatch(/SEARCH note_steps USING PRIMARY KEY \(note_id=\? AND version[>=]\?\)/);
    expect(plan(notes, sql), sql).not.toMatch(/TEMP B-TREE|SCAN note/);
  }
  expect(notes.database.prepare('PRAGMA index_list(note_steps)').all()).toMatchObject([{ origin: 'pk' }]);
});
