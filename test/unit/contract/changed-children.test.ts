import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { describe, expect, test } from 'vitest';
import { changedChildren, withoutSharedEnds } from '../../../main/contract/changed-children.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { runs } from '../../support/property.ts';

const { doc, paragraph, heading, code_block: code, list_item: item } = noteSchema.nodes;
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

describe('blocks that gave way to others, without what they have in common at their ends', () => {
  const texts = Array.from({ length: 10 }, (_, index) =>
    noteSchema.text(String(index), index % 2 === 0 ? [] : [noteSchema.marks.em.create()]),
  );
  const of = (from: number, to: number, type = paragraph): Node => type.create(null, texts.slice(from, to));
  const left = ([olds, news]: readonly (readonly Node[])[]): unknown =>
    [olds, news].map((nodes) => nodes?.map(({ textContent }) => textContent));

  test.each([
    ['one that is split', [of(0, 10)], [of(0, 4), of(4, 10)], [[''], ['', '']]],
    ['two that are joined', [of(0, 4), of(4, 10)], [of(0, 10)], [['', ''], ['']]],
    ['where something comes between', [of(0, 10)], [of(0, 4), item.create(null, of(7, 8)), of(4, 10)], [[''], ['', '7', '']]],
    [
      'where something goes between',
      [of(0, 3), of(3, 5), of(5, 10)],
      [of(0, 3), of(6, 10)],
      [
        ['', '34', '5'],
        ['', ''],
      ],
    ],
    ['one that lost texts', [of(0, 10)], [paragraph.create(null, texts.toSpliced(2, 4))], [['2345'], ['']]],
    ['of headings', [of(0, 10, heading)], [of(0, 4, heading), of(4, 10)], [[''], ['', '']]],
    ['of others than textblocks', [item.create(null, of(0, 2))], [item.create(null, of(0, 2)), item.create()], [['01'], ['01', '']]],
    ['none', [], [of(0, 2)], [[], ['01']]],
  ])('%s', (_name, olds, news, expected) => {
    expect(left(withoutSharedEnds(olds, news))).toEqual(expected);
  });

  test('none is taken twice', () => {
    const same = texts.slice(0, 1);
    const block = paragraph.create(null, same);
    expect(left(withoutSharedEnds([block], [paragraph.create(null, same), paragraph.create(null, same)]))).toEqual([[''], ['', '0']]);
  });

  test('where one may not hold the texts of the other, they stay', () => {
    const [text] = texts;
    expect(left(withoutSharedEnds([code.create(null, text)], [paragraph.create(null, text), paragraph.create()]))).toEqual([
      ['0'],
      ['0', ''],
    ]);
  });

  test('some beside what has changed stay where they are asked for', () => {
    expect(left(withoutSharedEnds([of(0, 10)], [of(0, 4), of(4, 10)], 1))).toEqual([['34'], ['3', '4']]);
    expect(left(withoutSharedEnds([of(0, 1)], [of(0, 1), of(1, 1)], 1))).toEqual([['0'], ['0', '']]);
  });
});
