// A large note that is not in memory is answered with its document as the thread has written it, and is there for changes afterwards.

import { Node } from 'prosemirror-model';
import { afterEach, expect, test, vi } from 'vitest';
import type { Note } from '../../../main/contract/notes.ts';
import { NoteLoader } from '../../../main/features/notes/note-loader.ts';
import { NoteParser } from '../../../main/features/notes/note-parser.ts';
import { NoteSource } from '../../../main/features/notes/note-source.ts';
import { full } from '../../support/tiers.ts';
import { openTestNotes, type TestNotes } from './fixture.ts';

afterEach(() => vi.restoreAllMocks());

const blocks = 1_800;
const large = '## Head\n\nSome *words* and a [link][l].\n\n- one\n- two\n\n'.repeat(blocks / 3) + '[l]: /there "T"\n';
const letter = { stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: 'x' }] } };
const blank = { content: [{ type: 'text', text: ' ' }] };
const title = 'A "title" \\ of 1';

const read = async ({ notes, userId }: TestNotes, id: string): Promise<Note> =>
  JSON.parse(JSON.stringify(await notes.read(userId, id, { include: 'doc' })));

const documentOf = (content: string): unknown => JSON.parse(JSON.stringify(NoteSource.parse(content, title).doc));

test('the document is that of the content, and none of its blocks is written here', full, async () => {
  const notes = await openTestNotes();
  const { id } = await notes.create(large, title);
  const wanted = documentOf(large);
  const writing = vi.spyOn(Node.prototype, 'toJSON');
  const note = await read(notes, id);
  expect(writing.mock.calls.length).toBeLessThan(10);
  writing.mockRestore();
  expect(note.content === large).toBe(true);
  expect(note.doc).toEqual(wanted);
  // From memory it is the same.
  await notes.content(id);
  expect(await read(notes, id)).toEqual(note);
});

test('it is parsed once for those who ask for it meanwhile, and for the changes after it', full, async () => {
  const parsing = vi.spyOn(NoteParser.prototype, 'parseInThread');
  const notes = await openTestNotes();
  const { id } = await notes.create(large, title);
  const [one, other] = await Promise.all([read(notes, id), read(notes, id)]);
  expect(one).toEqual(other);
  const step = { stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: 'My ' }] } };
  await notes.change(id, { version: 0, steps: [step] });
  expect(parsing).toHaveBeenCalledTimes(1);
  const after = await read(notes, id);
  expect([after.version, after.content === large.replace('Head', 'My Head')]).toEqual([1, true]);
  expect(after.doc).toEqual(documentOf(after.content ?? ''));
});

test('it is not awaited until it is in memory by those who read it meanwhile', full, async () => {
  const assembling = Promise.withResolvers<void>();
  const assemble = NoteLoader.prototype.assemble;
  vi.spyOn(NoteLoader.prototype, 'assemble').mockImplementation(async function (this: NoteLoader, ...of) {
    await assembling.promise;
    return assemble.apply(this, of);
  });
  const [parsing, asking] = [vi.spyOn(NoteParser.prototype, 'parseInThread'), vi.spyOn(NoteLoader.prototype, 'isAsRead')];
  const notes = await openTestNotes();
  const { id } = await notes.create(large, title);
  const first = await read(notes, id);
  expect(await read(notes, id)).toEqual(first);
  expect(asking).toHaveBeenCalledTimes(1);
  assembling.resolve();
  await notes.change(id, { version: 0, steps: [letter] });
  expect(parsing).toHaveBeenCalledTimes(1);
});

test.each([
  ['a letter was typed', [letter], true],
  ['a block was removed', [{ stepType: 'replace', from: 0, to: 6 }], true],
  ['a blank came to the end of a paragraph, where markdown reads none', [{ ...letter, from: 29, to: 29, slice: blank }], false],
  ['a paragraph was emptied, which markdown does not tell', [{ stepType: 'replace', from: 7, to: 29 }], false],
])('the document of one in which %s before the last start', full, async (_, steps, isAsRead) => {
  const before = await openTestNotes();
  const { id } = await before.create(large, title);
  await before.change(id, { version: 0, steps });
  const wanted = await read(before, id);
  await before.flush();
  expect(before.database.prepare('SELECT state FROM note_contents').pluck().all()).not.toEqual([null]);
  await before.stop();
  const notes = await openTestNotes({}, before.dataDir);
  const loading = vi.spyOn(NoteLoader.prototype, 'parse');
  expect(await read(notes, id)).toEqual(wanted);
  expect(loading).toHaveBeenCalledTimes(isAsRead ? 0 : 1);
});

test('one that is changed while it is read is of one moment', full, async () => {
  const notes = await openTestNotes();
  const { id } = await notes.create(large, title);
  const reading = read(notes, id);
  await notes.change(id, { edits: [{ append: 'more\n' }] });
  const note = await reading;
  expect(note.content === (note.version === 0 ? large : `${large}more\n`)).toBe(true);
  expect(note.doc).toEqual(documentOf(note.content ?? ''));
});

test('one with a block that is too large for a piece is read as well', full, async () => {
  const notes = await openTestNotes();
  const { id } = await notes.create('- an item\n'.repeat(8_000), title);
  expect((await read(notes, id)).doc).toEqual(documentOf('- an item\n'.repeat(8_000)));
});

test('that of another user is not found', async () => {
  const notes = await openTestNotes();
  const { id } = await notes.create(large, title);
  await expect(notes.notes.read('another', id, { include: 'doc' })).rejects.toMatchObject({ code: 'not_found' });
});
