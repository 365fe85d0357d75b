// Builds the runs of agents: they work with the tools that others get by MCP, as the user that started them.

import { realpathSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import { dayMs } from '../contract/days.ts';
import type { Ai } from '../features/ai/ai.ts';
import type { Auth } from '../features/auth/auth.ts';
import type { Feed } from '../features/changes/feed.ts';
import type { BatchUndo } from '../features/changes/undo.ts';
import type { Calendars } from '../features/calendar/calendars.ts';
import type { Config } from '../features/config/config.ts';
import type { Drive } from '../features/runs/active-runs.ts';
import { FileStore } from '../features/runs/file-store.ts';
import { streamRun } from '../features/runs/follow.ts';
import { runRoutes } from '../features/runs/routes.ts';
import { RunFeed } from '../features/runs/run-feed.ts';
import { Runs } from '../features/runs/runs.ts';
import { RunStore, type StoredRun } from '../features/runs/store.ts';
import type { RunFilesOptions } from '../features/runs/workspace/run-files.ts';
import { RunStepStore } from '../features/runs/step-store.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import { AppError } from '../lib/app-error.ts';
import type { Caller } from '../lib/caller.ts';
import { systemClock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { Semaphore } from '../lib/semaphore.ts';
import type { LoopParts } from './run-tools.ts';
import type { Maintenance } from '../storage/maintenance.ts';
import type { Database } from '../storage/database.ts';
import type { ToolServices } from '../tools/context.ts';

/** Runs that wait for the built-in model, which answers one of them at a time: so a chat need not wait for all of them. */
const maxLocalWaiting = 1_000;

interface RunsParts {
  readonly database: Database;
  readonly dataDir: string;
  readonly config: Pick<Config, 'get' | 'trashDays'>;
  readonly maintenance: Pick<Maintenance, 'add'>;
  readonly auth: Auth;
  readonly ai: Ai;
  readonly services: ToolServices;
  /** Of changes. */
  readonly feed: Pick<Feed, 'record' | 'attribute'>;
  readonly undo: Pick<BatchUndo, 'foresee'>;
  readonly calendars: Pick<Calendars, 'eventIdPages'>;
  readonly log: Log;
}

interface OpenRuns {
  readonly endpoints: Endpoint[];
  /** Inside a write, at the start. */
  recover(): void;
  /** Before the database is closed. */
  stop(): Promise<void>;
}

export function buildRuns(given: RunsParts): OpenRuns {
  const { database, dataDir, config, maintenance, auth, ai, services, feed, log, undo, calendars } = given;
  const fileStore = new FileStore(database);
  const stores = { runs: new RunStore(database), steps: new RunStepStore(database), feed: new RunFeed() };
  const shared = { ...stores, write: <T>(work: () => T) => database.write(work), clock: systemClock, newId, log };
  const callerOf = (run: StoredRun): Caller => actingFor(run, auth);
  const forbidden = [realpathSync(dataDir)];
  const files: RunFilesOptions = { store: fileStore, write: shared.write, clock: systemClock, forbidden };
  const localTurns = new Semaphore(1, maxLocalWaiting, 'Too many runs wait for the built-in model');
  const parts: LoopParts = {
    ...shared,
    services,
    files,
    // No part of the run's batch: there is nothing in it to undo.
    recordState: (run) => {
      feed.attribute({ actor: actorOf(run, callerOf), batchId: null }, () => {
        feed.record({ userId: run.userId, type: 'run', action: 'updated', id: run.id, version: null });
      });
    },
    callerOf,
    foreseen: (userId) => ({
      foresee: (batchId) => undo.foresee(userId, batchId),
      eventIdPages: (calendarId) => calendars.eventIdPages(userId, calendarId),
    }),
    ask: (provider, body, signal) => ai.ask('/chat/completions', provider ?? undefined, body, signal),
    inTurn: (provider, work, signal) => (ai.isLocal(provider) ? localTurns.run(work, signal) : work()),
    facts: (run) => ({ now: timeOf(services), username: callerOf(run).username }),
  };
  let loop: Promise<Drive> | undefined;
  const runs = new Runs({
    ...shared,
    record: (change) => {
      feed.record(change);
    },
    loop: () => (loop ??= import('./run-tools.ts').then(({ makeLoop }) => makeLoop(parts))),
    recordTools: async (scopes) => (await import('./run-tools.ts')).toolNames(scopes),
    workspaceRoot: async (caller, wanted) =>
      (await import('./run-tools.ts')).workspaceRoot(caller, wanted, { configured: config.get('WORKSPACE_ROOT'), forbidden }),
    checkProvider: (provider) => ai.check(provider),
    refusal: (run) => runRefusal(run, callerOf),
    isRevoked: ({ userId, tokenId }) => tokenId !== null && !auth.sessions.hasAccess(userId, tokenId),
    undoBatch: async (...batch) => (await import('./run-tools.ts')).undoBatch(services, ...batch),
    undoFiles: async (run) => (await import('./run-tools.ts')).undoFiles(files, run),
  });
  maintenance.add({
    name: 'forget what runs have replaced in files',
    isByAge: true,
    slice: () => fileStore.forget(systemClock() - config.trashDays() * dayMs),
  });
  database.onCommit(() => {
    runs.committed();
  });
  auth.onAccessChange(() => {
    runs.accessChanged();
  });
  return {
    endpoints: runRoutes(runs, (id, sink) => streamRun(id, stores, sink)),
    recover: () => {
      runs.recover();
    },
    stop: () => runs.stop(),
  };
}

/** The user that started a run, with the run's own scopes. Throws `unauthorized`. */
function actingFor(run: StoredRun, auth: Auth): Caller {
  const caller = auth.sessions.standIn(run);
  const name = caller.actor.kind === 'token' ? caller.actor.name : 'agent';
  return { ...caller, actor: { kind: 'agent', id: run.id, name }, batchId: run.id };
}

/** Whose changes those of a run are, also once its token is not there any more. */
function actorOf(run: StoredRun, callerOf: (run: StoredRun) => Caller): Caller['actor'] {
  return runRefusal(run, callerOf) === null ? callerOf(run).actor : { kind: 'agent', id: run.id, name: 'agent' };
}

function runRefusal(run: StoredRun, callerOf: (run: StoredRun) => Caller): AppError | null {
  try {
    callerOf(run);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function timeOf({ now, timeZone }: ToolServices): string {
  const zone = timeZone();
  const time = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(zone);
  return `${time.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')}, ${zone}`;
}
