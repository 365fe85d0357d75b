// Builds what has texts: notes, boards and the calendar, and the index of what these texts say.

import { buildBoards, type Boards, type Files } from './boards.ts';
import { buildCalendar, type CalendarFeature } from './calendar.ts';
import { openWords } from './search.ts';
import { buildRelations, openTextIndex, type Relations } from './relations.ts';
import type { UserStore } from '../features/auth/store.ts';
import type { Feed } from '../features/changes/feed.ts';
import { CardChangesStore } from '../features/changes/card-changes-store.ts';
import type { Config } from '../features/config/config.ts';
import type { CalendarFetch } from '../features/links/calendar-fetch.ts';
import { NoteParser } from '../features/notes/note-parser.ts';
import { openNotes, type OpenNotes } from './notes.ts';
import type { PendingWords } from '../features/search/pending-words.ts';
import type { Attribute, RecordChange } from '../lib/change.ts';
import { systemClock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { NamedFiles, DescriptionWatcher } from '../lib/text-watchers.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from '../storage/database.ts';
import type { Maintenance } from '../storage/maintenance.ts';

/** What these stand on. */
interface RecordFoundations {
  readonly database: Database;
  readonly config: Config;
  readonly log: Log;
  readonly files: Files;
  readonly calendarFetch: CalendarFetch;
  /** Of the service, without a slash at its end. */
  readonly baseUrl: string;
  readonly maintenance: Maintenance;
}

interface RecordNeeds extends Omit<CalendarNeeds, 'described'> {
  readonly usernameOf: (userId: string) => string | null;
  readonly namedFiles: NamedFiles;
  /** For how many days versions of notes are kept. */
  readonly historyDays: () => number;
}

interface Records {
  /** The indexes of what cards and events say. */
  readonly words: PendingWords;
  readonly calendar: CalendarFeature;
  readonly notes: OpenNotes;
  readonly boards: Boards;
  readonly relations: Relations;
}

/** What has texts, and the index of these. */
export function openRecords(foundations: RecordFoundations, { usernameOf, historyDays, namedFiles, ...needs }: RecordNeeds): Records {
  const { database, files, log, maintenance } = foundations;
  const { feed, record, machineZone } = needs;
  const indexing = openTextIndex(database, (markdown) => NoteParser.maybeParse(markdown));
  const { index } = indexing;
  const words = openWords(database, log);
  const calendar = openCalendar(foundations, {
    ...needs,
    described: (userId, id, before, after) => {
      index.described('event', userId, id, before, after);
      words.changed('event', userId, id, before, after);
    },
  });
  const notes = openNotes({
    database,
    record,
    attribute: (origin, work) => feed.attribute(origin, work),
    namedFiles,
    clock: systemClock,
    newId,
    log,
    usernameOf,
    historyDays,
    machineZone,
    watcher: index,
  });
  const boards = buildBoards({
    database,
    files,
    record,
    described: (userId, id, before, after) => {
      index.described('card', userId, id, before, after);
      words.changed('card', userId, id, before, after);
    },
    machineZone,
    maintenance,
    cardChanges: new CardChangesStore(database),
  });
  const attribute: Attribute = (origin, work) => feed.attribute(origin, work);
  const relations = buildRelations({ database, record, attribute, maintenance, log, notes, boards, calendar }, indexing);
  return { words, calendar, notes, boards, relations };
}

interface CalendarNeeds {
  readonly feed: Feed;
  readonly record: RecordChange;
  readonly described: DescriptionWatcher;
  readonly machineZone: () => string;
  readonly users: UserStore;
}

function openCalendar(foundations: RecordFoundations, { feed, users, ...needs }: CalendarNeeds): CalendarFeature {
  const { config } = foundations;
  return buildCalendar({
    ...foundations,
    ...needs,
    attribute: (origin, work) => feed.attribute(origin, work),
    isActive: (userId) => {
      const user = users.maybeUserById(userId);
      return user !== null && (user.isOwner || !config.soloMode());
    },
  });
}
