// What was done to a card, by whom and when.

import { z } from 'zod';
import { Actor } from './changes.ts';
import { instant } from './text.ts';

/** The most entries that one answer holds. */
const maxActivityPage = 100;

const fields = [
  'title',
  'description',
  'priority',
  'dueDate',
  'reminders',
  'progress',
  'completedAt',
  'isArchived',
  'isTemplate',
  'labelIds',
  'checklist',
  'columnId',
] as const;

export type ActivityField = (typeof fields)[number];

const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string()),
  z.array(z.number()),
  z.object({ items: z.int(), completed: z.int() }),
]);

export type ActivityValue = z.infer<typeof value>;

const ActivityChange = z
  .object({
    field: z.enum(fields).meta({ description: '`columnId` with the same value twice: it was moved within that column' }),
    before: value,
    after: value,
  })
  .meta({
    id: 'ActivityChange',
    description:
      'A field as it was and as it became, as a card has it, but for these: of a description the first 200 characters, of reminders the ' +
      'minutes before, of a checklist `{ items, completed }`, how many items it had and how many of them were checked',
  });

export type ActivityChange = z.infer<typeof ActivityChange>;

const fileNames = z.array(z.string());

export const CardActivity = z
  .object({
    items: z.array(
      z.object({
        seq: z.int().min(1).meta({ description: 'Of the entry in the change feed: `POST /api/undo` takes it' }),
        at: instant,
        action: z
          .enum(['created', 'updated', 'deleted', 'moved'])
          .meta({ description: '`deleted`: it went into the trash; `created` after that: it came back' }),
        version: z.int().nullable(),
        actor: Actor,
        batchId: z.string().nullable().meta({ description: 'Shared by the changes that were made as one; null for a single write' }),
        isUndone: z.boolean(),
        changes: z.array(ActivityChange).meta({ description: 'Empty once that is kept no more: as long as a change can be undone' }),
        filesAdded: fileNames.meta({ description: 'The names of files that were attached' }),
        filesRemoved: fileNames,
      }),
    ),
    next: z.int().nullable().meta({ description: 'What to ask for as `before` to read on; null at the end' }),
    names: z
      .record(z.string(), z.string())
      .meta({ description: 'What the columns and labels in `changes` are called now, by their ids; those that are gone are missing' }),
  })
  .meta({ id: 'CardActivity' });

export type CardActivity = z.infer<typeof CardActivity>;

const number = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number of at least 0')
  .transform(Number);

export const ActivityQuery = z.strictObject({
  limit: number
    .refine((value) => value <= maxActivityPage, `must be at most ${maxActivityPage}`)
    .optional()
    .meta({ type: 'integer', minimum: 0, maximum: maxActivityPage, description: 'How many entries at most; 50 when absent' }),
  before: number.optional().meta({ type: 'integer', minimum: 0, description: 'Only entries with a lower `seq`' }),
});

export type ActivityQuery = z.infer<typeof ActivityQuery>;
