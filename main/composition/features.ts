// Builds the features, each with what it needs of the others handed in as functions.

import { buildAsk, type AnswerSettings } from './ask.ts';
import { openBatches } from './batches.ts';
import type { Files } from './boards.ts';
import { buildFileTrash, buildNoteFiles } from './files.ts';
import type { CalendarFeature } from './calendar.ts';
import { buildImports, type OpenImports } from './imports.ts';
import { buildJobs, type JobsParts, type OpenJobs } from './jobs.ts';
import { openRecords } from './records.ts';
import { openLinksAlong, type Relations } from './relations.ts';
import type { LinksAlong } from '../features/relations/record-links.ts';
import { buildReminders } from './reminders.ts';
import { openNoteExports } from './exports.ts';
import { buildSearch, openSavedSearches, type SearchFeature } from './search.ts';
import { openUndo, type Undoable } from './undo.ts';
import type { Ai } from '../features/ai/ai.ts';
import { aiRoutes } from '../features/ai/routes.ts';
import { AccessTokenStore } from '../features/auth/access-token-store.ts';
import { Auth } from '../features/auth/auth.ts';
import type { PasswordCost } from '../features/auth/passwords.ts';
import { askRoutes } from '../features/ask/routes.ts';
import type { AskService } from '../features/ask/ask.ts';
import { authRoutes } from '../features/auth/routes.ts';
import { UserStore } from '../features/auth/store.ts';
import type { DataAdminService } from '../features/backups/data-admin-service.ts';
import { Feed } from '../features/changes/feed.ts';
import { changeRoutes } from '../features/changes/routes.ts';
import type { BatchUndo } from '../features/changes/undo.ts';
import { ChangeStore } from '../features/changes/store.ts';
import type { Config } from '../features/config/config.ts';
import { configRoutes, type ConfigAround } from '../features/config/routes.ts';
import type { TrashType } from '../contract/trash.ts';
import { trashRoutes } from '../features/trash/routes.ts';
import { TrashStore } from '../features/trash/store.ts';
import { Trash, type TrashOptions } from '../features/trash/trash.ts';
import type { TrashKind } from '../lib/record-kinds.ts';
import { machineTimeZone } from '../features/calendar/time-zone.ts';
import { ImportStore } from '../features/imports/import-store.ts';
import type { Exports } from '../features/exports/exports.ts';
import { exportRoutes } from '../features/exports/routes.ts';
import type { DavAccess } from '../http/app.ts';
import type { CalendarCollections } from '../lib/calendar-collections.ts';
import { batchRoutes } from '../features/batch/routes.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import type { RecordChange } from '../lib/change.ts';
import { systemClock, type ClockWatch } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { linkRoutes } from '../features/links/routes.ts';
import type { CalendarFetch } from '../features/links/calendar-fetch.ts';
import type { LinkPreviews } from '../features/links/link-previews.ts';
import type { PictureSource } from '../features/links/remote-pictures.ts';
import type { OpenNotes } from './notes.ts';
import { noteRoutes } from '../features/notes/routes.ts';
import type { ChangeSequence } from '../storage/change-sequence.ts';
import type { Database } from '../storage/database.ts';
import type { MaintenanceTask, Maintenance } from '../storage/maintenance.ts';
import { UserRecords } from '../storage/user-records.ts';

/** What features stand on. */
interface Foundations {
  /** `passwordCost`: as recommended when absent. `checkReplies`: as in `InvokeOptions`. */
  readonly host: Pick<JobsParts, 'dataDir' | 'version'> & { readonly passwordCost?: PasswordCost; readonly checkReplies?: boolean };
  readonly database: Database;
  readonly config: Config;
  readonly secret: string;
  readonly log: Log;
  readonly files: Files;
  readonly previews: LinkPreviews;
  readonly pictures: PictureSource;
  readonly calendarFetch: CalendarFetch;
  /** Of the service, without a slash at its end. */
  readonly baseUrl: string;
  readonly exports: Exports;
  readonly ai: Ai;
  readonly dataAdmin: DataAdminService;
  readonly sequence: ChangeSequence;
  readonly maintenance: Maintenance;
  readonly watch: ClockWatch;
  readonly answers: AnswerSettings;
}

export interface Features {
  readonly auth: Auth;
  readonly feed: Feed;
  readonly undo: BatchUndo;
  readonly calendars: CalendarFeature['calendars'];
  /**
   * What is put off, and long work: looked through inside the first write, begun once the service is up, and finished before the
   * database is closed.
   */
  readonly background: { recover(): void; start(): void; stop(): Promise<void> };
  readonly endpoints: Endpoint[];
  /** Calendars as CalDAV shows them, and to whom. */
  readonly dav: DavAccess;
  /** What tools for models use: batches take the texts in their bodies as they are. */
  readonly toolEndpoints: readonly Endpoint[];
  /** The zone of this machine. */
  readonly machineZone: () => string;
  /** What is to be removed in time. */
  readonly tasks: readonly MaintenanceTask[];
}

