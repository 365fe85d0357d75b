// Days in tasks, as `- [ ] call Ada 2026-12-01`, look like due dates: those that have passed and that of today stand out until the task is
// done. The text stays as it is typed.

import type { Node } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';
import { Decoration } from 'prosemirror-view';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { currentDay } from '../../../ui/zone-clock.ts';
import { decorationsInSight, isDecorated, sight, type Draw } from './in-sight.ts';

const { nodes, marks } = noteSchema;

type TaskDue = 'done' | 'overdue' | 'today' | 'later';

interface TaskDate {
  /** Within the block. */
  readonly from: number;
  readonly to: number;
  readonly due: TaskDue;
}

const dayPattern = /(?<![\p{L}\p{N}/_-])\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\p{L}\p{N}/_-])/gu;

/** The days in a block of a task, but for those in code. */
export function taskDatesIn(block: Node, isDone: boolean, today: string): readonly TaskDate[] {
  const found: TaskDate[] = [];
  block.forEach((child, offset) => {
    if (child.text === undefined || child.marks.some(({ type }) => type === marks.code)) return;
    for (const { 0: text, index } of child.text.matchAll(dayPattern)) {
      const due = isDone ? 'done' : text < today ? 'overdue' : text === today ? 'today' : 'later';
      found.push({ from: offset + index, to: offset + index + text.length, due });
    }
  });
  return found;
}

const draw: Draw = (view, shown) => {
  const { from, to } = sight(view);
  const day = currentDay();
  const found: Decoration[] = [];
  view.state.doc.nodesBetween(from, to, (node, at, parent) => {
    if (!node.isTextblock) return true;
    const checked = parent?.type === nodes.list_item ? (parent.attrs['checked'] as boolean | null) : null;
    if (checked === null) return false;
    for (const { from: start, to: end, due } of taskDatesIn(node, checked, day))
      found.push(Decoration.inline(at + 1 + start, at + 1 + end, { class: 'task-date', 'data-due': due }, { key: due }));
    return false;
  });
  return isDecorated(found, shown) ? null : found;
};

export function taskDatePlugin(): Plugin {
  return decorationsInSight('task-dates', () => draw);
}
