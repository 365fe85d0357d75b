import { expect, it } from 'vitest';
import type { Card } from '../../../../main/contract/cards.ts';
import type { Column } from '../../../../main/contract/columns.ts';
import type { ShownColumn } from '../../../../renderer/features/boards/board-context.ts';
import { keptColumns, ofNoteIn } from '../../../../renderer/features/boards/kept-columns.ts';

const card = (id: string): Card => ({ id }) as Card;
const shown = (id: string, cards: readonly Card[], place = 0): ShownColumn => ({
  column: { id } as Column,
  name: id,
  place,
  cards,
  total: cards.length,
});
const [a, b, c] = [card('a'), card('b'), card('c')];

it('a column that shows the same as before is the same', () => {
  const before = [shown('A', [a, b]), shown('B', [c], 1)];
  const again = (changes: Partial<ShownColumn>): readonly ShownColumn[] =>
    keptColumns(
      before,
      before.map((each, index) => ({ ...each, cards: [...each.cards], ...(index === 1 ? changes : {}) })),
    );
  expect(again({})).toBe(before);
  for (const changes of [
    { cards: [card('c')] },
    { cards: [] },
    { total: 2 },
    { name: 'B 2' },
    { place: 2 },
    { column: { id: 'B' } as Column },
  ]) {
    const next = again(changes);
    expect(next[0]).toBe(before[0]);
    expect(next[1]).not.toBe(before[1]);
    expect(next[1]).toMatchObject(changes);
  }
  expect(keptColumns(before, [before[1] as ShownColumn])).toEqual([before[1]]);
  expect(keptColumns([], before)).toEqual(before);
});

it('a column is told of the cards that it has', () => {
  const told = { dragged: 'a', wanted: { id: 'c', count: 2 }, selected: new Set(['b']) };
  const none = new Set<string>();
  expect(ofNoteIn(shown('A', [a, b]), told)).toEqual({ dragged: 'a', wanted: null, selected: told.selected });
  expect(ofNoteIn(shown('B', [c]), told)).toEqual({ dragged: null, wanted: told.wanted, selected: none });
  expect(ofNoteIn(shown('B', [c]), told).wanted).toBe(told.wanted);
  expect(ofNoteIn(shown('C', []), told)).toEqual({ dragged: null, wanted: null, selected: none });
});

it('what a column without chosen cards is told stays the same while cards of others are chosen', () => {
  const chosen = (...ids: string[]) => ofNoteIn(shown('B', [c]), { dragged: null, wanted: null, selected: new Set(ids) }).selected;
  expect(chosen('a')).toBe(chosen());
  expect(chosen('a', 'b')).toBe(chosen());
  expect(chosen('a', 'c')).toEqual(new Set(['a', 'c']));
});
