import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { cardsApi, columnsApi } from '../contract/boards.ts';
import { calendarsApi } from '../contract/calendars.ts';
import type { Card } from '../contract/cards.ts';
import type { Column } from '../contract/columns.ts';
import { changesApi, maxPageSize, type ChangeEntry } from '../contract/changes.ts';
import { dateOrDateTimeText } from '../contract/date-time.ts';
import { eventsApi, type Event } from '../contract/events.ts';
import { notebookLimits, notebooksApi } from '../contract/notebooks.ts';
import { notesApi } from '../contract/notes.ts';
import { projectsApi } from '../contract/projects.ts';
import type { Scope } from '../contract/scopes.ts';
import { trashApi } from '../contract/trash.ts';
import { AppError, invalid } from '../lib/app-error.ts';
import { readMoment, toEpoch } from '../lib/moment.ts';
import { toInstant } from '../lib/clock.ts';
import { boardPage } from './board.ts';
import { fill, withCursor } from './budget.ts';
import { cardLine, clockIn, eventLine, noteLine, outlineTitle } from './outline.ts';
import { cursorAt, listCursor, listPlace, pageFrom, type ListPlace } from './place.ts';
import { inOwnWords, reads, tool, type ToolContext, type ToolResult } from './tool.ts';

/** More than an answer has room for, */
const pageSize = 100;
/** and the first of the next page. */
const withNext = pageSize + 1;
/** They come in the order of their boards: all of them are read to know which are due longest. */
const cardsAtOnce = 500;
const agendaDays = 7;

const moment = z.string().max(40);

const input = z.strictObject({
  what: z.enum(['boards', 'board', 'today', 'agenda', 'recent', 'changes', 'notebooks', 'calendars']),
  id: z.string().min(1).max(200).optional().meta({ description: 'The board' }),
  from: moment.optional().meta({ description: 'Date or date-time; of the agenda today if absent, of changes yesterday' }),
  to: moment.optional(),
  cursor: listCursor,
});

type Input = z.output<typeof input>;

export const list = tool({
  name: 'list',
  title: 'List',
  description:
    'List boards, one board, today (events, cards due), the agenda (7 days unless told), recent notes, changes of all, notebooks or ' +
    'calendars.',
  input,
  hints: reads,
  scopes: ['notes:read', 'boards:read', 'calendar:read'],
  run: async (asked, context) => {
    checkOwn(asked);
    return lists[asked.what](asked, context);
  },
});

/** The lists for which these arguments say something. */
const listsWith: Readonly<Record<'id' | 'from' | 'to', readonly Input['what'][]>> = {
  id: ['board'],
  from: ['agenda', 'changes'],
  to: ['agenda', 'changes'],
};

/** Throws `validation_failed` for an argument by which this list is not narrowed: its answer would be taken for one that is. */
function checkOwn(asked: Input): void {
  for (const [path, own] of Object.entries(listsWith) as [keyof typeof listsWith, readonly Input['what'][]][])
    if (asked[path] !== undefined && !own.includes(asked.what))
      throw invalid({ path, message: `is of the list ${own.join(' or ')}, not of ${asked.what}` });
}

