// Notes: markdown that is kept byte for byte, changed by deltas only.

import { z } from 'zod';
import { deltaLimits, maxNoteBytes } from './limits.ts';
import { corrected } from './search.ts';
import { askedAttributes, missedSteps, NoteDelta } from './note-delta.ts';
import { NoteListQuery } from './note-list.ts';
import { route } from './route.ts';
import { id, instant, listOf, paging, text, title, version } from './text.ts';

const noteFields = {
  id,
  title: z.string(),
  notebookId: z.string().nullable().meta({ description: 'The notebook that it is in; null for none' }),
  isPinned: z.boolean(),
  isArchived: z.boolean(),
  version: version.meta({ description: 'Starts at 0; counts the steps that were ever applied. Also the ETag' }),
  createdAt: instant,
  updatedAt: instant,
};

const content = z.string().meta({ description: 'Markdown, byte for byte' });

export const Note = z
  .object({
    ...noteFields,
    content,
    doc: z.record(z.string(), z.unknown()).optional().meta({ description: 'The ProseMirror document; with `include=doc`' }),
    steps: missedSteps.steps.optional().meta({ description: 'Steps after `since`, oldest first' }),
    clientIDs: missedSteps.clientIDs.optional(),
    cursor: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'Of a note that was just made from a template: where `{{cursor}}` stood, in UTF-16 code units of `content`' }),
    duplicate: z.literal(true).optional().meta({ description: 'Of the note of a day that was to be made: it was there before' }),
  })
  .meta({ id: 'Note', description: 'A note' });

export type Note = z.infer<typeof Note>;

export const NoteSummary = z
  .object({
    ...noteFields,
    excerpt: z.string().meta({ description: 'The first words of its text, without markup' }),
    content: content.optional().meta({ description: 'With `include=content`' }),
    match: z
      .object({
        score: z.number().meta({ description: 'Higher is better; compare within one answer only' }),
        snippet: z.string().meta({ description: 'HTML: text around the hits, each in <mark>, everything else escaped' }),
      })
      .optional()
      .meta({ description: 'With `q`' }),
  })
  .meta({ id: 'NoteSummary' });

export type NoteSummary = z.infer<typeof NoteSummary>;

export const NoteList = listOf(NoteSummary).extend({ corrected }).meta({ id: 'NoteList' });

export type NoteList = z.infer<typeof NoteList>;

