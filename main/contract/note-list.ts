// What a list of notes can be asked for.

import { z } from 'zod';
import { textLimits } from './limits.ts';
import { paging, text } from './text.ts';

/** With or without its `#`. */
const tagName = text(201);

/** As a query names a notebook; `null` stands for none. */
export const noNotebook = 'null';

export const NoteListQuery = z
  .strictObject({
    q: text(textLimits.query)
      .optional()
      .meta({
        description:
          'Words that must all occur in title or content, the last one also as the beginning of a word; "…" is a phrase, -word excludes. ' +
          'Case and diacritics do not count',
      }),
    tag: z
      .union([tagName, z.array(tagName).max(20, 'must be given at most 20 times')])
      .optional()
      .meta({ description: 'Only notes with this tag, or one below it; given again, notes that have all of them. Case does not count' }),
    notebookId: text(200)
      .optional()
      .meta({ description: `Only notes in this notebook, without those of the notebooks in it; \`${noNotebook}\`: those in none` }),
    archived: z
      .enum(['true', 'false', 'all'], 'must be true, false or all')
      .optional()
      .meta({ description: '`true`: archived notes alone, `all`: these as well; without them when absent' }),
    sort: z
      .enum(['updated', 'created', 'title'], 'must be updated, created or title')
      .optional()
      .meta({ description: 'By the last change when absent. Not with `q`, where the best match is first' }),
    order: z
      .enum(['asc', 'desc'], 'must be asc or desc')
      .optional()
      .meta({ description: '`desc` when absent, but `asc` by title. Not with `q`' }),
    pinned: z
      .enum(['first', 'mixed'], 'must be first or mixed')
      .optional()
      .meta({ description: '`first`: pinned notes before all others, as when neither this nor `sort` is given. Not with `q`' }),
    include: z.literal('content', 'must be content').optional(),
    ...paging({ max: Number.MAX_SAFE_INTEGER }),
  })
  .superRefine(({ q = '', sort, order, pinned }, context) => {
    if (q.trim() === '') return;
    for (const [path, value] of Object.entries({ sort, order, pinned }))
      if (value !== undefined) context.addIssue({ code: 'custom', path: [path], message: 'is not possible with q' });
  });

export type NoteListQuery = z.infer<typeof NoteListQuery>;
