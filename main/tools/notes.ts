import { z } from 'zod';
import { deltaLimits } from '../contract/limits.ts';
import type { NoteEdit, TextReplacement } from '../contract/note-delta.ts';
import { notesApi } from '../contract/notes.ts';
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
    append: z.string().min(1).optional().meta({ description: 'Goes to the end, on a line of its own unless it begins with a blank' }),
    notebookId: z.string().optional(),
  }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  scopes: ['notes:write'],
  run: async ({ id, version, edits: replaced, append, notebookId }, context) => {
    const hasLines = append !== undefined || (replaced ?? []).some(({ newText }) => newText.includes('\n'));
    const isRead = hasLines && context.caller.scopes.has('notes:read');
    const content = isRead ? (await context.ask(notesApi.readNote, { params: { id } })).content : null;
    const edits = editsOf(content, replaced, append);
    if (edits.length === 0 && notebookId === undefined)
      throw invalid({ path: 'edits', message: 'is missing: give edits, append or notebookId' });
    const body = { version, ...(edits.length === 0 ? {} : { edits }), notebookId };
    const path = `/api/notes/${segment('note', id)}/delta`;
    return writtenAnswer('note', await context.write({ method: 'POST', path, body, ifMatch: version }), context);
  },
});

/**
 * The edits of a note with this text, null of one that the caller may not read; what is appended is the last of them. It begins a line
 * unless it begins with a blank: assistants seldom end a note with a line break, and an item would go on with the one before it, a text
 * with the fence of code; below a text that is not known there is rather a blank line. New lines end as those of the note do: most models
 * write LF, whatever they have read.
 */
export function editsOf(content: string | null, edits: readonly TextReplacement[] = [], append?: string): NoteEdit[] {
  const replaced = edits.map(({ oldText, newText }) => ({
    oldText,
    // Of several lines, the ends of those that are replaced tell.
    newText: oldText.includes('\n') ? newText : withEndsOf(content, newText),
  }));
  if (append === undefined) return replaced;
  if (content === null) return [...replaced, { append: /^\S/.test(append) ? `\n${append}` : append }];
  // A text that occurs twice is refused with all of them.
  const before = replaced.reduce((text, { oldText, newText }) => text.replace(oldText, () => newText), content);
  const isWithinLine = /[^\r\n]$/.test(before) && /^\S/.test(append);
  return [...replaced, { append: (isWithinLine ? withEndsOf(before, '\n') : '') + withEndsOf(before, append) }];
}

const withEndsOf = (content: string | null, text: string): string =>
  content?.includes('\r\n') === true && !text.includes('\r') ? text.replaceAll('\n', '\r\n') : text;
