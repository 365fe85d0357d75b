// A change that came as bytes, taken back by the inverse of its steps: each block has the bytes again that it had.

import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import type { Step } from 'prosemirror-transform';
import { Transform } from 'prosemirror-transform';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { parseMarkdown } from '../../../../main/contract/markdown/parse.ts';
import { NoteSource } from '../../../../main/features/notes/note-source.ts';
import { applied } from './edits.ts';
import { changedLines, lineEdits, markdown } from './next-text.ts';
import { runs } from '../../../support/property.ts';
import { full } from '../../../support/tiers.ts';

const loaded = (source: NoteSource): NoteSource => NoteSource.load(source.content(), source.state(), String(source.doc.attrs['title']));

interface Changed {
  readonly source: NoteSource;
  readonly undo: readonly Step[];
}

function rewritten(source: NoteSource, next: string): Changed {
  const rewrite = source.rewrite(next);
  if (rewrite === null) return { source, undo: [] };
  const undo: Step[] = [];
  let doc: Node = source.doc;
  for (const step of rewrite.steps) {
    undo.unshift(step.invert(doc));
    doc = applied(doc, [step]);
  }
  return { source: rewrite.source, undo };
}

const undone = ({ source, undo }: Changed): NoteSource =>
  undo.reduce((before, step) => before.advance(applied(before.doc, [step])), source);

/** The blocks as they are read, each with its bytes, without blank lines. */
const spelled = (source: NoteSource): (readonly [string, string])[] =>
  parseMarkdown(source.content()).blocks.map((block) => [JSON.stringify(block.node), block.source.replace(/[\r\n]+$/, '')] as const);

const setext = 'Title\n=====\n\n* x\n* y\n';
const varied = '__b__ x\n\n\n***\n\n*c*\n';

describe('all bytes are there again', () => {
  test.each<[string, string]>([
    [setext, setext.replace('Title\n=====', '# Title!')],
    [setext, setext.replace('* x', '* z')],
    [setext, setext.replace('* x\n', '')],
    ['a\n\n\n\nb\n', 'c\n\n\n\nb\n'],
    [varied, varied.replace('\n***\n', '')],
    ['|a|\n|-|\n|b|\n', '|a|\n|-|\n|c|\n'],
    ['[x]\n\n[x]: /u', '[x]\n\n[x]: /v'],
    ['---\na:   b\n---\n# t\n', '---\na:   c\n---\n# t\n'],
    ['a\r\n\r\n* b\r\n', 'a\r\n\r\n* c\r\n'],
    ['*a*\n\n_b_\n', '_b_\n\n*a*\n'],
    ['*a*\n\n_b_', '_b_\n\n*a*\n'],
    ['> q\nlazy\n\n    code\n', '> q\nlazy\n\ntext\n'],
    ['~~~\ncode\n~~~~\n\nA\n-\n', '~~~\nmore\n~~~~\n\nA\n-\n'],
    ['\n---\ntitle: alone\n---\n', '---\ntitle: alone\n---\n'],
    ['\n\uFEFFmarked\n', '```\n\uFEFFmarked\n'],
    ['\n\na\n', 'b\n'],
    ['a\n\n\n', 'b\n'],
    ['a\n\nb', 'a\n\nc\n\n\n'],
    ['\n\na\n\nb\n\n\n', 'c\n\nd\n'],
    ['a\n\n\n', 'a\n\n\nb\n'],
    ['a\n\n\n', 'a\n\nb\n'],
    ['a\n\nb\n\n\n', 'ax\n\nb\n'],
    ['a\n\nb\n\n\n', 'b\n'],
    ['a\n\n\nb\n\n\n', 'a\n\n\n'],
    ['a\n\n\n\nb\n', 'a\n'],
    ['a\n\n\n\nb\n', 'a\n\nc\n\nb\n'],
    ['a', 'a\n\nb\n'],
    ['a\n\nb', 'b\n'],
    ['\n\na\n', 'b\n\na\n'],
    ['a\r\n\r\n\r\n', 'a\r\n\r\nb\r\n'],
    ['- a\n\n\n', '- a\n\n\n# b\n'],
  ])('%j by way of %j', (content, next) => {
    const changed = rewritten(NoteSource.parse(content, 'Title'), next);
    expect(changed.source.content()).toBe(next);
    expect(undone(changed).content()).toBe(content);
    expect(undone({ ...changed, source: loaded(changed.source) }).content()).toBe(content);
  });

  test('step by step, and forward again', () => {
    const first = rewritten(NoteSource.parse(setext, 'Title'), setext.replace('Title\n=====', '# Title!'));
    const second = rewritten(loaded(first.source), first.source.content().replace('# Title!', 'Another\n=='));
    const back = undone(second);
    expect(back.content()).toBe(first.source.content());
    expect(undone({ source: loaded(back), undo: first.undo }).content()).toBe(setext);
    const redo = second.undo
      .map((step, index) => step.invert(second.undo.slice(0, index).reduce((doc, each) => applied(doc, [each]), second.source.doc)))
      .toReversed();
    expect(undone({ source: back, undo: redo }).content()).toBe(second.source.content());
  });

  test('also of a block that was being written while another one was replaced', () => {
    const source = NoteSource.parse('_a_ b\n\nother\n', 'Title');
    const typing = new Transform(source.doc).insert(4, noteSchema.text('x'));
    const live = source.advance(applied(source.doc, typing.steps));
    const { source: after } = rewritten(live, live.content().replace('other', 'new'));
    const undo = typing.steps.map((step) => step.invert(source.doc));
    expect(undone({ source: loaded(after), undo }).content()).toBe('_a_ b\n\nnew\n');
  });

  test('and blank lines around the note, while another block was being written', () => {
    const content = '\n\nfirst\n\n_a_ b\n\nlast\n\n\n';
    const source = NoteSource.parse(content, 'Title');
    const typing = new Transform(source.doc).insert(9, noteSchema.text('x'));
    const live = source.advance(applied(source.doc, typing.steps));
    const changed = rewritten(live, live.content().trim().replace('first', 'one').replace('last', 'end'));
    expect(undone(changed).content()).toBe(live.content());
    const state = undone({ ...changed, source: loaded(changed.source) });
    expect(state.content()).toBe(live.content());
    expect(state.state()).toBe(undone(changed).state());
  });
});

