// Commands that list and search.

import type { Card, CardList } from '../contract/cards.ts';
import type { ColumnList } from '../contract/columns.ts';
import { shortened } from '../contract/cut-text.ts';
import type { Event, EventList } from '../contract/events.ts';
import { snippetText } from '../contract/html-text.ts';
import type { NoteList, NoteSummary } from '../contract/notes.ts';
import type { SearchResult } from '../contract/search.ts';
import type { TrashList } from '../contract/trash.ts';
import type { Api } from './api.ts';
import { dueInZone, findColumn, readBoards, type BoardNames } from './boards.ts';
import { UsageError, type CommandAnswer, type CommandCall, type CliCommand, type CommandOption, type CommandContext } from './command.ts';
import { aligned, clean, listing } from './layout.ts';
import { dayText, daysAfter, instantText, spanCells, dayStartInZone, today, understandDay } from './when.ts';

const limitOption: CommandOption = { type: 'string', short: 'n', value: 'N', help: 'at most this many; 50 when absent' };

function limitOf(call: CommandCall): string {
  const limit = call.text('limit') ?? '50';
  if (!/^\d{1,4}$/.test(limit) || Number(limit) === 0 || Number(limit) > 1000)
    throw new UsageError('--limit must be a number from 1 to 1000');
  return limit;
}

const noteRow = (note: NoteSummary, timeZone: string): readonly string[] => [note.id, instantText(note.updatedAt, timeZone), note.title];

const cardRow = (card: Card, names: BoardNames, timeZone: string): readonly string[] => [
  card.id,
  names.of(card.projectId),
  card.completedAt !== null ? 'done' : card.progress > 0 ? `${card.progress} %` : '',
  card.title,
  dueInZone(card, timeZone),
];

/** The words around the first hit, without markup. */
function snippetOf({ snippet }: SearchResult['items'][number]): string {
  return shortened(snippetText(snippet).replace(/\s+/g, ' ').trim(), 70);
}

const searchTypes = ['note', 'card', 'event', 'file'] as const;

/** The most hits of one answer of the service. */
const hitsAtOnce = 100;

/** The cards of a column, or all. */
async function cardsIn(
  api: Api,
  named: string | undefined,
  limit: string,
): Promise<{ readonly cards: CardList; readonly names: BoardNames }> {
  if (named === undefined) {
    const [cards, { names }] = await Promise.all([api.call<CardList>('listCards', { query: { limit } }), readBoards(api)]);
    return { cards, names };
  }
  const { column, names } = await findColumn(api, named);
  return { cards: await api.call<CardList>('listColumnCards', { params: { columnId: column.id }, query: { limit } }), names };
}

async function search(call: CommandCall, { api }: CommandContext): Promise<CommandAnswer> {
  const q = call.args.join(' ');
  const limit = Number(limitOf(call));
  const types = call.list('type');
  const asked = { q, ...(types.length === 0 ? {} : { types: types.join(',') }) };
  const page = (found: number, cursor?: string): Promise<SearchResult> =>
    api.call<SearchResult>('search', { query: { ...asked, limit: String(Math.min(hitsAtOnce, limit - found)), cursor } });
  let result = await page(0);
  while (result.cursor !== null && result.items.length < limit) {
    const next = await page(result.items.length, result.cursor);
    result = { ...next, items: [...result.items, ...next.items] };
  }
  const { items, totals, corrected = [] } = result;
  const total = searchTypes.reduce((sum, type) => sum + (types.length === 0 || types.includes(type) ? (totals[type] ?? 0) : 0), 0);
  const rows = items.map((hit) => [hit.type, hit.id, hit.title, snippetOf(hit)]);
  const instead = corrected.map(({ from, to }) => `"${clean(to)}" instead of "${clean(from)}"`);
  const lines = listing(rows, total, 'Nothing was found');
  return { json: result, text: instead.length === 0 ? lines : `Found for ${instead.join(', ')}:\n${lines}` };
}

/** Events of the calendars that are shown, and due cards that are not done, from the start of one day to the start of another. */
async function agenda(api: Api, from: string, to: string, timeZone: string): Promise<CommandAnswer> {
  const [startDate, endDate] = [dayStartInZone(from, timeZone), dayStartInZone(to, timeZone)];
  // Later than the millisecond before: what is due at midnight belongs to the day that begins.
  const dueAfter = new Date(Date.parse(startDate) - 1).toISOString();
  const [events, cards, { names }] = await Promise.all([
    api.call<EventList>('listEvents', { query: { startDate, endDate, visible: 'true', limit: '1000' } }),
    api.call<CardList>('listCards', { query: { completed: 'false', dueAfter, dueBefore: endDate } }),
    readBoards(api),
  ]);
  const eventRow = (event: Event): readonly string[] => [
    'event',
    event.occurrenceId,
    ...spanCells(event, timeZone),
    event.isCancelled ? `${event.title} (cancelled)` : event.title,
    event.location ?? '',
  ];
  const dueRow = (card: Card): readonly string[] => {
    const [, date = '', time = ''] = /^due (\S+) ?(.*)$/.exec(dueInZone(card, timeZone)) ?? [];
    return ['card', card.id, dayText(date.slice(0, 10)), time.slice(0, 5) || 'due', card.title, names.of(card.projectId)];
  };
  const rows = [...events.items.map(eventRow), ...cards.items.map(dueRow)];
  const dayOf = ([, , day = '']: readonly string[]): string => day.slice(4);
  const sorted = rows.toSorted((a, b) => (dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : 0));
  return { json: { events, cards }, text: listing(sorted, events.total + cards.total, 'Nothing is planned') };
}

