import { z } from 'zod';
import { cardsApi } from '../contract/boards.ts';
import { calendarsApi } from '../contract/calendars.ts';
import type { Card } from '../contract/cards.ts';
import { eventsApi, type Event } from '../contract/events.ts';
import { notebookLimits, notebooksApi } from '../contract/notebooks.ts';
import { notesApi } from '../contract/notes.ts';
import { projectsApi } from '../contract/projects.ts';
import { invalid } from '../lib/app-error.ts';
import { toInstant } from '../lib/clock.ts';
import { boardPage, columnsOf, placeIn } from './board.ts';
import { changes } from './changes.ts';
import { dateOf, dayOf, daysAfter, instantOf } from './moments.ts';
import { cardLine, eventLine, noteLine, outlineTitle } from './outline.ts';
import { listCursor, listPlace, onwards, page, pageFrom, pageSize, withNext, type ListedItem, type ListPlace } from './place.ts';
import { inOwnWords, reads, tool, type ToolContext, type ToolResult } from './tool.ts';

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