/** The features, each with what it needs of the others handed in as functions. */
export function buildFeatures(foundations: Foundations): Features {
  const { database, config, files, previews, pictures, exports, ai, sequence, maintenance, watch } = foundations;
  const feed = openFeed(database, sequence);
  const links = openLinksAlong(foundations, feed);
  const record = recorderOf(feed, links);
  const { auth, users } = openAuth(foundations);
  const machineZone = machineTimeZone(systemClock);
  const usernameOf = (userId: string): string | null => users.maybeUserById(userId)?.username ?? null;
  // What can be undone needs the versions before it; and a clock that may be wrong makes none old.
  const historyDays = (): number => (watch.isEven ? Math.max(config.historyDays(), config.trashDays()) : Infinity);
  const noteFiles = buildNoteFiles(database, files, record);
  const { words, calendar, notes, boards, relations } = openRecords(foundations, {
    feed,
    record,
    machineZone,
    users,
    usernameOf,
    historyDays,
    namedFiles: noteFiles.named,
  });
  const fileTrash = buildFileTrash(database, files, boards.cards, record);
  const kinds = { ...boards.trash, note: notes.trash, ...calendar.trash, file: fileTrash };
  maintenance.add({ name: 'remove old versions of notes', slice: () => notes.compactSome() });
  const trash = openTrash(kinds, versionsOf({ boards, calendar, notes }), { database, record, links, watch, config, maintenance });
  const saved = openSavedSearches(database, record);
  const origins = new ImportStore(database);
  const undoable = { notes, boards, calendar, relations, saved, origins, trash, fileTrash, config, maintenance };
  const undo = openUndo(database, feed, undoable);
  const { pageUrl } = foundations.answers;
  const search = buildSearch({ ...foundations, notes, words, saved, blobs: files.blobs, machineZone, pageUrl });
  const ask = buildAsk({
    ...foundations,
    ...foundations.answers,
    notes: notes.notes,
    noteLists: notes.lists,
    cards: boards.cards,
    events: calendar.events,
    search: search.search,
    machineZone,
  });
  const jobs = buildJobs({ ...foundations, ...foundations.host, auth, feed, notes });
  const parts = { database, files, feed, maintenance, notes, boards, calendar, saved, undo };
  const imports = buildImports({ ...parts, store: origins, recordLinks: relations.recordLinks, jobs: jobs.access });
  const endpoints: Endpoint[] = [
    ...authRoutes(auth),
    ...configRoutes(config, aroundConfig(foundations, auth, feed)),
    ...linkRoutes(previews, pictures),
    ...noteRoutes(notes),
    ...exportRoutes(openNoteExports(exports, { notes, boards, noteFiles, usernameOf })),
    ...noteFiles.endpoints,
    ...boards.endpoints,
    ...calendar.endpoints,
    ...buildReminders({ database, maintenance, record, machineZone, kinds: { event: calendar.reminders, card: boards.reminders } }),
    ...relations.endpoints,
    ...search.endpoints,
    ...changeRoutes(feed, undo),
    ...trashRoutes(trash),
    ...aiRoutes(ai),
    ...askRoutes(ask),
    ...jobs.endpoints,
    ...imports.endpoints,
  ];
  const { checkReplies } = foundations.host;
  const batches = batchRoutes(openBatches(database, feed, endpoints, { checkReplies }));
  const toolEndpoints = [...endpoints, ...batchRoutes(openBatches(database, feed, endpoints, { literalBodies: true, checkReplies }))];
  endpoints.push(...batches);
  return {
    auth,
    feed,
    undo,
    calendars: calendar.calendars,
    dav: openDav(auth, calendar, feed, trash),
    background: backgroundOf({ auth, feed, notes, relations, ask, calendar, jobs, imports, search }),
    endpoints,
    toolEndpoints,
    machineZone,
    tasks: maintenanceTasks(feed, auth),
  };
}

function aroundConfig({ database, log, ai }: Pick<Foundations, 'database' | 'log' | 'ai'>, auth: Auth, feed: Feed): ConfigAround {
  return {
    requireInPlace: () => {
      database.requireInPlace();
    },
    changed: async ({ userId, actor }) => {
      try {
        await database.write(() => {
          // Such as SOLO_MODE: streams of whom it shuts out end now.
          auth.accessChanged();
          feed.attribute({ actor, batchId: null }, () => {
            feed.record({ userId, type: 'config', action: 'updated', id: null, version: null });
          });
        });
      } catch (error) {
        // The file is written by now: a feed that lacks the news is no reason to call that a failure.
        log.error({ err: error }, 'the change feed does not tell of a changed configuration');
      }
    },
    loadedWith: () => ai.loadedWith(),
  };
}