export const listCommands: readonly CliCommand[] = [
  {
    name: 'search',
    args: [{ name: 'WORDS', rest: true }],
    summary: 'find notes, cards, events and files',
    details:
      'All words must occur; the last one can be the beginning of a word, "…" is a phrase, -word excludes (after --).\n' +
      'tag:NAME, in:NAME (a notebook, board or calendar), is:done, is:open, is:archived and due:<2026-12-01 narrow it down.',
    options: {
      type: { type: 'string', short: 't', multiple: true, value: 'TYPE', values: searchTypes, help: 'only these' },
      limit: limitOption,
    },
    run: search,
  },
  {
    name: 'list notes',
    args: [],
    summary: 'list notes, newest change first',
    options: { limit: limitOption },
    run: async (call, { api, timeZone }) => {
      const notes = await api.call<NoteList>('listNotes', { query: { pinned: 'mixed', limit: limitOf(call) } });
      return {
        json: notes,
        text: listing(
          notes.items.map((note) => noteRow(note, timeZone)),
          notes.total,
          'There are no notes',
        ),
      };
    },
  },
  {
    name: 'list boards',
    args: [],
    summary: 'list boards with their columns',
    details: 'The ID is that of the column; of a board without columns, its own. The JSON has the boards as `projects`.',
    options: {},
    run: async (_, { api }) => {
      const [columns, { items, names }] = await Promise.all([api.call<ColumnList>('listColumns'), readBoards(api)]);
      const rows = columns.items.map((column) => [
        column.id,
        names.ofColumn(column),
        column.cardCount === 1 ? '1 card' : `${column.cardCount} cards`,
      ]);
      const empty = items.flatMap(({ id, columnCount }) => (columnCount === 0 ? [[id, names.of(id), 'no columns']] : []));
      return {
        json: { ...columns, projects: items },
        text: listing([...rows, ...empty], columns.total + empty.length, 'There are no boards'),
      };
    },
  },
  {
    name: 'list cards',
    args: [{ name: 'COLUMN', optional: true }],
    summary: 'list the cards of a column, or all',
    options: { limit: limitOption },
    run: async (call, { api, timeZone }) => {
      const { cards, names } = await cardsIn(api, call.args[0], limitOf(call));
      return {
        json: cards,
        text: listing(
          cards.items.map((card) => cardRow(card, names, timeZone)),
          cards.total,
          'There are no cards',
        ),
      };
    },
  },
  {
    name: 'list today',
    args: [],
    summary: 'list today’s events and the open cards that are due today',
    options: {},
    run: (_, { api, now, timeZone }) => {
      const day = today({ now, timeZone });
      return agenda(api, day, daysAfter(day, 1), timeZone);
    },
  },
  {
    name: 'list agenda',
    args: [],
    summary: 'list events and open cards that are due from day to day',
    options: {
      from: { type: 'string', value: 'DAY', help: 'the first day, such as 2026-03-01 or monday; today when absent' },
      to: { type: 'string', value: 'DAY', help: 'the last day; six days after the first when absent' },
    },
    run: async (call, context) => {
      const { api, timeZone } = context;
      const [first, last] = [call.text('from'), call.text('to')];
      const from = first === undefined ? today(context) : await understandDay('--from', first, context);
      const to = last === undefined ? daysAfter(from, 6) : await understandDay('--to', last, context);
      if (to < from) throw new UsageError('--to must not be before --from');
      return agenda(api, from, daysAfter(to, 1), timeZone);
    },
  },
  {
    name: 'list trash',
    args: [],
    summary: 'list what is in the trash',
    options: { limit: limitOption },
    run: async (call, { api, timeZone }) => {
      const trash = await api.call<TrashList>('listTrash', { query: { limit: limitOf(call) } });
      const rows = trash.items.map(({ id, type, title, trashedAt }) => [id, type, instantText(trashedAt, timeZone), title]);
      return { json: trash, text: rows.length === 0 ? 'The trash is empty' : aligned(rows) };
    },
  },
];
