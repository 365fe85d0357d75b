// Runs of an agent: a task that a language model works on with tools, step by step.

import { z } from 'zod';
import { ProviderQuery } from './ai.ts';
import { changedType } from './changes.ts';
import { route } from './route.ts';
import { runDefaults, runLimits } from './limits.ts';
import type { Scope } from './scopes.ts';
import { id, instant, listOf, paging, text } from './text.ts';
import { Undone } from './undo.ts';

const runStatuses = ['running', 'waiting', 'done', 'failed', 'cancelled', 'interrupted'] as const;

export type RunStatus = (typeof runStatuses)[number];

const approvals = ['ask', 'auto-safe'] as const;

/** The tools that a run with a workspace has besides those for records. */
export const workspaceToolNames = ['list_files', 'read_file', 'write_file', 'edit_file'] as const;

const present = (max: number) => text(max).refine((value) => value.trim() !== '', 'must not be empty');

const wholeNumber = (min: number, max: number) =>
  z.int('must be a whole number').min(min, `must be at least ${min}`).max(max, `must be at most ${max}`);

export const CreateRun = z
  .strictObject({
    task: present(runLimits.task).meta({ description: 'What is to be done, in words' }),
    provider: ProviderQuery.shape.provider,
    model: text(200).optional().meta({ description: 'As for `POST /api/ai/chat`' }),
    tools: z
      .array(text(100), 'must be a list of names')
      .max(100, 'must be at most 100')
      .optional()
      .meta({ description: 'The tools that it may use, by the names of MCP, or of the workspace; all that the token allows when absent' }),
    approval: z
      .enum(approvals, 'must be ask or auto-safe')
      .optional()
      .meta({
        description:
          '`ask`, when absent: every write waits for a decision. `auto-safe`: creating, and changing what is of the version that was ' +
          'read, does not; everything else does',
      }),
    workspaceRoot: text(4_096)
      .optional()
      .meta({ description: 'The folder of its files, for the owner alone: `WORKSPACE_ROOT` or below. Elsewhere with `config:write`' }),
    maxSteps: wholeNumber(1, runLimits.steps)
      .optional()
      .meta({ description: `Answers of the model; ${runDefaults.steps} when absent` }),
    maxTokens: wholeNumber(runLimits.minTokens, runLimits.tokens)
      .optional()
      .meta({ description: `Tokens of the whole run, read and written; ${runDefaults.tokens} when absent` }),
  })
  .meta({ id: 'CreateRun', examples: [{ task: 'Make a card for each open point of the note "Launch"', approval: 'auto-safe' }] });

export type CreateRun = z.infer<typeof CreateRun>;

export const RunMessage = z
  .object({
    id,
    role: z.enum(['user', 'assistant']),
    content: z.string().meta({ description: 'Empty while the model has not begun, and where it only calls tools' }),
    isWhole: z.boolean().meta({ description: 'false while the model writes it, and where that was cut off: then this is what had come' }),
    createdAt: instant,
  })
  .meta({ id: 'RunMessage', description: 'The task, what the user said since, and what the model says' });

export type RunMessage = z.infer<typeof RunMessage>;

// Of a replaced text its lines, and two before and after them.
const fieldChange = z.object({
  field: z.string().meta({ examples: ['title', 'content', 'dueDate', 'start'] }),
  before: z.string().nullable().meta({ description: 'null where there was nothing' }),
  after: z.string().nullable().meta({ description: 'null where there will be nothing' }),
});

const changesLeftOut = z.int().optional().meta({ description: 'How many changes there are besides, where they are too many to be shown' });

export const UndoneRecord = z
  .object({
    type: changedType,
    id: z.string(),
    title: z.string().meta({ description: 'Empty for one that the run may not read' }),
    action: z.enum(['change', 'trash', 'restore', 'keep']).meta({
      description:
        '`change`: it becomes what it was; `trash`: it was made, and goes; `restore`: it was deleted, and comes back; `keep`: it is left ' +
        'alone, as it was changed since, is gone or was undone already',
    }),
    changes: z.array(fieldChange),
    changesLeftOut,
  })
  .meta({ id: 'UndoneRecord', description: 'What an undo would make of a record' });

export type UndoneRecord = z.infer<typeof UndoneRecord>;

