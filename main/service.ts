// The composition root: builds the service from its parts, starts them in order, stops them in reverse.

import { uptime } from 'node:os';
import { join } from 'node:path';
import { Ai } from './features/ai/ai.ts';
import type { AskOptions } from './features/ask/ask.ts';
import { ChangeStore } from './features/changes/store.ts';
import { DataAdminService } from './features/backups/data-admin-service.ts';
import { AttachmentStore } from './features/files/attachment-store.ts';
import { ContentNameStore } from './features/files/file-name-store.ts';
import { Thumbnails } from './features/files/thumbnails.ts';
import { Config } from './features/config/config.ts';
import { Exports } from './features/exports/exports.ts';
import type { Files } from './composition/boards.ts';
import { buildFeatures, type Features } from './composition/features.ts';
import { buildRuns } from './composition/runs.ts';
import { createApp, createFrontendApp } from './http/app.ts';
import { LargeAnswers } from './http/large-answers.ts';
import { listenOnLoopback, type Listener, type ListenLimits } from './http/listen.ts';
import type { MountOptions } from './http/mount.ts';
import { maxCalendarBytes } from './contract/calendar-files.ts';
import type { Endpoint } from './invoke/endpoint.ts';
import type { IdempotencyOptions } from './invoke/idempotency.ts';
import { createInvoke, type Invoke } from './invoke/invoke.ts';
import { AppError, StartError } from './lib/app-error.ts';
import { forkChild, type SpawnChild } from './lib/child-process.ts';
import { ClockWatch, systemClock, toInstant } from './lib/clock.ts';
import { openLog, type Log } from './lib/log.ts';
import { workerFile } from './lib/worker-file.ts';
import { mcpRoutes } from './mcp/routes.ts';
import type { PasswordCost } from './features/auth/passwords.ts';
import { parseAllowedOrigins } from './features/links/allowed-origins.ts';
import { CalendarFetch } from './features/links/calendar-fetch.ts';
import { LinkPreviews } from './features/links/link-previews.ts';
import type { PictureSource, RemotePictures } from './features/links/remote-pictures.ts';
import { removeServiceInfo, ServiceFile } from './service-file.ts';
import { listReplaced, maybeRestoreCommand, restoreHint } from './storage/backup-files.ts';
import { Backups } from './storage/backups.ts';
import { Blobs } from './storage/blobs.ts';
import { prepareDataDir } from './storage/data-dir.ts';
import { ChangeSequence } from './storage/change-sequence.ts';
import { damagedDatabase, openDatabase, type Database, type Loss } from './storage/database.ts';
import { databaseName, quarantineFolder } from './storage/files.ts';
import { IndexMerges } from './storage/index-merges.ts';
import { Maintenance, type MaintenanceTask } from './storage/maintenance.ts';
import { IdempotencyStore } from './storage/idempotency.ts';
import { IntegrityRecord } from './storage/integrity-check.ts';
import { lockDataDir, sharedLine } from './storage/lock.ts';
import { isDamage, storageError } from './storage/storage-error.ts';
import type { ToolServices } from './tools/context.ts';

/** What the program around the service hands in: the desktop app, or the headless one. */
export interface Host {
  /** Absolute; made if it is not there. */
  readonly dataDir: string;
  /** Where the built frontend lies. */
  readonly frontendDir: string;
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Configuration keys that win over the environment. */
  readonly flags: Readonly<Record<string, string>>;
  /** Called when the database is found damaged while the service runs. */
  readonly onDamage?: (found: { readonly hasBackup: boolean }) => void;
  /** Called, with one line that says what to do, when the database was removed or replaced from outside while the service runs. */
  readonly onDisplaced?: (line: string) => void;
  /** How the processes of the built-in model and of documents are started; as child processes of Node unless told. */
  readonly spawnChild?: SpawnChild;
  /** Compares every reply with the contract. For tests. */
  readonly checkReplies?: boolean;
  /** Has every statement prepared at the start, not when it is first used. For tests. */
  readonly preparesAtOnce?: boolean | undefined;
  /** What hashing a password costs; as OWASP recommends unless told. For tests. */
  readonly passwordCost?: PasswordCost;
  /** How soon records are embedded after a change. For tests. */
  readonly askTiming?: AskOptions['timing'];
  /** Shorter times for connections. For tests. */
  readonly limits?: Partial<ListenLimits>;
}

export interface Service {
  readonly baseUrl: string;
  readonly frontendUrl: string;
  /** What the start has found missing from the database; null for nothing. */
  readonly loss: Loss | null;
  /** A token of the owner that is valid now. */
  token(): string;
  /** Stops accepting, finishes what is in flight, checkpoints, removes `service.json`. Safe to call twice. */
  stop(): Promise<void>;
}