describe('blank lines that markdown has changed alone stay so', () => {
  test.each<readonly [string, string, string]>([
    ['a\n\n\n', 'a\n', 'a\n\nb\n'],
    ['a\n\n\n', 'c\n\na\n', 'c\n\na\n\nb\n'],
    ['\n\na\n', 'a\n', 'b\n\na\n'],
    ['a\n\n\n\nz\n', 'a\n\nz\n', 'a\n\nb\n\nz\n'],
    ['a\n\n\n\nz\n', 'a\n\nc\n\nz\n', 'a\n\nb\n\nc\n\nz\n'],
    ['a\n\nz\n\n\n', 'ax\n\nz\n', 'ax\n\nz\n\nb\n'],
  ])('from %j to %j, when a block that came into it goes: %j', (first, second, third) => {
    const { source } = rewritten(NoteSource.parse(first, 'Title'), second);
    for (const state of [source, loaded(source)]) {
      const changed = rewritten(state, third);
      expect(undone(changed).content()).toBe(second);
      expect(undone({ ...changed, source: loaded(changed.source) }).content()).toBe(second);
    }
  });
});

describe('a block that has got other bytes, but says the same, keeps these', () => {
  const table = '|a|b|\n|-|-|\n|1|2|\n';
  const wide = '| a | b |\n| - | - |\n| 1 | 2 |\n';
  const rest = '\nx\n\ny\n';
  const lineEnds = (text: string): string => text.replaceAll('\n', '\r\n');
  const cases: [string, readonly string[]][] = [
    ['a table', [table + rest, wide + rest]],
    ['one that was another in between', [table + rest, wide.replace('2', '3') + rest, wide + rest]],
    ['a setext heading', [`Title\n===\n${rest}`, `# Title #\n${rest}`]],
    ['a heading with the line ends of Windows', [`### Breaking\n${rest}`, lineEnds(`### Breaking\n${rest}`)]],
  ];

  const versionsOf = (versions: readonly string[]): NoteSource =>
    versions.slice(1).reduce((source, next) => rewritten(source, next).source, NoteSource.parse(versions[0] ?? '', 'Title'));
  const own = (node: Node): Node => node.type.create(node.attrs, node.content, node.marks);

  describe.each([false, true])('loaded anew: %s', (isLoaded) => {
    const made = (versions: readonly string[]): NoteSource => (isLoaded ? loaded(versionsOf(versions)) : versionsOf(versions));

    test.each(cases)('%s, as it is moved and moved back', (_, versions) => {
      const source = made(versions);
      const block = source.doc.child(0);
      const moving = new Transform(source.doc).delete(0, block.nodeSize);
      moving.insert(moving.doc.content.size, own(block));
      const moved = moving.steps.reduce((before, step) => before.advance(applied(before.doc, [step])), source);
      const undo = moving.steps.map((step, index) => step.invert(moving.docs[index] as Node)).toReversed();
      expect(undone({ source: moved, undo }).content()).toBe(versions.at(-1));
      const atOnce = source.advance(moving.doc);
      expect(atOnce.advance(applied(moving.doc, undo)).content()).toBe(versions.at(-1));
    });

    test.each(cases)('%s, as a copy comes at the end, and at the beginning', (_, versions) => {
      const source = made(versions);
      const copy = own(source.doc.child(0));
      const [block = ''] = [parseMarkdown(versions.at(-1) ?? '').blocks[0]?.source];
      const [former = ''] = [parseMarkdown(versions[0] ?? '').blocks[0]?.source];
      for (const at of [0, source.doc.content.size]) {
        const { doc } = new Transform(source.doc).insert(at, copy);
        const content = source.advance(doc).content();
        expect(content).toContain(block);
        expect(content).not.toContain(former);
      }
    });
  });
});