const lists: Readonly<Record<Input['what'], (asked: Input, context: ToolContext) => Promise<ToolResult>>> = {
  boards: async ({ cursor = '0' }, { ask }) => {
    const { offset } = listPlace(cursor);
    const { items, total } = await ask(projectsApi.listProjects, { query: { archived: 'false', limit: pageSize, offset } });
    const lines = items.map(
      ({ id, name, columnCount, cardCount }) =>
        `- ${outlineTitle(name)}${name === id ? '' : ` (board ${id})`}: ${columnCount} columns, ${cardCount} cards`,
    );
    return page({ head: `${total} boards`, lines, items: items.map(({ id }) => ({ type: 'board', id })), offset, total });
  },
  board: (asked, context) => {
    if (asked.id === undefined) throw invalid({ path: 'id', message: 'is missing: it names the board' });
    return boardPage(asked.id, asked.cursor ?? '1', 'cursor', context);
  },
  recent: async ({ cursor = '0' }, { ask }) => {
    const { items, total, offset } = await pageFrom(
      listPlace(cursor),
      withNext,
      (at) => ask(notesApi.listNotes, { query: { pinned: 'mixed', ...at } }),
      ({ id }) => id,
    );
    return onwards({ head: `${total} notes, newest change first`, lines: items.map(noteLine), items: notes(items), offset, total });
  },
  agenda: async ({ from, to, cursor = '0' }, context) => {
    const zone = context.timeZone();
    const start = from === undefined ? dayOf(context, 0) : instantOf('from', from, zone);
    const end = to === undefined ? daysAfter(start, agendaDays, zone) : instantOf('to', to, zone);
    if (end <= start) throw invalid({ path: 'to', message: 'must be after from' });
    const range = { startDate: toInstant(start), endDate: toInstant(end) };
    const { items, total, offset } = await eventsFrom(listPlace(cursor), range, context).catch((error: unknown) => {
      throw inOwnWords(error, (text) => text.replace(/\bstartDate\b/g, 'from').replace(/\bendDate\b/g, 'to'));
    });
    const lines = items.map((event) => eventLine(event, zone));
    return onwards({ head: `${total} events, times of ${zone}`, lines, items: events(items), offset, total });
  },
  notebooks: async ({ cursor = '0' }, { ask }) => {
    const { items, total } = await ask(notebooksApi.listNotebooks, { query: { limit: notebookLimits.notebooks } });
    const depths = new Map<string, number>();
    const lines = items.map(({ id, name, parentId, noteCount }) => {
      // Each comes after the one that it lies in.
      const depth = parentId === null ? 0 : (depths.get(parentId) ?? 0) + 1;
      depths.set(id, depth);
      return `${'  '.repeat(depth)}- ${outlineTitle(name)} (notebook ${id}): ${noteCount} notes`;
    });
    const { offset } = listPlace(cursor);
    const found = items.map(({ id, version }) => ({ type: 'notebook', id, version }));
    return page({ head: `${total} notebooks`, lines: lines.slice(offset), items: found.slice(offset), offset, total });
  },
  calendars: async ({ cursor = '0' }, { ask }) => {
    const { offset } = listPlace(cursor);
    const { items, total } = await ask(calendarsApi.listCalendars, { query: { offset } });
    const lines = items.map(({ id, name, isDefault, isVisible, source }) => {
      const facts = [...(isDefault ? ['default'] : []), ...(isVisible ? [] : ['hidden']), ...(source === 'local' ? [] : ['read-only'])];
      return `- ${[outlineTitle(name), ...facts].join(' · ')} (calendar ${id})`;
    });
    const found = items.map(({ id, version }) => ({ type: 'calendar', id, version }));
    return page({ head: `${total} calendars`, lines, items: found, offset, total });
  },
  changes,
  today,
};

/** Events of the calendars that the user has shown, by what a cursor names. */
function eventsFrom(place: ListPlace, range: { readonly startDate: string; readonly endDate: string }, { ask }: ToolContext) {
  return pageFrom(
    place,
    withNext,
    (at) => ask(eventsApi.listEvents, { query: { ...range, visible: 'true', ...at } }),
    ({ occurrenceId }) => occurrenceId,
  );
}

/**
 * Events of today, of the calendars that the user has shown, and what is due by then, the longest first, as far as the token may read
 * them.
 */
