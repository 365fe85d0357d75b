// What was done to a card, in words. Pure.

import type { ActivityChange, ActivityValue, CardActivity } from '../../../../main/contract/card-activity.ts';
import type { Priority } from '../../../../main/contract/cards.ts';
import { dueOf, dueText } from '../due.ts';
import { strings as boardStrings } from '../strings.ts';
import { strings } from './activity-strings.ts';
import { strings as cardStrings } from './strings.ts';

export type ActivityItem = CardActivity['items'][number];

interface ActivityNames {
  /** Of columns and labels, by their ids. */
  readonly names: CardActivity['names'];
  readonly now: Date;
}

/** One phrase for each thing that was done. `earlier`: what was done just before. */
export function activityText(item: ActivityItem, earlier: ActivityItem | undefined, how: ActivityNames): string[] {
  const files = [...item.filesAdded.map(strings.attached), ...item.filesRemoved.map(strings.detached)];
  if (item.action === 'created') return [earlier?.action === 'deleted' ? strings.backFromTrash : strings.created];
  if (item.action === 'deleted') return [strings.trashed];
  const phrases = [...item.changes.flatMap((change) => phrasesOf(change, how)), ...files];
  if (phrases.length > 0) return phrases;
  // What it replaced is not kept any more.
  return [item.action === 'moved' ? strings.moved : strings.changed];
}

/** Who did it. */
export function actorText({ kind, name }: ActivityItem['actor']): string {
  if (kind === 'window') return strings.you;
  return kind === 'system' ? strings.system : name;
}

function phrasesOf(change: ActivityChange, { names, now }: ActivityNames): string[] {
  const { field, before, after } = change;
  switch (field) {
    case 'title':
      return [strings.renamed(before as string, after as string)];
    case 'description':
      return [describe(change, strings.descriptionAdded, strings.descriptionRemoved, strings.descriptionChanged)];
    case 'priority':
      return [fromTo(change, (value) => boardStrings.priorities[value as Priority], priorityWords)];
    case 'dueDate':
      return [fromTo(change, (value) => dateText(value as string, now), dueWords)];
    case 'reminders':
      return [strings.remindersChanged];
    case 'progress':
      return [strings.progressChanged(cardStrings.percent(Number(before)), cardStrings.percent(Number(after)))];
    case 'completedAt':
      return [describe(change, strings.done, strings.notDone, strings.doneTimeChanged)];
    case 'isArchived':
      return [after === true ? strings.archived : strings.unarchived];
    case 'isTemplate':
      return [after === true ? strings.template : strings.noTemplate];
    case 'labelIds':
      return labelPhrases(idsOf(before), idsOf(after), names);
    case 'checklist':
      return [checklistText(after)];
    case 'columnId':
      return [moveText(names[before as string], names[after as string], before === after)];
  }
}

const priorityWords = { set: strings.prioritySet, changed: strings.priorityChanged, removed: strings.priorityRemoved } as const;
const dueWords = { set: strings.dueSet, changed: strings.dueChanged, removed: strings.dueRemoved } as const;

interface Words {
  readonly set: (to: string) => string;
  readonly changed: (from: string, to: string) => string;
  readonly removed: string;
}

function fromTo({ before, after }: ActivityChange, name: (value: ActivityValue) => string, words: Words): string {
  if (after === null) return words.removed;
  return before === null ? words.set(name(after)) : words.changed(name(before), name(after));
}

function describe({ before, after }: ActivityChange, added: string, removed: string, changed: string): string {
  if (after === null) return removed;
  return before === null ? added : changed;
}

function dateText(dueDate: string, now: Date): string {
  const due = dueOf(dueDate);
  return due === null ? dueDate : dueText(due, now);
}

function labelPhrases(before: readonly string[], after: readonly string[], names: ActivityNames['names']): string[] {
  const added = after.filter((id) => !before.includes(id)).flatMap((id) => names[id] ?? []);
  const removed = before.filter((id) => !after.includes(id)).flatMap((id) => names[id] ?? []);
  const phrases = [...added.map(strings.labelAdded), ...removed.map(strings.labelRemoved)];
  return phrases.length === 0 ? [strings.labelsChanged] : phrases;
}

const idsOf = (value: ActivityValue): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

function checklistText(after: ActivityValue): string {
  if (after === null || typeof after !== 'object' || Array.isArray(after) || after.items === 0) return strings.checklistRemoved;
  return strings.checklistChanged(cardStrings.checklistDone(after.completed, after.items));
}

function moveText(from: string | undefined, to: string | undefined, isWithin: boolean): string {
  if (isWithin && to !== undefined) return strings.movedWithin(to);
  if (from !== undefined && to !== undefined) return strings.movedFromTo(from, to);
  if (to !== undefined) return strings.movedTo(to);
  return from === undefined ? strings.moved : strings.movedFrom(from);
}
