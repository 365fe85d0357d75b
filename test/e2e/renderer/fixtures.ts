// What the tests of the page start from: a service of their own, and a page in Berlin, early on a Friday afternoon.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { startServiceProcess, type ServiceProcess } from '../../support/process.ts';

export interface RunningService {
  readonly baseUrl: string;
  readonly frontendUrl: string;
  readonly token: string;
  /** The link that lets a browser in. */
  readonly link: string;
  /** Sends a request as the owner; throws unless it succeeds. */
  send(method: string, path: string, body?: object): Promise<{ readonly id: string }>;
  /** Creates an event in Berlin's time. */
  plan(event: object): Promise<{ readonly id: string }>;
  kill(): Promise<void>;
  /** Starts it again on the same ports and data. */
  revive(): Promise<void>;
}

/** A service on free ports, with a page. */
export async function startService(dataDir: string): Promise<RunningService> {
  let running: ServiceProcess = await startServiceProcess(dataDir);
  const { baseUrl, frontendUrl, token } = running.info;
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
    plan: (event) => send('POST', '/api/events', { timeZone: 'Europe/Berlin', ...event }),
    kill: async () => { await running.end('SIGKILL'); },
    revive: async () => {
      const ports = ['--port', new URL(baseUrl).port, '--frontend-port', new URL(frontendUrl).port];
      running = await startServiceProcess(dataDir, { args: ports });
    },
  };
}

/** Enters by the link, at the start or at another page, and waits until the page listens: until then keys and clicks may be lost. */
export async function enter(page: Page, { frontendUrl, token }: Pick<RunningService, 'frontendUrl' | 'token'>, path = '/'): Promise<void> {
  await page.goto(`${frontendUrl}${path}#token=${token}`);
  await expect(page.locator('#main h1').first()).toBeAttached({ timeout: 15_000 });
}

/** The day on which the page believes to be. */
export const today = '2026-11-20';

interface Prepared {
  readonly service: RunningService;
  readonly dataDir: string;
}

async function prepare(): Promise<Prepared> {
  const dataDir = await mkdtemp(join(tmpdir(), 'daybook-page-'));
  return { dataDir, service: await startService(dataDir) };
}

async function discard({ service, dataDir }: Prepared): Promise<void> {
  await service.kill();
  await rm(dataDir, { recursive: true, force: true });
}

export const test = base.extend<{ readonly service: RunningService }, { readonly takeService: () => Promise<Prepared> }>({
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
  // Each test has a service of its own. The next one starts while a test runs: that takes a second each time.
  takeService: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      let spare = prepare();
      await use(() => {
        const taken = spare;
        spare = prepare();
        // Told of to whoever takes it.
        spare.catch(() => undefined);
        return taken;
      });
      await discard(await spare);
    },
    { scope: 'worker' },
  ],
  service: async ({ takeService }, use) => {
    const taken = await takeService();
    await use(taken.service);
    await discard(taken);
  },
  page: async ({ page }, use) => {
    const faults = watchForFaults(page);
    await page.clock.setFixedTime(`${today}T14:10:00+01:00`);
    await use(page);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  },
});

/** Collects what must never happen on any page: a request that leaves the machine, a breach of the page's policy, an uncaught error. */
function watchForFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('request', (request) => {
    // What the page has in its own memory goes nowhere.
    const { hostname, protocol } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) faults.push(`A request left the machine: ${request.url()}`);
  });
  page.on('pageerror', (error) => faults.push(`Uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  return faults;
}
