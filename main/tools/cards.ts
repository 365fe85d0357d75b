import { z } from 'zod';
import type { Operation } from '../contract/batch.ts';
import { cardsApi } from '../contract/boards.ts';
import type { Card } from '../contract/cards.ts';
import { priorities } from '../contract/card-values.ts';
import { toInstant } from '../lib/clock.ts';
import { invalid } from '../lib/app-error.ts';
import { segment } from './address.ts';
import { minutesBefore, remindersIn } from './events.ts';
import { tool, type ToolContext } from './tool.ts';
import { writtenAnswer } from './written.ts';

const version = z.int().min(0).optional().meta({ description: 'Fails if it is another by now' });

const saved = z.strictObject({
  id: z.string().optional(),
  version,
  columnId: z.string().optional().meta({ description: 'Where it goes' }),
  title: z.string().optional(),
  description: z.string().optional(),
  priority: z
    .enum([...priorities, ''])
    .optional()
    .meta({ description: '"" for none' }),
  dueDate: z.string().optional().meta({ description: 'Date or date-time; "" for none' }),
  reminders: minutesBefore,
  done: z.boolean().optional(),
  checklist: z
    .array(z.strictObject({ text: z.string(), completed: z.boolean(), dueDate: z.string().optional() }))
    .max(500)
    .optional()
    .meta({ description: 'The whole list' }),
});

export const saveCard = tool({
  name: 'save_card',
  title: 'Save card',
  description: 'Create a card (columnId, title), or change the given fields of the one with this id.',
  input: saved,
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  scopes: ['boards:write'],
  run: async (card, context) =>
    writtenAnswer('card', await context.write(...writesOf(card, await before(card, context), context.now())), context),
});

type State = Pick<Card, 'columnId' | 'position' | 'completedAt'>;

/** The card as it is, where what is to be done depends on it; null also for a caller that may not read it. */
async function before({ id, columnId, done }: z.output<typeof saved>, { caller, ask }: ToolContext): Promise<State | null> {
  if (id === undefined || (columnId === undefined && done !== true) || !caller.scopes.has('boards:read')) return null;
  return ask(cardsApi.readCard, { params: { id } });
}

function writesOf(
  { id, version: wanted, columnId, checklist, reminders, done, ...fields }: z.output<typeof saved>,
  there: State | null,
  now: number,
): Operation[] {
  const items = checklist?.map(withoutEmpty);
  const body = { ...withoutEmpty(fields), ...remindersIn(reminders) };
  const completion = done === undefined ? {} : { completedAt: done ? (there?.completedAt ?? toInstant(now)) : null };
  if (id === undefined) {
    if (wanted !== undefined) throw invalid({ path: 'version', message: 'is of a card that there is: id is missing' });
    return [
      { method: 'POST', path: '/api/cards', body: { columnId, ...body }, ref: 'card' },
      ...(done === true ? [{ method: 'PUT', path: '/api/cards/{{card.id}}', body: completion } as const] : []),
      ...(items === undefined ? [] : [{ method: 'PUT', path: '/api/cards/{{card.id}}/checklist', body: { checklist: items } } as const]),
    ];
  }
  const path = `/api/cards/${segment('card', id)}`;
  const writes: Operation[] = [];
  if (Object.keys(body).length > 0 || done !== undefined) writes.push({ method: 'PUT', path, body: { ...body, ...completion } });
  if (items !== undefined) writes.push({ method: 'PUT', path: `${path}/checklist`, body: { checklist: items } });
  if (columnId !== undefined) {
    // What is in the column already stays at its place.
    const place = there?.columnId === columnId ? { position: there.position } : {};
    writes.push({ method: 'POST', path: `${path}/move`, body: { columnId, ...place } });
  }
  const [first, ...others] = writes;
  if (first === undefined) throw invalid({ path: '', message: 'There is nothing to change in the card' });
  // What follows finds the version that the first has led to.
  return [wanted === undefined ? first : { ...first, ifMatch: wanted }, ...others];
}

/** The fields, with null for a day and a priority that are to go. */
function withoutEmpty(fields: { readonly dueDate?: string | undefined; readonly priority?: string | undefined }): object {
  const empty = (['dueDate', 'priority'] as const).filter((name) => fields[name] === '');
  return { ...fields, ...Object.fromEntries(empty.map((name) => [name, null])) };
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
