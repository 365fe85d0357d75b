// What a board shows, saved under names.

import { z } from 'zod';
import { dueFilters, priorities } from './card-values.ts';
import { page } from './columns.ts';
import { textLimits } from './limits.ts';
import { route } from './route.ts';
import { filled, id, listOf, text } from './text.ts';

/** How many a project can have. */
export const maxFilters = 50;

const name = filled(textLimits.label);

const q = text(textLimits.query).meta({ description: 'Cards that hold this text in title or description; empty: any' });

const chosenPriorities = z
  .array(z.enum(priorities, `must be one of ${priorities.join(', ')}`), 'must be a list of priorities')
  .max(priorities.length, `must hold at most ${priorities.length} priorities`)
  .meta({ description: 'Cards of one of these; none: any' });

const due = z
  .enum(dueFilters, `must be one of ${dueFilters.join(', ')}, or null`)
  .nullable()
  .meta({
    description:
      '`overdue`: past their due date and not done; `today`; `week`: within seven days from tomorrow on, or today; `none`: without a due ' +
      'date; null: any',
  });

const completed = z.boolean('must be true, false or null').nullable().meta({ description: 'Cards that are done, or are not; null: both' });

const labelId = z.string('must be a string').nullable().meta({ description: 'Cards with this label of the project; null: any' });

export const BoardFilter = z
  .object({ id, projectId: z.string(), name: z.string(), q, priorities: chosenPriorities, due, labelId, completed })
  .meta({ id: 'BoardFilter', description: 'Which cards of a project are shown; all that it says must hold' });

export type BoardFilter = z.infer<typeof BoardFilter>;

const writable = {
  q: q.optional(),
  priorities: chosenPriorities.optional(),
  due: due.optional(),
  labelId: labelId.optional(),
  completed: completed.optional(),
};

export const CreateFilter = z
  .strictObject({ name, ...writable })
  .meta({ id: 'CreateFilter', examples: [{ name: 'Urgent this week', priorities: ['urgent', 'high'], due: 'week', completed: false }] });

export type CreateFilter = z.infer<typeof CreateFilter>;

export const UpdateFilter = z
  .strictObject({ name: name.optional(), ...writable })
  .meta({ id: 'UpdateFilter', description: 'What shall change. An absent field is kept', examples: [{ due: 'today' }] });

export type UpdateFilter = z.infer<typeof UpdateFilter>;

export const FilterQuery = z.strictObject(page);

export type FilterQuery = z.infer<typeof FilterQuery>;

export const FilterList = listOf(BoardFilter).meta({ id: 'FilterList' });

export type FilterList = z.infer<typeof FilterList>;

const common = { access: 'user', tag: 'Projects' } as const;

const change = 'It makes a new version of the project, whose `filters` they are; the change feed tells of that.';

export const filtersApi = {
  listFilters: route('listFilters', {
    ...common,
    scope: 'boards:read',
    summary: 'List the saved filters of a project',
    description: 'In the order in which they were made.',
    query: FilterQuery,
    status: 200,
    reply: FilterList,
  }),
  createFilter: route('createFilter', {
    ...common,
    scope: 'boards:write',
    summary: 'Save a filter of a project',
    description: `${change} There can be ${maxFilters}.`,
    body: CreateFilter,
    status: 201,
    reply: BoardFilter,
    creates: true,
    location: ({ id, projectId }) => `/api/projects/${encodeURIComponent(projectId)}/filters/${id}`,
    errors: ['conflict'],
  }),
  readFilter: route('readFilter', {
    ...common,
    scope: 'boards:read',
    summary: 'Read a saved filter',
    status: 200,
    reply: BoardFilter,
  }),
  updateFilter: route('updateFilter', {
    ...common,
    scope: 'boards:write',
    summary: 'Change a saved filter',
    description: change,
    body: UpdateFilter,
    status: 200,
    reply: BoardFilter,
  }),
  deleteFilter: route('deleteFilter', {
    ...common,
    scope: 'boards:delete',
    summary: 'Delete a saved filter',
    description: `${change} Undoing that gives it back.`,
    status: 204,
  }),
} as const;
