import { z } from 'zod';
import { deltaLimits } from '../contract/limits.ts';
import { invalid } from '../lib/app-error.ts';
import { segment } from './address.ts';
import { tool } from './tool.ts';
import { writtenAnswer } from './written.ts';

export const createNote = tool({
  name: 'create_note',
  title: 'Create note',
  description: 'Create a note of markdown.',
  input: z.strictObject({ title: z.string(), content: z.string().optional(), notebookId: z.string().optional() }),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  scopes: ['notes:write'],
  run: async (body, context) => writtenAnswer('note', await context.write({ method: 'POST', path: '/api/notes', body }), context),
});

export const editNote = tool({
  name: 'edit_note',
  title: 'Edit note',
  description:
    'Replace texts of a note, append, move it to a notebook: all or none. Each oldText must occur exactly once; fails for another ' +
    'version.',
  input: z.strictObject({
    id: z.string(),
    version: z.int().min(0).meta({ description: 'As read' }),
    edits: z
      .array(z.strictObject({ oldText: z.string(), newText: z.string() }))
      .min(1)
      .max(deltaLimits.steps)
      .optional(),
    append: z.string().min(1).optional().meta({ description: 'Goes to the very end, as it is' }),
    notebookId: z.string().optional(),
  }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  scopes: ['notes:write'],
  run: async ({ id, version, edits: replaced = [], append, notebookId }, context) => {
    const edits = [...replaced, ...(append === undefined ? [] : [{ append }])];
    if (edits.length === 0 && notebookId === undefined)
      throw invalid({ path: 'edits', message: 'is missing: give edits, append or notebookId' });
    const body = { version, ...(edits.length === 0 ? {} : { edits }), notebookId };
    const path = `/api/notes/${segment('note', id)}/delta`;
    return writtenAnswer('note', await context.write({ method: 'POST', path, body, ifMatch: version }), context);
  },
});
