import { savedSearchesApi } from '../../contract/saved-searches.ts';
import { searchApi } from '../../contract/search.ts';
import { command, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { SavedSearches } from './saved-searches.ts';
import type { Search } from './search.ts';

export function searchRoutes(search: Search, saved: SavedSearches): Endpoint[] {
  return [
    query(searchApi.search, ({ caller, query: asked }) => search.find(caller, asked)),
    query(savedSearchesApi.listSavedSearches, ({ caller, query: asked }) => saved.list(caller.userId, asked)),
    command(savedSearchesApi.createSavedSearch, ({ caller, body }) => saved.create(caller.userId, body)),
    query(savedSearchesApi.readSavedSearch, ({ caller, params }) => saved.read(caller.userId, params.id)),
    command(savedSearchesApi.updateSavedSearch, ({ caller, params, body, precondition }) =>
      saved.update(caller.userId, params.id, body, precondition),
    ),
    command(savedSearchesApi.deleteSavedSearch, ({ caller, params, precondition }) => saved.remove(caller.userId, params.id, precondition)),
  ];
}
