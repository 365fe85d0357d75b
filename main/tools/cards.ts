import { z } from 'zod';
import type { Operation } from '../contract/batch.ts';
import { cardsApi, columnsApi } from '../contract/boards.ts';
import type { Card } from '../contract/cards.ts';
import { priorities } from '../contract/card-values.ts';
import { projectsApi } from '../contract/projects.ts';
import { toInstant } from '../lib/clock.ts';
import { invalid } from '../lib/app-error.ts';
import { segment } from './address.ts';
import { oneLine } from './budget.ts';
import { minutesBefore, ownReminder, remindersIn } from './events.ts';
import { inOwnWords, tool, type ToolContext } from './tool.ts';
import { writtenAnswer } from './written.ts';

const version = z.int().min(0).optional().meta({ description: 'As read' });

const saved = z.strictObject({
  id: z.string().optional(),
  version,
  columnId: z.string().optional().meta({ description: 'Where it goes' }),
  title: z.string().optional(),
  description: z.string().optional(),
  // An empty one is taken as well, and not told of: Gemini refuses all tools where one has an empty value.
  priority: z.enum([...priorities, 'none', '']).optional(),
  dueDate: z.string().optional().meta({ description: 'Date or date-time; "" for none' }),
  reminders: minutesBefore,
  labels: z.array(z.string()).optional().meta({ description: 'Names, all of them' }),
  done: z.boolean().optional(),
  checklist: z
    .array(z.strictObject({ text: z.string(), completed: z.boolean(), dueDate: z.string().optional() }))
    .max(500)
    .optional()
    .meta({ description: 'The whole list' }),
});

type Saved = z.output<typeof saved>;

export const saveCard = tool({
  name: 'save_card',
  title: 'Save card',
  description: 'Create a card (columnId, title), or change the given fields of the one with this id.',
  input: saved,
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  scopes: ['boards:write'],
  run: async ({ labels, ...card }, context) => {
    const labelIds = await labelIdsOf(labels, card, context);
    const writes = writesOf(card, labelIds, await before(card, context), context.now());
    const written = await context.write(...writes).catch((error: unknown) => {
      throw inOwnWords(error, ownReminder);
    });
    return writtenAnswer('card', written, context);
  },
});

/**
 * The ids of the labels with these names on the board where the card will be; undefined where none are given. Case does not count where
 * no label is written so.
 */
async function labelIdsOf(
  names: Saved['labels'],
  { id, columnId }: Pick<Saved, 'id' | 'columnId'>,
  { ask }: ToolContext,
): Promise<string[] | undefined> {
  // A card that is to be made without a column is refused for that.
  if (names === undefined || (id ?? columnId) === undefined) return undefined;
  const place =
    columnId === undefined
      ? await ask(cardsApi.readCard, { params: { id: id ?? '' } })
      : await ask(columnsApi.readColumn, { params: { id: columnId } });
  const { labels } = await ask(projectsApi.readProject, { params: { id: place.projectId } });
  return names.map((name, at) => {
    const found =
      labels.find((label) => label.name === name) ?? labels.find((label) => label.name.toLowerCase() === name.trim().toLowerCase());
    if (found !== undefined) return found.id;
    const there = labels.length === 0 ? 'none' : oneLine(labels.map((label) => label.name).join(', '), 500);
    throw invalid({ path: `labels.${at}`, message: `is no label of the board, which has: ${there}` });
  });
}

type State = Pick<Card, 'columnId' | 'position' | 'completedAt'>;

/** The card as it is, where what is to be done depends on it; null also for a caller that may not read it. */
async function before(
  { id, columnId, done }: Pick<Saved, 'id' | 'columnId' | 'done'>,
  { caller, ask }: ToolContext,
): Promise<State | null> {
  if (id === undefined || (columnId === undefined && done !== true) || !caller.scopes.has('boards:read')) return null;
  return ask(cardsApi.readCard, { params: { id } });
}

