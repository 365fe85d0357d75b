// Notebooks: a tree in which notes are put. What a note is besides its text is told by attributes.

import { z } from 'zod';
import { position } from './columns.ts';
import { textLimits } from './limits.ts';
import { route } from './route.ts';
import { filled, id, instant, listOf, paging, version } from './text.ts';

/** How many notebooks a user can have, and how deep they can lie in each other. */
export const notebookLimits = { notebooks: 1_000, depth: 20 } as const;

const name = filled(textLimits.name);

export const Notebook = z
  .object({
    id,
    name: z.string(),
    parentId: z.string().nullable().meta({ description: 'The notebook that it lies in; null at the top' }),
    position: position.meta({ description: 'Place among those of the same parent; 0 is the first' }),
    isTemplates: z.boolean().meta({ description: 'Its notes are templates' }),
    noteCount: z.int().min(0).meta({ description: 'Notes in it that are not archived, without those of the notebooks in it' }),
    version,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Notebook', description: 'What notes are put in' });

export type Notebook = z.infer<typeof Notebook>;

const parentId = z.string('must be a string').max(200, 'must be at most 200 characters').nullable();

const isTemplates = z.boolean('must be true or false');

export const CreateNotebook = z
  .strictObject({
    name,
    parentId: parentId.optional().meta({ description: 'Absent or null: at the top' }),
    position: position.optional().meta({ description: 'At the end when absent, as where it is past the end' }),
    isTemplates: isTemplates.optional().meta({ description: 'false when absent' }),
  })
  .meta({ id: 'CreateNotebook', examples: [{ name: 'Travel' }, { name: 'Templates', isTemplates: true }] });

export type CreateNotebook = z.infer<typeof CreateNotebook>;

export const UpdateNotebook = z
  .strictObject({
    name: name.optional(),
    parentId: parentId.optional().meta({ description: 'null: to the top. With another parent and no `position` it becomes the last' }),
    position: position.optional(),
    isTemplates: isTemplates.optional(),
  })
  .meta({
    id: 'UpdateNotebook',
    description: 'What shall change. An absent field is kept',
    examples: [{ name: 'Journeys' }, { parentId: null, position: 0 }],
  });

export type UpdateNotebook = z.infer<typeof UpdateNotebook>;

export const NotebookQuery = z.strictObject(paging({ max: notebookLimits.notebooks }));

export type NotebookQuery = z.infer<typeof NotebookQuery>;

export const NotebookList = listOf(Notebook).meta({ id: 'NotebookList' });

export type NotebookList = z.infer<typeof NotebookList>;

const common = { access: 'user', tag: 'Notebooks' } as const;

export const notebooksApi = {
  listNotebooks: route('listNotebooks', {
    ...common,
    scope: 'notes:read',
    summary: 'List notebooks',
    description: 'As a tree is read from top to bottom: each is followed by those in it, in their order.',
    query: NotebookQuery,
    status: 200,
    reply: NotebookList,
  }),
  createNotebook: route('createNotebook', {
    ...common,
    scope: 'notes:write',
    summary: 'Create a notebook',
    description: `At most ${notebookLimits.notebooks}, ${notebookLimits.depth} levels deep; more is 409.`,
    body: CreateNotebook,
    status: 201,
    reply: Notebook,
    versioned: true,
    creates: true,
    location: (notebook) => `/api/notebooks/${notebook.id}`,
    errors: ['conflict'],
  }),
  readNotebook: route('readNotebook', {
    ...common,
    scope: 'notes:read',
    summary: 'Read a notebook',
    status: 200,
    reply: Notebook,
    versioned: true,
    // Its place and the number of its notes are not counted by its version.
    derived: true,
  }),
  updateNotebook: route('updateNotebook', {
    ...common,
    scope: 'notes:write',
    summary: 'Rename or move a notebook',
    description: 'Into itself, or into one that lies in it, is 400. An update that changes nothing keeps the version.',
    body: UpdateNotebook,
    status: 200,
    reply: Notebook,
    versioned: true,
    errors: ['conflict'],
  }),
  deleteNotebook: route('deleteNotebook', {
    ...common,
    scope: 'notes:delete',
    summary: 'Delete a notebook',
    description:
      'Its notes, and the notebooks in it, move to its parent, or to the top. It does not go into the trash, but `POST /api/undo` brings ' +
      'it back with what was in it. With more than 100 notes these move ahead, by several writes of one batch, so that no other caller ' +
      'waits for all of them; a batch does so where this is its only operation. Asked for again after a stop, the rest follows.',
    status: 204,
    versioned: true,
  }),
} as const;