/** What CalDAV shows is built once, with the first request for it. */
function openDav(auth: Auth, calendar: CalendarFeature, feed: Feed, trash: Trash): DavAccess {
  let opened: CalendarCollections | undefined;
  return {
    authenticate: (request) => auth.calendarLogin.enter(request, request.socket.remoteAddress ?? ''),
    collections: () =>
      (opened ??= calendar.collections({
        feed,
        discard: (caller, id) => {
          trash.put(caller, { type: 'event', id });
        },
      })),
  };
}

interface Background {
  readonly search: SearchFeature;
  readonly auth: Auth;
  readonly feed: Feed;
  readonly notes: OpenNotes;
  readonly relations: Relations;
  readonly ask: AskService;
  readonly calendar: CalendarFeature;
  readonly jobs: OpenJobs;
  readonly imports: OpenImports;
}

function backgroundOf({ auth, feed, notes, relations, ask, calendar, jobs, imports, search }: Background): Features['background'] {
  return {
    recover: () => {
      feed.resume();
      jobs.recover();
    },
    start: () => {
      for (const part of [notes, relations, auth, ask, calendar, jobs, search]) part.start();
    },
    stop: async () => {
      await jobs.stop();
      await imports.stop();
      await relations.stop();
      await Promise.all([notes.stop(), auth.stop(), ask.stop(), calendar.stop(), search.stop()]);
    },
  };
}

/** Tokens and users, and what removes the records of deleted ones. */
function openAuth({ database, config, secret, log, files, maintenance, host: { passwordCost } }: Foundations): {
  readonly auth: Auth;
  readonly users: UserStore;
} {
  const users = new UserStore(database);
  const records = new UserRecords(database, (contents) => {
    files.blobs.release(contents);
  });
  const auth = new Auth({
    store: users,
    accessTokens: new AccessTokenStore(database, users.holders),
    write: (work) => database.write(work),
    log,
    secret,
    soloMode: () => config.soloMode(),
    tokenLifetime: () => config.tokenLifetime(),
    clock: systemClock,
    newId,
    ...(passwordCost === undefined ? {} : { passwordCost }),
    removeRecords: (userId) => records.removeSome(userId),
    manyLeft: () => {
      maintenance.hurry(deletedUsers);
    },
  });
  const deletedUsers: MaintenanceTask = { name: 'remove the records of deleted users', slice: () => auth.users.removeSome() };
  // Those that a kill has left as well.
  maintenance.add(deletedUsers);
  return { auth, users };
}

/** The versions of what the trash can take. */
function versionsOf({ boards, calendar, notes }: Pick<Undoable, 'boards' | 'calendar' | 'notes'>): TrashOptions['versionOf'] {
  const { cards, columns, projects } = boards;
  const { events, calendars } = calendar;
  const versioned = { card: cards, column: columns, project: projects, calendar: calendars, note: notes.undo };
  return (userId, type, id) => {
    if (type === 'file') return null;
    return type === 'event' ? events.maybeVersion(userId, events.recordId(id)) : versioned[type].maybeVersion(userId, id);
  };
}

interface TrashNeeds extends Pick<Foundations, 'database' | 'config' | 'maintenance'> {
  readonly record: RecordChange;
  readonly links: LinksAlong;
  readonly watch: ClockWatch;
}

function openTrash(
  kinds: Readonly<Record<TrashType, TrashKind>>,
  versionOf: TrashOptions['versionOf'],
  { database, record, links, watch, config, maintenance }: TrashNeeds,
): Trash {
  const outdated: MaintenanceTask = { name: 'remove what has been in the trash for long', slice: () => trash.removeSome() };
  maintenance.add(outdated);
  const trash = new Trash({
    store: new TrashStore(database),
    kinds,
    versionOf,
    record,
    clock: systemClock,
    watch,
    newId,
    days: () => config.trashDays(),
    restored: (...of) => {
      links.restored(...of);
    },
    manyLeft: () => {
      maintenance.hurry(outdated);
    },
  });
  return trash;
}

const recorderOf =
  (feed: Feed, links: LinksAlong): RecordChange =>
  (change) => {
    feed.record(change);
    links.changed(change);
  };

function openFeed(database: Database, sequence: ChangeSequence): Feed {
  const feed = new Feed({ store: new ChangeStore(database), clock: systemClock, sequence });
  database.onCommit(() => {
    feed.committed();
  });
  return feed;
}

/** Tokens are by age: one that was revoked would be good again once a clock that was wrong is set right. */
export function maintenanceTasks(
  feed: Pick<Feed, 'prune'>,
  { sessions, accessTokens }: Pick<Auth, 'sessions' | 'accessTokens'>,
): MaintenanceTask[] {
  return [
    { name: 'remove old entries of the change feed', isByAge: true, slice: () => feed.prune() },
    { name: 'forget revoked tokens that have ended', isByAge: true, slice: () => sessions.forgetRevoked() },
    { name: 'forget tokens of programs that have ended', isByAge: true, slice: () => accessTokens.forgetEnded() },
  ];
}