/** How long requests in flight may take once the service is stopping, in milliseconds. */
const timeoutMs = 8_000;

/**
 * Starts the service in its data directory. Throws a `StartError` whose message tells in one line what is in the way
 * and what to do; then nothing was changed, and nothing is left running.
 */
export async function startService(host: Host): Promise<Service> {
  try {
    return await start(host);
  } catch (error) {
    if (isDamage(error) && !(error instanceof StartError && error.obstacle === 'database')) throw damaged(host.dataDir, error);
    const known = storageError(error);
    if (!(known instanceof AppError && known.code === 'storage_full')) throw ofFolder(host.dataDir, error);
    throw new StartError(
      `There is no room left on the disk of the data directory ${host.dataDir}; make room there, or choose another folder with --data-dir`,
      { cause: error },
    );
  }
}

/** In one line where the file system refuses something in the data directory; else the error itself. */
function ofFolder(dataDir: string, error: unknown): unknown {
  const { path, message } = error as NodeJS.ErrnoException;
  if (error instanceof StartError || path === undefined || !path.startsWith(dataDir)) return error;
  return new StartError(`${path} cannot be used (${message}); mend that, or choose another folder with --data-dir`, { cause: error });
}

/** Damage that only what reads more than the header of the database has met. */
function damaged(dataDir: string, error: unknown): StartError {
  const first = error instanceof SuppressedError ? (error.suppressed as unknown) : error;
  const { message } = first instanceof Error && first.cause instanceof Error ? first.cause : (first as Error);
  return damagedDatabase(join(dataDir, databaseName), message, restoreHint(dataDir, systemClock()));
}

async function start(host: Host): Promise<Service> {
  // What has been started is on this stack; it is unwound at a stop and by any failure on the way.
  await using starting = new AsyncDisposableStack();
  prepareDataDir(host.dataDir);
  const lock = starting.adopt(lockDataDir(host.dataDir), (held) => held.release());
  // One that stands there now is of a service that was killed: no script may take it for this one's.
  removeServiceInfo(host.dataDir);
  // At a stop service.json goes last, just before the lock: a script that sees it gone may start the next service.
  const last = starting.use(new AsyncDisposableStack());

  const config = new Config({ file: join(host.dataDir, '.env'), environment: host.environment, flags: host.flags });
  const { api, frontend } = await listenAsConfigured(starting, config, host.limits);
  const { log, close } = openLog(join(host.dataDir, 'logs'));
  starting.defer(close);
  lock.onShared(() => log.fatal(sharedLine(host.dataDir)));
  const { database, backups, maintenance, watch, integrity, loss } = openStorage(starting, host, config, log);
  const secret = await config.ensureSecret();

  const files = openFiles(starting, host.dataDir, database, log);
  const exports = openExports(starting, host, log);
  const sequence = ChangeSequence.open(host.dataDir);
  const ai = openAi(starting, host, config, log);
  const frontendUrl = `http://localhost:${frontend.port}`;
  const features = buildFeatures({
    host,
    database,
    config,
    secret,
    log,
    files,
    ...openLinks(starting, host.environment, log),
    baseUrl: `http://localhost:${api.port}`,
    exports,
    sequence,
    maintenance,
    watch,
    answers: { pageUrl: (path) => frontendUrl + path, timing: host.askTiming },
    ai,
    dataAdmin: new DataAdminService({ dataDir: host.dataDir, backups, integrity, clock: systemClock }),
  });
  const { auth, feed, undo, calendars, background, tasks } = features;
  starting.defer(() => sequence.close(feed.lastGiven()));
  const idempotency = new IdempotencyStore(database, systemClock);
  startIndexMerges(starting, database, log);
  // Before the database is closed, what was put off is written into it.
  starting.defer(() => background.stop());
  // Stopped before that, so that it takes no time of it.
  startMaintenance(starting, maintenance, [...tasks, idempotency.outdated, files.blobs.outdated, database.freePages, database.keptRoom]);
  const invoke = openInvoke(host, database, features, { store: idempotency, secret });
  const services = toolServices(features, invoke, frontendUrl);
  const runs = buildRuns({ database, dataDir: host.dataDir, config, maintenance, auth, ai, services, feed, undo, calendars, log });
  starting.defer(() => runs.stop());
  await database.write(() => {
    auth.ensureOwner();
    background.recover();
    runs.recover();
  });
  const stopping = new AbortController();
  const mounting: MountOptions = {
    authenticate: auth.authenticate,
    onAccessChange: (listener) => auth.onAccessChange(listener),
    invoke,
    uploadFolder: files.blobs.incoming,
    stopping: stopping.signal,
    largeAnswers: new LargeAnswers(),
  };
  const endpoints = [...features.endpoints, ...runs.endpoints, ...openMcp(host, services, log)];
  handleRequests(host, { api, frontend }, database, { ...mounting, endpoints, dav: features.dav, log });

  const baseUrl = `http://localhost:${api.port}`;
  const info = { pid: process.pid, version: host.version, baseUrl, frontendUrl, startedAt: toInstant(systemClock()) };
  const serviceFile = await ServiceFile.open({ dataDir: host.dataDir, info, issue: () => auth.serviceToken(), clock: systemClock, log });
  last.defer(() => serviceFile.remove());
  auth.onRevoked((tokenId) => {
    serviceFile.revoked(tokenId);
  });
  for (const part of [backups, files.blobs, background]) part.start();
  log.info({ version: host.version, baseUrl, frontendUrl }, 'started');

  const started = starting.move();
  let stopped: Promise<void> | undefined;
  return {
    baseUrl,
    frontendUrl,
    loss,
    token: () => serviceFile.token,
    stop: () => (stopped ??= stop(stopping, [api, frontend], started, log)),
  };
}

