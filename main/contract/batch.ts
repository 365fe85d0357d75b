// Several changes as one: all of them happen, or none.

import { z } from 'zod';
import { endpoints, type EndpointName } from './endpoints.ts';
import { Problem } from './errors.ts';
import { maxOperations } from './limits.ts';
import { route } from './route.ts';
import { id, text } from './text.ts';

/** The endpoints that an operation can use: those of notes, boards and calendar that take and give JSON. */
export const batchEndpoints = [
  'listNotes',
  'createNote',
  'readDailyNote',
  'readNote',
  'changeNote',
  'deleteNote',
  'listNotebooks',
  'createNotebook',
  'readNotebook',
  'updateNotebook',
  'deleteNotebook',
  'listSavedSearches',
  'createSavedSearch',
  'readSavedSearch',
  'updateSavedSearch',
  'deleteSavedSearch',
  'listProjects',
  'createProject',
  'readProject',
  'updateProject',
  'deleteProject',
  'listLabels',
  'createLabel',
  'readLabel',
  'updateLabel',
  'deleteLabel',
  'listFilters',
  'createFilter',
  'readFilter',
  'updateFilter',
  'deleteFilter',
  'listColumns',
  'createColumn',
  'orderColumns',
  'readColumn',
  'updateColumn',
  'deleteColumn',
  'listCards',
  'listColumnCards',
  'createCard',
  'readCard',
  'updateCard',
  'deleteCard',
  'moveCard',
  'duplicateCard',
  'replaceChecklist',
  'listCalendars',
  'createCalendar',
  'readCalendar',
  'updateCalendar',
  'deleteCalendar',
  'listEvents',
  'combinedEvents',
  'createEvent',
  'readEvent',
  'updateEvent',
  'deleteEvent',
  'createLink',
  'listLinks',
  'readLink',
  'deleteLink',
  'putIntoTrash',
] as const satisfies readonly EndpointName[];

/**
 * What else there is of notes, boards and calendar, and of these a query parameter: it takes longer than a write may, goes out to the
 * network, or is no JSON.
 */
export const notInBatch: readonly { readonly name: EndpointName; readonly parameter?: string }[] = [
  { name: 'listNotes', parameter: 'q' },
  { name: 'createDailyNote' },
  { name: 'renameNote' },
  { name: 'listVersions' },
  { name: 'readVersion' },
  { name: 'restoreVersion' },
  { name: 'exportDocx' },
  { name: 'exportPdf' },
  { name: 'linkPreview' },
  { name: 'remotePicture' },
  { name: 'listTags' },
  { name: 'renameTag' },
  { name: 'noteLinks' },
  { name: 'cardLinks' },
  { name: 'eventLinks' },
  { name: 'cardActivity' },
  { name: 'readInvitation' },
  { name: 'exportCalendar' },
  { name: 'importCalendar' },
  { name: 'refreshCalendar' },
  { name: 'makeFeed' },
  { name: 'removeFeed' },
  { name: 'exportEvent' },
  { name: 'listReminders' },
  { name: 'ringReminders' },
  { name: 'confirmReminders' },
  { name: 'snoozeReminder' },
  { name: 'dismissReminder' },
  { name: 'startImport' },
  { name: 'applyImport' },
];

const refused = notInBatch.map(({ name, parameter }) => {
  const { method, path } = endpoints[name];
  return `\`${method} ${path}${parameter === undefined ? '' : `?${parameter}=`}\``;
});

/** A step of a note is nested twice as deeply as what it inserts. */
const maxDepth = 500;

function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < maxDepth && Object.values(value).every((item) => isShallow(item, depth + 1));
}

const Operation = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE'], 'must be GET, POST, PUT or DELETE'),
  path: text(10_000)
    .refine((path) => path.startsWith('/api/'), 'must begin with /api/')
    .meta({ description: 'With its query, if it has one', examples: ['/api/cards/{{task.id}}/move'] }),
  body: z
    .unknown()
    .refine((body) => isShallow(body), `must be nested at most ${maxDepth} levels deep`)
    .optional(),
  ifMatch: z.int('must be a version').min(0, 'must be a version').optional().meta({ description: 'The version that the record must have' }),
  ref: z
    .string('must be a string')
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'must begin with a letter and be at most 64 letters, digits, _ or -')
    .optional()
    .meta({ description: 'A name for the answer, by which later operations take fields from it' }),
});

export type Operation = z.infer<typeof Operation>;

export const Batch = z
  .strictObject({
    operations: z
      .array(Operation, 'must be a list of operations')
      .min(1, 'must hold at least 1 operation')
      .max(maxOperations, `must hold at most ${maxOperations} operations`),
    dryRun: z.boolean('must be true or false').optional().meta({ description: 'Answer as if it were done, and change nothing' }),
  })
  .meta({
    id: 'Batch',
    description: 'Changes that are made together',
    examples: [
      {
        operations: [
          { method: 'POST', path: '/api/columns', body: { title: 'Doing', projectId: 'website' }, ref: 'doing' },
          { method: 'POST', path: '/api/cards', body: { columnId: '{{doing.id}}', title: 'Write the text' } },
        ],
      },
    ],
  });

export type Batch = z.infer<typeof Batch>;

const OperationResult = z.object({
  status: z.int().meta({ description: 'As the operation alone would answer' }),
  body: z.unknown().meta({ description: 'null where there is none' }),
});

export const BatchResult = z
  .object({
    applied: z.boolean().meta({ description: 'Whether the changes are made; false for a dry run, and when an operation failed' }),
    batchId: id.nullable().meta({ description: 'What the change feed names these changes by; null if nothing was changed' }),
    failed: z
      .object({ index: z.int().min(0), problem: Problem.omit({ requestId: true }) })
      .nullable()
      .meta({ description: 'The operation that failed, counted from 0; then none is applied' }),
    results: z.array(OperationResult).meta({ description: 'The answers of all operations, or of those before the one that failed' }),
  })
  .meta({ id: 'BatchResult' });

export type BatchResult = z.infer<typeof BatchResult>;

export const batchApi = {
  runBatch: route('runBatch', {
    access: 'user',
    // Each operation needs its own.
    scope: null,
    tag: 'Batches',
    summary: 'Make several changes as one',
    description:
      `Up to ${maxOperations} operations on notes, boards and calendar in one transaction: all of them, or none. Later operations see ` +
      'what earlier ones have done; `{{ref.field}}` in a path or a body stands for a field of an earlier answer, and all of these put in ' +
      '16 MiB of text at most. All other callers wait for a batch: where its operations take more than 2 seconds of processor time, ' +
      'such as a dozen changes of one note of a megabyte, the next one fails (413). An operation that fails is told ' +
      'with status 200, `applied: false` and its problem, and nothing is ' +
      `changed. Not possible here: files, and ${refused.join(', ')}. What is wrong with a batch itself is named as in ` +
      '`operations[3].path`.',
    body: Batch,
    bodyLimit: 16 * 1024 * 1024,
    bracketedPaths: true,
    status: 200,
    reply: BatchResult,
    creates: true,
    // What was not done can be tried again under its key, as everywhere else.
    isKept: ({ applied }) => applied,
    makesRoom: ({ operations }: Batch) =>
      operations.every(({ method, path }) => method === 'DELETE' || (method === 'POST' && path === endpoints.putIntoTrash.path)),
  }),
} as const;
