import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, ownersTest, test, today, type RunningService } from './fixtures.ts';

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

ownersTest('a user whom the owner adds signs in, changes the password, and signs out', async ({ page, service }) => {
  await service.plan({ title: 'Of the owner', date: today, start: '16:00', end: '17:00' });
  await service.send('PUT', '/api/config', { SOLO_MODE: 'false' });
  await service.send('POST', '/api/users', { username: 'mira', password });
  await openDoor(page, service);
  await signIn(page, 'mira', password);
  await expect(page.getByText('Nothing planned today')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nothing planned today')).toBeVisible();
  const token = await page.evaluate(() => sessionStorage.getItem('daybook.token'));

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Access' }).click();
  // She sees what is hers to set, and nothing of the owner's.
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('mira');
  await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link')).toHaveText([
    'Appearance',
    'Calendar',
    'Access',
    'Moving in and out',
    'About',
  ]);
  await page.getByLabel('Current password').fill('wrong password');
  await page.getByLabel('New password').fill('quite another one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The current password is wrong')).toBeVisible();
  await page.getByLabel('Current password').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed').first()).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(outside(page)).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  const refused = await fetch(`${service.baseUrl}/api/notes`, { headers: { Authorization: `Bearer ${token}` } });
  expect(refused.status).toBe(401);

  // The browser remembers how she came in, and nothing else.
  expect(await page.evaluate(() => [JSON.stringify(Object.entries(localStorage)), JSON.stringify(Object.entries(sessionStorage))])).toEqual(
    ['[["daybook.signIn","name"]]', '[]'],
  );
  await signIn(page, 'mira', password);
  await expect(page.getByRole('alert')).toHaveText('The name or the password is wrong.');
  await expect(field(page, 'Password')).toBeFocused();
  await signIn(page, 'mira', 'quite another one');
  await expect(page.getByText('Nothing planned today')).toBeVisible();

  // The owner closes the door again.
  await service.send('PUT', '/api/config', { SOLO_MODE: 'true' });
  await page.reload();
  await expect(page.getByRole('alert').first()).toHaveText('Your session has ended. Sign in again.');
  await signIn(page, 'mira', 'quite another one');
  await expect(page.getByRole('alert').last()).toContainText('Only the owner is let in at the moment.');
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
