// Builds notes: their parts, each with what it needs of the others.

import type { Attribute, RecordChange } from '../lib/change.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { NamedFiles, NoteWatcher } from '../lib/text-watchers.ts';
import type { Database } from '../storage/database.ts';
import { AttributeChanges } from '../features/notes/attribute-changes.ts';
import { Compaction, type HistoryLimits } from '../features/notes/compaction.ts';
import { ContentStore } from '../features/notes/content-store.ts';
import { ImportedNotes } from '../features/notes/imported-notes.ts';
import { History } from '../features/notes/history.ts';
import { markdownTexts, type MarkdownTexts } from '../features/notes/markdown-texts.ts';
import { NoteCache } from '../features/notes/note-cache.ts';
import { NoteChanges } from '../features/notes/note-changes.ts';
import { NoteListStore } from '../features/notes/note-list-store.ts';
import { NoteLists } from '../features/notes/note-lists.ts';
import { NoteLoader } from '../features/notes/note-loader.ts';
import { NoteParser } from '../features/notes/note-parser.ts';
import { NoteReading } from '../features/notes/note-reading.ts';
import { NoteSearch } from '../features/notes/note-search.ts';
import { NoteStore, type NoteKey } from '../features/notes/note-store.ts';
import { NoteTrash } from '../features/notes/note-trash.ts';
import { NoteUndo } from '../features/notes/note-undo.ts';
import { Notes } from '../features/notes/notes.ts';
import { NotesInWrite } from '../features/notes/notes-in-write.ts';
import { NotebookStore } from '../features/notes/notebook-store.ts';
import { Notebooks } from '../features/notes/notebooks.ts';
import { Templates } from '../features/notes/templates.ts';
import { PendingNotes } from '../features/notes/pending-notes.ts';
import { IndexWords } from '../storage/index-words.ts';
import { NoteSearchStore } from '../features/notes/search/search-store.ts';
import { NoteFlusher } from '../features/notes/note-flusher.ts';
import type { SnapshotSpacing } from '../features/notes/stored-flush.ts';
import { FlushScheduler, type FlushTiming } from '../features/notes/flush-scheduler.ts';
import { FlushThread } from '../features/notes/flush-thread.ts';
import { StepStore } from '../features/notes/step-store.ts';

/** What tests make smaller. */
export interface NoteLimits {
  readonly history: HistoryLimits;
  readonly snapshots: SnapshotSpacing;
  readonly timing?: FlushTiming;
  /** Memory for notes that are in use, in bytes. */
  readonly memory?: number;
}

interface OpenNotesOptions {
  readonly database: Database;
  readonly record: RecordChange;
  readonly attribute?: Attribute;
  /** Told of the names of files in notes. */
  readonly namedFiles?: NamedFiles;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Pick<Log, 'error'>;
  /** The name of a user; null if there is no such user. */
  readonly usernameOf: (userId: string) => string | null;
  /** For how many days versions are kept. */
  readonly historyDays: () => number;
  /** The zone of this machine; that of the process unless told. */
  readonly machineZone?: () => string;
  readonly limits?: NoteLimits;
  /** Told of what notes say. */
  readonly watcher?: NoteWatcher;
  /** Reads and writes what is large, and is stopped with the notes; one of their own unless told. */
  readonly parser?: NoteParser;
}

export interface OpenNotes {
  readonly notes: Notes;
  readonly lists: NoteLists;
  readonly history: History;
  readonly inWrite: NotesInWrite;
  readonly templates: Templates;
  readonly notebooks: Notebooks;
  readonly imported: ImportedNotes;
  readonly trash: NoteTrash;
  readonly undo: NoteUndo;
  readonly markdown: MarkdownTexts;
  /** Runs work while the full-text index holds a user's notes as they are now; see `NoteSearch`. */
  readonly withPending: NoteSearch['withPending'];
  /** Removes some of what is too much of the histories of notes; true if there may be more. To be called inside a write. */
  compactSome(): boolean;
  /** Writes out what was put off, now. */
  flush(): Promise<void>;
  /** Takes up what a kill has left undone, in the background. */
  start(): void;
  /** Writes out what was put off, as far as that takes a few seconds, and ends the thread. To be called before the database is closed. */
  stop(): Promise<void>;
}

/** How long a stop works on what was put off, in milliseconds. The next start does the rest. */
const stopTimeoutMs = 5_000;

const megabyte = 1024 * 1024;
const usualLimits = (days: () => number): NoteLimits => ({
  history: { steps: 10_000, stepBytes: 64 * megabyte, days, leastSteps: 1_000 },
  snapshots: { versions: 500, stepBytes: 4 * megabyte },
});

