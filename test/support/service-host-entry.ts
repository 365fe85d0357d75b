// The program behind `ServiceHost`: starts services in this one process when it is told to, one after the other or several at once.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { bundledModule } from '../../main/bundle.ts';
import type * as ServiceModule from '../../main/service.ts';
import type { HostReply, HostRequest } from './service-host.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
const bundled = bundledModule(root, 'service');
const { startService } = bundled === null ? await import('../../main/service.ts') : ((await import(bundled.href)) as typeof ServiceModule);
const services = new Map<string, ServiceModule.Service>();

let started = 0;

async function start(dataDir: string, ports?: HostRequest['ports']): Promise<HostReply['info']> {
  // A process that is killed after its first service has no use for a database that was made for several. One that was stopped has its own.
  if (started++ > 0 && readdirSync(dataDir).length === 0) (await import('./new-database.ts')).withNewDatabase(dataDir);
  const service = await startFreed({
    dataDir,
    frontendDir: join(root, 'dist/renderer'),
    version,
    environment: process.env,
    flags: { PORT: ports?.port ?? '0', FRONTEND_PORT: ports?.frontendPort ?? '0' },
    checkReplies: true,
    passwordCost: { ln: 4, r: 8, p: 1 },
  });
  services.set(dataDir, service);
  return { baseUrl: service.baseUrl, frontendUrl: service.frontendUrl, token: service.token() };
}

/** Ports that a service had before can have become those of a connection to elsewhere meanwhile, which ends soon. */
async function startFreed(options: ServiceModule.Host): Promise<ServiceModule.Service> {
  for (const end = performance.now() + 20_000; ; await setTimeout(100)) {
    try {
      return await startService(options);
    } catch (error) {
      const isTaken = error instanceof Error && 'obstacle' in error && error.obstacle === 'port';
      if (!isTaken || performance.now() > end) throw error;
    }
  }
}

async function stop(dataDir: string): Promise<undefined> {
  await services.get(dataDir)?.stop();
  services.delete(dataDir);
  return undefined;
}

process.on('message', ({ id, order, dataDir, ports }: HostRequest) => {
  const reply = (message: HostReply): void => {
    process.send?.(message);
  };
  (order === 'start' ? start(dataDir, ports) : stop(dataDir)).then(
    (info) => {
      reply({ id, ...(info === undefined ? {} : { info }) });
    },
    (error: unknown) => {
      reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    },
  );
});

// Without the tests there is nothing to host.
process.on('disconnect', () => {
  process.exit(0);
});
