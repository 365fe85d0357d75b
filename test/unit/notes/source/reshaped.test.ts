// A letter in a block that came out of another one changes that letter's bytes: as the block was written, so it stays.

import { Transform } from 'prosemirror-transform';
import { joinBackward, splitBlock, wrapIn } from 'prosemirror-commands';
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import type { Node } from 'prosemirror-model';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { DirtyBlock } from '../../../../main/contract/markdown/source/records.ts';
import { NoteParser } from '../../../../main/features/notes/note-parser.ts';
import { NoteSource } from '../../../../main/features/notes/note-source.ts';
import { seeded, times } from '../../../support/property.ts';
import { corpus, randomNumbers } from '../markdown/corpus.ts';

const { nodes } = noteSchema;

/** The place of a text. */
function placeOf(doc: Node, text: string): number {
  let found = -1;
  doc.descendants((node, at) => {
    const index = node.isText ? (node.text ?? '').indexOf(text) : -1;
    if (found < 0 && index >= 0) found = at + index;
    return found < 0;
  });
  if (found < 0) throw new Error(`There is no ${text}`);
  return found;
}

/** What a command makes of a note, step by step, with the cursor, or a selection as far as `to`, at a place. */
function after(source: NoteSource, at: number, command: Command, to = at): { readonly source: NoteSource; readonly tr: Transform } {
  const state = EditorState.create({ doc: source.doc, selection: TextSelection.create(source.doc, at, to) });
  const tr = new Transform(source.doc);
  command(state, ({ steps }) => {
    for (const step of steps) tr.step(step);
  });
  const docs = [...tr.docs.slice(1), tr.doc];
  return { source: tr.steps.length === 0 ? source : docs.reduce((before, doc) => before.advance(doc), source), tr };
}

function typed(source: NoteSource, at: number): NoteSource {
  const { parent } = source.doc.resolve(at);
  const letter = noteSchema.text('x', parent.type.spec.marks === '' ? [] : source.doc.resolve(at).marks());
  return source.advance(new Transform(source.doc).insert(at, letter).doc);
}

const flushed = (source: NoteSource): NoteSource => NoteSource.load(source.content(), source.state(), 'Note');

describe('a letter after', () => {
  test.each<[string, string, string, Command, string]>([
    ['a split', 'one _two_ three __four__ five &copy; _six_\n', 'three', splitBlock, 'one _two_\n\nthree __four__ xfive &copy; _six_\n'],
    [
      'the split of an item',
      '*  one _two_ three __four__ five &copy;\n*  end\n',
      'three',
      splitListItem(nodes.list_item),
      '*  one _two_\n*  three __four__ xfive &copy;\n*  end\n',
    ],
    ['the split of a quote', '> one _two_ three __four__ five\n', 'three', splitBlock, '> one _two_\n>\n> three __four__ xfive\n'],
    ['quoting', 'one _two_ &copy; five\n', 'two', wrapIn(nodes.blockquote), '> one _two_ &copy; xfive\n'],
    ['listing', '*  a\n\nb\n\none _two_ &copy; five\n', 'two', wrapInList(nodes.ordered_list), '*  a\n\nb\n\n1. one _two_ &copy; xfive\n'],
    ['lifting', '*  a\n*  one _two_ &copy; five\n', 'two', liftListItem(nodes.list_item), '*  a\n\none _two_ &copy; xfive\n'],
  ])('%s: %j', (_, markdown, text, command, expected) => {
    const source = NoteSource.parse(markdown, 'Note');
    const reshaped = after(source, placeOf(source.doc, text), command).source;
    for (const before of [reshaped, flushed(reshaped)]) {
      const letter = typed(before, placeOf(before.doc, 'five'));
      expect(letter.content()).toBe(expected);
      for (const state of [letter, flushed(letter)]) {
        // Another one, and both taken out again.
        const more = typed(state, placeOf(state.doc, 'five'));
        expect(more.content()).toBe(expected.replace('xfive', 'xxfive'));
        expect(more.advance(before.doc).content()).toBe(reshaped.content());
      }
    }
  });
});

