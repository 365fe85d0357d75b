// What takes long to be written is written in the thread, also while a user types on: the newest version is never awaited.

import { syncBuiltinESMExports } from 'node:module';
import { setImmediate as nextRound } from 'node:timers/promises';
import zlib from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { tokenizer } from '../../../main/contract/markdown/tokenizer.ts';
import { NoteParser } from '../../../main/features/notes/note-parser.ts';
import { RetryableConflict, unavailable } from '../../../main/lib/app-error.ts';
import { full } from '../../support/tiers.ts';
import { anyVersion, openTestNotes, type TestNotes } from './fixture.ts';

const heavy = `x ${'[*`'.repeat(1_400)} end\n`;
/** The most characters of the markdown that the excerpt is made of. */
const excerptMost = 4 * 1024;

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** Types into a heavy paragraph as long as `isDone` is false, and gives how often all of it was read here meanwhile. */
async function typeUntil(
  notes: TestNotes,
  id: string,
  isDone: () => boolean,
): Promise<{ readonly version: number; readonly read: number }> {
  let version = 0;
  const type = async (): Promise<void> => {
    const steps = [{ stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: 'y' }] } }];
    ({ version } = await notes.change(id, { version, steps }));
  };
  await type();
  const reading = vi.spyOn(tokenizer.block, 'State');
  while (!isDone()) {
    await type();
    await nextRound();
  }
  return { version, read: reading.mock.calls.filter(([text]) => text.length > excerptMost).length };
}

test('a heavy paragraph is read while letters are typed into it', full, async () => {
  const notes = await openTestNotes();
  const { id } = await notes.create(heavy);
  let content: string | null = null;
  const first = typeUntil(notes, id, () => content !== null);
  await expect.poll(() => notes.recorded.length).toBeGreaterThan(1);
  content = await notes.content(id);
  const { version, read } = await first;
  expect(read).toBe(0);
  expect(content).toMatch(/^y+x/);
  expect(content.replace(/^y+/, '')).toBe(heavy);
  expect(await notes.content(id)).toBe('y'.repeat(version) + heavy);
});

test('a heavy paragraph is stored while letters are typed into it', full, async () => {
  const notes = await openTestNotes({ timing: { debounceMs: 20, maxWaitMs: 40 } });
  const { id } = await notes.create(heavy);
  const settled = notes.database.prepare<{ id: string }, number>('SELECT settled_version FROM notes WHERE id = @id').pluck();
  const { version, read } = await typeUntil(notes, id, () => (settled.get({ id }) ?? 0) > 0);
  expect(read).toBe(0);
  expect(notes.failures).toEqual([]);
  expect(await notes.content(id)).toBe('y'.repeat(version) + heavy);
});

