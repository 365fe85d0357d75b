import { z } from 'zod';
import { route } from './route.ts';
import { instant, paging } from './text.ts';

/**
 * Who made a change. The name of a token is free text, so it is the kind that tells a token from anything else.
 */
export const Actor = z
  .object({
    kind: z.enum(['window', 'token', 'mcp', 'agent', 'caldav', 'system']).meta({
      description:
        '`window`: a login, or the token of `service.json`, whatever program used it, and everything from before this was told; ' +
        '`token`: a token of `POST /api/tokens`; `system`: the service itself, such as for the cards of a deleted column',
    }),
    id: z.string().nullable().meta({ description: 'Of the token, or of the run of an agent; null for `window` and `system`' }),
    name: z.string().meta({ description: "The token's name at the time, also once it is revoked; else the kind" }),
  })
  .meta({ id: 'Actor' });

export type Actor = z.infer<typeof Actor>;

/** The types of what changes can be about. */
export const changedType = z.enum([
  'note',
  'notebook',
  'saved_search',
  'project',
  'column',
  'card',
  'event',
  'calendar',
  'link',
  'reminder',
  'run',
  'job',
  'file',
  'config',
  'trash',
]);

export type ChangedType = z.infer<typeof changedType>;

export const ChangeEntry = z
  .object({
    seq: z.int().min(1).meta({ description: 'Grows with every change, with gaps' }),
    at: instant,
    type: changedType.meta({
      description:
        '`trash`: an entry of the trash was removed for good; of what goes in or comes back, its own type is told. `run`: a run of an ' +
        'agent has begun, is in another state (`status`), or was deleted; its steps are told by the stream of the run alone. `job`: ' +
        'the same of a job; how far it is, its own stream tells. `link`: one was made or removed, by itself or ' +
        'as one of its records went or came back; of the latter it can be told twice, and for records with many links after a moment, ' +
        'each time without a `batchId`: an undo brings links back with their records. `notebook`, `saved_search`: those ' +
        'beside one that changes place make room, without entries of their own. `file`: one came to a note or a card or was taken away, ' +
        'by itself; of a card, right before the entry of that',
    }),
    action: z.enum(['created', 'updated', 'deleted', 'moved']),
    id: z
      .string()
      .nullable()
      .meta({ description: 'The record, or the entry of the trash; null for configuration, and when the trash was emptied' }),
    version: z.int().nullable().meta({ description: 'The version that the change led to' }),
    actor: Actor,
    batchId: z.string().nullable().meta({ description: 'Shared by the changes that were made as one; null for a single write' }),
  })
  .meta({ id: 'Change' });

export type ChangeEntry = z.infer<typeof ChangeEntry>;

/** The most entries that one answer holds, also without a `limit`: read on from the last `seq`. */
export const maxPageSize = 10_000;

const { limit } = paging({ max: maxPageSize, default: maxPageSize });

const ChangeQuery = z.strictObject({
  since: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number of at least 0')
    .transform(Number)
    .optional()
    .meta({ type: 'integer', minimum: 0, description: 'Only changes after this `seq`; all that are kept when absent' }),
  limit,
});

export const changesApi = {
  listChanges: route('listChanges', {
    access: 'user',
    scope: 'changes:read',
    tag: 'Changes',
    summary: 'Read or follow what has changed',
    description:
      'Every committed write appends an entry. `lastSeq` is the newest, also when `limit` cuts the list. ' +
      'With `Accept: text/event-stream` the entries come as Server-Sent Events with `seq` as their id, and the stream goes on; ' +
      '`Last-Event-ID` wins over `since`. At least 90 days and 100,000 entries are kept; `seq` never goes back, not even by a restored ' +
      'backup. ' +
      'Who asks for what is older, for more than `lastSeq`, or from a place that a restore has undone, gets 410 `history_gone` in both ' +
      'forms ' +
      '(`lastSeq` is in the problem): read everything anew, and follow from there.',
    query: ChangeQuery,
    status: 200,
    reply: z.object({ items: z.array(ChangeEntry), lastSeq: z.int().min(0) }),
    stream: 'endless',
    errors: ['history_gone'],
  }),
} as const;
