// Columns of boards, and how a project is named.

import { z } from 'zod';
import { textLimits } from './limits.ts';
import { id, instant, listOf, paging, text, title, version } from './text.ts';

/** The most that an explicit `limit` may ask for; without one a list is whole. */
const maxBoardPageSize = 10_000;

export const page = paging({ max: maxBoardPageSize });

/** A project's id as a query gives it. */
export const projectName = text(textLimits.name)
  .refine((value) => value !== '', 'must not be empty')
  .meta({ minLength: 1, maxLength: textLimits.name });

export const position = z
  .int('must be a whole number of at least 0')
  .min(0, 'must be a whole number of at least 0')
  .meta({ description: '0 is the first place' });

/** A project's id as a body gives it: text, or a number, which is taken as its decimal form. */
export const projectId = z
  .union(
    [
      // An address with these segments is another one (https://url.spec.whatwg.org/#double-dot-path-segment).
      projectName.refine((name) => name !== '.' && name !== '..', 'must not be . or .., which no address can name'),
      z
        .number()
        .transform(String)
        .refine((value) => !value.includes('e'), 'must be a number that can be written without an exponent')
        // Two larger ones can be the same number to JavaScript.
        .refine(
          (value) => value.includes('e') || Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER,
          `must be text where it is beyond ${Number.MAX_SAFE_INTEGER}`,
        ),
    ],
    {
      error: (issue) => (typeof issue.input === 'string' || typeof issue.input === 'number' ? undefined : 'must be a string or a number'),
    },
  )
  .meta({ description: 'Any text of 1 to 200 characters, or a number, which is taken as its decimal form', examples: ['website', 1] });

export const Column = z
  .object({
    id,
    title: z.string(),
    projectId: z.string(),
    position: position.meta({ description: 'Place within the project; 0 is the first' }),
    cardCount: z.int().min(0).meta({ description: 'Without archived cards' }),
    wipLimit: z.int().min(1).nullable().meta({ description: 'More cards than this are too many at once; it warns and refuses nothing' }),
    isCollapsed: z.boolean().meta({ description: 'Shown by its title alone' }),
    version,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Column', description: 'A column of a board' });

export type Column = z.infer<typeof Column>;

const wipRange = 'must be a whole number from 1 to 9999, or null';

const writable = {
  wipLimit: z.int(wipRange).min(1, wipRange).max(9_999, wipRange).nullable().optional().meta({ description: 'null: no limit' }),
  isCollapsed: z.boolean('must be true or false').optional(),
};

export const CreateColumn = z.strictObject({ title, projectId, ...writable }).meta({
  id: 'CreateColumn',
  description: 'A new column; it becomes the last of its project. A project that there is not is made, with its id as its name',
  examples: [{ title: 'Doing', projectId: 'website' }],
});

export type CreateColumn = z.infer<typeof CreateColumn>;

export const UpdateColumn = z
  .strictObject({
    title: title.optional(),
    ...writable,
    projectId: z.never('is set when the column is created and stays').optional(),
    position: z.never('is changed with PUT /api/columns/order').optional(),
  })
  .meta({ id: 'UpdateColumn', description: 'What shall change. An absent field is kept', examples: [{ title: 'Done' }, { wipLimit: 3 }] });

export type UpdateColumn = z.infer<typeof UpdateColumn>;

export const ColumnOrder = z
  .strictObject({ columnIds: z.array(z.string('must be a string'), 'must be a list of ids').max(10_000, 'must hold at most 10000 ids') })
  .meta({
    id: 'ColumnOrder',
    description: 'Columns in their new order. Those of a project that are not named follow in the order that they have',
  });

export type ColumnOrder = z.infer<typeof ColumnOrder>;

export const ColumnQuery = z.strictObject({
  projectId: projectName.optional().meta({ description: 'Only columns of this project' }),
  ...page,
});

export type ColumnQuery = z.infer<typeof ColumnQuery>;

export const ColumnList = listOf(Column).meta({ id: 'ColumnList' });

export type ColumnList = z.infer<typeof ColumnList>;
