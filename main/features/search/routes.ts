import { searchApi } from '../../contract/search.ts';
import { query, type Endpoint } from '../../invoke/endpoint.ts';
import type { Search } from './search.ts';

export function searchRoutes(search: Search): Endpoint[] {
  return [query(searchApi.search, ({ caller, query: asked }) => search.find(caller, asked))];
}
