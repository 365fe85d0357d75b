// What a call would change, so that a person can decide on it: read with the rights of the run, before anything is done.

import { cardsApi, columnsApi } from '../../contract/boards.ts';
import { calendarsApi } from '../../contract/calendars.ts';
import type { Card } from '../../contract/cards.ts';
import { eventsApi, type Event } from '../../contract/events.ts';
import { notebooksApi } from '../../contract/notebooks.ts';
import type { TextReplacement } from '../../contract/note-delta.ts';
import { notesApi } from '../../contract/notes.ts';
import { projectsApi } from '../../contract/projects.ts';
import type { CallDiff } from '../../contract/runs.ts';
import { isNone } from '../../tools/cards.ts';
import { endedRule, makesTimed, remindersIn, type GivenRecurrence, withStandingDates } from '../../tools/events.ts';
import { editsOf } from '../../tools/notes.ts';
import type { ToolContext } from '../../tools/tool.ts';
import { cardsOfColumn, cardsOfProject, columnsOfProject, eventsOf, hashOfContents } from './contents.ts';
import { changed, columnField, field, fittingFields, listed, textOrEmpty, type Ask, type Field } from './diff-fields.ts';
import { shownEdits } from './edit-diff.ts';
import { undoDiff, type Foresee } from './undo-diff.ts';

/** Characters of all fields and edits that are shown. */
const maxShown = 256_000;

/** Records have versions; of what they hold some have a hash as well. */
type RecordDiff = Omit<CallDiff, 'sha256'> & Partial<Pick<CallDiff, 'sha256'>>;

type Arguments = Readonly<Record<string, unknown>>;

/** What a diff is read with. */
export interface DiffSource {
  readonly ask: Ask;
  /** What undoing a batch would do now. Throws `not_found`. */
  readonly foresee: Foresee;
  /** The ids of all events and series of a calendar, in their order; of one that is not there none. Others may run between the pages. */
  readonly eventIdPages: (calendarId: string) => Iterable<readonly string[]>;
}

/** Null for tools that it knows nothing of. Throws `not_found` for a record that is not there, and what reading it throws. */
export async function callDiff(tool: string, args: Arguments, source: DiffSource): Promise<CallDiff | null> {
  const { ask, foresee } = source;
  const diff = tool === 'undo' ? await undoDiff(textOrEmpty(args['batchId']), ask, foresee) : await differs[tool]?.(args, ask, source);
  return diff === undefined ? null : { sha256: null, ...diff, ...fittingFields(diff.changes, maxShown) };
}

