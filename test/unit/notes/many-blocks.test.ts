// The work on a note of very many blocks is parted, so that others have their turn in between: counted in slices, and in what one holds.

import { Fragment, Node } from 'prosemirror-model';
import { expect, test, vi } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { referencesOf } from '../../../main/contract/markdown/definitions.ts';
import type { ParsedMarkdown } from '../../../main/contract/markdown/parse.ts';
import { NoteParser } from '../../../main/features/notes/note-parser.ts';
import { fromPieces, toPieces } from '../../../main/features/notes/note-pieces.ts';
import { NoteSource } from '../../../main/features/notes/note-source.ts';
import { preparingSteps } from '../../../main/features/notes/delta/apply.ts';
import { blockSteps } from '../../../main/features/notes/source/block-steps.ts';
import { splicesFromJson } from '../../../main/features/notes/source/splices.ts';
import { readingState } from '../../../main/features/notes/source/stored-state.ts';
import { slicedParse } from '../../../main/lib/sliced-parse.ts';
import { cleanUpBy } from '../../support/clean-up.ts';
import { full } from '../../support/tiers.ts';
import { openTestNotes } from './fixture.ts';

const many = 20_000;
const heading = (text: string): Node => noteSchema.nodes.heading.create({ level: 1 }, noteSchema.text(text));
const headings = (text: string): Node[] => Array.from({ length: many }, () => heading(text));
const parsed = (): ParsedMarkdown => ({
  lead: '',
  blocks: headings('a').map((node) => ({ node, source: '# a\n', gap: '' })),
  references: {},
});

/** How many slices the work has, and its result. */
function slicesOf<Result>(work: Generator<void, Result>): { readonly slices: number; readonly result: Result } {
  for (let slices = 1; ; slices += 1) {
    const { done, value } = work.next();
    if (done === true) return { slices, result: value };
  }
}

test('loading it, and replacing all of it', full, () => {
  const { slices, result: source } = slicesOf(NoteSource.loading(parsed(), null, 'Title'));
  expect(slices).toBeGreaterThan(many / 2_000);
  const [from, to, text] = [0, many, ['# b\n', '']];
  const doc = source.doc.copy(Fragment.from(headings('b')));
  const json = JSON.stringify({ blocks: [[from, to, Array.from({ length: many }, () => text)]] });
  const reading = slicesOf(splicesFromJson(json));
  expect(reading.slices - slicesOf(slicedParse(json)).slices).toBeGreaterThan(many / 1_500);
  const replaced = slicesOf(source.replayingRewrite(doc, json));
  expect(replaced.slices - reading.slices).toBeGreaterThan(many / 1_500);
  expect(replaced.result.content()).toBe('# b\n'.repeat(many));
});

test('its state is checked a few blocks at a time, and what is no state is refused', full, () => {
  const blocks = Array.from({ length: many }, () => ({ read: 1, source: '# a' }));
  const { slices, result } = slicesOf(readingState({ blocks }));
  expect([slices > many / 1_000, result]).toEqual([true, { blocks }]);
  for (const damaged of [{ blocks: [...blocks, { read: -1 }] }, { blocks, left: 1 }, { blocks: {} }])
    expect(() => slicesOf(readingState(damaged))).toThrow();
});

test('the steps of a change are looked for without all blocks being counted more than twice at once', full, () => {
  const doc = noteSchema.nodes.doc.create({ title: 'Title' }, headings('a'));
  const sizes = vi.spyOn(Node.prototype, 'nodeSize', 'get');
  cleanUpBy(() => {
    sizes.mockRestore();
  });
  const work = blockSteps(doc, [{ from: 0, to: many - 1, nodes: headings('b').slice(1) }]);
  let most = 0;
  for (let done: boolean | undefined = false; done !== true;) {
    sizes.mockClear();
    ({ done } = work.next());
    most = Math.max(most, sizes.mock.calls.length);
  }
  expect(most).toBeGreaterThan(many / 2);
  expect(most).toBeLessThan(2.5 * many);
});

test('what the thread has read gets its bytes a few blocks at a time', async () => {
  const note = parsed();
  const pieces = toPieces({ ...note, blocks: note.blocks.values() as never });
  const yieldIfDue = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const read = await fromPieces('# a\n'.repeat(many), pieces, { yieldIfDue } as never);
  expect(read.blocks).toHaveLength(many);
  expect(yieldIfDue.mock.calls.length - pieces.pieces.length).toBe(many / 1_000);
});

