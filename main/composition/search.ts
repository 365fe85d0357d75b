// Builds the one search over notes, cards, events and files, and what reads the text of files for it.

import type { OpenNotes } from './notes.ts';
import { FileTextStore } from '../features/search/file-text-store.ts';
import { FileTexts } from '../features/search/file-texts.ts';
import { PendingWords } from '../features/search/pending-words.ts';
import { PendingWordsStore } from '../features/search/pending-words-store.ts';
import { PlaceStore } from '../features/search/place-store.ts';
import { searchRoutes } from '../features/search/routes.ts';
import { SavedSearchStore } from '../features/search/saved-search-store.ts';
import { SavedSearches } from '../features/search/saved-searches.ts';
import { Search } from '../features/search/search.ts';
import { SlicedHitsStore } from '../features/search/sliced-hits-store.ts';
import { SearchStore } from '../features/search/store.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import type { RecordChange } from '../lib/change.ts';
import { systemClock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { Database } from '../storage/database.ts';
import { IndexEntries } from '../storage/index-entries.ts';
import { IndexWords } from '../storage/index-words.ts';

interface SearchFoundations {
  readonly database: Database;
  readonly notes: OpenNotes;
  readonly words: PendingWords;
  readonly saved: SavedSearches;
  readonly blobs: Blobs;
  readonly log: Log;
  /** The zone of this machine. */
  readonly machineZone: () => string;
  /** Where a path of the page is shown. */
  readonly pageUrl: (path: string) => string;
}

export interface SearchFeature {
  readonly search: Search;
  readonly endpoints: Endpoint[];
  /** Takes up what is to be indexed, and reads what files say. */
  start(): void;
  stop(): Promise<void>;
}

/** The indexes of cards and events, which these tell of what they say. */
export function openWords(database: Database, log: Log): PendingWords {
  return new PendingWords({
    store: new PendingWordsStore(database),
    indexes: { card: new IndexEntries(database, 'card'), event: new IndexEntries(database, 'event') },
    write: (work) => database.write(work),
    writeInBackground: (work) => database.writeInBackground(work),
    whenFree: () => database.whenFree(),
    trial: database,
    failed: (error) => {
      log.error({ err: error }, 'cards and events could not be indexed');
    },
  });
}

/** What users look for again and again. */
export function openSavedSearches(database: Database, record: RecordChange): SavedSearches {
  return new SavedSearches({ store: new SavedSearchStore(database), record, clock: systemClock, newId });
}

export function buildSearch({ database, notes, words, saved, blobs, log, machineZone, pageUrl }: SearchFoundations): SearchFeature {
  const search = new Search({
    store: new SearchStore(database),
    openSliced: () => new SlicedHitsStore(database.snapshot()),
    indexWords: {
      note: new IndexWords(database, 'note_index'),
      card: new IndexWords(database, 'card_index'),
      event: new IndexWords(database, 'event_index'),
      file: new IndexWords(database, 'file_index'),
    },
    places: new PlaceStore(database),
    withPending: (...of) => notes.withPending(...of),
    words,
    pageUrl,
    machineZone,
  });
  const fileTexts = new FileTexts({
    store: new FileTextStore(database),
    write: (work) => database.writeInBackground(work),
    path: (sha256) => blobs.path(sha256),
    failed: (error) => {
      log.error({ err: error }, 'what files say could not be read');
    },
  });
  database.onCommit(fileTexts.look);
  return {
    search,
    endpoints: searchRoutes(search, saved),
    start: () => {
      words.start();
      fileTexts.start();
    },
    stop: async () => {
      await Promise.all([words.stop(), fileTexts.stop()]);
    },
  };
}
