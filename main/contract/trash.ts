// What was put aside instead of deleted.

import { z } from 'zod';
import { Actor } from './changes.ts';
import { textLimits } from './limits.ts';
import { seriesScope } from './recurrence.ts';
import { route } from './route.ts';
import { id, instant, listOf, paging, text } from './text.ts';

export const trashTypes = ['note', 'card', 'column', 'project', 'event', 'calendar', 'file'] as const;

export type TrashType = (typeof trashTypes)[number];

const type = z.enum(trashTypes, `must be one of ${trashTypes.join(', ')}`);

export const TrashEntry = z
  .object({
    id: id.meta({ description: 'Of this entry, not of the record' }),
    type,
    recordId: z.string().meta({ description: 'The id of the record; of a project its `projectId`, of an occurrence of a series its id' }),
    title: z.string(),
    trashedAt: instant,
    expiresAt: instant.meta({ description: 'When it is removed for good; see `TRASH_DAYS`' }),
    actor: Actor,
  })
  .meta({ id: 'TrashEntry', description: 'A record that was put into the trash' });

export type TrashEntry = z.infer<typeof TrashEntry>;

export const PutIntoTrash = z
  .strictObject({
    type,
    id: z
      .string('must be a string')
      .min(1, 'must not be empty')
      .max(200, 'must be at most 200 characters long')
      .meta({ description: 'Of a record, or of an occurrence of a series' }),
    scope: seriesScope,
  })
  .refine(({ type, scope }) => type === 'event' || scope === undefined, { message: 'is only possible for an event', path: ['scope'] })
  .meta({ id: 'PutIntoTrash', examples: [{ type: 'note', id: '01890a5d-ac96-774b-bcce-b302099a8057' }] });

export type PutIntoTrash = z.infer<typeof PutIntoTrash>;

const page = paging({ max: 1000 });

export const TrashQuery = z.strictObject({
  type: type.optional().meta({ description: 'Only records of this type' }),
  q: text(textLimits.query)
    .optional()
    .meta({ description: 'Only records that hold all of these words in their title. Case and diacritics do not count' }),
  ...page,
});

export type TrashQuery = z.infer<typeof TrashQuery>;

export const TrashList = listOf(TrashEntry).meta({ id: 'TrashList' });

export type TrashList = z.infer<typeof TrashList>;

export const Restored = z
  .object({
    type,
    id: z.string().meta({
      description: 'The id of the record; a new one where occurrences come back that their series, as it is by now, has no place for',
    }),
    version: z.int().nullable().meta({ description: 'Its version; null where that is not known' }),
  })
  .meta({ id: 'Restored', description: 'A record that was brought back' });

export type Restored = z.infer<typeof Restored>;

// Which scope is needed depends on the type of the record.
const common = { access: 'user', scope: null, tag: 'Trash' } as const;

export const trashApi = {
  listTrash: route('listTrash', {
    ...common,
    summary: 'List the trash',
    description: 'Newest first; of the types that the token may read.',
    query: TrashQuery,
    status: 200,
    reply: TrashList,
  }),
  putIntoTrash: route('putIntoTrash', {
    ...common,
    summary: 'Put a record into the trash',
    description:
      'From then on it is 404 everywhere else, and in no list and no search; its files are kept. A column takes its cards along, a ' +
      'project its columns. A file of a card or a note can be put there by itself; one that a kept version of a note names is 409. ' +
      'Of a series single occurrences or those from one on can be put there (`scope`), whose version is that of the series. The token ' +
      'must be allowed to delete such records. It is removed for good after `TRASH_DAYS`.',
    body: PutIntoTrash,
    status: 201,
    reply: TrashEntry,
    creates: true,
    makesRoom: true,
    takesIfMatch: true,
    location: () => '/api/trash',
    errors: ['not_found', 'conflict'],
  }),
  restoreTrash: route('restoreTrash', {
    ...common,
    summary: 'Bring a record back',
    description:
      'To its old place, or the nearest that there still is: a card whose column is gone comes into the first column of its project, ' +
      'and the project comes back if it went. A file whose card is in the trash or gone is 409. ' +
      'The token must be allowed to change such records.',
    status: 200,
    reply: Restored,
    errors: ['conflict'],
  }),
  deleteTrash: route('deleteTrash', { ...common, summary: 'Remove a record for good', status: 204 }),
  emptyTrash: route('emptyTrash', { ...common, summary: 'Empty the trash', description: 'Removes all of it for good.', status: 204 }),
} as const;