const noWatcher: NoteWatcher = { prepare: () => null, created: () => undefined, changed: () => undefined, restored: () => undefined };
const untold: NamedFiles = { created: () => undefined, changed: () => undefined };

export function openNotes(options: OpenNotesOptions): OpenNotes {
  const {
    database,
    record,
    attribute = (_origin, work) => work(),
    namedFiles = untold,
    watcher = noWatcher,
    clock,
    newId,
    log,
    usernameOf,
    historyDays,
    machineZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    limits = usualLimits(historyDays),
    parser = new NoteParser(),
  } = options;
  const store = new NoteStore(database);
  const contents = new ContentStore(database);
  const steps = new StepStore(database);
  const search = new NoteSearchStore(database);
  const loader = new NoteLoader({ contents, steps, parser });
  const cache = new NoteCache({ store, loader, parser, ...(limits.memory === undefined ? {} : { maxBytes: limits.memory }) });
  const write = <T>(work: () => T): Promise<T> => database.write(work);
  const writeInBackground = <T>(work: () => T): Promise<T> => database.writeInBackground(work);
  const flusher = new NoteFlusher({ store, contents, search, cache, parser, spacing: limits.snapshots });
  const flushThread = new FlushThread({ database, spacing: limits.snapshots });
  const compaction = new Compaction({ store, contents, steps, write: writeInBackground, clock, limits: limits.history });
  const flushScheduler = new FlushScheduler({
    store,
    flusher,
    compaction,
    write,
    writeInBackground,
    storeInThread: (...of) => flushThread.store(...of),
    isBusy: () => database.isBusy(),
    isIndexCrowded: () => search.isCrowded(),
    log,
    ...(limits.timing === undefined ? {} : { timing: limits.timing }),
  });
  const markDirty = (key: NoteKey): void => {
    flushScheduler.markDirty(key);
  };
  const notebookStore = new NotebookStore(database);
  const hasNotebook = (userId: string, id: string): boolean => notebookStore.has(userId, id);
  const lists = new NoteListStore(database);
  const mayArchive = (userId: string): void => {
    lists.mayArchive(userId);
  };
  const attributes = new AttributeChanges({ store, contents, steps, cache, record, clock, hasNotebook, mayArchive, markDirty });
  const changes = new NoteChanges({ store, steps, attributes, cache, record, namedFiles, watcher, clock, markDirty });
  const pending = new PendingNotes({ store, contents, cache, parser });
  const words = new IndexWords(database, 'note_index');
  const noteSearch = new NoteSearch({ store: search, words, pending, flushScheduler, database });
  const history = new History({ store, contents, steps, loader, cache, parser, changes, usernameOf });
  const shared = { store, lists, contents, flushScheduler, namedFiles, record, watcher, clock, newId };
  const reading = new NoteReading({ store, contents, cache, parser, loader, changes });
  const notes = new Notes({ ...shared, attributes, cache, parser, changes, reading });
  const imported = new ImportedNotes({ ...shared, notes, hasNotebook });
  const inWrite = new NotesInWrite({ store, lists, contents, cache, changes });
  return {
    notes,
    lists: new NoteLists({ store, lists, contents, cache, search: noteSearch, reading }),
    history,
    undo: new NoteUndo({ store, history, attributes }),
    inWrite,
    imported,
    templates: new Templates({ store, notes, inWrite, clock, machineZone }),
    notebooks: new Notebooks({ store: notebookStore, record, clock, newId, attribute, write, notes: attributes }),
    trash: new NoteTrash({ store, search, cache, attributes, flushScheduler, record, watcher, clock, mayArchive }),
    markdown: markdownTexts(parser),
    withPending: (...of) => noteSearch.withPending(...of),
    compactSome: () => compaction.compactSome(),
    flush: () => flushScheduler.flushPending(),
    start: () => {
      flushScheduler.start();
    },
    stop: () => stop({ flushScheduler, parser, flushThread }),
  };
}

interface Stopped {
  readonly flushScheduler: FlushScheduler;
  readonly parser: NoteParser;
  readonly flushThread: FlushThread;
}

async function stop({ flushScheduler, parser, flushThread }: Stopped): Promise<void> {
  // A note that takes long to be read is left to the next start.
  const hurry = setTimeout(() => {
    void parser.stop();
  }, stopTimeoutMs);
  await flushScheduler.stop(stopTimeoutMs);
  clearTimeout(hurry);
  await Promise.all([parser.stop(), flushThread.stop()]);
}