async function today({ cursor = '0' }: Input, context: ToolContext): Promise<ToolResult> {
  const { ask, caller } = context;
  const zone = context.timeZone();
  const endDate = toInstant(dayOf(context, 1));
  const place = listPlace(cursor);
  const lines: string[] = [];
  const items: ListedItem[] = [];
  const range = { startDate: toInstant(dayOf(context, 0)), endDate };
  const today = caller.scopes.has('calendar:read') ? await eventsFrom(place, range, context) : null;
  const ofEvents = today?.total ?? 0;
  let { offset } = today ?? place;
  let total = ofEvents;
  if (today === null || caller.scopes.has('boards:read')) {
    // Cards come once the events are through.
    const areWanted = place.id !== null || offset + (today?.items.length ?? 0) >= ofEvents;
    const due = await dueBefore(endDate, areWanted, context);
    const first = due.cards.findIndex(({ id }) => id === place.id);
    if (first >= 0) offset = ofEvents + first;
    const open = due.cards.slice(Math.max(0, offset - ofEvents)).slice(0, withNext);
    const columns = open.length > 0 ? await columnsOf(ask) : [];
    lines.push(...open.map((card) => cardLine(card, [], placeIn(columns, card))));
    items.push(...open.map(({ id, version }) => ({ type: 'card', id, version })));
    total += due.total;
  }
  if (today !== null && offset < ofEvents) {
    lines.unshift(...today.items.map((event) => eventLine(event, zone)));
    items.unshift(...events(today.items));
  }
  const head = `Today, ${dateOf(context).toString()} (${zone}): events, then cards that are due or overdue; ${total} in all`;
  return onwards({ head, lines, items, offset, total });
}

/** How far back the change feed is looked through: by doubling, at most about as many numbers as an answer of it has entries. */
const changesBack = { first: 500, most: 8_000 };

interface ChangedRecord {
  readonly type: keyof typeof changedScopes;
  readonly id: string;
  readonly newest: ChangeEntry;
  /** What was done to it and by whom, the newest first. */
  readonly actions: Set<string>;
  readonly actors: Set<string>;
}

const changedScopes = {
  note: 'notes:read',
  card: 'boards:read',
  column: 'boards:read',
  project: 'boards:read',
  event: 'calendar:read',
} as const satisfies Partial<Record<ChangeEntry['type'], Scope>>;

const isTold = (type: ChangeEntry['type']): type is ChangedRecord['type'] => Object.hasOwn(changedScopes, type);

/**
 * Records that were changed since a time, and until one if it is given, the last one first, each once, with what was done to it, as far
 * as the token may read them.
 */
async function changes({ from, to, cursor = '0' }: Input, context: ToolContext): Promise<ToolResult> {
  const zone = context.timeZone();
  const since = from === undefined ? dayOf(context, -1) : instantOf('from', from, zone);
  const until = to === undefined ? Infinity : instantOf('to', to, zone);
  if (until <= since) throw invalid({ path: 'to', message: 'must be after from' });
  const { entries: known, oldest } = await changesSince(since, context);
  const entries = known.filter(({ at }) => Date.parse(at) < until);
  const records = new Map<string, ChangedRecord>();
  for (const entry of entries) {
    const { type, id, action, actor } = entry;
    if (id === null || !isTold(type) || !context.caller.scopes.has(changedScopes[type])) continue;
    const key = `${type} ${id}`;
    const record = records.get(key) ?? { type, id, newest: entry, actions: new Set(), actors: new Set() };
    records.set(key, record);
    record.actions.add(action);
    record.actors.add(actor.name);
  }
  const { offset } = listPlace(cursor);
  const shown = [...records.values()].slice(offset, offset + pageSize);
  const titleOf = await titlesOf(shown, context);
  const lines = await Promise.all(
    shown.map(async (record) => {
      const { newest, actions, actors } = record;
      const how = `${[...actions].toReversed().join(', ')} by ${outlineTitle([...actors].toReversed().join(', '))}`;
      const batch = newest.batchId === null ? '' : ` · batch ${newest.batchId}`;
      return `- ${clockIn(newest.at, zone)} ${how}: ${await titleOf(record)}${batch}`;
    }),
  );
  const range = `since ${clockIn(toInstant(since), zone)}${until === Infinity ? '' : ` until ${clockIn(toInstant(until), zone)}`}`;
  const rest = oldest === null ? '' : `; there were too many changes to look at those before ${clockIn(oldest, zone)}`;
  const head = `${records.size} records changed ${range}, times of ${zone}, newest first${rest}`;
  const items = shown.map(({ type, id, newest }) => ({ type: type === 'project' ? 'board' : type, id, version: newest.version }));
  return page({ head, lines, items, offset, total: records.size });
}