describe('texts that come together keep how they were written', () => {
  test.each<[string, string, string, string, Command, string]>([
    [
      'in one paragraph',
      'one _two_ three\n\nfour __five__ &copy; six\n',
      'four',
      'four',
      joinBackward,
      'one _two_ threefour __five__ &copy; six\n',
    ],
    ['in a heading', '# one\n\nfour __five__ six\n', 'four', 'four', joinBackward, '# onefour __five__ six\n'],
    ['without any formatting', 'one\n\nfour &copy; six &amp;x\n', 'four', 'four', joinBackward, 'onefour &copy; six &amp;x\n'],
    [
      'in a quote',
      'one _two_\n\nfour &copy; six\n\n_ten_ eight\n',
      'one',
      'eight',
      wrapIn(nodes.blockquote),
      '> one _two_\n>\n> four &copy; six\n>\n> _ten_ eight\n',
    ],
  ])('%s: %j', (_, markdown, ...[from, to, command, expected]) => {
    const source = NoteSource.parse(markdown, 'Note');
    const { source: joined, tr } = after(source, placeOf(source.doc, from), command, placeOf(source.doc, to));
    expect(joined.content()).toBe(expected);
    const inverse = tr.steps.map((step, index) => step.invert(tr.docs[index] ?? tr.doc)).toReversed();
    expect(inverse.reduce((before, step) => before.advance(step.apply(before.doc).doc ?? before.doc), flushed(joined)).content()).toBe(
      markdown,
    );
  });

  test('also where a thread writes them', async () => {
    const parser = new NoteParser();
    const long = `${'word _em_ &copy; '.repeat(2_000)}end\n`;
    const source = NoteSource.parse(`one\n\n${long}`, 'Note');
    const joined = after(source, source.doc.resolve((source.doc.firstChild?.nodeSize ?? 0) + 1).pos, joinBackward).source;
    expect(joined.unwritten().map(({ isHeavy }) => isHeavy)).toEqual([true]);
    await parser.prewrite(joined);
    expect(joined.content() === `one${long}`).toBe(true);
    await parser.stop();
  });
});

test('a letter in a text that was made a heading keeps labels whose definition was changed by others', () => {
  const source = NoteSource.parse('see [one][1] now\n\n[1]: /a\n', 'Note');
  const heading = new Transform(source.doc).setBlockType(1, 1, nodes.heading, { level: 2 }).doc;
  const elsewhere = typed(source.advance(heading), placeOf(source.doc, '/a') + 1);
  for (const state of [elsewhere, flushed(elsewhere)])
    expect(typed(state, placeOf(state.doc, 'now')).content()).toBe('## see [one][1] xnow\n\n[1]: /xa\n');
});

test('a text that was made a heading, changed, and made a text again is written as it first was', () => {
  const source = NoteSource.parse('one _two_ &copy; five\n', 'Note');
  const made = (before: NoteSource, type: typeof nodes.heading): NoteSource =>
    before.advance(new Transform(before.doc).setBlockType(1, 1, type).doc);
  const heading = flushed(made(source, nodes.heading));
  const letter = typed(heading, placeOf(heading.doc, 'five'));
  expect(letter.content()).toBe(heading.content().replace('five', 'xfive'));
  expect(made(letter, nodes.paragraph).content()).toBe('one _two_ &copy; xfive\n');
});

/** Whether an `x` is all that came. */
function isLetter(before: string, now: string): boolean {
  let prefix = 0;
  while (prefix < before.length && now[prefix] === before[prefix]) prefix++;
  return now.length === before.length + 1 && now[prefix] === 'x' && now.slice(prefix + 1) === before.slice(prefix);
}

/** Places between two letters of one word in texts, but for what is kept as its source and labels. */
function withinWords(doc: Node): readonly number[] {
  const places: number[] = [];
  doc.descendants((node, at, parent) => {
    if (!node.isText || parent?.type === nodes.raw_block || parent?.type === nodes.frontmatter) return;
    if (node.marks.some(({ attrs }) => (attrs['ref'] ?? null) !== null)) return;
    for (const { index } of (node.text ?? '').matchAll(/(?<=[a-z])[a-z]/gi)) places.push(at + index);
  });
  return places;
}