describe('a heavy paragraph into which a letter was typed', () => {
  const letter = (text = 'y') => ({ stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text }] } });
  const typed = `y${heavy}`;

  async function withLetter(
    limits: Parameters<typeof openTestNotes>[0] = {},
  ): Promise<{ notes: TestNotes; id: string; read: () => number }> {
    const notes = await openTestNotes(limits);
    const { id } = await notes.create(heavy);
    await notes.change(id, { version: 0, steps: [letter()] });
    return { notes, id, read: readings() };
  }

  /** How often more than an excerpt is read here from now on. */
  function readings(): () => number {
    const [blocks, texts] = [vi.spyOn(tokenizer.block, 'State'), vi.spyOn(tokenizer, 'parseInline')];
    return () => [...blocks.mock.calls, ...texts.mock.calls].filter(([text]) => text.length > excerptMost).length;
  }

  test('is listed with its content', full, async () => {
    const { notes, read } = await withLetter();
    const { items } = await notes.lists.list(notes.userId, { include: 'content' });
    expect(items.map(({ content }) => content)).toEqual([typed]);
    expect(read()).toBe(0);
  });

  test('is changed in its markdown only after it was written, also by a request that began before the letter', full, async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create(heavy);
    const append = { edits: [{ append: 'more' }] };
    const before = await notes.apply(id, append);
    await notes.change(id, { version: 0, steps: [letter()] });
    const read = readings();
    await expect(notes.database.write(before)).rejects.toBeInstanceOf(RetryableConflict);
    await notes.change(id, append);
    expect(await notes.content(id)).toBe(`${typed}more`);
    expect(read()).toBe(0);
  });

  test('takes steps that come with their markdown', full, async () => {
    const { notes, id, read } = await withLetter();
    await notes.change(id, { version: 1, steps: [letter()], markdown: `y${typed}` });
    expect(await notes.content(id)).toBe(`y${typed}`);
    expect(read()).toBe(0);
  });

  test('takes the next one after a kill', full, async () => {
    const { notes, id } = await withLetter();
    notes.abandon();
    const again = await openTestNotes({}, notes.dataDir);
    const read = readings();
    await again.change(id, { version: 1, steps: [letter()] });
    expect(read()).toBe(0);
    expect(await again.content(id)).toBe(`y${typed}`);
  });

  test('has its bytes before others take their place in the history', full, async () => {
    const { notes, id } = await withLetter();
    await notes.change(id, { version: 1, content: `${typed}\nmore\n` });
    await notes.change(id, { version: 2, steps: [letter()] });
    const read = readings();
    expect((await notes.history.list(notes.userId, id, {})).items.map(({ version }) => version)).toEqual([3, 2, 1, 0]);
    expect((await notes.history.read(notes.userId, id, '2')).content).toBe(`${typed}\nmore\n`);
    expect(read()).toBe(0);
  });

  test('is written before a text is taken that is so long that the bytes must be counted', full, async () => {
    const { notes, id } = await withLetter();
    const delta = { version: 1, steps: [letter('z'.repeat(530_000))] };
    const prepared = await notes.notes.prepareChange(notes.userId, id, delta);
    expect(prepared.stepped?.change.source.unwritten()).toEqual([]);
    const { version } = await notes.database.write(() => notes.notes.change(notes.userId, id, delta, anyVersion, prepared));
    expect(version).toBe(2);
  });

  test('is stored among what was removed', full, async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create(`${heavy}\nend\n`);
    await notes.change(id, { version: 0, steps: [letter()] });
    const size = (await notes.notes.maybeDocument(notes.userId, id))?.doc.firstChild?.nodeSize ?? 0;
    await notes.change(id, { version: 1, steps: [{ stepType: 'replace', from: 0, to: size }] });
    const read = readings();
    await notes.flush();
    expect(notes.failures).toEqual([]);
    expect(read()).toBe(0);
    expect(await notes.content(id)).toBe('end\n');
  });

  test('is loaded with a long state and long steps that a thread inflates', full, async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create('a *b* '.repeat(8_000));
    await notes.change(id, { version: 0, steps: [letter()] });
    await notes.flush();
    const long = 'c *d* '.repeat(8_000);
    await notes.change(id, { version: 1, content: long });
    notes.abandon();
    const again = await openTestNotes({}, notes.dataDir);
    const inflating = vi.spyOn(zlib, 'inflateSync');
    syncBuiltinESMExports();
    await again.notes.read(again.userId, id, { include: 'doc' });
    expect((await again.history.read(again.userId, id, '2')).content).toBe(long);
    expect(inflating).not.toHaveBeenCalled();
  });

  test('is neither read nor changed in its markdown inside a batch', full, async () => {
    const { notes, id, read } = await withLetter();
    const { inWrite, userId } = notes;
    expect(() => inWrite.read(userId, id, {})).toThrow(expect.objectContaining({ code: 'too_large' }));
    expect(() => inWrite.prepareChange(userId, id, { edits: [{ append: 'x' }] })).toThrow(expect.objectContaining({ code: 'too_large' }));
    expect(inWrite.prepareChange(userId, id, { steps: [letter()] }).note?.version).toBe(1);
    expect(read()).toBe(0);
  });
});

test('a large note that has left memory since a change was prepared is not loaded inside the write', full, async () => {
  const notes = await openTestNotes({ memory: 1_000 });
  const long = `${'word '.repeat(20_000)}end`;
  const [{ id }, other] = [await notes.create(long), await notes.create('other\n')];
  const deletion = { version: 0, steps: [{ stepType: 'replace', from: 1, to: 2 }] };
  const before = await notes.apply(id, deletion);
  await notes.change(id, deletion);
  await notes.change(other.id, { edits: [{ append: 'more' }] });
  await expect(notes.database.write(before)).rejects.toBeInstanceOf(RetryableConflict);
  await expect(notes.change(id, deletion)).rejects.toMatchObject({ code: 'stale_version' });
  expect(await notes.content(id)).toBe(long.slice(1));
});

describe('a large note that is found by its title', () => {
  const content = `${'word '.repeat(20_000)}a &amp; b`;

  test.each(['stored', 'pending'])('is not read again for that: %s', async (state) => {
    const notes = await openTestNotes();
    await notes.create(content, 'Seldom');
    if (state === 'stored') await notes.flush();
    // By which character references are read.
    const { utils } = tokenizer;
    const unescaped: string[] = [];
    vi.spyOn(tokenizer, 'utils', 'get').mockReturnValue({
      ...utils,
      unescapeAll: (text) => {
        unescaped.push(text);
        return utils.unescapeAll(text);
      },
    });
    const { items } = await notes.lists.list(notes.userId, { q: 'seldom' });
    expect(items.map(({ match }) => match?.snippet)).toEqual(['<mark>Seldom</mark>']);
    expect(unescaped).toEqual([]);
  });

  test('is shown with its title where it cannot be written in time', full, async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create(heavy, 'Seldom');
    await notes.flush();
    await notes.change(id, { version: 0, steps: [{ stepType: 'replace', from: 1, to: 2 }] });
    vi.spyOn(NoteParser.prototype, 'prewrite').mockRejectedValue(unavailable('no time'));
    const { items } = await notes.lists.list(notes.userId, { q: 'seldom' });
    expect(items.map(({ match }) => match?.snippet)).toEqual(['<mark>Seldom</mark>']);
  });
});
