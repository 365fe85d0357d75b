// What the tests of the page start from: a service of their own, and a page in Berlin, early on a Friday afternoon.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { startServiceProcess, type ServiceProcess } from '../../support/process.ts';
import { ServiceHost, type HostedService } from '../../support/service-host.ts';

export interface RunningService {
  readonly baseUrl: string;
  readonly frontendUrl: string;
  readonly token: string;
  /** The link that lets a browser in. */
  readonly link: string;
  /** Sends a request as the owner; throws unless it succeeds. */
  send(method: string, path: string, body?: object): Promise<{ readonly id: string }>;
  /** Creates all of these by `POST`, 200 with one request; throws unless all succeed. */
  createAll(path: string, bodies: readonly object[]): Promise<void>;
  /** Creates an event in Berlin's time. */
  plan(event: object): Promise<{ readonly id: string }>;
  kill(): Promise<void>;
  /** Starts it again on the same ports and data. */
  revive(): Promise<void>;
}

/** A service on free ports, with a page, in a process of its own. */
export async function startService(dataDir: string): Promise<RunningService> {
  const first = await startServiceProcess(dataDir);
  return runningService(dataDir, first.info, () => first.end('SIGKILL'));
}

/** `kill` is the SIGKILL of the process in which it runs at first; revived, it has one of its own. */
function runningService(dataDir: string, { baseUrl, frontendUrl, token }: HostedService, kill: () => Promise<unknown>): RunningService {
  let revived: ServiceProcess | null = null;
  const send = async (method: string, path: string, body?: object): Promise<{ readonly id: string }> => {
    const headers = { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
    const response = await fetch(baseUrl + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as { id: string };
  };
  return {
    baseUrl,
    frontendUrl,
    token,
    link: `${frontendUrl}/#token=${token}`,
    send,
    createAll: async (path, bodies) => {
      for (let from = 0; from < bodies.length; from += 200) {
        const operations = bodies.slice(from, from + 200).map((body) => ({ method: 'POST', path, body }));
        const result: object = await send('POST', '/api/batch', { operations });
        if (!('applied' in result && result.applied === true)) throw new Error(`POST ${path}: ${JSON.stringify(result)}`);
      }
    },
    plan: (event) => send('POST', '/api/events', { timeZone: 'Europe/Berlin', ...event }),
    kill: async () => {
      await (revived === null ? kill() : revived.end('SIGKILL'));
    },
    revive: async () => {
      const ports = ['--port', new URL(baseUrl).port, '--frontend-port', new URL(frontendUrl).port];
      revived = await startServiceProcess(dataDir, { args: ports });
    },
  };
}

/** Enters by the link, at the start or at another page, and waits until the page listens: until then keys and clicks may be lost. */
export async function enter(page: Page, { frontendUrl, token }: Pick<RunningService, 'frontendUrl' | 'token'>, path = '/'): Promise<void> {
  await page.goto(`${frontendUrl}${path}#token=${token}`);
  await expect(page.locator('#main h1').first()).toBeAttached();
}

/** The day on which the page believes to be. */
export const today = '2026-11-20';

/** The process in which a worker's services run; a new one after a test has killed it. */
class Services {
  #host: ServiceHost | null = null;
  readonly #discarded: Promise<void>[] = [];

  async take(): Promise<{ readonly service: RunningService; readonly discard: () => Promise<void> }> {
    const host = this.#host?.isAlive === true ? this.#host : (this.#host = new ServiceHost());
    const dataDir = await mkdtemp(join(tmpdir(), 'daybook-page-'));
    let isKilled = false;
    const service = runningService(dataDir, await host.start(dataDir), async () => {
      isKilled = true;
      // Only this one is to be killed: those of earlier tests stop in peace.
      await Promise.allSettled(this.#discarded);
      await host.kill();
    });
    const discard = async (): Promise<void> => {
      await (isKilled ? service.kill() : host.stop(dataDir));
      await rm(dataDir, { recursive: true, force: true });
    };
    // A stop waits for requests in flight; the next test does not wait for that. A stop that fails is told at the end of the worker.
    return { service, discard: () => (isKilled ? discard() : (this.#discarded.push(discard()), Promise.resolve())) };
  }

  async end(): Promise<void> {
    const results = await Promise.allSettled(this.#discarded);
    await this.#host?.kill();
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}

export interface PageOptions {
  /** Whether the page fetches what it does not need yet. A test that takes the service away and goes elsewhere needs it. */
  readonly preloads: boolean;
}

export const test = base.extend<{ readonly service: RunningService } & PageOptions, { readonly services: Services }>({
  preloads: [false, { option: true }],
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
  services: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const services = new Services();
      await use(services);
      await services.end();
    },
    { scope: 'worker' },
  ],
  // Each test has a service of its own, with nothing in it.
  service: async ({ services }, use) => {
    const { service, discard } = await services.take();
    await use(service);
    await discard();
  },
  page: async ({ page, preloads }, use) => {
    const faults = watchForFaults(page);
    if (!preloads) await page.addInitScript(saveData);
    await page.clock.setFixedTime(`${today}T14:10:00+01:00`);
    await use(page);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  },
});

/** Runs in the page: what is fetched for later takes a third of the processor time of a short test. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

/** Collects what must never happen on any page: a request that leaves the machine, a breach of the page's policy, an uncaught error. */
function watchForFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('request', (request) => {
    // What the page has in its own memory goes nowhere.
    const { hostname, protocol } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      faults.push(`A request left the machine: ${request.url()}`);
  });
  page.on('pageerror', (error) => faults.push(`Uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  return faults;
}