test.each<[string, readonly string[]]>([
  ['\n\n  \n', ['\n\n  \n| a | b |', '\n\n  \n', '\n\n# New\n  \n']],
  ['\n\n  \n', ['\n\n  \n| a | b |', '\n\n  \n', '\n\n  ']],
])('a line of a note of blank lines, %j, gets none of their blanks', (content, versions) => {
  const undo: (readonly Step[])[] = [];
  let source = NoteSource.parse(content, 'Title');
  for (const next of versions) {
    const changed = rewritten(source, next);
    source = changed.source;
    undo.push(changed.undo);
  }
  const lines = undo.toReversed().map((steps) => {
    source = undone({ source, undo: steps });
    return source.content().split('\n');
  });
  expect(lines[1]).toContain('| a | b |');
});

test('any change of lines, taken back, leaves the bytes of every block', () => {
  let compared = 0;
  fc.assert(
    fc.property(markdown, fc.array(lineEdits, { minLength: 1, maxLength: 3 }), fc.boolean(), (content, changes, isLoaded) => {
      const states = [NoteSource.parse(content, 'Title')];
      const undo: (readonly Step[])[] = [];
      for (const lines of changes) {
        const before = states.at(-1) as NoteSource;
        const changed = rewritten(before, changedLines(before.content(), lines));
        states.push(isLoaded ? loaded(changed.source) : changed.source);
        undo.push(changed.undo);
      }
      // Steps cannot tell a block from the same block in other bytes: which of them it is to have again cannot be known.
      const spellings = Map.groupBy(states.flatMap(spelled), ([node]) => node);
      // And code, or a formula, that is not closed ends as the note ends: with or without a last line.
      const isClosed = (bytes: string): boolean => !/^(```|~~~|\$\$)(?![^]*\n\1)/.test(bytes);
      const isOne = ([node, bytes]: readonly [string, string]): boolean =>
        isClosed(bytes) && new Set(spellings.get(node)?.map(([, each]) => each)).size === 1;
      let source = states.pop() as NoteSource;
      for (const steps of undo.toReversed()) {
        source = undone({ source, undo: steps });
        const was = states.pop() as NoteSource;
        expect(source.doc.eq(was.doc)).toBe(true);
        // Blank lines that were put before the first block, or taken away, are not of its steps: what would begin front matter there, or
        // a byte order mark, is written otherwise without them.
        // Nor are the blanks that a block has got before it: a list above it needs room for them.
        const roomy = new Set(spelled(source).flatMap(([node], index, all) => (/^[ \t]/.test(all[index + 1]?.[1] ?? '') ? [node] : [])));
        const isKept = (block: readonly [string, string], index: number): boolean =>
          isOne(block) && !roomy.has(block[0]) && !(index === 0 && /^(---|\uFEFF)/.test(spelled(was)[0]?.[1] ?? ''));
        const wanted = spelled(was).filter(isKept);
        expect(spelled(source).filter(isKept)).toEqual(wanted);
        compared += wanted.length;
      }
    }),
    runs(80, 51),
  );
  expect(compared).toBeGreaterThan(60);
});

test('what a script replaces again and again does not pile up', full, () => {
  let source = NoteSource.parse(`0 ${'word '.repeat(400)}\n\nother\n`, 'Title');
  for (let count = 1; count < 300; count++) source = rewritten(source, source.content().replace(/^\d+/, String(count))).source;
  expect(source.state()?.length).toBeLessThan(200 * 1024);
});