interface Storage {
  readonly database: Database;
  readonly backups: Backups;
  readonly maintenance: Maintenance;
  readonly watch: ClockWatch;
  readonly integrity: IntegrityRecord;
  readonly loss: Loss | null;
}

function openStorage(stack: AsyncDisposableStack, host: Host, config: Config, log: Log): Storage {
  const { dataDir, passwordCost, preparesAtOnce, onDamage } = host;
  const passphrase = (): string | null => config.get('BACKUP_PASSPHRASE');
  const integrity = new IntegrityRecord(systemClock, () => onDamage?.({ hasBackup: maybeRestoreCommand(dataDir, systemClock()) !== null }));
  let loss: Loss | null = null;
  const database = openDatabase(dataDir, {
    integrity,
    preparesAtOnce,
    onDamage: (message) => {
      log.fatal(message);
    },
    onLoss: (found) => {
      log.fatal(found.line);
      loss = found;
    },
    onDisplaced: (line) => {
      log.fatal(line);
      host.onDisplaced?.(line);
    },
  });
  stack.defer(async () => {
    await database.prepareClose();
    database.close();
  });
  const passphraseCost = passwordCost?.ln;
  const backups = new Backups({ dataDir, clock: systemClock, log, integrity, files: () => database.files(), passphrase, passphraseCost });
  stack.defer(() => backups.stop());
  const watch = new ClockWatch({ clock: systemClock, uptime: () => uptime() * 1000, lastNews: new ChangeStore(database).maybeLastAt() });
  const maintenance = new Maintenance({ write: (work) => database.write(work), watch, log });
  return { database, backups, integrity, loss, watch, maintenance };
}

/** Removes in time what has outlived its use, until the service stops. */
function startMaintenance(stack: AsyncDisposableStack, maintenance: Maintenance, tasks: readonly MaintenanceTask[]): void {
  for (const task of tasks) maintenance.add(task);
  stack.defer(() => maintenance.stop());
  maintenance.start();
}

function startIndexMerges(stack: AsyncDisposableStack, database: Database, log: Log): void {
  const merges = new IndexMerges({
    database,
    failed: (error) => {
      log.error({ err: error }, 'the full-text indexes could not be merged; it is tried again after the next write');
    },
  });
  stack.defer(() => merges.stop());
  merges.start();
}

function openFiles(stack: AsyncDisposableStack, dataDir: string, database: Database, log: Log): Files {
  const attachments = new AttachmentStore(database);
  const quarantine = {
    folder: quarantineFolder(dataDir),
    isNeeded: () => listReplaced(dataDir).length > 0,
    clock: systemClock,
  };
  const blobs = new Blobs(join(dataDir, 'attachments'), [new ContentNameStore(database)], log, quarantine);
  database.onCommit(() => {
    blobs.committed();
  });
  stack.defer(() => blobs.stop());
  const thumbnails = new Thumbnails();
  stack.defer(() => thumbnails.stop());
  return { attachments, blobs, thumbnails };
}