export const CallDiff = z
  .object({
    type: z.enum(['note', 'card', 'column', 'project', 'event', 'calendar', 'batch', 'file']),
    action: z.enum(['create', 'change', 'move', 'trash', 'undo']),
    id: z.string().nullable().meta({ description: 'Of the record, of a file its path; null for one that is to be created' }),
    title: z.string().meta({ description: 'Of a batch what it has touched, such as `2 notes, 1 card`' }),
    version: z.int().nullable().meta({ description: 'Of the record when it was compared; carried out on no other' }),
    sha256: z
      .string()
      .nullable()
      .meta({
        description:
          'Of a file when it was compared, empty for one that was not there; of a column, board or calendar that goes into the trash of ' +
          'the ids of what was in it',
      }),
    changes: z.array(fieldChange),
    changesLeftOut,
    records: z
      .array(UndoneRecord)
      .optional()
      .meta({ description: 'Of an undo: the records that it is about, at most 30; `title` counts all of them' }),
  })
  .meta({ id: 'CallDiff', description: 'What a call would change. Long texts are cut; `arguments` hold all of it' });

export type CallDiff = z.infer<typeof CallDiff>;

const callStatuses = ['pending', 'approved', 'denied', 'running', 'done', 'failed'] as const;

export const RunCall = z
  .object({
    id,
    messageId: id.meta({ description: 'The message of the model that asked for it' }),
    tool: z.string(),
    arguments: z.unknown().meta({ description: 'As the model gave them; the text of what is no JSON' }),
    status: z.enum(callStatuses).meta({ description: '`pending` waits for a decision' }),
    diff: CallDiff.nullable().meta({ description: 'null for reads, and where what is there cannot be told' }),
    decision: z.enum(['once', 'run', 'deny']).nullable().meta({ description: 'null where none was needed, or none was made yet' }),
    reason: z.string().nullable(),
    result: z.string().nullable().meta({ description: 'What the model is told; null until then' }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'RunCall', description: 'A tool that the model uses' });

export type RunCall = z.infer<typeof RunCall>;

const head = {
  id,
  task: z.string(),
  status: z.enum(runStatuses).meta({
    description: '`waiting` for a decision, also for days; `interrupted`: the service stopped, `resume` goes on',
  }),
  error: z
    .object({
      code: z.string().meta({ description: 'Of a problem, or `max_steps`, `max_tokens`, `max_size`, `malformed_calls`' }),
      message: z.string(),
    })
    .nullable()
    .meta({ description: 'Why it failed' }),
  approval: z.enum(approvals),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  tools: z.array(z.string()),
  allowedTools: z.array(z.string()).meta({ description: 'Those that a person has allowed for all of the run' }),
  workspaceRoot: z.string().nullable(),
  scopes: z.array(z.string() as z.ZodType<Scope>).meta({ description: 'What its tools may do: no more than the token that started it' }),
  batchId: id.meta({ description: 'Under which all of its changes are: for `POST /api/undo`' }),
  maxSteps: z.int(),
  maxTokens: z.int(),
  steps: z.int().meta({ description: 'Answers of the model so far' }),
  usage: z
    .object({
      promptTokens: z.int(),
      completionTokens: z.int(),
      isEstimate: z.boolean().meta({ description: 'The provider did not count, or not always' }),
    })
    .meta({ description: 'Tokens of the whole run' }),
  createdAt: instant,
  updatedAt: instant,
  endedAt: instant.nullable(),
};

export const RunSummary = z.object(head).meta({ id: 'RunSummary' });

export type RunSummary = z.infer<typeof RunSummary>;

export const Run = z
  .object({ ...head, messages: z.array(RunMessage), calls: z.array(RunCall) })
  .meta({ id: 'Run', description: 'A run of an agent, with all that was said and done' });

export type Run = z.infer<typeof Run>;

/** What the event stream of a run sends: each event but `text` replaces what was told of the same id before. */
export const RunEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('run'), run: RunSummary }),
    z.object({ type: z.literal('message'), message: RunMessage }),
    z.object({ type: z.literal('text'), messageId: id, text: z.string().meta({ description: 'What is to be added to its content' }) }),
    z.object({ type: z.literal('call'), call: RunCall }),
  ])
  .meta({ id: 'RunEvent' });

export type RunEvent = z.infer<typeof RunEvent>;

export const Decision = z
  .strictObject({
    decision: z.enum(['once', 'run', 'deny'], 'must be once, run or deny').meta({
      description: '`once`: this call; `run`: this tool, for the rest of the run; `deny`: not at all',
    }),
    reason: text(runLimits.reason).optional().meta({ description: 'The model is told' }),
  })
  .meta({ id: 'Decision', examples: [{ decision: 'once' }, { decision: 'deny', reason: 'Keep the old text' }] });

