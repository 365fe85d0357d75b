// A project of Todoist, as its CSV has it: sections are columns, tasks are cards, and what is below a task is its checklist.

import { cutText } from '../../../contract/cut-text.ts';
import { textLimits } from '../../../contract/limits.ts';
import { invalid } from '../../../lib/app-error.ts';
import { extensionOf, stemOf } from '../archive/entry-path.ts';
import { seriesOrName } from '../archive/series-name.ts';
import { toInstant } from '../../../lib/clock.ts';
import { readMoment, toEpoch } from '../../../lib/moment.ts';
import type { PlanCard, PlanSink, FormatReader, SourceEntry } from '../plan.ts';
import { checklistFrom, descriptionOf, longName } from './card-text.ts';
import { maybeTable, type CsvTable } from './csv.ts';
import { checkedDay, isDayAlone } from './times.ts';
import { remarkText, taskText } from './todoist-texts.ts';
import { nameFrom, titleFrom } from './note-reading.ts';

const priorities = { '1': 'urgent', '2': 'high', '3': 'medium' } as const;

/** Whether a table is one of Todoist. */
export function isTodoist({ header }: CsvTable): boolean {
  return ['TYPE', 'CONTENT', 'PRIORITY', 'INDENT'].every((name) => header.includes(name));
}

export const readTodoist: FormatReader = async ({ name, kind, entries }, sink) => {
  let projects = 0;
  for (const entry of entries) {
    const table = extensionOf(entry.path) === 'csv' ? await maybeTable(entry) : null;
    if (table === null || !isTodoist(table)) {
      sink.warn({ path: entry.path, kind: 'skipped', message: 'It is no project of Todoist' });
      continue;
    }
    projects += 1;
    await addProject(kind === 'file' ? withoutMarks(entry) : entry, table, sink);
  }
  if (projects === 0) throw invalid({ path: 'file', message: 'holds no project of Todoist' });
  return projects === 1 && entries.length === 1 ? { space: '' } : { space: seriesOrName(name), formerSpace: name };
};

/** A table that was sent by itself, without what browsers append to the name of a copy. */
function withoutMarks({ path }: SourceEntry): Pick<SourceEntry, 'path'> {
  const stem = stemOf(path);
  return { path: seriesOrName(stem) + path.slice(stem.length) };
}

interface Task {
  readonly card: Omit<PlanCard, 'description' | 'checklist'>;
  readonly texts: string[];
  readonly checklist: PlanCard['checklist'][number][];
}

async function addProject(entry: Pick<SourceEntry, 'path'>, { header, rows }: CsvTable, sink: PlanSink): Promise<void> {
  const { path } = entry;
  const name = nameFrom(stemOf(path).replace(/ ?\[\d+\]$/, ''), sink, { path, maxLength: textLimits.name });
  const typeAt = header.indexOf('TYPE');
  const contentAt = header.indexOf('CONTENT');
  const indentAt = header.indexOf('INDENT');
  const firstTask = rows.findIndex((row) => row[typeAt]?.trim() === 'task');
  // Remarks before all tasks are of the project.
  const remarks = rows.slice(0, firstTask < 0 ? rows.length : firstTask).filter((row) => row[typeAt]?.trim() === 'note');
  const description = descriptionOf(
    remarks.map((row) => remarkText(row[contentAt] ?? '', path, sink)),
    path,
    sink,
    65_536,
  );
  const labels = labelsIn(
    // Those below a task are items of a checklist, which have no labels.
    rows.filter((row) => row[typeAt]?.trim() === 'task' && Number(row[indentAt] || 1) <= 1),
    (row) => row[contentAt] ?? '',
  );
  for (const label of labels.splice(sink.limits.labels))
    sink.warn({ path, kind: 'limit', message: `A board can have ${sink.limits.labels} labels: "${label}" is left out` });
  await sink.add({
    type: 'project',
    source: path,
    name,
    description,
    labels: labels.map((label) => ({ source: label, name: nameFrom(label, sink, { path, maxLength: 100 }) })),
  });
  const known = new Set(labels);
  let column: string | null = null;
  let task: Task | null = null;
  const seen = new Map<string, number>();
  const unique = (key: string): string => {
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? key : `${key} ${count}`;
  };
  const addColumn = async (title: string): Promise<string> => {
    const source = unique(`${path} # ${title}`);
    await sink.add({ type: 'column', source, title: nameFrom(title, sink, { path }), project: path });
    return source;
  };
  const finish = async (): Promise<void> => {
    if (task !== null)
      await sink.add({
        ...task.card,
        description: descriptionOf(task.texts, task.card.title, sink),
        checklist: checklistFrom(task.checklist, task.card.title, sink),
      });
    task = null;
  };
  for (const row of rows) {
    const field = (key: string): string => (row[header.indexOf(key)] ?? '').trim();
    const content = field('CONTENT');
    if (field('TYPE') === 'section') {
      await finish();
      column = await addColumn(content);
      const said = field('DESCRIPTION');
      if (said !== '') sink.warn({ path, kind: 'lost', message: `What is said of a section does not come in: "${cutText(said, 100)}"` });
    } else if (field('TYPE') === 'task' && Number(field('INDENT') || 1) > 1 && task !== null) {
      const { texts, dueDate } = detailsOf(content, field, sink);
      const priority = priorities[field('PRIORITY') as '1'];
      if (priority !== undefined) texts.push(`Priority: ${priority}`);
      task.checklist.push({ text: content, completed: false, dueDate });
      if (texts.length > 0) task.texts.push(`**${titleFrom(content)}:** ${texts.join(' · ')}`);
    } else if (field('TYPE') === 'task') {
      await finish();
      column ??= await addColumn('Tasks');
      task = taskOf(content, field, { column, source: unique(`${column} ${content}`), known }, sink);
    } else if (field('TYPE') === 'note' && task !== null) task.texts.push(remarkText(content, task.card.title, sink));
    else if (field('TYPE') === 'note' && !remarks.includes(row))
      sink.warn({ path, kind: 'lost', message: `A remark on a section does not come in: "${cutText(content, 100)}"` });
  }
  await finish();
}

