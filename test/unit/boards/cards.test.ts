import { describe, expect, test } from 'vitest';
import { cardListSql, keySpans, type CardFilter } from '../../../main/features/boards/card-list-store.ts';
import { cardSql } from '../../../main/features/boards/card-store.ts';
import { CardLists, type CardReader } from '../../../main/features/boards/card-lists.ts';
import { CardOrder } from '../../../main/features/boards/order.ts';
import { OrderStore, orderSql } from '../../../main/features/boards/order-store.ts';
import { CardReminders } from '../../../main/features/boards/card-reminders.ts';
import type { CardReminderStore } from '../../../main/features/boards/card-reminder-store.ts';
import { readDue, readDueBound } from '../../../main/features/boards/due-date.ts';
import { cardIn, openBoards } from './fixture.ts';

const boards = openBoards();
const { database, cards, cardLists } = boards;

describe('due dates', () => {
  const none: CardFilter = {
    ...{ projectId: null, q: null, dueBefore: null, dueAfter: null, priority: null, labelIds: null, isCompleted: null, isTemplate: null },
    keys: keySpans.false,
  };

  /** Whether a card that is due then is found by the bound, on a machine in the zone. */
  async function isDue(dueDate: string, which: 'dueBefore' | 'dueAfter', bound: string, zone: string): Promise<boolean> {
    const userId = await database.write(() => {
      const id = boards.newUser();
      cards.insert(id, cardIn(boards.newColumn(id), 'a0', { dueDate, ...readDue(dueDate) }));
      return id;
    });
    return cardLists.count(userId, { ...none, [which]: readDueBound(which, bound, () => zone) }) === 1;
  }

  test.each<[string, string, string, boolean]>([
    ['2026-03-01', '2026-03-01', 'UTC', false],
    ['2026-03-01', '2026-03-02', 'UTC', true],
    // A date is that day wherever the machine is …
    ['2026-03-01', '2026-03-01', 'Pacific/Auckland', false],
    ['2026-03-01', '2026-03-02', 'America/New_York', true],
    ['2026-03-01', '2026-03-01', 'America/New_York', false],
    ['2026-03-01T09:00', '2026-03-01T09:00:01', 'Asia/Kolkata', true],
    ['2026-03-01T09:00', '2026-03-01T09:00', 'Asia/Kolkata', false],
    // … and an instant is compared by the clocks of the place.
    ['2026-03-01', '2026-03-01T05:00:00Z', 'America/New_York', false],
    ['2026-03-01', '2026-03-01T05:00:01Z', 'America/New_York', true],
    ['2026-03-01T05:00:00Z', '2026-03-01', 'America/New_York', false],
    ['2026-03-01T04:59:59Z', '2026-03-01', 'America/New_York', true],
    ['2026-03-01T05:00+05:30', '2026-02-28T23:30:00.001Z', 'America/New_York', true],
    ['2026-03-01T05:00+05:30', '2026-02-28T23:30:00Z', 'America/New_York', false],
  ])('%s is before %s in %s: %s', async (dueDate, bound, zone, expected) => {
    expect(await isDue(dueDate, 'dueBefore', bound, zone)).toBe(expected);
    const equal =
      readDue(dueDate).dueAt === readDueBound('dueAfter', bound, () => zone)?.[readDue(dueDate).dueIsLocal === 1 ? 'local' : 'instant'];
    expect(await isDue(dueDate, 'dueAfter', bound, zone)).toBe(!expected && !equal);
  });

  test.each(['2026-02-29', '2026-02-30T10:00Z', '2026-04-31T10:00'])('400 for %s, which is no day', (text) => {
    expect(() => readDue(text)).toThrow('dueDate names a day that does not exist');
    expect(() => readDueBound('dueAfter', text, () => 'UTC')).toThrow('dueAfter names a day that does not exist');
  });
});

