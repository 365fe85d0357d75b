import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Card } from '../../../../main/contract/cards.ts';
import {
  byColumn,
  cardBeside,
  cardThatStays,
  positionBeside,
  positionOf,
  stepFrom,
  type CardStep,
  withCard,
  withoutCards,
} from '../../../../renderer/features/boards/card-list.ts';
import { runs } from '../../../support/property.ts';

function card(id: string, columnId: string): Card {
  const now = '2026-11-20T13:10:00.000Z';
  return {
    id,
    columnId,
    projectId: 'p',
    title: id,
    description: null,
    priority: null,
    dueDate: null,
    reminders: [],
    progress: 0,
    completedAt: null,
    isArchived: false,
    isTemplate: false,
    labelIds: [],
    position: 0,
    checklist: [],
    attachments: [],
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** `board('a1 a2', '', 'c1')`: three columns a, b, c. */
const board = (...columns: string[]): Card[] =>
  columns.flatMap((ids, index) =>
    ids
      .split(' ')
      .filter(Boolean)
      .map((id) => card(id, 'abc'[index] ?? '')),
  );
const ids = (cards: readonly Card[], columnId: string): string => (byColumn(cards).get(columnId) ?? []).map(({ id }) => id).join(' ');

describe('withCard', () => {
  it.each([
    ['to the front', 'a3', 'a', 0, 'a3 a1 a2'],
    ['past the end', 'a1', 'a', 99, 'a2 a3 a1'],
    ['to where it is', 'a2', 'a', 1, 'a1 a2 a3'],
    ['between others', 'a1', 'a', 1, 'a2 a1 a3'],
    ['into another column', 'b1', 'a', 1, 'a1 b1 a2 a3'],
  ] as const)('puts a card %s', (_, id, columnId, position, expected) => {
    expect(ids(withCard(board('a1 a2 a3', 'b1'), card(id, columnId), position), columnId)).toBe(expected);
  });

  it('puts a card into a column without cards', () => {
    const cards = withCard(board('a1 a2', '', 'c1'), card('a1', 'b'), 0);
    expect([ids(cards, 'a'), ids(cards, 'b'), ids(cards, 'c')]).toEqual(['a2', 'a1', 'c1']);
  });

  it('leaves the order of all other cards alone, and puts the card where it was told to', () => {
    const places = fc.record({ moved: fc.nat(8), column: fc.constantFrom('a', 'b', 'c'), position: fc.nat(12) });
    fc.assert(
      fc.property(fc.array(places, { maxLength: 20 }), (moves) => {
        let cards: readonly Card[] = board('a1 a2 a3 a4', 'b1 b2 b3', 'c1 c2');
        for (const { moved, column, position } of moves) {
          const id = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'c1', 'c2'][moved] ?? '';
          const before = cards;
          cards = withCard(cards, card(id, column), position);
          const [was, is] = [withoutCards(before, new Set([id])), withoutCards(cards, new Set([id]))];
          for (const name of ['a', 'b', 'c']) expect(ids(is, name)).toBe(ids(was, name));
          const room = (byColumn(was).get(column) ?? []).length;
          expect(positionOf(cards, id)).toEqual({ columnId: column, position: Math.min(position, room) });
        }
      }),
      runs(200, 7),
    );
  });
});

describe('positionBeside', () => {
  it.each([
    ['a1', 'a3', 'before', 1],
    ['a1', 'a3', 'after', 2],
    ['a3', 'a1', 'before', 0],
    ['b1', 'a2', 'after', 2],
  ] as const)('%s beside %s, %s', (moved, beside, edge, position) => {
    expect(positionBeside(board('a1 a2 a3', 'b1'), moved, beside, edge)).toEqual({ columnId: 'a', position });
  });

  it('is null beside itself, and beside nothing', () => {
    expect(positionBeside(board('a1'), 'a1', 'a1', 'after')).toBeNull();
    expect(positionBeside(board('a1'), 'a1', 'zz', 'after')).toBeNull();
  });
});

describe('stepFrom', () => {
  const all = board('a1 a2 a3', 'b1', '');
  const step = (id: string, direction: CardStep, shown = all) => stepFrom(all, byColumn(shown), ['a', 'b', 'c'], id, direction);

  it.each([
    ['a2', 'up', { columnId: 'a', position: 0 }],
    ['a2', 'down', { columnId: 'a', position: 2 }],
    ['a1', 'right', { columnId: 'b', position: 0 }],
    ['a3', 'right', { columnId: 'b', position: 1 }],
    ['b1', 'right', { columnId: 'c', position: 0 }],
    ['b1', 'left', { columnId: 'a', position: 0 }],
    ['a3', 'top', { columnId: 'a', position: 0 }],
    ['a1', 'bottom', { columnId: 'a', position: 2 }],
  ] as const)('%s %s', (id, direction, expected) => {
    expect(step(id, direction)).toEqual(expected);
  });

  it.each([
    ['a1', 'up'],
    ['a3', 'down'],
    ['a1', 'left'],
    ['a1', 'top'],
    ['a3', 'bottom'],
    ['zz', 'up'],
  ] as const)('is null for %s %s: there is no further', (id, direction) => {
    expect(step(id, direction)).toBeNull();
  });

  it('steps over cards that are hidden', () => {
    expect(step('a3', 'up', withoutCards(all, new Set(['a2'])) as Card[])).toEqual({ columnId: 'a', position: 0 });
    expect(step('a2', 'bottom', withoutCards(all, new Set(['a3'])) as Card[])).toBeNull();
  });
});

describe('cardBeside', () => {
  const columns = [board('a1 a2 a3'), [], [card('c1', 'c')]];
  it.each([
    ['a1', 'down', 'a2'],
    ['a2', 'up', 'a1'],
    ['a3', 'right', 'c1'],
    ['c1', 'left', 'a1'],
    ['a1', 'up', null],
    ['c1', 'right', null],
    ['zz', 'up', null],
  ] as const)('%s %s is %s', (id, direction, expected) => {
    expect(cardBeside(columns, id, direction)).toBe(expected);
  });
});

describe('cardThatStays', () => {
  const columns = [board('a1 a2 a3 a4'), [card('c1', 'c')]];
  it.each([
    ['a2', 'a2', 'a3'],
    ['a2', 'a2 a3', 'a4'],
    ['a3', 'a3 a4', 'a2'],
    ['a2', 'a1 a2 a3 a4', null],
    ['c1', 'c1', null],
    ['zz', 'zz', null],
  ])('of %s when %s go it is %s', (id, gone, expected) => {
    expect(cardThatStays(columns, id, new Set(gone.split(' ')))).toBe(expected);
  });
});
