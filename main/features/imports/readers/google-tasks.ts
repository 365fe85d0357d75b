// What Google gives out of Tasks (Takeout), as JSON: each list is a column of one board, tasks below a task, on all levels, its checklist.
// Calendars beside it come in as those of a file of calendars.

import { z } from 'zod';
import { dayMs } from '../../../contract/days.ts';
import { invalid } from '../../../lib/app-error.ts';
import { extensionOf } from '../archive/entry-path.ts';
import { seriesName } from '../archive/series-name.ts';
import type { PlanCheck, PlanSink, FormatReader, SourceEntry } from '../plan.ts';
import { checklistFrom, descriptionOf, longName } from './card-text.ts';
import { checkedDay } from './times.ts';
import { readTime } from './front-matter.ts';
import { readCalendar } from './ics.ts';
import { maybeReadJson } from './json.ts';
import { nameFrom, titleFrom } from './note-reading.ts';

const text = z.string().nullish();

const Task = z.object({
  id: z.string(),
  title: text,
  notes: text,
  status: text,
  due: text,
  /** What newer files tell in the place of `due`, with the time of day: one each time that it was put off. */
  scheduled_time: z.array(z.object({ current: z.boolean().nullish(), start: text })).nullish(),
  completed: text,
  created: text,
  updated: text,
  parent: text,
  deleted: z.boolean().nullish(),
  task_recurrence_id: text,
  links: z.array(z.object({ description: text, link: text })).nullish(),
});

const TaskLists = z.object({
  kind: z.literal('tasks#taskLists'),
  items: z.array(z.object({ id: z.string(), title: text, items: z.array(Task).nullish() })),
});

type Task = z.infer<typeof Task>;

/** The largest file, in bytes of JSON. */
const maxBytes = 200 * 1024 * 1024;

const board = 'google-tasks';

export const readGoogleTasks: FormatReader = async ({ name, kind, entries }, sink) => {
  let files = 0;
  for (const entry of entries) {
    const extension = extensionOf(entry.path);
    // A Takeout often has both.
    if (extension === 'ics') {
      await readCalendar(entry, kind === 'file', sink);
      continue;
    }
    const lists = extension === 'json' ? await maybeTaskLists(entry) : null;
    if (lists === null) {
      sink.warn({ path: entry.path, kind: 'skipped', message: 'It is not what Google gives out of Tasks' });
      continue;
    }
    files += 1;
    if (files === 1) await sink.add({ type: 'project', source: board, name: 'Google Tasks', labels: [] });
    for (const { id, title, items } of lists.items)
      await addList(id, nameFrom(title ?? '', sink, { path: entry.path, instead: 'List' }), items ?? [], sink);
  }
  if (files === 0) throw invalid({ path: 'file', message: 'is not what Google gives out of Tasks' });
  return { space: '', calendarSpace: seriesName(name) };
};

/** Null for what are none. Throws `too_large`. */
export async function maybeTaskLists(entry: SourceEntry): Promise<z.infer<typeof TaskLists> | null> {
  return TaskLists.safeParse(await maybeReadJson(entry, maxBytes)).data ?? null;
}

async function addList(id: string, title: string, tasks: readonly Task[], sink: PlanSink): Promise<void> {
  await sink.add({ type: 'column', source: id, title, project: board });
  const left = tasks.filter(({ deleted }) => deleted !== true);
  if (left.length < tasks.length)
    sink.warn({ path: title, kind: 'skipped', message: `Deleted tasks do not come in (${tasks.length - left.length})` });
  for (const { task, lower } of groupsOf(left)) await addTask(task, lower, id, sink);
}

interface TaskGroup {
  readonly task: Task;
  /** Those below it on all levels, each behind the one that it is below. */
  readonly lower: readonly Task[];
}

/** Tasks that are below no other, with what is below them. Of those that are below each other the first counts as one. */
function groupsOf(tasks: readonly Task[]): TaskGroup[] {
  const known = new Set(tasks.map(({ id }) => id));
  const isBelow = ({ id, parent }: Task): boolean => parent !== id && known.has(parent ?? '');
  const below = Map.groupBy(tasks.filter(isBelow), ({ parent }) => parent);
  const taken = new Set<Task>();
  const groupOf = (task: Task): TaskGroup => {
    const lower: Task[] = [];
    const open = [task];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (taken.has(next)) continue;
      taken.add(next);
      if (next !== task) lower.push(next);
      // Of tasks of one id the first has what is below.
      open.push(...(below.get(next.id) ?? []).toReversed());
    }
    return { task, lower };
  };
  const groups = tasks.filter((task) => !isBelow(task)).map(groupOf);
  for (const task of tasks) if (!taken.has(task)) groups.push(groupOf(task));
  return groups;
}

async function addTask(task: Task, lower: readonly Task[], column: string, sink: PlanSink): Promise<void> {
  const title = nameFrom(task.title ?? '', sink, { path: task.title ?? '', isInDescription: true });
  if ([task, ...lower].some(({ task_recurrence_id: repeats }) => repeats))
    sink.warn({ path: title, kind: 'lost', message: 'It repeats: it comes in once, for the day that it has now' });
  const createdAt = readTime(task.created ?? '') ?? readTime(task.updated ?? '');
  const updatedAt = readTime(task.updated ?? '');
  await sink.add({
    type: 'card',
    source: task.id,
    column,
    title,
    description: descriptionOf([longName(task.title ?? ''), ...textsOf(task), ...lower.map(lowerText)], title, sink),
    dueDate: dueOf(task),
    completedAt: task.status === 'completed' ? (readTime(task.completed ?? '') ?? updatedAt ?? createdAt ?? 0) : null,
    ...(createdAt === null ? {} : { createdAt }),
    ...(updatedAt === null ? {} : { updatedAt }),
    labels: [],
    checklist: checklistFrom(lower.map(checkOf), title, sink),
    files: [],
  });
}

const checkOf = (task: Task): PlanCheck => ({
  text: (task.title ?? '').replaceAll(/\s+/g, ' ').trim() || 'Untitled',
  completed: task.status === 'completed',
  dueDate: dueOf(task),
});

/** A day, which the file tells as its midnight in UTC, or a time; null for a task that is not due. */
function dueOf({ due, scheduled_time: times }: Task): string | null {
  const told = (times?.find(({ current }) => current === true) ?? times?.at(-1))?.start || due || '';
  const time = readTime(told);
  return time === null || time % dayMs === 0 ? checkedDay(told) : new Date(time).toISOString();
}

function textsOf({ notes, links }: Task): string[] {
  const led = (links ?? []).flatMap(({ description, link }) =>
    link ? [`- [${(description || link).replaceAll(/[[\]\n]/g, ' ')}](<${link.replaceAll(/[<>\n]/g, '')}>)`] : [],
  );
  return [notes ?? '', led.join('\n')].filter((part) => part.trim() !== '');
}

/** What is said of a task below another, besides its line in the checklist. */
function lowerText(task: Task): string {
  const said = textsOf(task).join('\n\n');
  return said === '' ? '' : `**${titleFrom(task.title ?? '')}:** ${said}`;
}
