import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blank, type PageSlice } from '../../../main/features/exports/pdf/flow.ts';
import { paginate } from '../../../main/features/exports/pdf/paginate.ts';
import { runs } from '../../support/property.ts';

const heights = { upright: 100, turned: 60 };
const pagesOf = (slices: readonly PageSlice[]): number[][] =>
  paginate(slices, heights).map((page) => page.slices.filter(({ isRepeated }) => !isRepeated).map(({ slice }) => slices.indexOf(slice)));

test('a page takes what fits, and the space above the first slice is left out', () => {
  const slices = Array.from({ length: 5 }, () => ({ ...blank(40, false), gap: 20 }));
  expect(pagesOf(slices)).toEqual([[0, 1], [2, 3], [4]]);
  expect(paginate(slices, heights)[1]?.slices.map(({ y }) => y)).toEqual([0, 60]);
});

test('what is to be kept together goes to the next page together', () => {
  expect(pagesOf([blank(70, false), blank(20, false), blank(20, true)])).toEqual([[0], [1, 2]]);
});

test('what is larger than a page is parted all the same', () => {
  expect(pagesOf([blank(60, false), blank(60, true), blank(60, true)])).toEqual([[0], [1], [2]]);
});

test('a header is repeated where a page begins within its table', () => {
  const header = blank(20, false);
  const row = { ...blank(45, false), repeat: [header] };
  const slices = [header, { ...row, keep: true }, { ...row }, { ...row }];
  const pages = paginate(slices, heights);
  expect(pages.map(({ slices }) => slices.map(({ y, isRepeated }) => [y, isRepeated]))).toEqual([
    [
      [0, false],
      [20, false],
    ],
    [
      [0, true],
      [20, false],
    ],
    [
      [0, true],
      [20, false],
    ],
  ]);
});

test('a turned slice has a page of its own, as high as it is', () => {
  const turned = { ...blank(40, false), turned: true };
  expect(
    paginate([blank(10, false), turned, turned, blank(10, false)], heights).map(({ turned, slices }) => [turned, slices.length]),
  ).toEqual([
    [false, 1],
    [true, 1],
    [true, 1],
    [false, 1],
  ]);
});

test('no slice is lost, in whatever order they come', () => {
  const slice = fc
    .record({ height: fc.integer({ min: 1, max: 130 }), gap: fc.integer({ min: 0, max: 30 }), keep: fc.boolean(), turned: fc.boolean() })
    .map((each): PageSlice => ({ ...blank(each.height, each.keep), ...each }));
  fc.assert(
    fc.property(fc.array(slice, { maxLength: 60 }), (slices) => {
      const pages = paginate(slices, heights);
      expect(pages.flatMap((page) => page.slices.map(({ slice }) => slice))).toEqual(slices);
      for (const { turned, slices } of pages) {
        const last = slices.at(-1);
        // Only a slice that is higher than a page stands out.
        if (last !== undefined && slices.length > 1)
          expect(last.y + last.slice.height).toBeLessThanOrEqual(turned ? heights.turned : heights.upright);
        for (const each of slices) expect(each.slice.turned).toBe(turned);
      }
    }),
    runs(100, 11),
  );
});
