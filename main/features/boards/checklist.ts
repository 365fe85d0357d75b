// Items of a checklist, and how those that come without an id are known again.

import type { ChecklistItem, WriteChecklistItem } from '../../contract/cards.ts';
import { invalid } from '../../lib/app-error.ts';
import { readMoment } from '../../lib/moment.ts';

/** Items as they are to be stored. Throws 400 for an id that is there twice, and for a day that is none. */
export function storedItems(told: readonly WriteChecklistItem[], standing: readonly ChecklistItem[], newId: () => string): ChecklistItem[] {
  const own = told.flatMap(({ id }) => id ?? []);
  const twice = told.findIndex(({ id }, index) => id !== undefined && told.findIndex((each) => each.id === id) < index);
  if (twice !== -1) throw invalid({ path: `checklist.${twice}.id`, message: 'is that of an earlier item' });
  // One that comes without its id is known by its text, and keeps what is not told.
  const left = standing.filter(({ id }) => !own.includes(id));
  const take = (text: string): ChecklistItem | undefined => {
    const at = left.findIndex((item) => item.text === text);
    return at === -1 ? undefined : left.splice(at, 1)[0];
  };
  return told.map(({ id, text, completed, dueDate }, index) => {
    if (typeof dueDate === 'string') readMoment(`checklist.${index}.dueDate`, dueDate);
    const before = id === undefined ? take(text) : standing.find((item) => item.id === id);
    const due = dueDate === undefined ? (before?.dueDate ?? null) : dueDate;
    return { id: id ?? before?.id ?? newId(), text, completed, dueDate: due };
  });
}