interface ChangesSince {
  /** The newest first. */
  readonly entries: readonly ChangeEntry[];
  /** When the oldest of them was made, where there are others before it, which are not looked at; else null. */
  readonly oldest: string | null;
}

/** Entries of the change feed since then; where there were very many, the newest of them. Throws `insufficient_scope`. */
async function changesSince(since: number, { ask }: ToolContext): Promise<ChangesSince> {
  const { lastSeq } = await ask(changesApi.listChanges, { query: { limit: 0 } });
  for (let back = changesBack.first; ; back *= 2) {
    const place = lastSeq > back ? lastSeq - back : null;
    const isFar = place === null || back >= changesBack.most;
    const items = await entriesAfter(place, isFar ? maxPageSize : 1, ask);
    // Numbers that a restore or a crash has left out, or that are kept no more: what is known is further back.
    if (items === null) continue;
    const isBefore = items[0] !== undefined && Date.parse(items[0].at) < since;
    if (!isFar && !isBefore) continue;
    const all = isFar ? await readOn(items, ask) : ((await entriesAfter(place, maxPageSize, ask)) ?? []);
    const entries = all.filter(({ at }) => Date.parse(at) >= since).toReversed();
    return { entries, oldest: place === null || isBefore ? null : (entries.at(-1)?.at ?? null) };
  }
}

/** The entries of a page and all that come after it. */
async function readOn(page: readonly ChangeEntry[], ask: ToolContext['ask']): Promise<ChangeEntry[]> {
  const all = [...page];
  for (let next = page; next.length === maxPageSize; all.push(...next))
    next = (await entriesAfter(all.at(-1)?.seq ?? null, maxPageSize, ask)) ?? [];
  return all;
}

/** Null where the feed does not know all that came after a number. */
async function entriesAfter(since: number | null, limit: number, ask: ToolContext['ask']): Promise<readonly ChangeEntry[] | null> {
  try {
    return (await ask(changesApi.listChanges, { query: { since, limit } })).items;
  } catch (error) {
    if (error instanceof AppError && error.code === 'history_gone') return null;
    throw error;
  }
}

/** Gives what a record is called now, with its id and version; of one that is gone as the trash calls it. */
async function titlesOf(
  records: readonly ChangedRecord[],
  { ask, timeZone }: ToolContext,
): Promise<(record: ChangedRecord) => Promise<string>> {
  const has = (...types: readonly ChangedRecord['type'][]): boolean => records.some(({ type }) => types.includes(type));
  const notesThere = has('note')
    ? (await ask(notesApi.listNotes, { query: { archived: 'all', pinned: 'mixed', limit: pageSize } })).items
    : [];
  const columns = has('card', 'column') ? await columnsOf(ask) : [];
  const trashed = records.some(({ newest }) => newest.action === 'deleted')
    ? (await ask(trashApi.listTrash, { query: { limit: pageSize } })).items
    : [];
  const own = async ({ type, id }: ChangedRecord): Promise<string> => {
    const params = { id };
    if (type === 'card') {
      const card = await ask(cardsApi.readCard, { params });
      return cardLine(card, [], placeIn(columns, card));
    }
    if (type === 'event') return eventLine(await ask(eventsApi.readEvent, { params }), timeZone());
    if (type === 'project') return `- ${outlineTitle((await ask(projectsApi.readProject, { params })).name)} (board ${id})`;
    if (type === 'column') {
      const column = columns.find((each) => each.id === id) ?? (await ask(columnsApi.readColumn, { params }));
      return `- ${outlineTitle(column.title)} (column ${id} of board ${column.projectId})`;
    }
    const note = notesThere.find((each) => each.id === id) ?? (await ask(notesApi.readNote, { params }));
    return `- ${outlineTitle(note.title)} (note ${id} v${note.version})`;
  };
  return async (record) => {
    try {
      return (await own(record)).slice(2);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      const entry = trashed.find(({ type, recordId }) => type === record.type && recordId === record.id);
      return entry === undefined
        ? `${record.type} ${record.id}`
        : `${outlineTitle(entry.title)} (${record.type} ${record.id}, in the trash)`;
    }
  };
}

