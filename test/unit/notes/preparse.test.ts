// Large texts are parsed before the write that needs them, and not within.

import { describe, expect, test } from 'vitest';
import { RetryableConflict } from '../../../main/lib/app-error.ts';
import { NoteSource } from '../../../main/features/notes/note-source.ts';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { anyVersion, openTestNotes } from './fixture.ts';

const large = `${'word '.repeat(16_000)}word\n`;
const append = (text: string) => ({ edits: [{ append: text }] });

describe('a change of a text that is too large to be parsed inside a write', () => {
  test('takes what was parsed before', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create(large);
    await notes.change(id, append('more\n'));
    expect((await notes.content(id)) === `${large}more\n`).toBe(true);
    await notes.change(id, { edits: [{ oldText: 'more', newText: 'less' }] });
    expect((await notes.content(id)) === `${large}less\n`).toBe(true);
    await notes.change(id, { version: 2, content: `# ${large}` });
    expect((await notes.content(id)) === `# ${large}`).toBe(true);
  });

  test('is out of date when another one came first, and is prepared anew', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create(large);
    const late = await notes.apply(id, append('late\n'));
    await notes.change(id, append('first\n'));
    const recorded = notes.recorded.length;
    await expect(notes.database.write(late)).rejects.toThrow(RetryableConflict);
    expect(notes.recorded.length).toBe(recorded);
    await notes.change(id, append('late\n'));
    expect((await notes.content(id)) === `${large}first\nlate\n`).toBe(true);
  });

  test('needs nothing anew where only small blocks change', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create(`${large}\n${'a\n\n'.repeat(20)}end\n`);
    const late = await notes.apply(id, append('late\n'));
    await notes.change(id, append('first\n'));
    await notes.database.write(late);
    expect((await notes.content(id)).slice(-15)).toBe('end\nfirst\nlate\n');
  });

  test('is refused as ever where it does not fit', async () => {
    const notes = await openTestNotes();
    const { id } = await notes.create(large);
    const prepared = await notes.notes.prepareChange(notes.userId, id, append('x'));
    const refused = (delta: object, code: string) =>
      expect(notes.database.write(() => notes.notes.change(notes.userId, id, delta, anyVersion, prepared))).rejects.toMatchObject({ code });
    await refused({ edits: [{ oldText: 'nowhere', newText: '' }] }, 'edit_conflict');
    await refused({ edits: [{ oldText: 'word', newText: '' }] }, 'edit_ambiguous');
    await refused({ version: 5, content: 'x' }, 'stale_version');
    await refused({ version: 0, content: 'x'.repeat(5 * 1024 * 1024 + 1) }, 'too_large');
  });
});

test('only what is large is parsed elsewhere', async () => {
  const parsed: number[] = [];
  const parse = (markdown: string) => {
    parsed.push(markdown.length);
    return Promise.resolve(parseMarkdown(markdown));
  };
  const content = `${large}\n${'a\n\n'.repeat(20)}small\n`;
  const source = NoteSource.parse(content, 'Title');
  await source.preparse(parse, 10_000);
  await source.preparse(parse, 10_000, content.replace('small', 'Small'));
  expect(parsed).toEqual([]);
  await source.preparse(parse, 10_000, `x${content}`);
  expect(parsed).toEqual([content.length + 1]);
});
