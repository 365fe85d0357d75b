// What was done to a card, in words.

import { expect, test } from 'vitest';
import type { ActivityChange } from '../../../../main/contract/card-activity.ts';
import { activityText, actorText, type ActivityItem } from '../../../../renderer/features/boards/card/activity-text.ts';

const item = (fields: Partial<ActivityItem> = {}): ActivityItem => ({
  seq: 1,
  at: '2026-03-01T09:30:00.000Z',
  action: 'updated',
  version: 2,
  actor: { kind: 'window', id: null, name: 'window' },
  batchId: null,
  isUndone: false,
  changes: [],
  filesAdded: [],
  filesRemoved: [],
  ...fields,
});

const how = { names: { a: 'To do', b: 'Doing', l: 'Bug', m: 'Idea' }, now: new Date(2026, 2, 1) };

test.each<[ActivityChange['field'], ActivityChange['before'], ActivityChange['after'], string[]]>([
  ['title', 'Old', 'New', ['Renamed from “Old” to “New”']],
  ['description', null, 'x', ['Description added']],
  ['description', 'x', null, ['Description removed']],
  ['description', 'x', 'y', ['Description changed']],
  ['priority', null, 'high', ['Priority set to High']],
  ['priority', 'high', 'low', ['Priority changed from High to Low']],
  ['priority', 'high', null, ['Priority removed']],
  ['dueDate', null, '2026-03-12', ['Due date set to Mar 12']],
  ['dueDate', '2026-03-12', '2027-03-12', ['Due date changed from Mar 12 to Mar 12, 2027']],
  ['dueDate', '2026-03-12', null, ['Due date removed']],
  ['reminders', [], [10], ['Reminders changed']],
  ['progress', 0, 50, ['Progress changed from 0% to 50%']],
  ['completedAt', null, '2026-03-01T09:30:00.000Z', ['Marked as done']],
  ['completedAt', '2026-03-01T09:30:00.000Z', null, ['Marked as not done']],
  ['isArchived', false, true, ['Archived']],
  ['isArchived', true, false, ['Brought back from the archive']],
  ['labelIds', ['l'], ['m'], ['Label “Idea” added', 'Label “Bug” removed']],
  ['labelIds', ['gone'], [], ['Labels changed']],
  ['checklist', { items: 0, completed: 0 }, { items: 2, completed: 1 }, ['Checklist changed, 1 of 2 checked']],
  ['checklist', { items: 2, completed: 1 }, { items: 0, completed: 0 }, ['Checklist removed']],
  ['columnId', 'a', 'b', ['Moved from “To do” to “Doing”']],
  ['columnId', 'a', 'a', ['Moved within “To do”']],
  ['columnId', 'gone', 'b', ['Moved to “Doing”']],
  ['columnId', 'a', 'gone', ['Moved from “To do”']],
  ['columnId', 'gone', 'away', ['Moved']],
])('%s from %j to %j', (field, before, after, text) => {
  expect(activityText(item({ changes: [{ field, before, after }] }), undefined, how)).toEqual(text);
});

test('files, the trash, and what is not kept any more', () => {
  expect(activityText(item({ filesAdded: ['a.png'], filesRemoved: ['b.pdf'] }), undefined, how)).toEqual([
    'a.png attached',
    'b.pdf removed',
  ]);
  expect(activityText(item({ action: 'created' }), undefined, how)).toEqual(['Created']);
  expect(activityText(item({ action: 'deleted' }), item(), how)).toEqual(['Moved to the trash']);
  expect(activityText(item({ action: 'created' }), item({ action: 'deleted' }), how)).toEqual(['Brought back from the trash']);
  expect(activityText(item(), undefined, how)).toEqual(['Changed']);
  expect(activityText(item({ action: 'moved' }), undefined, how)).toEqual(['Moved']);
});

test('who did it', () => {
  expect(actorText({ kind: 'window', id: null, name: 'window' })).toBe('You');
  expect(actorText({ kind: 'token', id: 'x', name: 'window' })).toBe('window');
  expect(actorText({ kind: 'system', id: null, name: 'system' })).toBe('Daybook');
});
