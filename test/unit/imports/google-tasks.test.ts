import { expect, test } from 'vitest';
import { zip } from '../../support/import-fixtures.ts';
import { of, read } from '../../support/read-plan.ts';

test('tasks of Google on all levels stand in the checklist of the one at the top; those that are below each other come in as well', async () => {
  const tasks = [
    { id: '1', title: 'top' },
    { id: '4', parent: '2', title: 'third', notes: 'deep' },
    { id: '2', parent: '1', title: 'second' },
    { id: '3', parent: '1', title: 'also second' },
    { id: '5', parent: '4', title: 'fourth', status: 'completed' },
    { id: '6', parent: '7', title: 'one of two' },
    { id: '7', parent: '6', title: 'two of two' },
    { id: '8', parent: '7', title: 'below them' },
  ];
  const lists = { kind: 'tasks#taskLists', items: [{ kind: 'tasks#tasks', id: 'l', title: 'List', items: tasks }] };
  const plan = await read({ filename: 'Tasks.json', bytes: Buffer.from(JSON.stringify(lists)) });
  expect(of(plan, 'card').map(({ title, checklist }) => [title, checklist.map(({ text }) => text)])).toEqual([
    ['top', ['second', 'third', 'fourth', 'also second']],
    ['one of two', ['two of two', 'below them']],
  ]);
  const [top] = of(plan, 'card');
  expect(top?.checklist.map(({ completed }) => completed)).toEqual([false, false, true, false]);
  expect(top?.description).toBe('**third:** deep');
});

test('of what Google gives out at once, calendars come in beside the tasks, the rest is told; Keep alone is refused with what is read', async () => {
  const keep = { 'Takeout/Notizen/Shopping.json': JSON.stringify({ title: 'Shopping', textContent: 'Milk', userEditedTimestampUsec: 1 }) };
  const tasks = JSON.stringify({ kind: 'tasks#taskLists', items: [{ kind: 'tasks#tasks', id: 'l', title: 'List' }] });
  const calendar = 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
  const plan = await read(zip({ 'Takeout/Calendar/Home.ics': calendar, ...keep, 'Takeout/Tasks/Tasks.json': tasks }));
  expect([plan.found.columns, plan.found.calendars, plan.found.events]).toEqual([1, 1, 1]);
  expect(of(plan, 'calendar')).toMatchObject([{ name: 'Home' }]);
  expect(plan.warnings).toEqual([
    { path: 'Takeout/Notizen/Shopping.json', kind: 'skipped', message: 'It is not what Google gives out of Tasks' },
  ]);
  await expect(read(zip(keep))).rejects.toThrow('is what Google gives out of Keep, which is not read');
});