const differs: Readonly<Record<string, (args: Arguments, ask: Ask, source: DiffSource) => Promise<RecordDiff>>> = {
  create_note: async ({ title, content, notebookId }, ask) => {
    const notebook = await notebookName(notebookId, ask);
    const fields = [field('title', null, title), field('content', null, content), field('notebook', null, notebook)];
    return { type: 'note', action: 'create', id: null, title: textOrEmpty(title), version: null, changes: fields.filter(changed) };
  },
  edit_note: async ({ id, edits = [], append, notebookId }, ask) => {
    const note = await ask(notesApi.readNote, { params: { id: textOrEmpty(id) } });
    const all = editsOf(note.content, edits as TextReplacement[], append === undefined ? undefined : textOrEmpty(append));
    const changes = shownEdits(note.content, all).map(({ before, after }) => field('content', before, after));
    if (notebookId !== undefined && notebookId !== note.notebookId)
      changes.push(field('notebook', await notebookName(note.notebookId, ask), await notebookName(notebookId, ask)));
    return { type: 'note', action: 'change', id: note.id, title: note.title, version: note.version, changes };
  },
  save_card: async (args, ask) => {
    const { id, version: _, columnId, checklist, reminders, labels, ...fields } = args;
    const card = id === undefined ? null : await ask(cardsApi.readCard, { params: { id: textOrEmpty(id) } });
    const old: Readonly<Record<string, unknown>> = card === null ? {} : { ...card };
    const priority = isNone(fields['priority']) ? { priority: null } : {};
    const asked = Object.entries({ ...fields, ...priority, ...remindersIn(reminders) });
    const changes = asked.map(([name, value]) => field(name, old[name], value));
    if (labels !== undefined) changes.push(field('labels', card === null ? null : await labelNames(card, ask), namesText(labels)));
    if (checklist !== undefined) changes.push(field('checklist', listed(card?.checklist), listed(checklist, card?.checklist)));
    if (columnId !== undefined) changes.push(await columnField(card?.columnId ?? null, textOrEmpty(columnId), ask));
    const title = card?.title ?? textOrEmpty(fields['title']);
    return { type: 'card', action: card === null ? 'create' : 'change', ...of(card), title, changes: changes.filter(changed) };
  },
  move_card: async ({ id, columnId, position }, ask) => {
    const card = await ask(cardsApi.readCard, { params: { id: textOrEmpty(id) } });
    const column = await columnField(card.columnId, textOrEmpty(columnId), ask);
    const place = position === undefined ? [] : [field('position', card.position, position)];
    return { type: 'card', action: 'move', ...of(card), title: card.title, changes: [column, ...place].filter(changed) };
  },
  save_column: async ({ id, boardId, title }, ask) => {
    const column = id === undefined ? null : await ask(columnsApi.readColumn, { params: { id: textOrEmpty(id) } });
    const changes = [field('title', column?.title, title), ...(column === null ? [field('board', null, boardId)] : [])];
    const action = column === null ? 'create' : 'change';
    return { type: 'column', action, ...of(column), title: column?.title ?? textOrEmpty(title), changes: changes.filter(changed) };
  },
  save_event: async (args, ask) => {
    const { id, version: _, start, end, scope, calendarId, reminders, ...fields } = args;
    const event = id === undefined ? null : await ask(eventsApi.readEvent, { params: { id: textOrEmpty(id) } });
    const old: Readonly<Record<string, unknown>> = event === null ? {} : { ...event };
    const times = [
      ...(start === undefined ? [] : [field('start', event?.startTime, start)]),
      ...(end === undefined ? [] : [field('end', event?.endTime, end)]),
    ];
    const asked = Object.entries({ ...fields, ...remindersIn(reminders), ...recurrenceIn(fields['recurrence'], event) });
    const calendar =
      calendarId === undefined ? [] : [field('calendar', await calendarName(event?.calendarId, ask), await calendarName(calendarId, ask))];
    const changes = [...asked.map(([name, value]) => field(name, old[name], value)), ...times, ...calendar].filter(changed);
    if (event?.isAllDay === true && makesTimed(args)) changes.push(field('isAllDay', true, false));
    if (event !== null && changes.length > 0) changes.push(...scopeFields(event, scope));
    const title = event?.title ?? textOrEmpty(fields['title']);
    return { type: 'event', action: event === null ? 'create' : 'change', ...of(event), title, changes };
  },
  trash: ({ type, id, scope }, ask, source) =>
    trashed[textOrEmpty(type) as keyof typeof trashed](textOrEmpty(id), ask, { ...source, scope }),
};

async function notebookName(id: unknown, ask: Ask): Promise<string | null> {
  return id === undefined || id === null ? null : (await ask(notebooksApi.readNotebook, { params: { id: textOrEmpty(id) } })).name;
}

/** The names of labels as a text; null for none. */
const namesText = (names: unknown): string | null => (Array.isArray(names) && names.length > 0 ? names.join(', ') : null);

async function labelNames({ projectId, labelIds }: Card, ask: Ask): Promise<string | null> {
  const { labels } = await ask(projectsApi.readProject, { params: { id: projectId } });
  return namesText(labels.filter(({ id }) => labelIds.includes(id)).map(({ name }) => name));
}

/** How the event is to repeat, with the dates of its own that it keeps; nothing where that is left as it is. */
function recurrenceIn(asked: unknown, event: Event | null): { readonly recurrence?: unknown } {
  const rule = isRule(asked) ? endedRule(asked) : undefined;
  if (rule === undefined) return {};
  return { recurrence: rule === null || event === null ? rule : withStandingDates(rule, event) };
}

async function calendarName(id: unknown, ask: Ask): Promise<string | null> {
  return id === undefined ? null : (await ask(calendarsApi.readCalendar, { params: { id: textOrEmpty(id) } })).name;
}

