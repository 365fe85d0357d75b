// What undoing a batch would make of its records, so that a person can decide on it: read with the rights of the run.

import { cardsApi, columnsApi } from '../../contract/boards.ts';
import { calendarsApi } from '../../contract/calendars.ts';
import type { ChangedType } from '../../contract/changes.ts';
import { eventsApi } from '../../contract/events.ts';
import { linksApi } from '../../contract/links.ts';
import { notebooksApi } from '../../contract/notebooks.ts';
import { notesApi } from '../../contract/notes.ts';
import { projectsApi } from '../../contract/projects.ts';
import type { CallDiff, UndoneRecord } from '../../contract/runs.ts';
import { savedSearchesApi } from '../../contract/saved-searches.ts';
import { trashApi, type TrashEntry } from '../../contract/trash.ts';
import { AppError } from '../../lib/app-error.ts';
import { toInstant } from '../../lib/clock.ts';
import type { ForeseenRecord, ForeseenUndo } from '../../lib/record-kinds.ts';
import { changed, columnField, textDifference, field, fittingFields, listed, textOrEmpty, type Ask, type Field } from './diff-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What undoing a batch would do. Throws `not_found`. */
export type Foresee = (batchId: string) => ForeseenUndo;

/** Records that are shown. */
const maxRecords = 30;
/** Characters of all that is shown of them. */
const maxShown = 64_000;
/** Entries of the trash that are looked through for titles. */
const maxTrash = 1_000;

/** Throws `not_found` for a batch that there is not. */
export async function undoDiff(batchId: string, ask: Ask, foresee: Foresee): Promise<Omit<CallDiff, 'sha256'>> {
  const { records, hasMore } = foresee(batchId);
  const isBack = records.some(({ action }) => action === 'restore');
  const trash = isBack ? (await ask(trashApi.listTrash, { query: { limit: maxTrash } })).items : [];
  const shown: UndoneRecord[] = [];
  let length = 0;
  for (const record of records) {
    if (shown.length === maxRecords) break;
    const told = await toldOf(record, trash, ask);
    if (told === null) continue;
    const part = fittingFields(told.changes, Math.max(0, maxShown - length));
    length += JSON.stringify(told.changes).length;
    shown.push({ ...told, ...part });
  }
  const title = countText(records) + (hasMore ? ' and more' : '');
  return { type: 'batch', action: 'undo', id: batchId, title, version: null, changes: [], records: shown };
}

const names: Readonly<Partial<Record<ChangedType, readonly [string, string]>>> = {
  note: ['note', 'notes'],
  notebook: ['notebook', 'notebooks'],
  saved_search: ['saved search', 'saved searches'],
  project: ['board', 'boards'],
  column: ['column', 'columns'],
  card: ['card', 'cards'],
  event: ['event', 'events'],
  calendar: ['calendar', 'calendars'],
  link: ['link', 'links'],
  file: ['file', 'files'],
};

/** Such as `2 notes, 1 card`. */
function countText(records: readonly ForeseenRecord[]): string {
  const byType = Map.groupBy(records, ({ type }) => type);
  return Object.entries(names)
    .flatMap(([type, [one, many]]) => {
      const count = byType.get(type as ChangedType)?.length ?? 0;
      return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
    })
    .join(', ');
}

