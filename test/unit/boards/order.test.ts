import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderLimits } from '../../../main/features/boards/order.ts';
import { full } from '../../support/tiers.ts';
import { Board } from './board.ts';
import { openBoards } from './fixture.ts';
import { runs, times } from '../../support/property.ts';

const boards = openBoards();
const { database } = boards;

const usual: OrderLimits = { maxKeyLength: 48, maxNewKeyLength: 16, neighbours: 128 };
/** So small that a handful of cards gets new keys all the time. */
const tiny: OrderLimits = { maxKeyLength: 4, maxNewKeyLength: 2, neighbours: 2 };
/** So small that nearly each card that comes between two others has new keys made: for columns of up to 62 cards. */
const least: OrderLimits = { ...tiny, maxKeyLength: 2 };

const index = fc.nat({ max: 1 });
const place = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 60 }));

type Step = (board: Board) => void;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(index, fc.option(place, { nil: undefined })).map(([column, position]): Step => (board) => {
      board.add(column, position);
    }),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(index, place, index, place).map(([from, at, to, position]): Step => (board) => {
      board.move(from, at, to, position);
    }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(index, place).map(([column, at]): Step => (board) => {
      board.remove(column, at);
    }),
  },
);

describe('the order of a column', () => {
  test.each<[string, OrderLimits, number, number]>([
    ['the shortest keys', least, 30, 100],
    ['the usual keys', usual, 5, 0],
  ])('is that of a plain list, with %s', async (_, limits, numRuns, leastTooLong) => {
    let tooLong = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { size: 'max', maxLength: 120 }), (steps) =>
        database.write(() => {
          const board = new Board(boards, limits);
          for (const run of steps) run(board);
          board.check();
          tooLong += board.tooLong;
        }),
      ),
      runs(numRuns, 60),
    );
    expect(tooLong).toBeGreaterThanOrEqual(leastTooLong);
  });

  test.each<[string, (board: Board, turn: number) => void, number?]>([
    [
      'always between the same two',
      (board) => {
        board.add(0, 1);
      },
    ],
    [
      'always first',
      (board) => {
        board.add(0, 0);
      },
    ],
    [
      'always before the last one',
      (board, turn) => {
        board.add(0, turn + 1);
      },
    ],
    [
      'in the middle',
      (board, turn) => {
        board.add(0, Math.floor(turn / 2));
      },
    ],
    [
      'with the last one moved to the second place',
      (board, turn) => {
        board.add(0);
        board.move(0, turn + 2, 0, 1);
      },
      1_500,
    ],
    [
      'with two that change places',
      (board) => {
        board.move(0, 1, 0, 2);
      },
    ],
  ])('stays short of key when cards are put %s', full, async (_, put, turnsOfUsual = times(750, 1_500)) => {
    await database.write(() => {
      for (const [limits, turns, stride] of [
        // New keys are given at least twice.
        [usual, turnsOfUsual, 375],
        [tiny, 80, 1],
      ] as const) {
        const board = new Board(boards, limits);
        for (let count = 0; count < 3; count += 1) board.add(0);
        for (let turn = 0; turn < turns; turn += 1) {
          put(board, turn);
          if (turn % stride === 0) board.check();
        }
        board.check();
      }
    });
  });

  test('is emptied and filled again', full, async () => {
    await database.write(() => {
      const board = new Board(boards, usual);
      for (let turn = 0; turn < 2600; turn += 1) board.add(0);
      board.check();
      for (let turn = 0; turn < 2599; turn += 1) board.remove(0, turn * 7);
      board.check();
      board.remove(0, 0);
      board.check();
      board.add(0, 5);
      expect(board.check()).toEqual([['a0'], []]);
    });
  });
});
