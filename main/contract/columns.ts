// Columns and projects. A project, or board, exists by having columns.

import { z } from 'zod';
import { id, instant, listOf, paging, text, title, version } from './text.ts';

/** The most that an explicit `limit` may ask for; without one a list is whole. */
export const maxBoardPageSize = 10_000;

export const page = paging({ max: maxBoardPageSize });

/** A project's id as a query gives it. */
export const projectName = text(200)
  .refine((value) => value !== '', 'must not be empty')
  .meta({ minLength: 1, maxLength: 200 });

export const position = z
  .int('must be a whole number of at least 0')
  .min(0, 'must be a whole number of at least 0')
  .meta({ description: '0 is the first place' });

/** A project's id as a body gives it: text, or a number, which is taken as its decimal form. */
const projectId = z
  .union(
    [
      projectName,
      z
        .number()
        .transform(String)
        .refine((value) => !value.includes('e'), 'must be a number that can be written without an exponent'),
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
    cardCount: z.int().min(0),
    version,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Column', description: 'A column of a board' });

export type Column = z.infer<typeof Column>;

export const CreateColumn = z.strictObject({ title, projectId }).meta({
  id: 'CreateColumn',
  description: 'A new column; it becomes the last of its project',
  examples: [{ title: 'Doing', projectId: 'website' }],
});

export type CreateColumn = z.infer<typeof CreateColumn>;

export const UpdateColumn = z
  .strictObject({
    title: title.optional(),
    projectId: z.never('is set when the column is created and stays').optional(),
    position: z.never('is changed with PUT /api/columns/order').optional(),
  })
  .meta({ id: 'UpdateColumn', description: 'What shall change. An absent field is kept', examples: [{ title: 'Done' }] });

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

export const Project = z
  .object({ id: z.string(), columnCount: z.int().min(1), cardCount: z.int().min(0) })
  .meta({ id: 'Project', description: 'A board: it exists as long as it has columns' });

export type Project = z.infer<typeof Project>;

export const ProjectQuery = z.strictObject(page);

export type ProjectQuery = z.infer<typeof ProjectQuery>;

export const ProjectList = listOf(Project).meta({ id: 'ProjectList' });

export type ProjectList = z.infer<typeof ProjectList>;
