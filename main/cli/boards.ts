// Commands on cards.

import type { Card } from '../contract/cards.ts';
import type { Column, ColumnList } from '../contract/columns.ts';
import type { Days, Timed } from '../contract/phrases/phrase.ts';
import type { Api } from './api.ts';
import { CommandRefusal, UsageError, type CommandAnswer, type CliCommand } from './command.ts';
import { aligned } from './layout.ts';
import { instantText, understandTime } from './when.ts';

/** A date, or a local date-time, as cards keep it. */
export const dueDateArgument = (when: Timed | Days | null): string | undefined => (when?.kind === 'days' ? when.start : when?.local);

/** A due date to read: a date, or a time of day of the zone. */
export function dueInZone({ dueDate }: Pick<Card, 'dueDate'>, timeZone: string): string {
  if (dueDate === null) return '';
  const hasOffset = /T.*(Z|[+-]\d\d:?\d\d)$/i.test(dueDate);
  return `due ${hasOffset ? instantText(new Date(dueDate).toISOString(), timeZone) : dueDate.replace('T', ' ')}`;
}

const nameOf = ({ projectId, title }: Column): string => `${projectId}/${title}`;

/** The column meant by an id, by its title, or by `PROJECT/TITLE`; case does not count. Throws a `CommandRefusal` unless it is one. */
export async function findColumn(api: Api, named: string, projectId?: string): Promise<Column> {
  const { items } = await api.call<ColumnList>('listColumns', { query: { projectId } });
  const byId = items.find(({ id }) => id === named);
  if (byId !== undefined) return byId;
  const wanted = named.toLowerCase();
  const found = items.filter((column) => [column.title, nameOf(column)].some((name) => name.toLowerCase() === wanted));
  const [first, ...more] = found;
  if (first === undefined) throw new CommandRefusal(`There is no column "${named}"; daybook list boards shows them`);
  if (more.length > 0)
    throw new CommandRefusal(`Several columns are called "${named}": ${found.map(nameOf).join(', ')}; give one of these, or an ID`);
  return first;
}

/** The answer that tells of a card. */
export function cardAnswer(card: Card, column: string, timeZone: string): CommandAnswer {
  return { json: card, text: aligned([['card', card.id, column, card.title, dueInZone(card, timeZone)]]) };
}

/** Where a card goes when it is done: the column of that name, else the last one of its board. */
function doneColumn(columns: readonly Column[]): Column | undefined {
  return columns.find(({ title }) => title.trim().toLowerCase() === 'done') ?? columns.at(-1);
}

export const cardCommands: readonly CliCommand[] = [
  {
    name: 'card add',
    args: [{ name: 'TITLE' }],
    summary: 'make a card, the last of its column',
    options: {
      column: { type: 'string', short: 'c', value: 'COLUMN', help: 'its column: an ID, a title, or PROJECT/TITLE (required)' },
      due: { type: 'string', value: 'WHEN', help: 'when it is due: 2026-03-01, friday, "tomorrow 17:00"' },
      priority: { type: 'string', value: 'LEVEL', values: ['low', 'medium', 'high', 'urgent'], help: 'how much it matters' },
      description: { type: 'string', value: 'TEXT', help: 'markdown' },
    },
    run: async (call, { api, now, timeZone }) => {
      const named = call.text('column');
      if (named === undefined) throw new UsageError('Which column? Give --column COLUMN');
      const due = call.text('due');
      const dueDate = due === undefined ? undefined : dueDateArgument(await understandTime('--due', due, { now, timeZone }));
      const column = await findColumn(api, named);
      const body = {
        title: call.args[0],
        columnId: column.id,
        dueDate,
        priority: call.text('priority'),
        description: call.text('description'),
      };
      return cardAnswer(await api.call<Card>('createCard', { body }), nameOf(column), timeZone);
    },
  },
  {
    name: 'card move',
    args: [{ name: 'ID' }, { name: 'COLUMN' }],
    summary: 'move a card to a column',
    details: 'COLUMN is an ID, PROJECT/TITLE, or a title; one of the card’s own board comes first.',
    options: { position: { type: 'string', value: 'N', help: 'its place there; 0 is the first, absent: the last' } },
    run: async (call, { api, timeZone }) => {
      const [id = '', named = ''] = call.args;
      const position = call.text('position');
      if (position !== undefined && !/^\d{1,9}$/.test(position)) throw new UsageError('--position must be a whole number of at least 0');
      const { projectId } = await api.call<Card>('readCard', { params: { id } });
      const column = await findColumn(api, named, projectId).catch((error: unknown) => {
        if (error instanceof CommandRefusal && error.code === null) return findColumn(api, named);
        throw error;
      });
      const body = { columnId: column.id, ...(position === undefined ? {} : { position: Number(position) }) };
      return cardAnswer(await api.call<Card>('moveCard', { params: { id }, body }), nameOf(column), timeZone);
    },
  },
  {
    name: 'card done',
    args: [{ name: 'ID' }],
    summary: 'mark a card as done, at 100 %, and move it to its board’s column Done, or the last one',
    options: {},
    run: async (call, { api, now, timeZone }) => {
      const [id = ''] = call.args;
      const card = await api.call<Card>('readCard', { params: { id } });
      const { items } = await api.call<ColumnList>('listColumns', { query: { projectId: card.projectId } });
      const column = doneColumn(items);
      if (column === undefined) throw new CommandRefusal('The card’s board has no columns');
      const path = `/api/cards/${encodeURIComponent(id)}`;
      const operations = [
        { method: 'PUT', path, body: { progress: 100, completedAt: new Date(now).toISOString() }, ifMatch: card.version },
        ...(column.id === card.columnId ? [] : [{ method: 'POST', path: `${path}/move`, body: { columnId: column.id } }]),
      ];
      const { failed } = await api.call<{ failed: { problem: { detail: string; code: string } } | null }>('runBatch', {
        body: { operations },
      });
      if (failed !== null)
        throw new CommandRefusal(`${failed.problem.detail} (${failed.problem.code})`, failed.problem.code, failed.problem);
      return cardAnswer(await api.call<Card>('readCard', { params: { id } }), nameOf(column), timeZone);
    },
  },
];
