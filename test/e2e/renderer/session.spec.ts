import { expect, type Page } from '@playwright/test';
import { push } from '../../support/tiers.ts';
import { expectAccessible } from './axe.ts';
import { leave, test, today } from './fixtures.ts';

const inside = (page: Page) => page.getByRole('heading', { name: 'Friday 20 November' });
const outside = (page: Page) => page.getByRole('heading', { name: 'Open your Daybook' });
const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('daybook.token'));

test('the link lets in, and its token disappears from the address bar and the history', async ({ page, service }) => {
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/ai/agent/runs?')) reads.push(request.url());
  });
  await page.goto(service.link);
  await expect(inside(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Today' })).toBeVisible();
  // What every page shows is read once, when there is a line to the service.
  await expect.poll(() => reads).toHaveLength(1);
  expect(page.url()).toBe(`${service.frontendUrl}/`);
  await expect.poll(() => kept(page)).toBe(service.token);
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)) + document.cookie)).toBe('[]');
  await leave(page);
  await page.goBack();
  expect(page.url()).toBe(`${service.frontendUrl}/`);
  await expect(inside(page)).toBeVisible();
});

test('a link opened where the page already stands lets in too; a reload stays inside, until a logout elsewhere ends the session', async ({
  page,
  service,
}) => {
  await page.goto(service.frontendUrl);
  await expect(outside(page)).toBeVisible();
  await page.goto(service.link);
  await expect(inside(page)).toBeVisible();
  expect(page.url()).toBe(`${service.frontendUrl}/`);
  await page.reload();
  await expect(inside(page)).toBeVisible();
  await service.send('POST', '/api/auth/logout');
  // An open page hears of it with the next sign of life; a reload asks at once.
  await page.reload();
  await expect(outside(page)).toBeVisible();
  expect(await kept(page)).toBeNull();
});

test('the page works under each name of this machine', async ({ page, service }) => {
  const { port } = new URL(service.frontendUrl);
  await page.goto(`http://127.0.0.1:${port}/#token=${service.token}`);
  await expect(inside(page)).toBeVisible();
  await service.plan({ title: 'Seen there too', date: today, start: '16:00', end: '17:00' });
  await expect(page.getByText('Seen there too')).toBeVisible();
});

test('a wrong token leads to a screen that says how to get in: one can be pasted, by keyboard alone', async ({ page, service }) => {
  await page.goto(`${service.frontendUrl}/#token=eyJhbGciOiJIUzI1NiJ9.e30.wrong`);
  await expect(outside(page)).toBeVisible();
  await expect(page.getByRole('alert').first()).toContainText('The token was not accepted');
  await expect(page.getByText('npm run token')).toBeVisible();
  expect(page.url()).toBe(`${service.frontendUrl}/`);
  expect(await kept(page)).toBeNull();
  const field = page.getByLabel('Token');
  await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('type', 'password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').last()).toHaveText('Paste the token first.');
  await page.keyboard.insertText('not a token');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').last()).toContainText('This token was not accepted');
  await expectAccessible(page);
  await expect(field).toBeFocused();
  await test.step('why is in sight in a low window', async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 480 });
    await field.fill('');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').last()).toHaveText('Paste the token first.');
    await expect(page.getByRole('alert').last()).toBeInViewport({ ratio: 1 });
    if (size !== null) await page.setViewportSize(size);
  });
  // A service that is gone is not taken for a wrong token.
  await service.stop();
  await field.fill(service.token);
  await page.getByRole('button', { name: 'Open Daybook' }).click();
  await expect(page.getByRole('alert').last()).toHaveText(`Daybook does not answer at ${service.baseUrl}. Is it running?`);
  await service.start();
  await field.focus();
  await field.selectText();
  await page.keyboard.insertText(` ${service.link}\n`);
  await page.keyboard.press('Enter');
  await expect(inside(page)).toBeVisible();
  await expect.poll(() => kept(page)).toBe(service.token);
});

test('the desktop window brings its own session, and asks once more when its token is refused', push, async ({ page, service }) => {
  await page.addInitScript(
    ({ baseUrl, tokens }) => {
      Object.defineProperty(window, 'daybook', { value: { session: () => Promise.resolve({ baseUrl, token: tokens.shift() ?? 'none' }) } });
    },
    { baseUrl: service.baseUrl, tokens: ['stale', service.token] },
  );
  await page.goto(service.frontendUrl);
  await expect(inside(page)).toBeVisible();
  expect(await kept(page)).toBeNull();
});

test('a desktop window that is refused again says so', push, async ({ page, service }) => {
  await page.addInitScript(
    (session) => {
      Object.defineProperty(window, 'daybook', { value: { session: () => Promise.resolve(session) } });
    },
    { baseUrl: service.baseUrl, token: 'stale' },
  );
  await page.goto(service.frontendUrl);
  await expect(page.getByRole('alert').first()).toContainText('The window could not get in by itself');
});
