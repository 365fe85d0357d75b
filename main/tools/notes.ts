import { z } from 'zod';
import { deltaLimits } from '../contract/limits.ts';
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
  description: 'Replace texts of a note, all or none. Each oldText must occur exactly once; fails if the note is not of this version.',
  input: z.strictObject({
    id: z.string(),
    version: z.int().min(0).meta({ description: 'As read' }),
    edits: z
      .array(z.strictObject({ oldText: z.string(), newText: z.string() }))
      .min(1)
      .max(deltaLimits.steps),
  }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  scopes: ['notes:write'],
  run: async ({ id, version, edits }, context) => {
    const path = `/api/notes/${segment('note', id)}/delta`;
    return writtenAnswer('note', await context.write({ method: 'POST', path, body: { version, edits }, ifMatch: version }), context);
  },
});
