// The composition root: builds the service from its parts, starts them in order, stops them in reverse.

import { join } from 'node:path';
import { Auth } from './auth/auth.ts';
import { authRoutes } from './auth/routes.ts';
import { UserStore } from './auth/store.ts';
import { attachmentRoutes } from './boards/attachment-routes.ts';
import { AttachmentStore } from './boards/attachment-store.ts';
import { Attachments } from './boards/attachments.ts';
import { CardStore } from './boards/card-store.ts';
import { Cards } from './boards/cards.ts';
import { ColumnStore } from './boards/column-store.ts';
import { Columns } from './boards/columns.ts';
import { OrderStore } from './boards/order-store.ts';
import { CardOrder } from './boards/order.ts';
import { cardRoutes, columnRoutes } from './boards/routes.ts';
import { Thumbnails } from './boards/thumbnails.ts';
import { Feed } from './changes/feed.ts';
import { changeRoutes } from './changes/routes.ts';
import { ChangeStore } from './changes/store.ts';
import { Config } from './config/config.ts';
import { configRoutes } from './config/routes.ts';
import { Events } from './events/events.ts';
import { eventRoutes } from './events/routes.ts';
import { EventStore } from './events/store.ts';
import { machineTimeZone } from './events/time-zone.ts';
import { createApp, createFrontendApp } from './http/app.ts';
import type { Endpoint } from './http/handler.ts';
import { listenOnLoopback, type Listener } from './http/listen.ts';
import type { MountOptions } from './http/mount.ts';
import type { RecordChange } from './lib/change.ts';
import { systemClock, toInstant } from './lib/clock.ts';
import { newId } from './lib/ids.ts';
import { openLog, type Log } from './lib/log.ts';
import { removeServiceInfo, ServiceFile } from './service-file.ts';
import { Backups } from './storage/backups.ts';
import { Blobs } from './storage/blobs.ts';
import { prepareDataDir } from './storage/data-dir.ts';
import { openDatabase, type Database } from './storage/database.ts';
import { IdempotencyStore } from './storage/idempotency.ts';
import { lockDataDir } from './storage/lock.ts';

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
  /** Where to show the log to a person, if there is one. */
  readonly readableLog?: NodeJS.WritableStream;
  /** Compares every reply with the contract. For tests. */
  readonly checkReplies?: boolean;
}

export interface Service {
  readonly baseUrl: string;
  readonly frontendUrl: string;
  /** A token of the owner that is valid now. */
  token(): string;
  /** Stops accepting, finishes what is in flight, checkpoints, removes `service.json`. Safe to call twice. */
  stop(): Promise<void>;
}

/** How long requests in flight may take once the service is stopping, in milliseconds. */
const patience = 8_000;

/**
 * Starts the service in its data directory. Throws a `StartError` whose message tells in one line what is in the way
 * and what to do; then nothing was changed, and nothing is left running.
 */
export async function startService(host: Host): Promise<Service> {
  // What has been started is on this stack; it is unwound at a stop and by any failure on the way.
  await using starting = new AsyncDisposableStack();
  prepareDataDir(host.dataDir);
  const lock = lockDataDir(host.dataDir);
  starting.defer(() => { lock.release(); });
  // One that stands there now is of a service that was killed: nobody may take it for this one's.
  removeServiceInfo(host.dataDir);
  // At a stop service.json goes last, just before the lock: whoever sees it gone may start the next service.
  const last = starting.use(new AsyncDisposableStack());

  const config = new Config({ file: join(host.dataDir, '.env'), environment: host.environment, flags: host.flags });
  const inForce = config.start();
  const api = await listen(starting, inForce.port, '--port or PORT');
  const frontend = await listen(starting, inForce.frontendPort, '--frontend-port or FRONTEND_PORT');
  const { log, close } = openLog(join(host.dataDir, 'logs'), host.readableLog ?? null);
  starting.defer(close);
  const { database, backups } = openStorage(starting, host.dataDir, log);
  const secret = await config.ensureSecret();

  const files = openFiles(starting, host.dataDir, database, log);
  const { auth, endpoints } = buildFeatures({ database, config, secret, log, files });
  await database.write(() => auth.ensureOwner());
  const stopping = new AbortController();
  const mounting: MountOptions = {
    authenticate: auth.authenticate,
    write: (work) => database.write(work),
    idempotency: { store: new IdempotencyStore(database, systemClock), secret },
    uploadFolder: files.blobs.incoming,
    stopping: stopping.signal,
    checkReplies: host.checkReplies ?? false,
  };
  api.handle(createApp({ ...mounting, endpoints, version: host.version, port: api.port, frontendPort: frontend.port, log }));
  frontend.handle(createFrontendApp({ frontendDir: host.frontendDir, apiPort: api.port, port: frontend.port, log }));

  const baseUrl = `http://localhost:${api.port}`;
  const frontendUrl = `http://localhost:${frontend.port}`;
  const info = { pid: process.pid, version: host.version, baseUrl, frontendUrl, startedAt: toInstant(systemClock()) };
  const serviceFile = await ServiceFile.open({ dataDir: host.dataDir, info, issue: () => auth.serviceToken(), clock: systemClock, log });
  last.defer(() => serviceFile.remove());
  auth.onRevoked((tokenId) => { serviceFile.revoked(tokenId); });
  backups.start();
  files.blobs.start();
  log.info({ version: host.version, baseUrl, frontendUrl }, 'started');

  const started = starting.move();
  let stopped: Promise<void> | undefined;
  return {
    baseUrl,
    frontendUrl,
    token: () => serviceFile.token,
    stop: () => (stopped ??= stop(stopping, [api, frontend], started, log)),
  };
}

