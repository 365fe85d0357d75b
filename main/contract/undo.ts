// Bringing records back to what they were before changes.

import { z } from 'zod';
import { changedType } from './changes.ts';
import { route } from './route.ts';
import { id } from './text.ts';

/** How many changes one call can name. */
const maxUndone = 1000;

export const Undo = z
  .strictObject({
    batchId: z
      .string('must be a string')
      .min(1, 'must not be empty')
      .max(200, 'must be at most 200 characters long')
      .optional()
      .meta({ description: 'All changes of a batch, or of an earlier undo' }),
    changes: z
      .array(z.int('must be a seq of the change feed').min(1, 'must be a seq of the change feed'), 'must be a list of seqs')
      .min(1, 'must hold at least 1 seq')
      .max(maxUndone, `must hold at most ${maxUndone} seqs`)
      .optional()
      .meta({ description: 'Entries of the change feed, by their `seq`' }),
    force: z
      .boolean('must be true or false')
      .optional()
      .meta({
        description:
          'Also where a record was changed since, or in between; what those changes did to other fields stays. Title and text of a note ' +
          'are one: both become what they were',
      }),
  })
  .refine(({ batchId, changes }) => (batchId === undefined) !== (changes === undefined), {
    message: 'must be given, or changes, and not both',
    path: ['batchId'],
  })
  .meta({ id: 'Undo', examples: [{ changes: [1042] }, { batchId: '01890a5d-ac96-774b-bcce-b302099a8057' }] });

export type Undo = z.infer<typeof Undo>;

export const Undone = z
  .object({
    batchId: id.nullable().meta({ description: 'By which this undo can be undone; null if nothing was done' }),
    restored: z
      .array(
        z.object({
          type: changedType,
          id: z.string(),
          version: z
            .int()
            .nullable()
            .meta({ description: 'Its version now; null for a record that did not exist before, and is in the trash' }),
        }),
      )
      .meta({ description: 'Records that are what they were before' }),
    skipped: z
      .array(
        z.object({
          type: changedType,
          id: z.string().nullable(),
          reason: z.enum(['changed_since', 'gone', 'already_undone']).meta({
            description:
              '`changed_since`: another change came after, or between these to what they had changed, and stands, or others were ' +
              'put into it since; `gone`: the record, its place or what it was is not there any more, as after a permanent deletion, ' +
              'also of the calendar that an event was in; `already_undone`: nothing of these changes is left',
          }),
        }),
      )
      .meta({ description: 'Records that were left alone' }),
    total: z
      .object({ restored: z.int(), skipped: z.int() })
      .optional()
      .meta({ description: 'How many records there are of both, where a batch has more than 1,000; the lists name the first 1,000' }),
  })
  .meta({ id: 'Undone' });

export type Undone = z.infer<typeof Undone>;

export const undoApi = {
  undoChanges: route('undoChanges', {
    access: 'user',
    // Those of what it does.
    scope: null,
    tag: 'Changes',
    summary: 'Undo changes',
    description:
      'Brings each record that these changes touched back to what it was before, as new versions, in one transaction (a batch of more ' +
      'than 1,000, such as an import or a rename, in several: asked for again, it goes on where it was interrupted). What was created ' +
      'goes into the trash, what is in the trash comes back. A record that was changed since is left alone and told, unless `force`; so ' +
      'is one that another change has changed in between, where that would be lost. An undo can be undone by its own `batchId`. Files ' +
      'of a card are told of by themselves: one that was uploaded goes into the trash, whatever has become of the card since, one that ' +
      'was removed for good is `gone`. Those of notes stay, and configuration is not undone. What is needed is kept as long as the ' +
      'trash (`TRASH_DAYS`). The token must be allowed to do what is done.',
    body: Undo,
    status: 200,
    reply: Undone,
    creates: true,
    // One that has done nothing can be tried anew.
    isKept: ({ batchId }) => batchId !== null,
    errors: ['not_found'],
  }),
} as const;