test('a search and a list have its content made in slices', full, async () => {
  const notes = await openTestNotes();
  const { id } = await notes.create('# a\n'.repeat(12_000));
  const typed = { stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: 'word ' }] } };
  await notes.change(id, { version: 0, steps: [typed] });
  const making = vi.spyOn(NoteSource.prototype, 'makingContent');
  const atOnce = vi.spyOn(NoteSource.prototype, 'maybeContent');
  cleanUpBy(() => {
    making.mockRestore();
    atOnce.mockRestore();
  });
  expect((await notes.lists.list(notes.userId, { q: 'word' })).items).toMatchObject([{ id }]);
  expect((await notes.lists.list(notes.userId, {})).items).toMatchObject([{ id, excerpt: expect.stringMatching(/^word a a/) as unknown }]);
  // Once it is made, it is at hand.
  expect([making.mock.calls.length > 0, atOnce.mock.results.every(({ value }) => value !== null)]).toEqual([true, true]);
  expect(making.mock.invocationCallOrder[0]).toBeLessThan(atOnce.mock.invocationCallOrder[0] ?? Infinity);
});

test('once it is written, its content takes no time', async () => {
  const parser = new NoteParser();
  const source = slicesOf(NoteSource.loading(parsed(), null, 'Title')).result;
  const after = source.advance(source.doc.replace(1, 1, noteSchema.nodes.heading.create(null, noteSchema.text('x')).slice(0)));
  expect(after.isContentAtHand).toBe(false);
  await parser.prewrite(after);
  expect(after.isContentAtHand).toBe(true);
  expect(after.content()).toBe(`# xa\n${'# a\n'.repeat(many - 1)}`);
  await parser.stop();
});

test('a letter in one of very many definitions has what they define put together in slices', () => {
  const definition = (index: number): Node => noteSchema.nodes.raw_block.create(null, noteSchema.text(`[d${index}]: /u`));
  const blocks = Array.from({ length: 3_000 }, (_, index) => ({ node: definition(index), source: `[d${index}]: /u\n`, gap: '' }));
  const references = Object.fromEntries(blocks.map((_, index) => [`D${index}`, { href: '/u', title: '' }]));
  const source = slicesOf(NoteSource.loading({ lead: '', blocks, references }, null, 'Title')).result;
  const typed = { stepType: 'replace', from: 7, to: 7, slice: { content: [{ type: 'text', text: 'x' }] } };
  const note = { version: 0, source, sizeAtMost: 100_000 };
  const { slices, result } = slicesOf(preparingSteps(note, { version: 0, steps: [typed] }, { after: () => [] }));
  expect(slices).toBeGreaterThan(3_000 / 600);
  expect(result?.change.source.content()).toBe(source.content().replace('/u', 'x/u'));
  const { doc } = result?.change.source ?? source;
  expect(referencesOf(doc)).toBe(referencesOf(doc));
  // They come from the thread in pieces as well.
  expect(toPieces({ lead: '', blocks, references }).references.map((json) => (JSON.parse(json) as string[]).length)).toEqual([
    3_000, 3_000, 3_000,
  ]);
});

test('a thread that writes a long block is told of what was defined before a definition was changed', full, async () => {
  const parser = new NoteParser();
  const [definitions, text] = ['[a]: /x\n[b]: /y\n', `${'word [t][a] '.repeat(900)}end\n`];
  const source = NoteSource.parse(`${definitions}\n${text}`, 'Title');
  const typed = (before: NoteSource, at: number): NoteSource =>
    slicesOf(before.advancing(before.doc.replace(at, at, noteSchema.nodes.paragraph.create(null, noteSchema.text('z')).slice(0)))).result;
  const other = typed(source, (source.doc.firstChild?.nodeSize ?? 0) + 8);
  const after = typed(other, other.doc.content.size - 1);
  expect(after.unwritten().map(({ isHeavy }) => isHeavy)).toEqual([false, true]);
  await parser.prewrite(after);
  expect(after.content()).toBe(`[a]: /x\n[b]: /yz\n\n${text.trimEnd()}z\n`);
  await parser.stop();
});
