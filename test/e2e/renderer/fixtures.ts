// What the tests of the page start from: a service of their own, and a page in Berlin, early on a Friday afternoon.

import { test as base, type Browser, type BrowserContextOptions, type Page, type TestInfo, type ViewportSize } from '@playwright/test';
import { saveData, setClock, watchForFaults } from './page-start.ts';
import { Services, ServicesInTurn, type RunningService } from './services.ts';
import { LastingPage, SharedService, type User } from './shared-page.ts';

export { openPage, today } from './page-start.ts';
export { startService, type RunningService } from './services.ts';

/** Enters by the link, at the start or at another page, and waits until the page listens: until then keys and clicks may be lost. */
export async function enter(page: Page, { frontendUrl, token }: Pick<RunningService, 'frontendUrl' | 'token'>, path = '/'): Promise<void> {
  if (!(await page.evaluate(enterWithin, { path, token }))) await page.goto(`${frontendUrl}${path}#token=${token}`);
  // Not by `expect`, which describes the whole page each time that it is not there yet.
  await page.locator('#main h1').first().waitFor({ state: 'attached' });
}

/** Goes to another page of Daybook from one on which the user is inside, as its links do: nothing is loaded anew. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
  }, path);
}

/**
 * Leaves for an empty page of the same origin, which comes from here, not from the service. With the policy that the service gives its pages
 * they all live in one process: the next page takes half of the processor time that it takes after `about:blank`.
 */
export async function leave(page: Page): Promise<void> {
  const { href } = new URL('/left', page.url());
  const headers = { 'Content-Type': 'text/html', 'Cross-Origin-Opener-Policy': 'same-origin' };
  await page.route(href, (route) => route.fulfill({ headers, body: '' }), { times: 1 });
  await page.goto(href);
}

/** Runs in the page: a page that was loaded before, and is free, is not loaded anew. Says whether it is. */
function enterWithin({ path, token }: { readonly path: string; readonly token: string }): boolean {
  if (!('isFree' in window) || window.isFree !== true) return false;
  window.isFree = false;
  history.pushState(null, '', path);
  location.hash = `token=${token}`;
  return true;
}

const desktop = { viewport: { width: 1280, height: 720 } };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

export interface PageOptions {
  /** Whether the page fetches what it does not need yet. A test that takes the service away and goes elsewhere needs it. */
  readonly preloads: boolean;
  /** Whether what comes and goes on the page fades and slides, as it does unless the user wants less motion: an eighth of the time. */
  readonly moves: boolean;
}

interface ServiceOptions {
  /** Whether the test kills its service, which then has a process of its own. */
  readonly dies: boolean;
}

interface WorkerFixtures {
  readonly services: Services;
  readonly servicesInTurn: ServicesInTurn;
  readonly sharedService: SharedService;
  /** The page of those who are users of the shared service. */
  readonly sharedPage: LastingPage;
  /** Their page on a phone. */
  readonly sharedPhone: LastingPage;
  /** The page of those who own their service. */
  readonly ownersPage: LastingPage;
}

export const test = base.extend<{ readonly service: RunningService } & PageOptions & ServiceOptions, WorkerFixtures>({
  preloads: [false, { option: true }],
  moves: [false, { option: true }],
  dies: [false, { option: true }],
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
  services: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const services = new Services({ mayDie: false });
      await use(services);
      await services.end();
    },
    { scope: 'worker' },
  ],
  servicesInTurn: [
    async ({ services }, use) => {
      await use(new ServicesInTurn(services));
    },
    { scope: 'worker' },
  ],
  sharedService: [
    async ({ services }, use) => {
      await use(new SharedService(services));
    },
    { scope: 'worker' },
  ],
  sharedPage: [lastingPage(desktop), { scope: 'worker' }],
  sharedPhone: [lastingPage(phone), { scope: 'worker' }],
  ownersPage: [lastingPage(desktop), { scope: 'worker' }],
  // Each test has a service of its own, with nothing in it.
  service: async ({ services, dies }, use) => {
    const own = dies ? new Services({ mayDie: true }) : null;
    const { service, discard } = await (own ?? services).take();
    await use(service);
    void discard();
    await own?.end();
  },
  page: async ({ page, preloads, moves }, use) => {
    const faults = watchForFaults(page);
    if (!preloads) await page.context().addInitScript(saveData);
    if (!moves) await page.emulateMedia({ reducedMotion: 'reduce' });
    await setClock(page);
    await use(page);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  },
});

function lastingPage(options: BrowserContextOptions & { readonly viewport: ViewportSize }) {
  return async ({ browser }: { readonly browser: Browser }, use: (page: LastingPage) => Promise<void>): Promise<void> => {
    const page = new LastingPage(browser, options);
    await use(page);
    await page.drop();
  };
}

/** Runs a test on a page that stays, which no user is signed in to before and after. */
async function onLastingPage(
  lasting: LastingPage,
  { user, moves }: { readonly user: User; readonly moves: boolean },
  use: (page: Page) => Promise<void>,
  testInfo: TestInfo,
): Promise<void> {
  const page = await lasting.take(user.service);
  if (moves) await page.emulateMedia({ reducedMotion: null });
  const faults = watchForFaults(page);
  await use(page);
  if (testInfo.status === testInfo.expectedStatus && faults.length === 0) await lasting.giveBack(user);
  else await lasting.drop();
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/**
 * For tests that share a service and a page with the others of their worker: each is another user, who comes in where the one before has
 * signed out. Loading the page anew, with all its scripts, takes a third of the processor time of a short test. They may
 * stop the service and start it again. Not for tests that kill or configure it, are its owner, have the page start with scripts of theirs,
 * or install a clock. `phone` is such a page of the same user on a phone.
 */
export const sharedTest = test.extend<{ readonly user: User; readonly phone: Page }>({
  user: async ({ sharedService }, use) => {
    await use(await sharedService.addUser());
  },
  service: async ({ user }, use) => {
    await use(user.service);
  },
  page: async ({ sharedPage, user, moves }, use, testInfo) => {
    await onLastingPage(sharedPage, { user, moves }, use, testInfo);
  },
  phone: async ({ sharedPhone, user, moves }, use, testInfo) => {
    await onLastingPage(sharedPhone, { user, moves }, use, testInfo);
  },
  context: async ({ page }, use) => {
    await use(page.context());
  },
});

/** As `sharedTest`, for the owner of a service with nothing in it: they may configure it, and still find the page loaded. */
export const ownersTest = test.extend<{ readonly user: User }>({
  user: async ({ servicesInTurn }, use) => {
    const { service, discard } = await servicesInTurn.take();
    const { id } = await service.send('GET', '/api/auth/me');
    await use({ id, service });
    void discard();
  },
  service: async ({ user }, use) => {
    await use(user.service);
  },
  page: async ({ ownersPage, user, moves }, use, testInfo) => {
    await onLastingPage(ownersPage, { user, moves }, use, testInfo);
  },
  context: async ({ page }, use) => {
    await use(page.context());
  },
});
