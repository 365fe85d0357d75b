// Where the columns of a project stood before changes that an undo takes back. Pure.

import type { TakenBack } from '../../lib/record-kinds.ts';
import type { StoredColumn } from './column-store.ts';

type Placed = Pick<StoredColumn, 'id' | 'projectId' | 'position'>;

/** Those of the columns that the undo has just brought back: what has happened to them last is that they went. */
function broughtBack(columns: readonly Placed[], taken: readonly TakenBack[]): ReadonlySet<string> {
  const newest = new Map<string | null, TakenBack>();
  for (const change of taken.toReversed()) if (change.action === 'created' || change.action === 'deleted') newest.set(change.id, change);
  return new Set(columns.map(({ id }) => id).filter((id) => newest.get(id)?.action === 'deleted'));
}

/**
 * Takes the changes back one after the other, the newest first, as the places that they tell count what was there at their time: columns
 * that have gone for good, too. Those that are about to go stand somewhere among the others.
 */
export function formerOrder(columns: readonly Placed[], taken: readonly TakenBack[]): string[] {
  const back = broughtBack(columns, taken);
  const projectId = columns[0]?.projectId;
  let order = columns.map(({ id }) => id).filter((id) => !back.has(id));
  const notThere = new Set<string>();
  const put = (id: string, position: number): void => {
    const there = order.filter((each) => !notThere.has(each));
    const previous = there[Math.min(position, there.length) - 1];
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, id);
  };
  let moved = new Map<string, number>();
  // Until the next column comes or goes, all places count the same columns.
  const putMoved = (): void => {
    order = order.filter((id) => !moved.has(id));
    for (const [id, position] of [...moved].toSorted(([, a], [, b]) => a - b)) put(id, position);
    moved = new Map();
  };
  for (const { id, action, before, place } of taken) {
    if (id === null) continue;
    const position = before?.['position'];
    if (action === 'moved' && typeof position === 'number' && order.includes(id)) moved.set(id, position);
    if (action !== 'created' && action !== 'deleted') continue;
    putMoved();
    const own = columns.find((column) => column.id === id);
    const from = place ?? (own === undefined ? null : { within: own.projectId, position: own.position });
    if (action === 'created') notThere.add(id);
    else if (from !== null && from.within === projectId) {
      order = order.filter((each) => each !== id);
      notThere.delete(id);
      put(id, from.position);
    }
  }
  putMoved();
  return order.filter((id) => columns.some((column) => column.id === id));
}

/**
 * The order that the columns have once those that were brought back stand in it: where they stood when they went if they were moved before
 * that, which is told as a move, else where `order` has them.
 */
export function withBack(columns: readonly Placed[], taken: readonly TakenBack[], order: readonly string[]): string[] {
  const back = broughtBack(columns, taken);
  const moved = new Set(taken.filter(({ action }) => action === 'moved').map(({ id }) => id));
  const result = columns.map(({ id }) => id).filter((id) => !back.has(id));
  const places = [...back].map((id) => ({ id, at: moved.has(id) ? columns.findIndex((each) => each.id === id) : order.indexOf(id) }));
  for (const { id, at } of places.toSorted((a, b) => a.at - b.at)) result.splice(at, 0, id);
  return result;
}
