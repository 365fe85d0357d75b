// Long work that goes on by itself: an export of everything, an import.

import { z } from 'zod';
import { route } from './route.ts';
import { id, instant, listOf, paging } from './text.ts';

const jobStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

export type JobStatus = (typeof jobStatuses)[number];

/** Jobs of a user that may wait or run at a time, jobs of all users that run at a time, and of each kind the ended ones that are kept. */
export const jobLimits = { unfinished: 5, running: 2, kept: 20 } as const;

export const JobProgress = z
  .object({
    done: z.int().min(0),
    total: z.int().min(0).nullable().meta({ description: 'null while it is not known' }),
    unit: z.string().meta({ description: 'What is counted', examples: ['notes', 'files', 'bytes'] }),
  })
  .meta({ id: 'JobProgress' });

export type JobProgress = z.infer<typeof JobProgress>;

export const Job = z
  .object({
    id,
    kind: z.string().meta({ description: 'What it does', examples: ['export'] }),
    title: z.string().nullable().meta({ description: 'What it works on, such as the name of a file; null for everything' }),
    status: z.enum(jobStatuses).meta({ description: '`queued` waits for its turn; the last three are ends' }),
    progress: JobProgress,
    result: z.unknown().meta({ description: 'What came of it, as its kind says; null until then' }),
    error: z
      .object({ code: z.string().meta({ description: 'Of a problem, or `interrupted`: the service was stopped' }), message: z.string() })
      .nullable()
      .meta({ description: 'Why it failed' }),
    batchId: id.nullable().meta({
      description:
        'Under which its changes are, for `POST /api/undo`; null for one that changes nothing, or has ended before anything came in',
    }),
    cancelRequestedAt: instant.nullable().meta({ description: 'A running one that was told to end and has not ended since' }),
    createdAt: instant,
    startedAt: instant.nullable(),
    endedAt: instant.nullable(),
  })
  .meta({ id: 'Job', description: 'Long work that goes on by itself' });

export type Job = z.infer<typeof Job>;

export const JobQuery = z.strictObject({
  kind: z.string().max(100, 'must be at most 100 characters').optional().meta({ description: 'Only those of this kind' }),
  status: z
    .enum(jobStatuses, `must be one of ${jobStatuses.join(', ')}`)
    .optional()
    .meta({ description: 'Only those that are in this state' }),
  ...paging({ max: 1000 }),
});

export type JobQuery = z.infer<typeof JobQuery>;

// The scopes are those of the kind: one of the table would open the exports to tokens for imports.
const common = { access: 'user', scope: null, tag: 'Jobs' } as const;
const scopes = 'The token must have the scopes that starting a job of its kind needs; else 403 `insufficient_scope`.';

export const jobsApi = {
  listJobs: route('listJobs', {
    ...common,
    summary: 'List jobs',
    description:
      'Newest first; those of which the token has the scopes that starting one of their kind needs. ' +
      `The last ${jobLimits.kept} that have ended are kept of each kind, of exports fewer.`,
    query: JobQuery,
    status: 200,
    reply: listOf(Job),
  }),
  readJob: route('readJob', {
    ...common,
    summary: 'Read or follow a job',
    description:
      `${scopes} With \`Accept: text/event-stream\` the job as it is now, then at each change, as Server-Sent Events; the stream ends ` +
      'with the job. With `Last-Event-ID` what that event has told is not told again; 204 where that was the end.',
    status: 200,
    reply: Job,
    stream: 'ends',
    errors: ['not_found'],
  }),
  deleteJob: route('deleteJob', {
    ...common,
    summary: 'Cancel or remove a job',
    description:
      `${scopes} One that waits or runs is cancelled: 202 with the job, which ends soon. One that has ended is removed with its ` +
      'files: 204.',
    status: 202,
    statusOf: (job) => (job === null ? 204 : 202),
    reply: Job.nullable(),
    errors: ['not_found'],
  }),
} as const;