/** More columns than boards have that can be looked through. */
const maxColumns = 1_000;

const columnsOf = async (ask: ToolContext['ask']): Promise<readonly Column[]> =>
  (await ask(columnsApi.listColumns, { query: { limit: maxColumns } })).items;

/** Where a card is: its board, and its column among these. */
function placeIn(columns: readonly Column[], { columnId, projectId }: Card): string {
  const column = columns.find(({ id }) => id === columnId);
  return column === undefined ? `board ${projectId}` : `board ${projectId}, ${outlineTitle(column.title)}`;
}

/** All open cards that are due before then, the longest first; unless they are wanted, only their number. */
async function dueBefore(
  endDate: string,
  areWanted: boolean,
  { ask }: ToolContext,
): Promise<{ readonly cards: readonly Card[]; readonly total: number }> {
  const cards: Card[] = [];
  for (;;) {
    const query = { dueBefore: endDate, completed: 'false', limit: areWanted ? cardsAtOnce : 0, offset: cards.length } as const;
    const { items, total } = await ask(cardsApi.listCards, { query });
    cards.push(...items);
    if (items.length > 0 && cards.length < total) continue;
    return { cards: cards.toSorted((a, b) => compareText(a.dueDate ?? '', b.dueDate ?? '')), total };
  }
}

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const notes = (found: readonly { id: string; version: number }[]): ListedItem[] =>
  found.map(({ id, version }) => ({ type: 'note', id, version }));
const events = (found: readonly Event[]): ListedItem[] =>
  found.map(({ occurrenceId, version }) => ({ type: 'event', id: occurrenceId, version }));

function dateOf({ now, timeZone }: ToolContext): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(timeZone()).toPlainDate();
}

/** The beginning of today, or of a day after it, in milliseconds since the Unix epoch. */
function dayOf(context: ToolContext, days: number): number {
  return toEpoch(dateOf(context).add({ days }), context.timeZone());
}

/** The same time of day some days later, on the clocks of that zone. */
function daysAfter(time: number, days: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone).add({ days }).epochMilliseconds;
}

/** A date or date-time as milliseconds since the Unix epoch. Throws `validation_failed` at `path`. */
export function instantOf(path: string, text: string, timeZone: string): number {
  const { success, error } = dateOrDateTimeText.safeParse(text);
  if (!success) throw invalid({ path, message: error.issues[0]?.message ?? 'must be a date' });
  return toEpoch(readMoment(path, text), timeZone);
}

interface ListedItem {
  readonly type: string;
  readonly id: string;
  readonly version?: number | null;
}

interface Listed {
  readonly head: string;
  readonly lines: readonly string[];
  /** One for each line. */
  readonly items: readonly ListedItem[];
  /** Of the first line. */
  readonly offset: number;
  readonly total: number;
}

function page({ head, lines, items, offset, total }: Listed): ToolResult {
  const { text, count } = fill(head, lines);
  const next = offset + count;
  const nextCursor = next < total && count > 0 ? String(next) : null;
  return { text: withCursor(text, 'cursor', nextCursor), structured: { items: items.slice(0, count), nextCursor } };
}

/** A page whose cursor names the record that comes next: where there is one, the last of these lines is not shown but named. */
function onwards({ head, lines, items, offset, total }: Listed): ToolResult {
  const isLast = offset + lines.length >= total;
  const { text, count } = fill(head, isLast ? lines : lines.slice(0, -1));
  const next = items[count];
  const nextCursor = next !== undefined && count > 0 ? cursorAt(offset + count, next.id) : null;
  return { text: withCursor(text, 'cursor', nextCursor), structured: { items: items.slice(0, count), nextCursor } };
}
