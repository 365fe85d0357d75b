// The one way to change a note. Shapes of prosemirror-collab where steps are concerned.

import { z } from 'zod';
import { deltaLimits, maxNoteBytes } from './limits.ts';
import { text, title, unboundedList } from './text.ts';

/** A step as ProseMirror's `Step.toJSON` gives it. What is wrong with one is told as `invalid_step`, with its `index`. */
const step = z.unknown().meta({
  type: 'object',
  description: 'A step as `Step.toJSON()` of prosemirror-transform gives it',
  properties: { stepType: { type: 'string' } },
});

const clientID = z
  .union([z.string().min(1).max(200), z.number()], 'must be a string or a number')
  .meta({ description: 'Who made the steps, so that a client knows its own again' });

/** Any text that a note can hold; its length is judged by the note that comes of it. */
const markdown = text(maxNoteBytes);

export const NoteEdit = z
  .union(
    [
      z.strictObject({
        oldText: markdown
          .refine((value) => value !== '', 'must not be empty')
          .meta({
            description:
              'Occurs exactly once in the markdown. Where it does not, and its lines end in LF, they mean lines that end in CRLF as ' +
              'well: those of `newText` are then written with CRLF',
          }),
        newText: markdown,
      }),
      z.strictObject({ append: markdown.meta({ description: 'Goes to the very end' }) }),
    ],
    'must be { oldText, newText } or { append }',
  )
  .meta({ id: 'NoteEdit' });

export type NoteEdit = z.infer<typeof NoteEdit>;

/** A text that comes in place of another one. */
export type TextReplacement = Exclude<NoteEdit, { append: string }>;

const version = z.int('must be a whole number').min(0, 'must not be negative');

const flag = z.boolean('must be true or false').optional();

/** What a note can be besides its text. */
export const askedAttributes = {
  notebookId: z
    .string('must be a string')
    .max(200, 'must be at most 200 characters')
    .nullable()
    .optional()
    .meta({ description: 'The notebook that it is to be in; null for none' }),
  isPinned: flag,
  isArchived: flag,
};

export type AskedAttributes = Readonly<z.infer<z.ZodObject<typeof askedAttributes>>>;

/** By which steps of a note's history tell of its attributes: `docAttr` steps, which leave the document as it is. */
export const attributeNames = ['notebookId', 'isPinned', 'isArchived'] as const satisfies readonly (keyof AskedAttributes)[];

export const NoteDelta = z
  .strictObject({
    version: version.optional().meta({ description: 'The version that the change was made upon; required with `steps` and `content`' }),
    steps: z
      .array(step)
      .min(1, 'must not be empty')
      .optional()
      .meta({ description: `A ProseMirror changeset of at most ${deltaLimits.steps} steps` }),
    edits: unboundedList(NoteEdit, 'must be a list of edits', 'must not be empty')
      .optional()
      .meta({ description: 'A patch of the current markdown, applied one after the other' }),
    content: markdown.optional().meta({ description: 'The whole markdown, in place of the current version' }),
    markdown: markdown.optional().meta({
      description:
        'With `steps`: the whole markdown that they lead to, as it was pasted, say. Kept byte for byte if it is read as just that ' +
        'document, else left out of account',
    }),
    inserted: markdown.optional().meta({
      description:
        'With `steps`: the markdown of the blocks that they put in, as it was pasted, say. Kept byte for byte if it is read as just ' +
        'these blocks and no other has changed, else left out of account',
    }),
    title: title.optional(),
    ...askedAttributes,
    clientID: clientID.optional(),
    deltaId: text(200)
      .refine((value) => value !== '', 'must not be empty')
      .meta({ minLength: 1 })
      .optional()
      .meta({ description: 'Makes a retry safe: the same id again gets the first answer' }),
    rebase: z
      .boolean()
      .optional()
      .meta({ description: 'Asks for stale `steps` to be moved onto the current version instead of being refused' }),
  })
  .refine(
    (delta) => [delta.steps, delta.edits, delta.content].filter((each) => each !== undefined).length <= 1,
    'must hold only one of steps, edits and content',
  )
  .refine(
    (delta) =>
      [delta.steps, delta.edits, delta.content, delta.title, ...attributeNames.map((name) => delta[name])].some(
        (each) => each !== undefined,
      ),
    'must hold one of steps, edits, content, title, notebookId, isPinned and isArchived',
  )
  .refine((delta) => delta.markdown === undefined || delta.steps !== undefined, { message: 'goes with steps only', path: ['markdown'] })
  .refine((delta) => delta.inserted === undefined || (delta.steps !== undefined && delta.markdown === undefined), {
    message: 'goes with steps only, and not with markdown',
    path: ['inserted'],
  })
  .refine((delta) => delta.version !== undefined || (delta.steps === undefined && delta.content === undefined), {
    message: 'is required with steps and content',
    path: ['version'],
  })
  .meta({
    id: 'NoteDelta',
    description:
      'Exactly one of `steps`, `edits` and `content`, and/or a `title`, `notebookId`, `isPinned`, `isArchived`. All of it is done, or ' +
      'nothing',
    examples: [
      { edits: [{ oldText: '- [ ] call', newText: '- [x] call' }, { append: '\n- new\n' }] },
      {
        version: 12,
        clientID: 'win-7f3a',
        steps: [{ stepType: 'replace', from: 5, to: 5, slice: { content: [{ type: 'text', text: 'x' }] } }],
      },
      { version: 12, content: '# All new\n' },
      { title: 'New title' },
      { isPinned: true },
    ],
  });

export type NoteDelta = z.infer<typeof NoteDelta>;

/** Steps that a client has missed, ready for `receiveTransaction` of prosemirror-collab. */
export const missedSteps = {
  steps: z.array(z.record(z.string(), z.unknown())).meta({ description: 'Oldest first' }),
  clientIDs: z
    .array(z.union([z.string(), z.number()]).nullable())
    .meta({ description: 'Who made each step; null where the client did not say' }),
};
