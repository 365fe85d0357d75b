// What takes long to be written is written in the thread, also while a user types on: the newest version is never awaited.

import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { tokenizer } from '../../../main/contract/markdown/tokenizer.ts';
import { openTestNotes, type TestNotes } from './fixture.ts';

const heavy = `x ${'[*`'.repeat(1_400)} end\n`;
/** The most characters of the markdown that the excerpt is made of. */
const excerptMost = 4 * 1024;

afterEach(() => {
  vi.restoreAllMocks();
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

test('a heavy paragraph is read while letters are typed into it', async () => {
  const notes = await openTestNotes();
  const { id } = await notes.create(heavy);
  let content: string | null = null;
  const first = typeUntil(notes, id, () => content !== null);
  await vi.waitFor(() => {
    expect(notes.recorded.length).toBeGreaterThan(1);
  });
  content = await notes.content(id);
  const { version, read } = await first;
  expect(read).toBe(0);
  expect(content).toMatch(/^y+x/);
  expect(content.replace(/^y+/, '')).toBe(heavy);
  expect(await notes.content(id)).toBe('y'.repeat(version) + heavy);
});

test('a heavy paragraph is stored while letters are typed into it', async () => {
  const notes = await openTestNotes({ timing: { debounceMs: 20, maxWaitMs: 40 } });
  const { id } = await notes.create(heavy);
  const settled = notes.database.prepare<{ id: string }, number>('SELECT settled_version FROM notes WHERE id = @id').pluck();
  const { version, read } = await typeUntil(notes, id, () => (settled.get({ id }) ?? 0) > 0);
  expect(read).toBe(0);
  expect(notes.failures).toEqual([]);
  expect(await notes.content(id)).toBe('y'.repeat(version) + heavy);
});