export type Decision = z.infer<typeof Decision>;

const NewRunMessage = z.strictObject({ content: present(runLimits.message) }).meta({ id: 'NewRunMessage' });

export const RunUndone = Undone.extend({
  files: z.object({
    restored: z.array(z.string()).meta({ description: 'Paths below the workspace' }),
    skipped: z.array(z.object({ path: z.string(), reason: z.enum(['changed_since', 'gone', 'already_undone']) })),
  }),
}).meta({ id: 'RunUndone' });

export type RunUndone = z.infer<typeof RunUndone>;

export const RunQuery = z.strictObject({
  status: z
    .enum(runStatuses, `must be one of ${runStatuses.join(', ')}`)
    .optional()
    .meta({ description: 'Only those that are in this state' }),
  ...paging({ max: 1000 }),
});

export type RunQuery = z.infer<typeof RunQuery>;

const common = { access: 'user', tag: 'Agent runs' } as const;
const steering = 'The token must have every scope that the run has.';

export const runsApi = {
  createRun: route('createRun', {
    ...common,
    scope: 'ai:write',
    summary: 'Let an agent work on a task',
    description:
      'Answers at once; the run goes on by itself, with the provider and the tools, as the user and with no more scopes than the token ' +
      'of this request. Revoking a token of `POST /api/tokens` ends its runs. What it reads is data to the model and approves nothing.',
    body: CreateRun,
    status: 201,
    reply: Run,
    sliced: ['messages', 'calls'],
    creates: true,
    location: ({ id: runId }) => `/api/ai/agent/runs/${runId}`,
    errors: ['conflict', 'unavailable'],
  }),
  listRuns: route('listRuns', {
    ...common,
    scope: 'ai:read',
    summary: 'List runs',
    description: 'Newest first; those whose scopes the token has. The last 200 are kept.',
    query: RunQuery,
    status: 200,
    reply: listOf(RunSummary),
  }),
  readRun: route('readRun', {
    ...common,
    scope: 'ai:read',
    summary: 'Read or follow a run',
    description:
      `${steering} With \`Accept: text/event-stream\` everything since its start, then what happens, as Server-Sent Events of the form ` +
      '`RunEvent`; the stream ends when the run does. `Last-Event-ID` goes on after that event where the service still knows what came ' +
      'then, else everything is told again; 204 for one that was told the end.',
    status: 200,
    reply: Run,
    sliced: ['messages', 'calls'],
    stream: 'ends',
    errors: ['not_found'],
  }),
  decideCall: route('decideCall', {
    ...common,
    scope: 'ai:write',
    summary: 'Allow or deny a call that waits',
    description: `${steering} 409 for a call that does not wait any more.`,
    body: Decision,
    status: 200,
    reply: Run,
    sliced: ['messages', 'calls'],
    errors: ['not_found', 'conflict'],
  }),
  addRunMessage: route('addRunMessage', {
    ...common,
    scope: 'ai:write',
    summary: 'Say something to a run',
    description: `${steering} The model reads it before its next step; a run that is done goes on. 409 for one that ended otherwise.`,
    body: NewRunMessage,
    status: 200,
    reply: Run,
    sliced: ['messages', 'calls'],
    errors: ['not_found', 'conflict', 'unavailable'],
  }),
  cancelRun: route('cancelRun', {
    ...common,
    scope: 'ai:write',
    summary: 'Cancel a run',
    description: 'The model is cut off, and nothing more is done. One that has ended stays as it is.',
    status: 200,
    reply: RunSummary,
    errors: ['not_found'],
  }),
  resumeRun: route('resumeRun', {
    ...common,
    scope: 'ai:write',
    summary: 'Go on with a run that was interrupted, or has failed',
    description: `${steering} What was done is not done again. 409 for any other run.`,
    status: 200,
    reply: Run,
    sliced: ['messages', 'calls'],
    errors: ['not_found', 'conflict', 'unavailable'],
  }),
  undoRun: route('undoRun', {
    ...common,
    scope: 'ai:write',
    summary: 'Undo all that a run has changed',
    description:
      'As `POST /api/undo` with its `batchId`, and its files as well. What was changed since is left alone and told. 409 while it works.',
    status: 200,
    reply: RunUndone,
    errors: ['not_found', 'conflict'],
  }),
  deleteRun: route('deleteRun', {
    ...common,
    scope: 'ai:delete',
    summary: 'Delete a run',
    description: 'What it changed stays. One that works is cancelled first.',
    status: 204,
    errors: ['not_found'],
  }),
} as const;
