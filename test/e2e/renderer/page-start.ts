// What every page of the tests begins with: its clock, and the eye on what must never happen.

import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

/** The day on which the page believes to be. */
export const today = '2026-11-20';

/** It is early on a Friday afternoon. */
export async function setClock(page: Page): Promise<void> {
  await page.clock.setFixedTime(`${today}T14:10:00+01:00`);
}

/** A page of its own, as in another browser: in Berlin, with little motion, unless the options say otherwise. Who opens it closes its context. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce', ...options });
  // For all pages of the context, as those are that a test opens beside its first.
  await context.addInitScript(saveData);
  const page = await context.newPage();
  await setClock(page);
  return page;
}

/** Runs in the page: what is fetched for later takes a third of the processor time of a short test. */
export function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

/** Collects what must never happen on any page: a request that leaves the machine, a breach of the page's policy, an uncaught error. */
export function watchForFaults(page: Page): string[] {
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