function writesOf(
  { id, version: wanted, columnId, checklist, reminders, done, ...fields }: Omit<Saved, 'labels'>,
  labelIds: string[] | undefined,
  there: State | null,
  now: number,
): Operation[] {
  const labels = labelIds === undefined ? null : { labelIds };
  // Of another board it has labels once it is there.
  const isMoved = id !== undefined && columnId !== undefined;
  const body = { ...withoutEmpty(fields), ...remindersIn(reminders), ...(isMoved ? null : labels) };
  const completion = done === undefined ? {} : { completedAt: done ? (there?.completedAt ?? toInstant(now)) : null };
  const path = id === undefined ? '/api/cards/{{card.id}}' : `/api/cards/${segment('card', id)}`;
  const items: Operation[] =
    checklist === undefined ? [] : [{ method: 'PUT', path: `${path}/checklist`, body: { checklist: checklist.map(withoutEmpty) } }];
  if (id === undefined) {
    if (wanted !== undefined) throw invalid({ path: 'version', message: 'is of a card that there is: id is missing' });
    const finished: Operation[] = done === true ? [{ method: 'PUT', path, body: completion }] : [];
    return [{ method: 'POST', path: '/api/cards', body: { columnId, ...body }, ref: 'card' }, ...finished, ...items];
  }
  const change = { ...body, ...completion };
  const changes: Operation[] = Object.keys(change).length > 0 ? [{ method: 'PUT', path, body: change }] : [];
  const moves: Operation[] = columnId === undefined ? [] : movesTo(columnId, path, there, labels);
  const [first, ...others] = [...changes, ...items, ...moves];
  if (first === undefined) throw invalid({ path: '', message: 'There is nothing to change in the card' });
  // What follows finds the version that the first has led to.
  return [wanted === undefined ? first : { ...first, ifMatch: wanted }, ...others];
}

function movesTo(columnId: string, path: string, there: State | null, labels: object | null): Operation[] {
  // What is in the column already stays at its place.
  const place = there?.columnId === columnId ? { position: there.position } : {};
  const move: Operation = { method: 'POST', path: `${path}/move`, body: { columnId, ...place } };
  return labels === null ? [move] : [move, { method: 'PUT', path, body: labels }];
}

/** Whether a priority is that of a card that has none. */
export const isNone = (priority: unknown): boolean => priority === 'none' || priority === '';

/** The fields, with null for a day and a priority that are to go. */
function withoutEmpty(fields: { readonly dueDate?: string | undefined; readonly priority?: string | undefined }): object {
  return { ...fields, ...(fields.dueDate === '' ? { dueDate: null } : null), ...(isNone(fields.priority) ? { priority: null } : null) };
}

export const moveCard = tool({
  name: 'move_card',
  title: 'Move card',
  description: 'Move a card to a column: to its end, or to a position counted from 0.',
  input: z.strictObject({ id: z.string(), columnId: z.string(), position: z.int().min(0).optional() }),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  scopes: ['boards:write'],
  run: async ({ id, ...body }, context) =>
    writtenAnswer('card', await context.write({ method: 'POST', path: `/api/cards/${segment('card', id)}/move`, body }), context),
});

export const saveColumn = tool({
  name: 'save_column',
  title: 'Save column',
  description: 'Create a column on a board (a new board if there is none), or rename the one with this id.',
  input: z.strictObject({ id: z.string().optional(), version, boardId: z.string().optional(), title: z.string() }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  scopes: ['boards:write'],
  run: async ({ id, version: wanted, boardId, title }, context) => {
    if (id === undefined && wanted !== undefined)
      throw invalid({ path: 'version', message: 'is of a column that there is: id is missing' });
    if (id !== undefined && boardId !== undefined)
      throw invalid({ path: 'boardId', message: 'is of a new column: one that there is stays on its board' });
    if (id === undefined && boardId === undefined) throw invalid({ path: 'boardId', message: 'is missing: it names the board' });
    const write: Operation =
      id === undefined
        ? { method: 'POST', path: '/api/columns', body: { projectId: boardId, title } }
        : { method: 'PUT', path: `/api/columns/${segment('column', id)}`, body: { title } };
    return writtenAnswer('column', await context.write(wanted === undefined ? write : { ...write, ifMatch: wanted }), context);
  },
});