test(
  'blocks and items are split anywhere, and a letter typed in each half, stored in between or not',
  { timeout: times(60_000, 600_000) },
  () => {
    const random = randomNumbers(seeded(52));
    const pick = <T>(some: readonly T[]): T | undefined => some[Math.floor(random() * some.length)];
    let [tried, local] = [0, 0];
    const missed: string[] = [];
    for (const [name, markdown] of corpus(seeded(53), times(60_000, 2_000_000), 3_000)) {
      const source = NoteSource.parse(markdown, 'Note');
      const at = pick(withinWords(source.doc));
      if (at === undefined) continue;
      const place = source.doc.resolve(at);
      const isItem = place.depth > 1 && place.node(-1).type === nodes.list_item;
      const { source: split, tr } = after(source, at, isItem ? splitListItem(nodes.list_item) : splitBlock);
      for (const near of [-1, 1]) {
        const half = split.doc.resolve(Math.max(1, tr.mapping.map(at, near)));
        const spot = pick(withinWords(split.doc).filter((each) => each > half.start() && each < half.end()));
        if (spot === undefined || !half.parent.isTextblock) continue;
        const [live, loaded] = [typed(split, spot), typed(flushed(split), spot)];
        const content = live.content();
        expect(loaded.content(), `${name} at ${at}`).toBe(content);
        const stored = flushed(live);
        const without = stored.advance(new Transform(stored.doc).delete(spot, spot + 1).doc);
        expect(without.content()).toBe(split.content());
        const inverse = tr.steps.map((step, index) => step.invert(tr.docs[index] ?? tr.doc)).toReversed();
        const back = inverse.reduce((before, step) => before.advance(step.apply(before.doc).doc ?? before.doc), without);
        expect(back.content()).toBe(markdown);
        tried += 1;
        if (isLetter(split.content(), content)) local += 1;
        else missed.push(`${name} at ${at}: ${spot}`);
      }
    }
    expect(tried).toBeGreaterThan(50);
    expect(local / tried, missed.slice(0, 10).join('\n')).toBeGreaterThan(0.98);
  },
);

test('a block that is split again and again, with letters in between, is not made of any number of others', () => {
  let source = NoteSource.parse(`${'word _em_ '.repeat(200)}end\n`, 'Note');
  for (let round = 0; round < 60; round += 1) {
    source = typed(source, source.doc.content.size - 1);
    source = after(source, 1 + 5 * (round + 1), splitBlock).source;
  }
  const orders = source.unwritten().map(({ inOrder }) => inOrder.length);
  expect(Math.max(...orders)).toBeGreaterThan(15);
  expect(Math.max(...orders)).toBeLessThan(30);
  const stored = flushed(source);
  expect(stored.content()).toBe(source.content());
  // What is allowed is stored as well.
  expect(typed(stored, 3).content()).toBe(typed(source, 3).content());
});

test('what a block was made of is let go of once its bytes are made', () => {
  const source = NoteSource.parse('one _two_ three\n', 'Note');
  const split = after(source, placeOf(source.doc, 'three'), splitBlock).source;
  const [unwritten] = split.unwritten();
  expect(unwritten?.block.before?.source).toBe('one _two_ three\n');
  expect(unwritten?.text).toBe('one _two_\n');
  expect(() => unwritten?.block).toThrow();
});

test('a block is made of what it was after its shape had changed, of which a state keeps no more than that', () => {
  const source = NoteSource.parse('one _two_ three\n', 'Note');
  const split = after(source, placeOf(source.doc, 'three'), splitBlock).source;
  const state = JSON.stringify(JSON.parse(typed(split, placeOf(split.doc, 'three') + 1).state() ?? 'null'));
  expect(state).toContain('"base":{"source":"three\\n"');
  const block = new DirtyBlock({ node: source.doc.child(0), gap: '', origin: null, source: 'a\n', isReshaped: true, allowance: 10 });
  expect([block.nextBase, block.allowanceAfter(false), block.renewed(block.node).allowance]).toEqual([null, 11, 10]);
});