function openStorage(stack: AsyncDisposableStack, dataDir: string, log: Log): { database: Database; backups: Backups } {
  const database = openDatabase(dataDir, { onDamage: (message) => { log.fatal(message); } });
  stack.defer(() => { database.close(); });
  const backups = new Backups({ dataDir, clock: systemClock, log });
  stack.defer(() => backups.stop());
  return { database, backups };
}

/** What lies beside the database: the contents of attachments. */
interface Files {
  readonly attachments: AttachmentStore;
  readonly blobs: Blobs;
  readonly thumbnails: Thumbnails;
}

function openFiles(stack: AsyncDisposableStack, dataDir: string, database: Database, log: Log): Files {
  const attachments = new AttachmentStore(database);
  const blobs = new Blobs(join(dataDir, 'attachments'), attachments, log);
  database.onCommit(() => { blobs.committed(); });
  stack.defer(() => blobs.stop());
  const thumbnails = new Thumbnails();
  stack.defer(() => thumbnails.stop());
  return { attachments, blobs, thumbnails };
}

interface Foundations {
  readonly database: Database;
  readonly config: Config;
  readonly secret: string;
  readonly log: Log;
  readonly files: Files;
}

/** The features, each with what it needs of the others handed in as functions. */
function buildFeatures({ database, config, secret, log, files }: Foundations): { auth: Auth; endpoints: Endpoint[] } {
  const feed = new Feed(new ChangeStore(database), systemClock);
  database.onCommit(() => { feed.committed(); });
  const record: RecordChange = (change) => { feed.record(change); };
  const auth = new Auth({
    store: new UserStore(database),
    secret,
    soloMode: () => config.soloMode(),
    tokenLifetime: () => config.tokenLifetime(),
    clock: systemClock,
    newId,
    deletingUser: (userId) => { files.blobs.release(files.attachments.contentsOfUser(userId)); },
  });
  const machineZone = machineTimeZone(systemClock);
  const events = new Events({ store: new EventStore(database), record, clock: systemClock, newId, machineZone });
  const configChanged = async (userId: string): Promise<void> => {
    try {
      await database.write(() => { record({ userId, type: 'config', action: 'updated', id: null, version: null }); });
    } catch (error) {
      // The file is written by now: a feed that lacks the news is no reason to call that a failure.
      log.error({ err: error }, 'the change feed does not tell of a changed configuration');
    }
  };
  return { auth, endpoints: [...authRoutes(auth), ...configRoutes(config, configChanged), ...eventRoutes(events), ...buildBoards(database, files, record, machineZone), ...changeRoutes(feed)] };
}

function buildBoards(database: Database, files: Files, record: RecordChange, machineZone: () => string): Endpoint[] {
  const shared = { record, clock: systemClock, newId };
  const attachments = new Attachments({
    ...shared,
    ...files,
    store: files.attachments,
    cardChanged: (userId, cardId) => { cards.attachmentsChanged(userId, cardId); },
  });
  const columnStore = new ColumnStore(database);
  const cards = new Cards({ ...shared, store: new CardStore(database), columns: columnStore, order: new CardOrder(new OrderStore(database)), attachments, machineZone });
  const columns = new Columns({ ...shared, store: columnStore, removeCards: (userId, columnId) => { cards.removeAll(userId, columnId); } });
  return [...columnRoutes(columns), ...cardRoutes(cards, attachments), ...attachmentRoutes(attachments)];
}

/** Binds a port; in case of a failure further on it is given back at once. */
async function listen(stack: AsyncDisposableStack, port: number, setting: string): Promise<Listener> {
  const listener = await listenOnLoopback(port, setting);
  stack.defer(() => listener.close(0));
  return listener;
}

async function stop(stopping: AbortController, listeners: readonly Listener[], started: AsyncDisposableStack, log: Log): Promise<void> {
  stopping.abort();
  await Promise.all(listeners.map((listener) => listener.close(patience)));
  log.info('stopped');
  await started.disposeAsync();
}
