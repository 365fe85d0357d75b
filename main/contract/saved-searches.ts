// Saved searches: what is looked for again and again, under a name.

import { z } from 'zod';
import { position } from './columns.ts';
import { textLimits } from './limits.ts';
import { route } from './route.ts';
import { filled, id, instant, listOf, paging, version } from './text.ts';

/** How many saved searches a user can have. */
export const maxSavedSearches = 200;

const name = filled(textLimits.name);
const query = filled(textLimits.query);
const sameAsQ = 'As `q` of `GET /api/search`';

export const SavedSearch = z
  .object({
    id,
    name: z.string(),
    query: z.string().meta({ description: sameAsQ }),
    position: position.meta({ description: 'Place among the others; 0 is the first' }),
    version,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'SavedSearch', description: 'A search with a name' });

export type SavedSearch = z.infer<typeof SavedSearch>;

export const CreateSavedSearch = z
  .strictObject({
    name,
    query: query.meta({ description: sameAsQ }),
    position: position.optional().meta({ description: 'At the end when absent, as where it is past the end' }),
  })
  .meta({ id: 'CreateSavedSearch', examples: [{ name: 'Due soon', query: 'is:open due:<2026-12-01 in:website' }] });

export type CreateSavedSearch = z.infer<typeof CreateSavedSearch>;

export const UpdateSavedSearch = z.strictObject({ name: name.optional(), query: query.optional(), position: position.optional() }).meta({
  id: 'UpdateSavedSearch',
  description: 'What shall change. An absent field is kept',
  examples: [{ name: 'Harbours' }, { position: 0 }],
});

export type UpdateSavedSearch = z.infer<typeof UpdateSavedSearch>;

export const SavedSearchQuery = z.strictObject(paging({ max: maxSavedSearches }));

export type SavedSearchQuery = z.infer<typeof SavedSearchQuery>;

export const SavedSearchList = listOf(SavedSearch).meta({ id: 'SavedSearchList' });

export type SavedSearchList = z.infer<typeof SavedSearchList>;

const common = { access: 'user', tag: 'Saved searches' } as const;
const unreadable = 'A query that the search would refuse, such as one with `is:` of an unknown value, is 400.';

export const savedSearchesApi = {
  listSavedSearches: route('listSavedSearches', {
    ...common,
    scope: 'notes:read',
    summary: 'List saved searches',
    description: 'In their order.',
    query: SavedSearchQuery,
    status: 200,
    reply: SavedSearchList,
  }),
  createSavedSearch: route('createSavedSearch', {
    ...common,
    scope: 'notes:write',
    summary: 'Save a search',
    description: `At most ${maxSavedSearches}; more is 409. ${unreadable}`,
    body: CreateSavedSearch,
    status: 201,
    reply: SavedSearch,
    versioned: true,
    creates: true,
    location: (saved) => `/api/saved-searches/${saved.id}`,
    errors: ['conflict'],
  }),
  readSavedSearch: route('readSavedSearch', {
    ...common,
    scope: 'notes:read',
    summary: 'Read a saved search',
    status: 200,
    reply: SavedSearch,
    versioned: true,
    // Its place is not counted by its version.
    derived: true,
  }),
  updateSavedSearch: route('updateSavedSearch', {
    ...common,
    scope: 'notes:write',
    summary: 'Change or move a saved search',
    description: `An update that changes nothing keeps the version. ${unreadable}`,
    body: UpdateSavedSearch,
    status: 200,
    reply: SavedSearch,
    versioned: true,
  }),
  deleteSavedSearch: route('deleteSavedSearch', {
    ...common,
    scope: 'notes:delete',
    summary: 'Delete a saved search',
    description: 'It does not go into the trash, but `POST /api/undo` brings it back.',
    status: 204,
    versioned: true,
  }),
} as const;
