import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, openPage, ownersTest, test, today, type RunningService } from './fixtures.ts';

const outside = (page: Page) => page.getByRole('heading', { name: 'Open your Daybook' });
const field = (page: Page, name: 'Name' | 'Password') => page.getByLabel(name, { exact: true });
const password = 'a long password';

async function openDoor(page: Page, service: RunningService): Promise<void> {
  await page.goto(service.frontendUrl);
  await expect(outside(page)).toBeVisible();
  await page.getByRole('button', { name: 'Use a name and a password instead' }).click();
  await expect(field(page, 'Name')).toBeFocused();
}

async function signIn(page: Page, name: string, secret: string): Promise<void> {
  await field(page, 'Name').fill(name);
  await field(page, 'Password').fill(secret);
  await page.keyboard.press('Enter');
}

ownersTest('a user whom the owner adds signs in, changes the password, and signs out', async ({ page, service, browser }) => {
  await service.plan({ title: 'Of the owner', date: today, start: '16:00', end: '17:00' });
  await enter(page, service, '/settings/access');
  await page.getByRole('combobox', { name: 'Who is let in' }).click();
  await page.getByRole('option', { name: 'Every user' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Add a user' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('mira');
  await page.getByRole('dialog').getByLabel('New password').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click();
  await expect(page.locator('.row', { hasText: 'mira' })).toBeVisible();

  const hers = await openPage(browser);
  await openDoor(hers, service);
  await signIn(hers, 'mira', password);
  await expect(hers.getByText('Nothing planned today')).toBeVisible();
  await hers.reload();
  await expect(hers.getByText('Nothing planned today')).toBeVisible();
  const token = await hers.evaluate(() => sessionStorage.getItem('daybook.token'));

  await hers.getByRole('link', { name: 'Settings' }).click();
  await hers.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Access' }).click();
  await hers.getByLabel('Current password').fill(password);
  await hers.getByLabel('New password').fill('quite another one');
  await hers.getByRole('button', { name: 'Change password' }).click();
  await expect(hers.getByText('Password changed').first()).toBeVisible();
  await hers.getByRole('button', { name: 'Sign out' }).click();
  await expect(outside(hers)).toBeVisible();
  await expect(hers.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  const refused = await fetch(`${service.baseUrl}/api/notes`, { headers: { Authorization: `Bearer ${token}` } });
  expect(refused.status).toBe(401);

  // The browser remembers how she came in, and nothing else.
  expect(await hers.evaluate(() => [JSON.stringify(Object.entries(localStorage)), JSON.stringify(Object.entries(sessionStorage))])).toEqual(
    ['[["daybook.signIn","name"]]', '[]'],
  );
  await signIn(hers, 'mira', password);
  await expect(hers.getByRole('alert')).toHaveText('The name or the password is wrong.');
  await expect(field(hers, 'Password')).toBeFocused();
  await signIn(hers, 'mira', 'quite another one');
  await expect(hers.getByText('Nothing planned today')).toBeVisible();

  // The owner closes the door again.
  await service.send('PUT', '/api/config', { SOLO_MODE: 'true' });
  await hers.reload();
  await expect(hers.getByRole('alert').first()).toHaveText('Your session has ended. Sign in again.');
  await signIn(hers, 'mira', 'quite another one');
  await expect(hers.getByRole('alert').last()).toContainText('Only the owner is let in at the moment.');
  await hers.context().close();
});

ownersTest('the owner who came by the link signs out, and the token stays good for scripts', async ({ page, service }) => {
  await enter(page, service, '/settings/access');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(outside(page)).toBeVisible();
  await page.reload();
  await expect(outside(page)).toBeVisible();
  await service.send('GET', '/api/notes');
});

test('what is missing, wrong or too much is told at the form', async ({ page, service }) => {
  await openDoor(page, service);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Fill in your name.');
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Fill in your password.');
  await expect(field(page, 'Password')).toBeFocused();
  await expectAccessible(page);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const answer = await fetch(`${service.baseUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'nobody', password: 'wrong' }),
    });
    expect(answer.status).toBe(401);
  }
  await signIn(page, 'nobody', 'wrong once more');
  await expect(page.getByRole('alert')).toHaveText(/^There were too many wrong passwords\. Try again in (?:a minute|\d minutes)\.$/);
  await page.getByRole('button', { name: 'Use a token instead' }).click();
  await expect(page.getByLabel('Token')).toBeFocused();
  await service.stop();
  await page.getByRole('button', { name: 'Use a name and a password instead' }).click();
  await signIn(page, 'nobody', 'wrong');
  await expect(page.getByRole('alert')).toHaveText(`Daybook does not answer at ${service.baseUrl}. Is it running?`);
});
