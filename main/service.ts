// The composition root: builds the service from its parts, starts them in order, stops them in reverse.

import { join } from 'node:path';
import express, { type Express } from 'express';
import { Auth } from './auth/auth.ts';
import { authRoutes } from './auth/routes.ts';
import { UserStore } from './auth/store.ts';
import { Feed } from './changes/feed.ts';
import { changeRoutes } from './changes/routes.ts';
import { ChangeStore } from './changes/store.ts';
import { Config } from './config/config.ts';
import { configRoutes } from './config/routes.ts';
import { Events } from './events/events.ts';
import { eventRoutes } from './events/routes.ts';
import { EventStore } from './events/store.ts';
import { createApp } from './http/app.ts';
import { createFrontend } from './http/frontend.ts';
import { guard } from './http/guard.ts';
import { problemHandler } from './http/problem.ts';
import { listenOnLoopback, type Listener } from './http/listen.ts';
import { systemClock } from './lib/clock.ts';
import { newId } from './lib/ids.ts';
import { openLog, type Log } from './lib/log.ts';
import { removeServiceInfo, ServiceFile } from './service-file.ts';
import { Backups } from './storage/backups.ts';
import { prepareDataDir } from './storage/data-dir.ts';
import { openDatabase } from './storage/database.ts';
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
  removeServiceInfo(host.dataDir);

  const config = new Config({ file: join(host.dataDir, '.env'), environment: host.environment, flags: host.flags });
  const inForce = config.start();
  const listener = await listen(starting, inForce.port, '--port or PORT');
  const frontend = await listen(starting, inForce.frontendPort, '--frontend-port or FRONTEND_PORT');
  const { log, close } = openLog(join(host.dataDir, 'logs'), host.readableLog ?? null);
  starting.defer(close);

  const backups = new Backups({ dataDir: host.dataDir, clock: systemClock, log });
  const database = openDatabase(host.dataDir, { onDamage: (message) => { log.fatal(message); } });
  starting.defer(() => { database.close(); });
  starting.defer(() => backups.stop());
  const secret = await config.ensureSecret();

  const feed = new Feed(new ChangeStore(database), systemClock);
  database.onCommit(() => { feed.committed(); });
  const record = feed.record.bind(feed);
  const auth = new Auth({ store: new UserStore(database), secret, soloMode: () => config.soloMode(), tokenLifetime: () => config.tokenLifetime(), clock: systemClock, newId });
  await database.write(() => auth.ensureOwner());
  const events = new Events({ store: new EventStore(database), record, clock: systemClock, newId, machineZone });

  const configChanged = async (userId: string): Promise<void> => {
    try {
      await database.write(() => { record({ userId, type: 'config', action: 'updated', id: null, version: null }); });
    } catch (error) {
      // The file is written by now: a feed that lacks the news is no reason to call that a failure.
      log.error({ err: error }, 'the change feed does not tell of a changed configuration');
    }
  };

  const stopping = new AbortController();
  const app = createApp({
    endpoints: [
      ...authRoutes(auth),
      ...configRoutes(config, configChanged),
      ...eventRoutes(events),
      ...changeRoutes(feed),
    ],
    authenticate: (request) => auth.authenticate(request),
    write: (work) => database.write(work),
    idempotency: { store: new IdempotencyStore(database, systemClock), secret },
    stopping: stopping.signal,
    checkReplies: host.checkReplies ?? false,
    version: host.version,
    port: listener.port,
    frontendPort: frontend.port,
    log,
  });
  listener.handle(app);
  frontend.handle(guardedFrontend(host, listener.port, frontend.port, log));

  const baseUrl = `http://localhost:${listener.port}`;
  const frontendUrl = `http://localhost:${frontend.port}`;
  const serviceFile = await ServiceFile.open({
    dataDir: host.dataDir,
    info: { pid: process.pid, version: host.version, baseUrl, frontendUrl, startedAt: new Date(systemClock()).toISOString() },
    issue: () => auth.serviceToken(),
    clock: systemClock,
    log,
  });
  starting.defer(() => serviceFile.remove());
  auth.onRevoked((tokenId) => { serviceFile.revoked(tokenId); });
  backups.start();
  log.info({ version: host.version, baseUrl, frontendUrl }, 'started');

  const started = starting.move();
  let stopped: Promise<void> | undefined;
  return {
    baseUrl,
    frontendUrl,
    token: () => serviceFile.token,
    stop: () => (stopped ??= stop(stopping, [listener, frontend], started, log)),
  };
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

function guardedFrontend(host: Host, apiPort: number, port: number, log: Log): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(guard({ port, pagePorts: [port] }));
  app.use(createFrontend({ frontendDir: host.frontendDir, apiBaseUrl: () => `http://localhost:${apiPort}`, apiPort: () => apiPort, onError: (error) => { log.error({ err: error }, 'the frontend failed'); } }));
  app.use(problemHandler(log));
  return app;
}

/** The zone of this machine, looked up at each use: it changes when its owner travels. */
function machineZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
