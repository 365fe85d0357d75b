// Commands on cards.

import type { Card } from '../contract/cards.ts';
import type { Column, ColumnList } from '../contract/columns.ts';
import type { Days, Timed } from '../contract/phrases/phrase.ts';
import type { Project, ProjectList } from '../contract/projects.ts';
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

/** What boards are called. */
export class BoardNames {
  readonly #names: ReadonlyMap<string, string>;
  /** The ids that a name or an id stands for, in lower case. */
  readonly #ids: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(projects: readonly Project[]) {
    const ids = new Map<string, Set<string>>();
    for (const { id, name } of projects)
      for (const called of [id.toLowerCase(), name.toLowerCase()]) ids.set(called, (ids.get(called) ?? new Set()).add(id));
    this.#names = new Map(projects.map(({ id, name }) => [id, name]));
    this.#ids = ids;
  }

  /** What names a board: its name; its id where others are called so, too. */
  of(projectId: string): string {
    const name = this.#names.get(projectId) ?? projectId;
    return (this.#ids.get(name.toLowerCase())?.size ?? 1) > 1 ? projectId : name;
  }

  /** What names a column. */
  ofColumn({ projectId, title }: Column): string {
    return `${this.of(projectId)}/${title}`;
  }

  /** Whether a column is `PROJECT/TITLE` by the name of its board; case does not count. */
  isCalled({ projectId, title }: Column, named: string): boolean {
    return `${this.#names.get(projectId) ?? projectId}/${title}`.toLowerCase() === named.toLowerCase();
  }

  /** The ids of boards that are called so; case does not count. */
  idsOf(name: string): readonly string[] {
    return [...(this.#ids.get(name.toLowerCase()) ?? [])];
  }
}

export async function readBoards(api: Api): Promise<ProjectList & { readonly names: BoardNames }> {
  const projects = await api.call<ProjectList>('listProjects');
  return { ...projects, names: new BoardNames(projects.items) };
}

interface NamedColumn {
  readonly column: Column;
  /** `PROJECT/TITLE`. */
  readonly name: string;
  readonly names: BoardNames;
}

/**
 * The column meant by an id, by its title, or by `PROJECT/TITLE` with the id or the name of its board; case does not count. Throws a
 * `CommandRefusal` unless it is one.
 */
export async function findColumn(api: Api, named: string, projectId?: string): Promise<NamedColumn> {
  const [{ items }, { names }] = await Promise.all([api.call<ColumnList>('listColumns', { query: { projectId } }), readBoards(api)]);
  const byId = items.find(({ id }) => id === named);
  if (byId !== undefined) return { column: byId, name: names.ofColumn(byId), names };
  const wanted = named.toLowerCase();
  const byBoardsId = items.filter((column) =>
    [column.title, `${column.projectId}/${column.title}`].some((name) => name.toLowerCase() === wanted),
  );
  const found = byBoardsId.length > 0 ? byBoardsId : items.filter((column) => names.isCalled(column, named));
  const [first, ...more] = found;
  if (first === undefined) throw new CommandRefusal(`There is no column "${named}"; daybook list boards shows them`);
  if (more.length > 0)
    throw new CommandRefusal(
      `Several columns are called "${named}": ${found.map((column) => names.ofColumn(column)).join(', ')}; give one of these, or an ID`,
    );
  return { column: first, name: names.ofColumn(first), names };
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
      const { column, name } = await findColumn(api, named);
      const body = {
        title: call.args[0],
        columnId: column.id,
        dueDate,
        priority: call.text('priority'),
        description: call.text('description'),
      };
      return cardAnswer(await api.call<Card>('createCard', { body }), name, timeZone);
    },
  },
  {
    name: 'card move',
    args: [{ name: 'ID' }, { name: 'COLUMN' }],
    summary: 'move a card to a column',
    details:
      'COLUMN is an ID, PROJECT/TITLE, or a title; one of the card’s own board comes first. PROJECT is the name of a board, or its ID.',
    options: { position: { type: 'string', value: 'N', help: 'its place there; 0 is the first, absent: the last' } },
    run: async (call, { api, timeZone }) => {
      const [id = '', named = ''] = call.args;
      const position = call.text('position');
      if (position !== undefined && !/^\d{1,9}$/.test(position)) throw new UsageError('--position must be a whole number of at least 0');
      const { projectId } = await api.call<Card>('readCard', { params: { id } });
      const { column, name } = await findColumn(api, named, projectId).catch((error: unknown) => {
        if (error instanceof CommandRefusal && error.code === null) return findColumn(api, named);
        throw error;
      });
      const body = { columnId: column.id, ...(position === undefined ? {} : { position: Number(position) }) };
      return cardAnswer(await api.call<Card>('moveCard', { params: { id }, body }), name, timeZone);
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
      const [done, { names }] = await Promise.all([api.call<Card>('readCard', { params: { id } }), readBoards(api)]);
      return cardAnswer(done, names.ofColumn(column), timeZone);
    },
  },
];
