// A checklist that was changed here and elsewhere from the same beginning. Pure.

import type { ChecklistItem } from '../../../../main/contract/cards.ts';

/**
 * `mine` with what others have done to `base` meanwhile: their new items, what they ticked off or dated, and without what they removed, as
 * far as it was not changed here. What both have changed stays as it is here.
 */
export function mergedItems<Item extends ChecklistItem>(
  base: readonly ChecklistItem[],
  mine: readonly Item[],
  theirs: readonly ChecklistItem[],
  make: (item: ChecklistItem) => Item,
): readonly Item[] {
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
