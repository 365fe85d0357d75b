// A large note is drawn in sections. A change costs what there is in one of them, and what is drawn is the document.

import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { Decoration, DecorationSet, type DecorationSource } from 'prosemirror-view';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { SectionDecorations } from '../../../renderer/features/notes/sections/section-decorations.ts';
import { inSections, isShownSection, sectionNode, showing } from '../../../renderer/features/notes/sections/section-node.ts';
import { runs } from '../../support/property.ts';

const { nodes } = noteSchema;
const paragraph = (text: string): Node => nodes.paragraph.create(null, text === '' ? null : noteSchema.text(text));
const paragraphs = (count: number): Node[] => Array.from({ length: count }, (_, index) => paragraph(`Paragraph ${index}`));
const blocksOf = (sections: readonly Node[]): Node[] => sections.flatMap(({ children }) => children);
const sizeOf = (some: readonly Node[]): number => some.reduce((sum, { nodeSize }) => sum + nodeSize, 0);

describe('sections of a large note', () => {
  test('hold all its blocks in order, whatever is changed, and count for nothing in positions; those that are as before stay the same', () => {
    const edit = fc.record({ at: fc.nat(), gone: fc.nat(90), come: fc.nat(90) });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.array(edit, { maxLength: 6 }), (count, edits) => {
        let blocks = paragraphs(count);
        let sections = inSections(blocks, []);
        for (const { at, gone, come } of edits) {
          const from = at % (blocks.length + 1);
          const before = sections;
          blocks = blocks.toSpliced(from, gone, ...paragraphs(come));
          sections = inSections(blocks, before);
          const changed = before.filter((section) => !sections.includes(section));
          // What is gone reaches into these; a block that comes between two sections makes one of its own.
          expect(changed.length).toBeLessThanOrEqual(Math.ceil(gone / 20) + 2);
          expect(blocksOf(sections)).toEqual(blocks);
          expect(sections.every(({ childCount }) => childCount > 0 && childCount <= 80)).toBe(true);
          expect(sizeOf(sections)).toBe(sizeOf(blocks));
        }
      }),
      runs(60, 11),
    );
  });

  test('a letter makes one section anew, and those that were not drawn stay so', () => {
    const blocks = paragraphs(12_000);
    const sections = inSections(blocks, []).map((section, index) => (index === 0 ? showing(section) : section));
    const after = inSections(blocks.with(500, paragraph('Another')), sections);
    expect(after.length).toBe(sections.length);
    expect(after.filter((section, index) => section !== sections[index]).map(({ childCount }) => childCount)).toEqual([40]);
    expect(after.map(isShownSection)).toEqual(sections.map(isShownSection));
  });

  test('none begins with a heading or a line, whose margin above is one with that of the block before', () => {
    const heading = nodes.heading.create({ level: 2 }, noteSchema.text('Heading'));
    const sections = inSections([...paragraphs(40), heading, ...paragraphs(100)], []);
    expect(sections.map(({ childCount }) => childCount)).toEqual([41, 40, 40, 20]);
    expect(
      inSections(
        Array.from({ length: 200 }, () => heading),
        [],
      ).map(({ childCount }) => childCount),
    ).toEqual([80, 80, 40]);
  });

  test('long paragraphs make sections of few', () => {
    expect(
      inSections(
        Array.from({ length: 20 }, () => paragraph('x'.repeat(5_000))),
        [],
      )[0]?.childCount,
    ).toBe(2);
  });
});

describe('decorations of a document in sections', () => {
  const blocks = paragraphs(400);
  const doc = nodes.doc.create(null, blocks);
  const sections = inSections(blocks, []);
  const starts = sections.map((_, index) => sizeOf(sections.slice(0, index)));

  /** All that is given to the sections, in positions of the document. */
  const given = (source: SectionDecorations): string[] =>
    starts.flatMap((start) =>
      (source.forChild(start) as DecorationSet).find().map(({ from, to, spec }) => `${from + start} ${to + start} ${String(spec['key'])}`),
    );

  test('are those of the document: of text, of blocks and beside them', () => {
    const some = [...blocks.keys()]
      .filter((index) => index % 7 === 0 || index % 40 === 0)
      .flatMap((index) => {
        const at = sizeOf(blocks.slice(0, index));
        const size = blocks[index]?.nodeSize ?? 0;
        return [
          Decoration.inline(at + 1, at + 4, {}, { key: 'text' }),
          Decoration.node(at, at + size, {}, { key: 'block' }),
          Decoration.widget(at, () => document.createElement('b'), { key: 'beside' }),
        ];
      });
    const source = new SectionDecorations(sections, DecorationSet.create(doc, [...some]));
    expect(given(source).toSorted()).toEqual(some.map(({ from, to, spec }) => `${from} ${to} ${String(spec['key'])}`).toSorted());
  });

  test('one that begins in a section and ends in another is in both', () => {
    const [first, second] = [starts[1] ?? 0, starts[2] ?? 0];
    const all = DecorationSet.create(doc, [Decoration.inline(first - 5, second + 5, {}, { key: 'a' })]);
    const ends = given(new SectionDecorations(sections, all)).map((each) => each.split(' ').slice(0, 2).map(Number));
    expect([ends[0]?.[0], ends.at(-1)?.[1]]).toEqual([first - 5, second + 5]);
    expect(ends.some(([from = 0, to = 0]) => from >= first && to <= second)).toBe(true);
  });

  test('a letter before them leaves those of the sections after it the same', () => {
    const state = EditorState.create({ doc });
    const at = sizeOf(blocks.slice(0, 300)) + 1;
    const all = DecorationSet.create(doc, [Decoration.inline(at, at + 3, {}, { key: 'a' })]);
    const before = new SectionDecorations(sections, all);
    const { tr } = state;
    tr.insertText('x', 1);
    const after = new SectionDecorations(inSections(tr.doc.children, sections), all.map(tr.mapping, tr.doc));
    const setIn = (source: SectionDecorations, start: number): DecorationSource => source.forChild(start);
    const start = starts.findLast((each) => each < at) ?? 0;
    expect(setIn(after, start + 1)).toBe(setIn(before, start));
    expect(setIn(before, start)).not.toBe(DecorationSet.empty);
    expect(before.eq(new SectionDecorations(sections, all))).toBe(true);
    expect(before.eq(new SectionDecorations(sections, DecorationSet.empty))).toBe(false);
  });

  test('a section that is not shown has the size of its blocks', () => {
    const hidden = sectionNode(blocks.slice(0, 3), false);
    expect([hidden.nodeSize, hidden.isAtom, showing(hidden).isAtom]).toEqual([sizeOf(blocks.slice(0, 3)), true, false]);
    expect(showing(hidden).children).toEqual(hidden.children);
  });
});
