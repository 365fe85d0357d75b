import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indentWithin, leastTextWidth } from '../../../main/features/exports/paper.ts';
import { planNestedTable, type Extent } from '../../../main/features/exports/table-plan.ts';
import { runs } from '../../support/property.ts';

test('text far in keeps a width that can be read, whatever it stands in', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 5, max: 80 }), { minLength: 1, maxLength: 200 }), (indents) => {
      let width = 453;
      for (const indent of indents) width -= indentWithin(width, indent);
      expect(width).toBeGreaterThanOrEqual(leastTextWidth);
    }),
    runs(100, 4),
  );
  expect(indentWithin(453, 20)).toBe(20);
  expect(indentWithin(leastTextWidth + 8, 20)).toBe(8);
});

const columns = (count: number): Extent[] => Array.from({ length: count }, () => ({ min: 4, max: 12 }));
const widthOf = (count: number, portrait: number): number =>
  planNestedTable(columns(count), { portrait, landscape: null, all: 453 }).widths.reduce((sum, width) => sum + width, 0);

test('a table far in stays in its place if it fits, and takes room from the indentation if it does not', () => {
  expect(widthOf(2, 170)).toBeLessThanOrEqual(170);
  expect(widthOf(12, 170)).toBeGreaterThan(300);
  expect(widthOf(12, 170)).toBeLessThanOrEqual(453.01);
  expect(widthOf(12, 400)).toBeLessThanOrEqual(400.01);
});