/** Of what the tool's own schema has let through. */
const isRule = (recurrence: unknown): recurrence is GivenRecurrence => typeof recurrence === 'object' && recurrence !== null;

/** Of a series which occurrences it is about, also where the call leaves that to what is usual. */
function scopeFields({ id, occurrenceId, seriesStart }: Event, scope: unknown): Field[] {
  return seriesStart === null ? [] : [field('scope', null, scope ?? (occurrenceId === id ? 'all' : 'one'))];
}

const trashed = {
  note: async (id: string, ask: Ask): Promise<RecordDiff> => {
    const { title, version, content } = await ask(notesApi.readNote, { params: { id } });
    return { type: 'note', action: 'trash', id, title, version, changes: [field('content', content, null)].filter(changed) };
  },
  card: async (id: string, ask: Ask): Promise<RecordDiff> => {
    const { title, version, description } = await ask(cardsApi.readCard, { params: { id } });
    return { type: 'card', action: 'trash', id, title, version, changes: [field('description', description, null)].filter(changed) };
  },
  column: async (id: string, ask: Ask): Promise<RecordDiff> => {
    const { title, version } = await ask(columnsApi.readColumn, { params: { id } });
    const cards = await cardsOfColumn(id, ask);
    const sha256 = hashOfContents(cards);
    return { type: 'column', action: 'trash', id, title, version, sha256, changes: [field('cards', cards.count, 0)] };
  },
  project: async (id: string, ask: Ask): Promise<RecordDiff> => {
    const { name: title, version } = await ask(projectsApi.readProject, { params: { id } });
    const [columns, cards] = [await columnsOfProject(id, ask), await cardsOfProject(id, ask)];
    const changes = [field('columns', columns.count, 0), field('cards', cards.count, 0)];
    return { type: 'project', action: 'trash', id, title, version, sha256: hashOfContents(columns, cards), changes };
  },
  calendar: async (id: string, ask: Ask, { eventIdPages }: Pick<DiffSource, 'eventIdPages'>): Promise<RecordDiff> => {
    const { name: title, version } = await ask(calendarsApi.readCalendar, { params: { id } });
    const { count, sha256 } = await eventsOf(eventIdPages(id));
    return { type: 'calendar', action: 'trash', id, title, version, sha256, changes: [field('events', count, 0)] };
  },
  event: async (id: string, ask: Ask, { scope }: { readonly scope: unknown }): Promise<RecordDiff> => {
    const event = await ask(eventsApi.readEvent, { params: { id } });
    const { title, version, startTime, endTime } = event;
    const changes = [field('start', startTime, null), field('end', endTime, null), ...scopeFields(event, scope)];
    return { type: 'event', action: 'trash', id, title, version, changes };
  },
} as const;

const of = (record: { readonly id: string; readonly version: number } | null): Pick<CallDiff, 'id' | 'version'> =>
  record === null ? { id: null, version: null } : { id: record.id, version: record.version };

/** Whether what it shows can change while the version stays: a file, what a batch has touched, what is in what goes into the trash. */
export function showsMoreThanVersion({ type, action }: Pick<CallDiff, 'type' | 'action'>): boolean {
  return type === 'file' || type === 'batch' || (action === 'trash' && (type === 'column' || type === 'project' || type === 'calendar'));
}

/** The version of a record now; null where its kind has none. Throws `not_found`. */
export async function versionOf({ type, id }: Pick<CallDiff, 'type' | 'id'>, { ask }: Pick<ToolContext, 'ask'>): Promise<number | null> {
  if (id === null) return null;
  const params = { id };
  if (type === 'note') return (await ask(notesApi.readNote, { params })).version;
  if (type === 'card') return (await ask(cardsApi.readCard, { params })).version;
  if (type === 'project') return (await ask(projectsApi.readProject, { params })).version;
  if (type === 'column') return (await ask(columnsApi.readColumn, { params })).version;
  if (type === 'calendar') return (await ask(calendarsApi.readCalendar, { params })).version;
  if (type === 'event') return (await ask(eventsApi.readEvent, { params })).version;
  return null;
}
