import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxColumns, planTable, tableParts, type Extent } from '../../../main/features/exports/table-plan.ts';
import { runs } from '../../support/property.ts';

const room = { portrait: 453, landscape: 700 };
const total = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);

test('a small table is as wide as its text', () => {
  const plan = planTable(
    [
      { min: 2, max: 4 },
      { min: 3, max: 6 },
    ],
    room,
  );
  expect(plan).toMatchObject({ fontSize: 9.5, landscape: false });
  expect(total(plan.widths)).toBeLessThan(150);
});

test('a column with little text gets all that it wants beside one with much', () => {
  const plan = planTable(
    [
      { min: 2, max: 4 },
      { min: 5, max: 900 },
    ],
    room,
  );
  expect(plan.widths[0]).toBeGreaterThanOrEqual(4 * plan.fontSize);
  expect(total(plan.widths)).toBeCloseTo(room.portrait, 3);
});

test('the page is turned before text becomes small, and only where it can be', () => {
  const wide = Array.from({ length: 16 }, (): Extent => ({ min: 3.6, max: 8 }));
  expect(planTable(wide, room).landscape).toBe(true);
  expect(planTable(wide, { ...room, landscape: null })).toMatchObject({ landscape: false });
});

test('any table fits the page', () => {
  const extent = fc
    .record({ min: fc.double({ min: 0, max: 60, noNaN: true }), more: fc.double({ min: 0, max: 2_000, noNaN: true }) })
    .map(({ min, more }): Extent => ({ min, max: min + more }));
  fc.assert(
    fc.property(fc.array(extent, { minLength: 1, maxLength: maxColumns }), fc.boolean(), (extents, canTurn) => {
      const { widths, landscape, fontSize } = planTable(extents, { ...room, landscape: canTurn ? room.landscape : null });
      expect(widths).toHaveLength(extents.length);
      expect(total(widths)).toBeLessThanOrEqual((landscape ? room.landscape : room.portrait) + 0.01);
      expect(Math.min(...widths)).toBeGreaterThan(4);
      expect(fontSize).toBeGreaterThanOrEqual(5);
    }),
    runs(100, 3),
  );
});

test('a table with more columns than Word takes is cut, each part with the first column', () => {
  const cell = (text: string) => ({ inlines: [{ kind: 'text' as const, text, marks: {} }], align: null });
  const row = Array.from({ length: 100 }, (_, index) => cell(String(index)));
  const parts = tableParts({ kind: 'table', header: row, rows: [row] });
  expect(parts.map(({ header }) => header.length)).toEqual([34, 34, 34]);
  expect(parts.flatMap(({ rows }) => rows[0]?.slice(1) ?? [])).toEqual(row.slice(1));
  expect(parts.every(({ rows }) => rows[0]?.[0] === row[0])).toBe(true);
});
