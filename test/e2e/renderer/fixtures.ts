// What the tests of the page start from: a service of their own, and a page in Berlin, early on a Friday afternoon.

import { expect, test as base, type Page } from '@playwright/test';
import { saveData, setClock, watchForFaults } from './page-start.ts';
import { Services, type RunningService } from './services.ts';
import { SharedPage, type User } from './shared-page.ts';

export { openPage, today } from './page-start.ts';
export { startService, type RunningService } from './services.ts';

/** Enters by the link, at the start or at another page, and waits until the page listens: until then keys and clicks may be lost. */
export async function enter(page: Page, { frontendUrl, token }: Pick<RunningService, 'frontendUrl' | 'token'>, path = '/'): Promise<void> {
  if (!(await page.evaluate(enterWithin, { path, token }))) await page.goto(`${frontendUrl}${path}#token=${token}`);
  await expect(page.locator('#main h1').first()).toBeAttached();
}

/** Goes to another page of Daybook from one on which the user is inside, as its links do: nothing is loaded anew. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
  }, path);
}

/** Runs in the page: a page that was loaded before, and is free, is not loaded anew. Says whether it is. */
function enterWithin({ path, token }: { readonly path: string; readonly token: string }): boolean {
  if (!('isFree' in window) || window.isFree !== true) return false;
  window.isFree = false;
  history.pushState(null, '', path);
  location.hash = `token=${token}`;
  return true;
}

export interface PageOptions {
  /** Whether the page fetches what it does not need yet. A test that takes the service away and goes elsewhere needs it. */
  readonly preloads: boolean;
}

export const test = base.extend<
  { readonly service: RunningService } & PageOptions,
  { readonly services: Services; readonly sharedPage: SharedPage }
>({
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
  sharedPage: [
    async ({ browser }, use) => {
      const shared = new SharedPage(browser);
      await use(shared);
      await shared.end();
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
    if (!preloads) await page.context().addInitScript(saveData);
    await setClock(page);
    await use(page);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  },
});

/**
 * For tests that share a service and a page with the others of their worker: each is another user, who comes in where the one before has
 * signed out. Loading the page anew, with all its scripts, takes a third of the processor time of a short test. They may
 * stop the service and start it again. Not for tests that kill or configure it, are its owner, have the page start with scripts of theirs,
 * or install a clock.
 */
export const sharedTest = test.extend<{ readonly user: User }>({
  user: async ({ sharedPage }, use) => {
    await use(await sharedPage.addUser());
  },
  service: async ({ user }, use) => {
    await use(user.service);
  },
  page: async ({ sharedPage, user }, use, testInfo) => {
    const page = await sharedPage.take();
    const faults = watchForFaults(page);
    await use(page);
    if (testInfo.status === testInfo.expectedStatus && faults.length === 0) await sharedPage.giveBack(user);
    else await sharedPage.drop();
    if (faults.length > 0) throw new Error(faults.join('\n'));
  },
  context: async ({ page }, use) => {
    await use(page.context());
  },
});
