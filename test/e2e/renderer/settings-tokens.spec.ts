import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, ownersTest as test, visit } from './fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Access for programs' }).getByRole('listitem').filter({ hasText: name });

test('a token for a program is made, copied, used and revoked, with the keyboard alone and on a phone', async ({
  page,
  service,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const status = async (path: string, token: string, method = 'GET'): Promise<number> =>
    (await fetch(service.baseUrl + path, { method, headers: { Authorization: `Bearer ${token}` } })).status;

  const address = `${service.baseUrl}/api/tokens`;
  await page.route(address, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      headers: { 'Access-Control-Allow-Origin': service.frontendUrl },
      body: JSON.stringify({ status: 500, code: 'internal', detail: 'Something went wrong' }),
    }),
  );
  await enter(page, service, '/settings/access');
  await expect(page.getByRole('alert').filter({ hasText: 'The tokens could not be read' })).toBeVisible();
  await page.unroute(address);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No program has a token yet.')).toBeVisible();

  // What is missing is told, and nothing is sent.
  await page.getByRole('button', { name: 'Make a token' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert').filter({ hasText: 'Give it a name' })).toBeVisible();
  await expect(dialog(page).getByRole('alert').filter({ hasText: 'Choose at least one thing' })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');

  const name = `Backup script ${'with a very long name '.repeat(3)}${'x'.repeat(20)}`.slice(0, 100);
  await page.keyboard.insertText(name);
  await dialog(page).getByRole('checkbox', { name: 'Notes: write' }).focus();
  await page.keyboard.press('Space');
  await expect(dialog(page).getByRole('checkbox', { name: 'Notes: write' })).toBeChecked();
  await dialog(page).getByRole('button', { name: 'Everything' }).press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Everything' })).toHaveAttribute('aria-pressed', 'true');
  await expect(dialog(page).getByText('can change secrets and passwords')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Only read' }).press('Enter');
  await expect(dialog(page).getByText('can change secrets and passwords')).toBeHidden();
  await dialog(page).getByRole('checkbox', { name: 'Calendar: write' }).press('Space');
  await dialog(page).getByRole('combobox', { name: /^Ends/ }).press('Enter');
  await page.getByRole('option', { name: 'Never' }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, '[role=dialog]');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await dialog(page).getByRole('button', { name: 'Make a token' }).press('Enter');

  // Shown this once; the focus is on what to do with it.
  await expect(dialog(page).getByRole('heading', { name: 'Copy the token now' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Copy token' })).toBeFocused();
  await expectAccessible(page, '[role=dialog]');
  const shown = await dialog(page).getByLabel('Token', { exact: true }).innerText();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  // What an assistant needs, with the token in it.
  await dialog(page)
    .getByRole('combobox', { name: /^Assistant/ })
    .press('Enter');
  await page.getByRole('option', { name: 'VS Code' }).click();
  const snippet = await dialog(page).getByLabel('What the assistant needs').innerText();
  expect(JSON.parse(snippet)).toMatchObject({ servers: { daybook: { headers: { Authorization: `Bearer ${shown}` } } } });
  await expectAccessible(page, '[role=dialog]');
  await dialog(page).getByRole('button', { name: 'Copy', exact: true }).press('Enter');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(snippet);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Copy the token now' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Make a token' })).toBeFocused();
  expect(await page.content()).not.toContain(shown);
  await expect.poll(() => status('/api/notes', shown)).toBe(200);
  expect(await status('/api/notes/x', shown, 'DELETE')).toBe(403);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await expect(row(page, name)).toContainText('last used');
  await expect(row(page, name)).toContainText('does not end');
  await expect(row(page, name)).toContainText('Read: everything · Write: Calendar');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  // Revoking asks first.
  const revoke = page.getByRole('button', { name: `Revoke the token ${name}` });
  await revoke.press('Enter');
  await expect(page.getByText('The program that uses it is shut out at once.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(() => status('/api/notes', shown)).toBe(200);
  await revoke.press('Enter');
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await expect(page.getByText(`Token “${name}” revoked`).first()).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
  await expect.poll(() => status('/api/notes', shown)).toBe(401);
});

test('tokens that other programs have made show when the page comes into sight, and when the list is opened again', async ({
  page,
  service,
}) => {
  const make = (name: string) => service.send('POST', '/api/tokens', { name, scopes: ['notes:read'] });
  await make('Clock');
  await enter(page, service, '/settings/access');
  await expect(row(page, 'Clock')).toBeVisible();
  await make('Ledger');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(row(page, 'Ledger')).toBeVisible();
  await visit(page, '/settings/look');
  await expect(row(page, 'Ledger')).toHaveCount(0);
  await make('Mirror');
  await visit(page, '/settings/access');
  await expect(row(page, 'Mirror')).toBeVisible();
});