/** When a task is due, and what else is told of it, for a description. */
function detailsOf(content: string, field: (key: string) => string, sink: PlanSink): { dueDate: string | null; texts: string[] } {
  // Files of old call it by the second name.
  const date = field('DATE') || field('DUE_DATE');
  const dueDate = dueFrom(date, field('TIMEZONE'));
  if (dueDate === null && date !== '')
    sink.warn({ path: content, kind: 'lost', message: `"${date}" is no day: it stands in the description` });
  const told = {
    Date: dueDate !== null && (dueDate === date || dueDate.includes('T')) ? '' : date,
    Deadline: field('DEADLINE'),
    // The unit is `None` where there is no duration.
    Duration: field('DURATION') === '' ? '' : `${field('DURATION')} ${field('DURATION_UNIT')}`.trim(),
    Responsible: field('RESPONSIBLE'),
  };
  const texts = [field('DESCRIPTION'), ...Object.entries(told).map(([name, text]) => (text === '' ? '' : `${name}: ${text}`))];
  return { dueDate, texts: texts.filter((text) => text !== '') };
}

/** A day; a time, told with its distance from UTC or on the clocks of the zone, on any clock where that is none; null for anything else. */
function dueFrom(text: string, zone: string): string | null {
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const time = isInstant ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return toInstant(time);
  const day = checkedDay(text);
  const [, before = '', clock] = /^(.*\S)[ T]((?:[01]\d|2[0-3]):[0-5]\d)(?::\d{2})?$/.exec(text) ?? [];
  return day === null || clock === undefined || !isDayAlone(before) ? day : onClock(`${day}T${clock}`, zone);
}

function onClock(local: string, zone: string): string {
  try {
    return toInstant(toEpoch(readMoment('DATE', local), zone));
  } catch (error) {
    if (error instanceof RangeError) return local;
    throw error;
  }
}

/** The labels of tasks, each once. */
function labelsIn<Row>(rows: readonly Row[], contentOf: (row: Row) => string): string[] {
  return [...new Set(rows.flatMap((row) => taskText(contentOf(row).trim()).labels))];
}

interface TaskPlace {
  readonly column: string;
  readonly source: string;
  /** The labels of the board. */
  readonly known: ReadonlySet<string>;
}

function taskOf(content: string, field: (key: string) => string, { column, source, known }: TaskPlace, sink: PlanSink): Task {
  const { dueDate, texts } = detailsOf(content, field, sink);
  const { text: bare, labels } = taskText(content);
  const own = labels.filter((label) => known.has(label));
  // A label that the board has no room for stays to be read.
  const text = own.length === labels.length ? bare : content;
  if (own.length > sink.limits.cardLabels)
    sink.warn({ path: text, kind: 'limit', message: `A card can have ${sink.limits.cardLabels} labels: the others are left out` });
  return {
    card: {
      type: 'card',
      source,
      column,
      title: nameFrom(text, sink, { path: text, isInDescription: true }),
      priority: priorities[field('PRIORITY') as '1'] ?? null,
      dueDate,
      labels: own.slice(0, sink.limits.cardLabels),
      files: [],
    },
    texts: [longName(text), ...texts],
    checklist: [],
  };
}
