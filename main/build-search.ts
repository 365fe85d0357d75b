// Builds the one search over notes, cards, events and files.

import type { OpenNotes } from './features/notes/open-notes.ts';
import { PlaceStore } from './features/search/place-store.ts';
import { searchRoutes } from './features/search/routes.ts';
import { Search } from './features/search/search.ts';
import { SearchStore } from './features/search/store.ts';
import type { Endpoint } from './invoke/endpoint.ts';
import type { Database } from './storage/database.ts';

export interface SearchFoundations {
  readonly database: Database;
  readonly notes: OpenNotes;
  /** The zone of this machine. */
  readonly machineZone: () => string;
  /** Where a path of the page is shown. */
  readonly pageUrl: (path: string) => string;
}

export function buildSearch({ database, notes, machineZone, pageUrl }: SearchFoundations): Endpoint[] {
  const search = new Search({
    store: new SearchStore(database),
    places: new PlaceStore(database),
    withPending: (...of) => notes.withPending(...of),
    pageUrl,
    machineZone,
  });
  return searchRoutes(search);
}
