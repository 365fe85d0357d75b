import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { CardOrder } from '../../../main/features/boards/order.ts';
import { Columns } from '../../../main/features/boards/columns.ts';
import { ImportedBoards } from '../../../main/features/boards/imported-boards.ts';
import { OrderStore } from '../../../main/features/boards/order-store.ts';
import { ProjectStore } from '../../../main/features/boards/project-store.ts';
import { BoardOrders } from '../../../main/features/imports/board-orders.ts';
import { ImportStore } from '../../../main/features/imports/import-store.ts';
import type { PlanItem } from '../../../main/features/imports/plan.ts';
import { ImportReferences } from '../../../main/features/imports/references.ts';
import { newId } from '../../../main/lib/ids.ts';
import { anyVersion } from '../../../main/lib/precondition.ts';
import { openBoards } from '../boards/fixture.ts';

const { database, columns, cards, newUser, newColumn } = openBoards();

const shared = { record: () => undefined, clock: () => 5, newId };
const rules = new Columns({ ...shared, store: columns, ensureProject: () => undefined, removeCards: () => 0, manyLeft: () => undefined });
const imported = new ImportedBoards({
  ...shared,
  projects: new ProjectStore(database),
  columns,
  cards,
  order: new CardOrder(new OrderStore(database)),
  orderColumns: (...of) => {
    rules.order(...of);
  },
  described: () => undefined,
});
const targets = {
  column: {
    maybePlace: imported.columnPlace.bind(imported),
    maybeVersion: imported.columnVersion.bind(imported),
    arrange: imported.arrangeColumns.bind(imported),
  },
  card: { maybePlace: imported.cardPlace.bind(imported), putBehind: imported.putCardBehind.bind(imported) },
};

/** A board whose columns A, B and C have come in, and stand the other way round there by now; `meanwhile` runs before the order is written. */
async function arranged(meanwhile: (userId: string, ids: Readonly<Record<'A' | 'B' | 'C', string>>) => void) {
  const userId = newUser();
  const references = new ImportReferences({
    store: new ImportStore(database),
    userId,
    plan: { source: 'trello', space: 'board' },
    warnings: { add: () => undefined },
    batchId: newId(),
  });
  const ids = await database.write(() => {
    references.put('project', 'P', { recordId: 'p', hash: '', version: 1 });
    const [A, B, C] = (['A', 'B', 'C'] as const).map((source) => {
      const recordId = newColumn(userId);
      references.put('column', source, { recordId, hash: source, version: 1 });
      return recordId;
    }) as [string, string, string];
    return { A, B, C };
  });
  const orders = new BoardOrders({ targets, references, userId });
  const signal = new AbortController().signal;
  const items = ['C', 'B', 'A'].map((source): PlanItem => ({ type: 'column', source, title: source, project: 'P' }));
  await orders.compare(() => Readable.from(items), signal);
  await orders.arrange(async (work) => {
    await database.write(() => {
      meanwhile(userId, ids);
    });
    await database.write(work);
  }, signal);
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return {
    order: rules.list(userId, { projectId: 'p' }).items.map(({ id }) => names.get(id)),
    known: (['A', 'B', 'C'] as const).map((source) => references.maybeKnown('column', source)?.version),
    versions: (['A', 'B', 'C'] as const).map((source) => imported.columnVersion(userId, ids[source])),
  };
}

test('columns come into the order that they have there, and are known as they are then', async () => {
  const { order, known, versions } = await arranged(() => undefined);
  expect(order).toEqual(['C', 'B', 'A']);
  expect(known).toEqual(versions);
});

test('a column that the user changes before the order is written counts as changed here, and the others come into it', async () => {
  const { order, known, versions } = await arranged((userId, { B }) => rules.update(userId, B, { title: 'Mine' }, anyVersion));
  expect(order).toEqual(['C', 'B', 'A']);
  expect([known[1], versions[1]]).toEqual([1, 2]);
  expect([known[0], known[2]]).toEqual([versions[0], versions[2]]);
});

test('a column that the user deletes before the order is written keeps none of the others from it', async () => {
  expect((await arranged((userId, { B }) => rules.remove(userId, B, anyVersion))).order).toEqual(['C', 'A']);
});
