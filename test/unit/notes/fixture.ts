// Notes on a real database, without HTTP, with limits as small as a test wants them.

import { rmSync } from 'node:fs';
import { UserStore } from '../../../main/features/auth/store.ts';
import { NoteDelta } from '../../../main/contract/note-delta.ts';
import type { Note, NoteDeltaReply } from '../../../main/contract/notes.ts';
import type { Change } from '../../../main/lib/change.ts';
import type { NoteWatcher } from '../../../main/lib/text-watchers.ts';
import { newId } from '../../../main/lib/ids.ts';
import { NoteParser } from '../../../main/features/notes/note-parser.ts';
import { openNotes, type NoteLimits, type OpenNotes } from '../../../main/composition/notes.ts';
import { openDatabase, type Database } from '../../../main/storage/database.ts';
import { cleanUpBy } from '../../support/clean-up.ts';
import { makeDataDir } from '../../support/data-dir.ts';
import { withNewDatabase } from '../../support/new-database.ts';

export interface TestNotes extends OpenNotes {
  readonly database: Database;
  readonly dataDir: string;
  readonly userId: string;
  /** What the change feed was told by writes that ran, also if they were undone. */
  readonly recorded: Change[];
  /** What could not be flushed. */
  readonly failures: unknown[];
  /** The time that the clock shows; it can be set. */
  time: { now: number };
  create(content: string, title?: string): Promise<Note>;
  /** Prepares and applies a delta as a request does. */
  change(id: string, delta: NoteDelta): Promise<NoteDeltaReply>;
  /** Only what happens inside the write. */
  apply(id: string, delta: NoteDelta): Promise<() => NoteDeltaReply>;
  content(id: string): Promise<string>;
  /** Stops and closes the database without flushing anything, as a kill would. */
  abandon(): void;
}

export const anyVersion = { check: () => undefined };

/** Versions stay at any age. */
export const ageless = { days: () => 3_650, leastSteps: 1e9 };
const roomy: NoteLimits = { history: { steps: 10_000, stepBytes: 1e9, ...ageless }, snapshots: { versions: 500, stepBytes: 1e9 } };
/** So that nothing is flushed unless it is asked for. */
export const never = { debounceMs: 1e8, maxWaitMs: 1e9 };

/** Goes on when notes are stopped: a thread that has read large notes reads the next in a part of the time that a new one takes. */
class LastingParser extends NoteParser {
  override stop(): Promise<void> {
    return Promise.resolve();
  }
}

const parser = new LastingParser();

export async function openTestNotes(
  limits: Partial<NoteLimits> = {},
  dataDir = withNewDatabase(newFolder()),
  watcherOf: (database: Database) => NoteWatcher | undefined = () => undefined,
): Promise<TestNotes> {
  const database = openDatabase(dataDir);
  const watcher = watcherOf(database);
  const users = new UserStore(database);
  const owner = users.maybeOwner();
  const userId = owner?.id ?? newId();
  if (owner === null)
    await database.write(() => {
      users.insert({ id: userId, username: 'owner', passwordHash: null, isOwner: true, createdAt: 0, updatedAt: 0 });
    });
  const recorded: Change[] = [];
  const failures: unknown[] = [];
  const time = { now: Date.UTC(2026, 2, 1) };
  const notes = openNotes({
    database,
    record: (change) => {
      recorded.push(change);
    },
    clock: () => (time.now += 1),
    newId,
    log: {
      error: (entry: unknown) => {
        failures.push(entry);
      },
    },
    historyDays: () => 365,
    usernameOf: (id) => users.maybeUserById(id)?.username ?? null,
    limits: { ...roomy, timing: never, ...limits },
    parser,
    ...(watcher === undefined ? {} : { watcher }),
  });
  const apply: TestNotes['apply'] = async (id, delta) => {
    const parsed = NoteDelta.parse(delta);
    const prepared = await notes.notes.prepareChange(userId, id, parsed);
    return () => notes.notes.change(userId, id, parsed, anyVersion, prepared);
  };
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopped ??= notes.stop().then(() => {
      database.close();
    }));
  cleanUpBy(stop);
  return {
    ...notes,
    stop,
    abandon: () => {
      stopped = Promise.resolve();
      database.close();
    },
    database,
    dataDir,
    userId,
    recorded,
    failures,
    time,
    create: async (content, title = 'Note') => {
      const prepared = await notes.notes.prepareCreate({ title, content });
      return database.write(() => notes.notes.create(userId, { title, content }, prepared));
    },
    apply,
    change: async (id, delta) => database.write(await apply(id, delta)),
    content: async (id) => (await notes.notes.read(userId, id, {})).content,
  };
}

function newFolder(): string {
  const folder = makeDataDir();
  cleanUpBy(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
