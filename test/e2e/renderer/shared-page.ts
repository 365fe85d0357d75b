// The page that the tests of a worker share, and the services that it belongs to.

import type { Browser, BrowserContextOptions, Page, ViewportSize } from '@playwright/test';
import { openPage, setClock } from './page-start.ts';
import { clientOf, type RunningService, type Services, type TakenService } from './services.ts';

/** How many tests use a page before it is loaded anew, so that what leaks stays small. */
const maxTests = 40;

/** A page that stays from test to test, each of which leaves it with no user signed in. */
export class LastingPage {
  readonly #browser: Browser;
  readonly #options: BrowserContextOptions;
  readonly #viewport: ViewportSize;
  #page: Page | null = null;
  #tests = 0;

  constructor(browser: Browser, options: BrowserContextOptions & { readonly viewport: ViewportSize }) {
    this.#browser = browser;
    this.#options = options;
    this.#viewport = options.viewport;
  }

  /** The page, with no user signed in. */
  async take({ frontendUrl }: RunningService): Promise<Page> {
    if (this.#tests % maxTests === 0 || this.#page?.url().startsWith(`${frontendUrl}/`) === false) await this.drop();
    this.#tests += 1;
    if (this.#page === null) this.#page = await openPage(this.#browser, this.#options);
    else await setClock(this.#page);
    return this.#page;
  }

  /** Takes the user out of the page, and all that the test has done to the page. Where that fails the next test gets another page. */
  async giveBack({ service, id }: User): Promise<void> {
    const page = this.#page;
    if (page === null) return;
    const isFree =
      !page.isClosed() && page.url().startsWith(`${service.frontendUrl}/`) && (await reset(page, id, this.#viewport).catch(() => false));
    if (!isFree) await this.drop();
  }

  async drop(): Promise<void> {
    const context = this.#page?.context();
    this.#page = null;
    await context?.close();
  }
}

export interface User {
  readonly id: string;
  readonly service: RunningService;
}

/** The one service of a worker, in which each test is another user. */
export class SharedService {
  readonly #services: Services;
  #owner: TakenService | null = null;
  #users = 0;
  /** Whether a test has stopped the service and not started it again. */
  #isAway = false;

  constructor(services: Services) {
    this.#services = services;
  }

  async addUser(): Promise<User> {
    this.#owner ??= await this.#begin();
    const { service } = this.#owner;
    if (this.#isAway) await this.#start(service);
    this.#users += 1;
    const account = { username: `user${this.#users}`, password: 'a long password of a test' };
    const { id } = await service.send('POST', '/api/users', account);
    const response = await fetch(`${service.baseUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(account),
    });
    const { token } = (await response.json()) as { token: string };
    const stop = async (): Promise<void> => {
      this.#isAway = true;
      await service.stop();
    };
    return { id, service: clientOf({ ...service, token }, { stop, start: () => this.#start(service) }) };
  }

  /** Changes the configuration of the service; who changes it puts it back. */
  async configure(values: Readonly<Record<string, string | null>>): Promise<void> {
    this.#owner ??= await this.#begin();
    await this.#owner.service.send('PUT', '/api/config', values);
  }

  async #start(service: RunningService): Promise<void> {
    await service.start();
    this.#isAway = false;
  }

  async #begin(): Promise<TakenService> {
    const taken = await this.#services.take();
    await taken.service.send('PUT', '/api/config', { SOLO_MODE: 'false' });
    return taken;
  }
}

/** Says whether no user is signed in now. */
async function reset(page: Page, userId: string, viewport: ViewportSize): Promise<boolean> {
  for (const event of ['request', 'response', 'requestfinished', 'requestfailed', 'console', 'pageerror', 'dialog', 'download'] as const)
    page.removeAllListeners(event);
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce', media: null, forcedColors: null });
  await page.evaluate(signOut, userId);
  await page.getByRole('heading', { name: 'Open your Daybook' }).waitFor({ timeout: 10_000 });
  // Only now: both have the page laid out and drawn, of which little is left.
  await page.setViewportSize(viewport);
  await page.mouse.move(0, 0);
  return page.evaluate(beFree);
}

/** Runs in the page, as if the user had signed out in another tab. */
function signOut(userId: string): void {
  const channel = new BroadcastChannel('daybook.session');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it is of one origin by itself
  channel.postMessage({ kind: 'signedOut', userId });
  channel.close();
}

/** Runs in the page: what a browser keeps is gone, and `enter` may let the next user in. */
function beFree(): boolean {
  localStorage.clear();
  sessionStorage.clear();
  // As if another window had forgotten how the user likes the page.
  dispatchEvent(new StorageEvent('storage', { key: null }));
  Object.assign(window, { isFree: true });
  return true;
}
