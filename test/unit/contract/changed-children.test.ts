import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { describe, expect, test } from 'vitest';
import { changedChildren } from '../../../main/contract/changed-children.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { runs } from '../../support/property.ts';

const { doc, paragraph } = noteSchema.nodes;
const paragraphs = (count: number): Node[] => Array.from({ length: count }, () => paragraph.create());

describe('the children that two nodes do not share', () => {
  test('are told by identity, from both ends, in nodes of few and of many children', () => {
    const edit = { count: fc.constantFrom(0, 5, 70, 200), at: fc.nat(), gone: fc.nat(4), come: fc.nat(4) };
    fc.assert(
      fc.property(fc.record(edit), ({ count, at, gone, come }) => {
        const olds = paragraphs(count);
        const start = at % (count + 1);
        const news = olds.toSpliced(start, gone, ...paragraphs(come));
        const [before, after] = [doc.create(null, olds), doc.create(null, news)];
        const isSame = count - Math.max(0, count - start - gone) === start && come === 0;
        const expected = isSame
          ? { start: count, oldEnd: count, newEnd: count }
          : { start, oldEnd: Math.min(count, start + gone), newEnd: start + come };
        expect(changedChildren(before, after)).toEqual(expected);
        expect(changedChildren(before, after)).toEqual(expected);
      }),
      runs(100, 5),
    );
  });

  test('of many are looked for once, and again for another node before', () => {
    const olds = paragraphs(1_000);
    const [before, after, other] = [olds, olds.with(500, paragraph.create()), olds.slice(1)].map((nodes) => doc.create(null, nodes));
    if (before === undefined || after === undefined || other === undefined) throw new Error('There are three');
    expect(changedChildren(before, after)).toBe(changedChildren(before, after));
    expect(changedChildren(before, after)).toEqual({ start: 500, oldEnd: 501, newEnd: 501 });
    expect(changedChildren(other, after)).toEqual({ start: 0, oldEnd: 500, newEnd: 501 });
  });
});