/** Null for what comes back as a part of another record. */
async function toldOf(record: ForeseenRecord, trash: readonly TrashEntry[], ask: Ask): Promise<UndoneRecord | null> {
  const { type, id, action, fields } = record;
  const told = { type, id, title: '', action, changes: [] };
  if (action === 'restore' && type !== 'link') {
    const entry = trash.find((each) => each.type === type && each.recordId === id);
    const isPart = entry === undefined && (type === 'card' || type === 'column' || type === 'event');
    return isPart ? null : { ...told, title: entry?.title ?? textOrEmpty(fields['name']) };
  }
  try {
    const { title, changes } = (await readers[type]?.(id, fields, ask)) ?? told;
    return { ...told, title, changes: action === 'change' ? changes.filter(changed) : [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'insufficient_scope') return told;
    // It, or the version that it would become, is gone.
    if (error.code === 'not_found' || error.code === 'history_gone') return { ...told, action: 'keep' };
    throw error;
  }
}

type Read = (id: string, former: Fields, ask: Ask) => Promise<{ readonly title: string; readonly changes: readonly Field[] }>;

/** What a record is called now, and what its fields become. */
const readers: Readonly<Partial<Record<ChangedType, Read>>> = {
  note: async (id, { version, ...former }, ask) => {
    const note = await ask(notesApi.readNote, { params: { id } });
    const changes = [...others(note, former, 'notebookId'), await notebookField('notebookId', note.notebookId, former, ask)];
    if (typeof version !== 'number') return { title: note.title, changes };
    const then = await ask(notesApi.readVersion, { params: { id, version: String(version) } });
    const texts = [field('title', note.title, then.title), textDifference('content', note.content, then.content)];
    return { title: note.title, changes: [...texts, ...changes] };
  },
  card: async (id, { columnId, checklist, reminders, completedAt, ...former }, ask) => {
    const card = await ask(cardsApi.readCard, { params: { id } });
    const changes = others(card, former, 'orderKey', 'storedLabelIds');
    if (checklist !== undefined) changes.push(field('checklist', listed(card.checklist), listed(checklist)));
    if (reminders !== undefined) changes.push(field('reminders', minutes(card.reminders), minutes(reminders)));
    if (completedAt !== undefined) changes.push(field('completedAt', card.completedAt, instant(completedAt)));
    const labels = former['storedLabelIds'];
    if (Array.isArray(labels)) changes.push(await labelsField(card, labels, ask));
    if (typeof columnId === 'string') changes.push(await columnField(card.columnId, columnId, ask));
    return { title: card.title, changes };
  },
  event: async (id, { startAt, endAt, reminders, calendarId, ...former }, ask) => {
    const event = await ask(eventsApi.readEvent, { params: { id } });
    const occurrences = Object.keys(former).filter((name) => name.startsWith('override '));
    const changes = others(event, former, 'source', ...occurrences);
    if (startAt !== undefined) changes.push(field('start', event.startTime, instant(startAt)));
    if (endAt !== undefined) changes.push(field('end', event.endTime, instant(endAt)));
    if (reminders !== undefined) changes.push(field('reminders', minutes(event.reminders), minutes(reminders)));
    if (typeof calendarId === 'string') changes.push(await calendarField(event.calendarId, calendarId, ask));
    // What an occurrence was is not shown: which of them it is tells enough.
    for (const name of occurrences) changes.push(field('occurrence', null, instant(Number(name.slice('override '.length)))));
    return { title: event.title, changes };
  },
  column: async (id, former, ask) => {
    const column = await ask(columnsApi.readColumn, { params: { id } });
    return { title: column.title, changes: others(column, former) };
  },
  project: async (id, former, ask) => {
    const project = await ask(projectsApi.readProject, { params: { id } });
    return { title: project.name, changes: others(project, former, 'labels', 'filters') };
  },
  calendar: async (id, former, ask) => {
    const calendar = await ask(calendarsApi.readCalendar, { params: { id } });
    return { title: calendar.name, changes: others(calendar, former) };
  },
  notebook: async (id, former, ask) => {
    const notebook = await ask(notebooksApi.readNotebook, { params: { id } });
    const parent = await notebookField('parentId', notebook.parentId, former, ask);
    return { title: notebook.name, changes: [...others(notebook, former, 'orderKey', 'parentId'), parent] };
  },
  saved_search: async (id, former, ask) => {
    const search = await ask(savedSearchesApi.readSavedSearch, { params: { id } });
    return { title: search.name, changes: others(search, former, 'orderKey') };
  },
  link: async (id, { fromType, fromId, toType, toId }, ask) => {
    // Of one that was deleted, what it was tells of its ends.
    const there = fromId === undefined ? await ask(linksApi.readLink, { params: { id } }) : null;
    const ends = there === null ? [end(fromType, fromId), end(toType, toId)] : [there.from, there.to];
    const titles = await Promise.all(ends.map(async (each) => (await readers[each.type]?.(each.id, {}, ask))?.title ?? ''));
    return { title: titles.join(' – '), changes: [] };
  },
};

const end = (type: unknown, id: unknown): { type: ChangedType; id: string } => ({ type: type as ChangedType, id: textOrEmpty(id) });

/** Fields that are called and written alike where they are stored and where they are shown. */
function others(record: object, former: Fields, ...besides: readonly string[]): Field[] {
  const now: Fields = { ...record };
  return Object.entries(former).flatMap(([name, value]) => (besides.includes(name) ? [] : [field(name, now[name], value)]));
}

const instant = (at: unknown): string | null => (typeof at === 'number' ? toInstant(at) : null);

const minutes = (reminders: unknown): string =>
  (Array.isArray(reminders) ? (reminders as { minutesBefore: number }[]) : []).map(({ minutesBefore }) => minutesBefore).join(', ');

async function notebookField(name: 'notebookId' | 'parentId', from: string | null, former: Fields, ask: Ask): Promise<Field> {
  const to = former[name];
  if (to === undefined || to === from) return field('notebook', null, null);
  const { items } = await ask(notebooksApi.listNotebooks);
  const nameOf = (id: unknown): string | undefined => items.find((notebook) => notebook.id === id)?.name;
  return field('notebook', nameOf(from), nameOf(to));
}

async function calendarField(from: string, to: string, ask: Ask): Promise<Field> {
  const { items } = await ask(calendarsApi.listCalendars);
  const nameOf = (id: string): string | undefined => items.find((calendar) => calendar.id === id)?.name;
  return field('calendar', nameOf(from), nameOf(to));
}

interface Labelled {
  readonly projectId: string;
  readonly labelIds: readonly string[];
}

async function labelsField({ projectId, labelIds }: Labelled, former: readonly unknown[], ask: Ask): Promise<Field> {
  const { labels } = await ask(projectsApi.readProject, { params: { id: projectId } });
  const namesOf = (ids: readonly unknown[]): string => labels.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ');
  return field('labels', namesOf(labelIds), namesOf(former));
}
