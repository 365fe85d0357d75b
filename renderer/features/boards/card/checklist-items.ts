// A checklist while it is edited: its items with keys of their own, which those have that are not kept yet. Pure.

import type { ChecklistItem } from '../../../../main/contract/cards.ts';

export interface KeyedItem extends ChecklistItem {
  /** Stays with the item while it is moved and changed. */
  readonly key: string;
}

/** `items` with keys; each that is known from `before` keeps its key. */
export function keyed(items: readonly ChecklistItem[], before: readonly KeyedItem[], newKey: () => string): readonly KeyedItem[] {
  const left = [...before];
  const take = (fits: (item: KeyedItem) => boolean): string | undefined => {
    const index = left.findIndex(fits);
    return index === -1 ? undefined : left.splice(index, 1)[0]?.key;
  };
  return items.map((item) => ({ ...item, key: take(({ text }) => text === item.text) ?? newKey() }));
}

/** As the service takes it: without keys, and without items that say nothing. */
export function sendable(items: readonly KeyedItem[]): readonly ChecklistItem[] {
  return items.filter(({ text }) => text.trim() !== '').map(({ id, text, completed, dueDate }) => ({ id, text, completed, dueDate }));
}

export function sameItems(a: readonly ChecklistItem[], b: readonly ChecklistItem[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((item, index) => {
    const other = b[index];
    return item.text === other?.text && item.completed === other.completed && item.dueDate === other.dueDate;
  });
}

/** An item that was not there before. */
export function newChecklistItem(text: string): KeyedItem {
  const id = crypto.randomUUID();
  return { key: id, id, text, completed: false, dueDate: null };
}

/** With the item at `from` at `to`; as it was when there is no such place. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/**
 * `mine` with what others have done to `base` meanwhile: their new items, what they ticked off or dated, and without what they removed, as
 * far as it was not changed here. What both have changed stays as it is here. Where others have done nothing it is `mine` itself.
 */
export function mergedItems<Item extends ChecklistItem>(
  base: readonly ChecklistItem[],
  mine: readonly Item[],
  theirs: readonly ChecklistItem[],
  make: (item: ChecklistItem) => Item,
): readonly Item[] {
  if (sameItems(base, theirs)) return mine;
  const inBase = new Map(base.map((item) => [item.text, item]));
  const inTheirs = new Map(theirs.map((item) => [item.text, item]));
  const kept = mine.flatMap((item): readonly Item[] => {
    const before = inBase.get(item.text);
    if (before === undefined) return [item];
    const now = inTheirs.get(item.text);
    const isChecked = before.completed !== item.completed;
    const isDated = before.dueDate !== item.dueDate;
    if (now === undefined) return isChecked || isDated ? [item] : [];
    return [{ ...item, completed: isChecked ? item.completed : now.completed, dueDate: isDated ? item.dueDate : now.dueDate }];
  });
  const known = new Set(mine.map(({ text }) => text));
  const added = theirs.filter(({ text }) => !inBase.has(text) && !known.has(text));
  return [...kept, ...added.map(make)];
}
