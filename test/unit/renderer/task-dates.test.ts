import { expect, test } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { taskDatesIn } from '../../../renderer/features/notes/editor/task-dates.ts';

const { nodes, marks } = noteSchema;
const line = (text: string, isCode = false) => nodes.paragraph.create(null, noteSchema.text(text, isCode ? [marks.code.create()] : []));

test.each([
  ['call 2026-11-30', false, [['2026-11-30', 'overdue']]],
  ['2026-12-01 call', false, [['2026-12-01', 'today']]],
  [
    'from 2026-12-01 to 2026-12-02.',
    false,
    [
      ['2026-12-01', 'today'],
      ['2026-12-02', 'later'],
    ],
  ],
  ['call 2026-11-30', true, [['2026-11-30', 'done']]],
  ['2026-13-01, 2026-12-41, x2026-12-01, 2026-12-011, 2026-12-01-3, /2026-12-01/', false, []],
] as const)('the days of a task %j, done %s', (text, isDone, expected) => {
  expect(taskDatesIn(line(text), isDone, '2026-12-01').map(({ from, to, due }) => [text.slice(from, to), due])).toEqual(expected);
});

test('a day in code is none', () => {
  expect(taskDatesIn(line('2026-12-01', true), false, '2026-12-01')).toEqual([]);
});