test.each([
  ['9999-12-31T23:59:59-12:00', 'UTC', '9999-12-31T23:59:59.999Z'],
  ['9999-12-31T23:59:59', 'Pacific/Honolulu', '9999-12-31T23:59:59.999Z'],
  ['0001-01-01T00:00:00+14:00', 'UTC', '0001-01-01T00:00:00.000Z'],
  ['0001-01-01T08:00', 'Asia/Tokyo', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31', 'Pacific/Honolulu', '9999-12-31T19:00:00.000Z'],
])('a card that is due at %s in %s reminds of a moment of the years 1 to 9999', (dueDate, zone, start) => {
  const card = { id: 'a', title: 'A', dueDate, reminders: [{ minutesBefore: 0 }], ringsFrom: null };
  const reminders = new CardReminders({ dueIn: () => [card], maybeCard: () => card } as unknown as CardReminderStore, () => zone);
  expect(reminders.ringingOf('u', 'a', Date.parse(start)).map(({ startAt }) => new Date(startAt).toISOString())).toEqual([start]);
});

describe('a list across columns', () => {
  test('looks through more than a thousand cards in parts of columns, and through fewer, or for a batch, at once', async () => {
    const many = await database.write(() => {
      const id = boards.newUser();
      for (const columnId of [boards.newColumn(id), boards.newColumn(id)])
        for (let index = 0; index < 1_300; index += 1) cards.insert(id, cardIn(columnId, `a${String(index).padStart(4, '0')}`));
      return id;
    });
    const parts: number[] = [];
    const placing = { order: new CardOrder(new OrderStore(database)), attachments: { ofCards: () => new Map() } };
    const reader = (): CardReader => {
      const store: CardReader['store'] = {
        eachInColumn: (...of) => cardLists.eachInColumn(...of),
        eachFiltered: (...of) => cardLists.eachFiltered(...of),
        parts: (...of) => cardLists.parts(...of),
        filtered: (...of) => cardLists.filtered(...of),
        count: (...of) => {
          const found = cardLists.count(...of);
          parts.push(found);
          return found;
        },
      };
      return { ...placing, store, [Symbol.dispose]: () => undefined };
    };
    const { columns } = boards;
    const lists = new CardLists({ ...placing, openReader: reader, store: cardLists, columns, machineZone: () => 'UTC' });
    const query = { completed: 'false', limit: 20, offset: 1_290 } as const;
    const found = await lists.all(many, query);
    expect([found.total, found.items.map(({ position }) => position)]).toEqual([
      2_600,
      [...Array.from({ length: 10 }, (_, index) => 1_290 + index), ...Array.from({ length: 10 }, (_, index) => index)],
    ]);
    expect(parts).toEqual([500, 500, 300, 500, 500, 300]);
    expect(lists.all(many, query, { atOnce: true })).toEqual(found);
    expect(lists.all(await database.write(() => boards.newUser()), query)).toMatchObject({ items: [], total: 0 });
  });
});

describe('the statements', () => {
  const all = Object.entries({ ...cardSql, ...cardListSql });
  test.each(all.filter(([, sql]) => !sql.includes('INSERT')))('%s reads indexes and sorts nothing', (_, sql) => {
    const names = [...new Set([...sql.matchAll(/@(\w+)/g)].map(([, name]) => name as string))];
    const plan = database
      .prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(Object.fromEntries(names.map((name) => [name, null])));
    // What is named here holds one row, or the labels of one card, and a subquery up to three.
    for (const { detail } of plan)
      expect(detail).not.toMatch(/^SCAN (?!(?:own|json_each|card|target|place|\(subquery-\d+\))(?: |$))|TEMP B-TREE/);
  });

  test.each([
    ['a move counts', cardSql.moving],
    ['places are counted', orderSql.places],
    ['neighbours are found', orderSql.around],
  ])('%s in the index of the keys, without a look at other cards', (_, sql) => {
    const names = [...new Set([...sql.matchAll(/@(\w+)/g)].map(([, name]) => name as string))];
    const details = database
      .prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(Object.fromEntries(names.map((name) => [name, null])))
      .map(({ detail }) => detail);
    const ofCards = details.filter((detail) => /^SEARCH cards\b/.test(detail) && !detail.includes('(id=?)'));
    expect(ofCards.length).toBeGreaterThan(0);
    for (const detail of ofCards) expect(detail).toMatch(/USING COVERING INDEX \S+ \(column_id=\?/);
  });

  test('cards get other keys one by one, without a look at all keys for each card of the column', () => {
    const plan = database.prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${orderSql.setKeys}`).all({ columnId: null, keys: null });
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SCAN json_each\b/),
      expect.stringMatching(/^SEARCH cards USING INDEX \S+ \(id=\?\)$/),
    ]);
  });
});
