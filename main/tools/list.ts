import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { cardsApi } from '../contract/boards.ts';
import { calendarsApi } from '../contract/calendars.ts';
import type { Card } from '../contract/cards.ts';
import { dateOrDateTimeText } from '../contract/date-time.ts';
import { eventsApi, type Event } from '../contract/events.ts';
import { notebookLimits, notebooksApi } from '../contract/notebooks.ts';
import { notesApi } from '../contract/notes.ts';
import { projectsApi } from '../contract/projects.ts';
import { invalid } from '../lib/app-error.ts';
import { readMoment, toEpoch } from '../lib/moment.ts';
import { toInstant } from '../lib/clock.ts';
import { boardPage } from './board.ts';
import { fill, withCursor } from './budget.ts';
import { cardLine, eventLine, noteLine, outlineTitle } from './outline.ts';
import { reads, tool, type ToolContext, type ToolResult } from './tool.ts';

/** More than an answer has room for. */
const pageSize = 100;
/** They come in the order of their boards: all of them are read to know which are due longest. */
const cardsAtOnce = 500;
const agendaDays = 7;

const moment = z.string().max(40);

const input = z.strictObject({
  what: z.enum(['boards', 'board', 'today', 'agenda', 'recent', 'notebooks', 'calendars']),
  id: z.string().min(1).max(200).optional().meta({ description: 'The board' }),
  from: moment.optional().meta({ description: 'agenda: date or date-time, today if absent' }),
  to: moment.optional(),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a cursor that this tool gave')
    .optional(),
});

type Input = z.output<typeof input>;

export const list = tool({
  name: 'list',
  title: 'List',
  description:
    'List boards, one board, today (events, cards due), the agenda (7 days unless told), notes changed recently, notebooks or calendars.',
  input,
  hints: reads,
  scopes: ['notes:read', 'boards:read', 'calendar:read'],
  run: async (asked, context) => lists[asked.what](asked, context),
});

const lists: Readonly<Record<Input['what'], (asked: Input, context: ToolContext) => Promise<ToolResult>>> = {
  boards: async ({ cursor = '0' }, { ask }) => {
    const { items, total } = await ask(projectsApi.listProjects, { query: { archived: 'false', limit: pageSize, offset: cursor } });
    const lines = items.map(
      ({ id, name, columnCount, cardCount }) =>
        `- ${outlineTitle(name)}${name === id ? '' : ` (board ${id})`}: ${columnCount} columns, ${cardCount} cards`,
    );
    return page({ head: `${total} boards`, lines, items: items.map(({ id }) => ({ type: 'board', id })), offset: Number(cursor), total });
  },
  board: (asked, context) => {
    if (asked.id === undefined) throw invalid({ path: 'id', message: 'is missing: it names the board' });
    return boardPage(asked.id, asked.cursor === undefined ? 1 : Number(asked.cursor), context);
  },
  recent: async ({ cursor = '0' }, { ask }) => {
    const { items, total } = await ask(notesApi.listNotes, { query: { pinned: 'mixed', limit: pageSize, offset: cursor } });
    return page({
      head: `${total} notes, newest change first`,
      lines: items.map(noteLine),
      items: notes(items),
      offset: Number(cursor),
      total,
    });
  },
  agenda: async ({ from, to, cursor = '0' }, context) => {
    const zone = context.timeZone();
    const start = from === undefined ? dayOf(context, 0) : instantOf('from', from, zone);
    const end = to === undefined ? daysAfter(start, agendaDays, zone) : instantOf('to', to, zone);
    if (end <= start) throw invalid({ path: 'to', message: 'must be after from' });
    const range = { startDate: toInstant(start), endDate: toInstant(end) };
    const { items, total } = await context.ask(eventsApi.listEvents, {
      query: { ...range, visible: 'true', limit: pageSize, offset: cursor },
    });
    const lines = items.map((event) => eventLine(event, zone));
    return page({ head: `${total} events, times of ${zone}`, lines, items: events(items), offset: Number(cursor), total });
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
    const offset = Number(cursor);
    const found = items.map(({ id, version }) => ({ type: 'notebook', id, version }));
    return page({ head: `${total} notebooks`, lines: lines.slice(offset), items: found.slice(offset), offset, total });
  },
  calendars: async ({ cursor = '0' }, { ask }) => {
    const offset = Number(cursor);
    const { items, total } = await ask(calendarsApi.listCalendars, { query: { offset } });
    const lines = items.map(({ id, name, isDefault, isVisible, source }) => {
      const facts = [...(isDefault ? ['default'] : []), ...(isVisible ? [] : ['hidden']), ...(source === 'local' ? [] : ['read-only'])];
      return `- ${[outlineTitle(name), ...facts].join(' · ')} (calendar ${id})`;
    });
    const found = items.map(({ id, version }) => ({ type: 'calendar', id, version }));
    return page({ head: `${total} calendars`, lines, items: found, offset, total });
  },
  today,
};

/**
 * Events of today, of the calendars that the user has shown, and what is due by then, the longest first, as far as the token may read
 * them.
 */
async function today({ cursor = '0' }: Input, context: ToolContext): Promise<ToolResult> {
  const { ask, caller } = context;
  const zone = context.timeZone();
  const endDate = toInstant(dayOf(context, 1));
  const offset = Number(cursor);
  const lines: string[] = [];
  const items: object[] = [];
  let total = 0;
  if (caller.scopes.has('calendar:read')) {
    const query = { startDate: toInstant(dayOf(context, 0)), endDate, visible: 'true', limit: pageSize, offset } as const;
    const found = await ask(eventsApi.listEvents, { query });
    lines.push(...found.items.map((event) => eventLine(event, zone)));
    items.push(...events(found.items));
    ({ total } = found);
  }
  if (caller.scopes.has('boards:read') || !caller.scopes.has('calendar:read')) {
    // Cards come once the events are through.
    const areWanted = offset + items.length >= total;
    const due = await dueBefore(endDate, areWanted, context);
    const open = due.cards.slice(Math.max(0, offset - total));
    lines.push(...open.map((card) => cardLine(card)));
    items.push(...open.map(({ id, version }) => ({ type: 'card', id, version })));
    total += due.total;
  }
  const head = `Today, ${dateOf(context).toString()} (${zone}): events, then cards that are due or overdue; ${total} in all`;
  return page({ head, lines, items, offset, total });
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

const notes = (found: readonly { id: string; version: number }[]): object[] =>
  found.map(({ id, version }) => ({ type: 'note', id, version }));
const events = (found: readonly Event[]): object[] =>
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

interface Listed {
  readonly head: string;
  readonly lines: readonly string[];
  /** One for each line. */
  readonly items: readonly object[];
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