/** What is fetched from other servers. */
function openLinks(
  stack: AsyncDisposableStack,
  environment: Host['environment'],
  log: Log,
): { readonly previews: LinkPreviews; readonly pictures: PictureSource; readonly calendarFetch: CalendarFetch } {
  const { origins, refused } = parseAllowedOrigins(environment['LINK_PREVIEW_ALLOW_ORIGINS']);
  if (refused.length > 0) log.warn({ refused }, 'LINK_PREVIEW_ALLOW_ORIGINS holds what is no origin: that allows nothing');
  const previews = new LinkPreviews({ clock: systemClock, allowOrigins: origins });
  stack.defer(() => previews.stop());
  const stopping = new AbortController();
  stack.defer(() => {
    stopping.abort();
  });
  // Loaded by the first one: most users have none.
  let made: Promise<RemotePictures> | null = null;
  const opened = async (): Promise<RemotePictures> => {
    const { RemotePictures: Pictures } = await import('./features/links/remote-pictures.ts');
    return new Pictures(origins, stopping.signal);
  };
  const pictures: PictureSource = { read: async (address) => (await (made ??= opened())).read(address) };
  return { previews, pictures, calendarFetch: new CalendarFetch({ allowOrigins: origins, maxBytes: maxCalendarBytes }) };
}

/** How processes of the service's own are started. */
const spawnFor = ({ spawnChild, environment }: Host): SpawnChild => spawnChild ?? forkChild(environment);

function openExports(stack: AsyncDisposableStack, host: Host, log: Log): Exports {
  const exports = new Exports({
    parser: workerFile('contract/markdown/parse', import.meta.url),
    spawn: spawnFor(host),
    failed: (message) => {
      log.error(message);
    },
    line: (line) => {
      log.info({ line: line.slice(0, 500) }, 'documents');
    },
  });
  stack.defer(() => {
    exports.stop();
  });
  return exports;
}

/** The model server goes before the log and the lock, and after the last request. */
function openAi(stack: AsyncDisposableStack, host: Host, config: Config, log: Log): Ai {
  const ai = new Ai({
    provider: (id) => config.provider(id),
    providers: () => config.providers(),
    embedding: () => config.embedding(),
    setting: (key) => config.get(key),
    spawn: spawnFor(host),
    log,
  });
  stack.defer(() => ai.close());
  // Of the process alone, as it is for those who start the service.
  if (host.environment['DAYBOOK_START_MODEL'] === 'true') ai.begin();
  return ai;
}

function openInvoke(host: Host, database: Database, { feed }: Features, idempotency: IdempotencyOptions): Invoke {
  return createInvoke({
    write: (work) => database.write(work),
    writeDeletion: (work) => database.writeDeletion(work),
    idempotency,
    attribute: (origin, work) => feed.attribute(origin, work),
    checkReplies: host.checkReplies ?? false,
  });
}

/** What tools for models stand on: what they write goes the way of all requests. */
function toolServices({ toolEndpoints, machineZone }: Features, invoke: Invoke, frontendUrl: string): ToolServices {
  return { invoke, endpoints: toolEndpoints, pageUrl: (path) => frontendUrl + path, now: systemClock, timeZone: machineZone };
}

function openMcp({ version }: Host, services: ToolServices, log: Log): Endpoint[] {
  return mcpRoutes({
    ...services,
    version,
    failed: (error) => {
      log.error({ err: error }, 'a message of MCP failed');
    },
  });
}

async function listenAsConfigured(
  stack: AsyncDisposableStack,
  config: Config,
  limits: Host['limits'],
): Promise<{ api: Listener; frontend: Listener }> {
  const inForce = config.start();
  const api = await listen(stack, inForce.port, '--port or PORT', limits);
  const frontend = await listen(stack, inForce.frontendPort, '--frontend-port or FRONTEND_PORT', limits);
  config.listensOn([api.port, frontend.port]);
  return { api, frontend };
}

/** Binds a port; in case of a failure further on it is given back at once. */
async function listen(stack: AsyncDisposableStack, port: number, setting: string, limits: Host['limits']): Promise<Listener> {
  const listener = await listenOnLoopback(port, setting, limits);
  stack.defer(() => listener.close(0));
  return listener;
}

function handleRequests(
  { frontendDir, version }: Host,
  { api, frontend }: { readonly api: Listener; readonly frontend: Listener },
  database: Database,
  { log, ...app }: Omit<Parameters<typeof createApp>[0], 'version' | 'port' | 'frontendPort' | 'onRequest'>,
): void {
  const onRequest = (): void => {
    database.requestCame();
  };
  api.handle(createApp({ ...app, version, port: api.port, frontendPort: frontend.port, log, onRequest }));
  frontend.handle(createFrontendApp({ frontendDir, version, apiPort: api.port, port: frontend.port, log }));
}

async function stop(stopping: AbortController, listeners: readonly Listener[], started: AsyncDisposableStack, log: Log): Promise<void> {
  stopping.abort();
  await Promise.all(listeners.map((listener) => listener.close(timeoutMs)));
  log.info('stopped');
  await started.disposeAsync();
}