export const CreateNote = z
  .strictObject({
    title,
    // Its length in bytes is judged by the rules, as too_large.
    content: text(Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({ description: `Markdown of at most ${maxNoteBytes} bytes; empty when absent` }),
    templateId: z.string('must be a string').max(200, 'must be at most 200 characters').optional().meta({
      description: 'A note whose markdown it begins with, in which `{{date}}` becomes the day, `{{title}}` the title, `{{cursor}}` nothing',
    }),
    ...askedAttributes,
  })
  .refine(({ content, templateId }) => content === undefined || templateId === undefined, {
    message: 'cannot be combined with content',
    path: ['templateId'],
  })
  .meta({ id: 'CreateNote', examples: [{ title: 'Shopping', content: '- [ ] bread\n- [ ] milk\n' }] });

export type CreateNote = z.infer<typeof CreateNote>;

export const NoteQuery = z.strictObject({
  include: z.literal('doc', 'must be doc').optional(),
  since: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a version')
    .transform(Number)
    .optional()
    .meta({ type: 'integer', minimum: 0, description: 'Adds the steps after this version' }),
});

export type NoteQuery = z.infer<typeof NoteQuery>;

export const NoteDeltaReply = z
  .object({
    id,
    version,
    ...missedSteps,
    title: z.string(),
    updatedAt: instant,
    duplicate: z
      .literal(true)
      .optional()
      .meta({ description: 'The delta with this `deltaId` was accepted before; this is the answer that it got' }),
  })
  .meta({
    id: 'NoteDeltaReply',
    description: 'The new version, and all steps after the version that was sent, this delta’s own among them',
  });

export type NoteDeltaReply = z.infer<typeof NoteDeltaReply>;

export const NoteVersion = z
  .object({
    version: z.int().min(0),
    at: instant,
    author: z.string().nullable().meta({ description: 'The user’s name' }),
    clientID: z.union([z.string(), z.number()]).nullable(),
    title: z.string(),
    size: z.int().min(0).meta({ description: 'Bytes of the markdown then' }),
  })
  .meta({ id: 'NoteVersion', description: 'A note as one delta left it' });

export type NoteVersion = z.infer<typeof NoteVersion>;

/** How many versions a page of the history holds when it is not told, and at most. */
export const historyPage = { default: 50, max: 200 } as const;

export const HistoryQuery = z.strictObject(paging(historyPage));

export type HistoryQuery = z.infer<typeof HistoryQuery>;

export const NoteHistory = listOf(NoteVersion).meta({ id: 'NoteHistory' });

export type NoteHistory = z.infer<typeof NoteHistory>;

export const NoteThen = NoteVersion.extend({ id, content }).meta({ id: 'NoteThen', description: 'A note as it was at a version' });

export type NoteThen = z.infer<typeof NoteThen>;

export const RestoreNote = z
  .strictObject({ version: z.int('must be a whole number').min(0, 'must not be negative') })
  .meta({ id: 'RestoreNote', examples: [{ version: 3 }] });

export type RestoreNote = z.infer<typeof RestoreNote>;

const LinkPreviewRequest = z
  .strictObject({ url: text(2_000) })
  .meta({ id: 'LinkPreviewRequest', examples: [{ url: 'https://example.org/' }] });

type LinkPreviewRequest = z.infer<typeof LinkPreviewRequest>;

export const LinkPreview = z
  .object({
    url: z.string().meta({ description: 'The page’s own address if it names one on the web, else the address after redirects' }),
    title: z.string().nullable(),
    description: z.string().nullable(),
    image: z.string().nullable(),
    siteName: z.string().nullable(),
    favicon: z.string().nullable(),
  })
  .meta({ id: 'LinkPreview' });

export type LinkPreview = z.infer<typeof LinkPreview>;

const common = { access: 'user', tag: 'Notes' } as const;

/** JSON may write a byte of markdown in six. */
const createLimit = 6 * maxNoteBytes + 64 * 1024;

export const notesApi = {
  listNotes: route('listNotes', {
    ...common,
    scope: 'notes:read',
    summary: 'List or search notes',
    description:
      'Pinned notes first, then newest change first; with `q` the best match first. Archived notes are left out unless `archived` asks ' +
      'for them. An empty `q` is no search, one that only excludes finds all other notes, ' +
      'punctuation alone finds none. ' +
      'Up to 1,000 hits are ranked by how often and where the words occur, the title counting ten times; of more hits, notes with all ' +
      'words in the title come first, then the others, newest change of the text first.',
    query: NoteListQuery,
    status: 200,
    reply: NoteList,
  }),
  createNote: route('createNote', {
    ...common,
    scope: 'notes:write',
    summary: 'Create a note',
    body: CreateNote,
    bodyLimit: createLimit,
    status: 201,
    reply: Note,
    sliced: ['doc', 'steps'],
    versioned: true,
    creates: true,
    location: (note) => `/api/notes/${note.id}`,
  }),
  // Before the routes with :id, which would take its name for one.
  linkPreview: route('linkPreview', {
    ...common,
    // It sends an address of the caller's choice out of this machine: a token that may only read must not.
    scope: 'notes:write',
    summary: 'Look at a web page',
    description:
      'Its Open Graph metadata, remembered for a day. Addresses that are not on the public internet are refused, also where a page ' +
      'redirects to one.',
    body: LinkPreviewRequest,
    status: 200,
    reply: LinkPreview,
    errors: ['upstream_failed'],
  }),
  remotePicture: route('remotePicture', {
    ...common,
    // As for previews.
    scope: 'notes:write',
    summary: 'Fetch a picture from another server',
    description:
      'The service asks for it, so that the other server learns nothing of the browser. A PNG, JPEG, GIF, WebP or AVIF image of up to ' +
      '10 MiB; addresses that are not on the public internet are refused, also where one redirects there.',
    body: LinkPreviewRequest,
    status: 200,
    file: true,
    errors: ['upstream_failed', 'unavailable'],
  }),
  // Before the routes with :id.
  readDailyNote: route('readDailyNote', {
    ...common,
    scope: 'notes:read',
    summary: 'Read the note of a day',
    description:
      'The note whose title is that day, the oldest of several. With `create=true` one is made where there is none, which takes ' +
      '`notes:write`: the one GET that may write. It begins as the template does whose title or tag is `daily`, if there is one.',
    query: z.strictObject({ create: z.enum(['true', 'false'], 'must be true or false').optional() }),
    status: 200,
    reply: Note,
    sliced: ['doc', 'steps'],
    versioned: true,
    errors: ['unavailable'],
  }),
  createDailyNote: route('createDailyNote', {
    ...common,
    scope: 'notes:write',
    summary: 'Make the note of a day',
    description: 'As `GET` with `create=true`: where there is one, 200 with that note.',
    status: 201,
    statusOf: ({ duplicate }) => (duplicate === true ? 200 : 201),
    reply: Note,
    location: (note) => `/api/notes/${note.id}`,
    sliced: ['doc', 'steps'],
    versioned: true,
    creates: true,
    errors: ['unavailable'],
  }),
  readNote: route('readNote', {
    ...common,
    scope: 'notes:read',
    summary: 'Read a note',
    query: NoteQuery,
    status: 200,
    reply: Note,
    sliced: ['doc', 'steps'],
    versioned: true,
    errors: ['stale_version', 'history_gone', 'unavailable'],
  }),
  deleteNote: route('deleteNote', { ...common, scope: 'notes:delete', summary: 'Delete a note for good', status: 204, versioned: true }),
  changeNote: route('changeNote', {
    ...common,
    scope: 'notes:write',
    summary: 'Change a note',
    description:
      'By ProseMirror steps, by a patch of its markdown, by whole new markdown, and/or a title and attributes. Bytes outside ' +
      'the blocks that change ' +
      'stay as they are. ' +
      'Stale steps are refused with the steps that are missing, unless `rebase` asks for them to be moved.',
    body: NoteDelta,
    bodyLimit: deltaLimits.body,
    status: 200,
    reply: NoteDeltaReply,
    sliced: ['steps'],
    versioned: true,
    errors: [
      'invalid_step',
      'stale_version',
      'edit_conflict',
      'edit_ambiguous',
      'history_gone',
      'too_large',
      'step_failed',
      'invalid_document',
    ],
  }),
  listVersions: route('listVersions', {
    ...common,
    scope: 'notes:read',
    summary: 'List the versions of a note',
    description: 'Newest first, one for each delta, as far back as the history goes.',
    query: HistoryQuery,
    status: 200,
    reply: NoteHistory,
    errors: ['history_gone', 'unavailable'],
  }),
  readVersion: route('readVersion', {
    ...common,
    scope: 'notes:read',
    summary: 'Read a note as it was',
    status: 200,
    reply: NoteThen,
    versioned: true,
    // The name of its author.
    derived: true,
    errors: ['history_gone', 'unavailable'],
  }),
  restoreVersion: route('restoreVersion', {
    ...common,
    scope: 'notes:write',
    summary: 'Bring back a version of a note',
    description: 'Title and content, as a new delta: nothing of the history is lost.',
    body: RestoreNote,
    status: 200,
    reply: NoteDeltaReply,
    sliced: ['steps'],
    versioned: true,
    errors: ['history_gone', 'stale_version'],
  }),
} as const;
