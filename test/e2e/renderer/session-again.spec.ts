import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, ownersTest as test, type RunningService } from './fixtures.ts';

const password = 'a long password';
const layer = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
const outside = (page: Page) => page.getByRole('heading', { name: 'Open your Daybook' });

/** A token of the owner's own, beside the service's. */
async function ownToken({ baseUrl, send }: RunningService): Promise<string> {
  await send('PUT', '/api/auth/me', { password }).catch(() => undefined);
  const response = await fetch(`${baseUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'owner', password }),
  });
  return ((await response.json()) as { token: string }).token;
}

async function end({ baseUrl }: RunningService, token: string): Promise<void> {
  const { status } = await fetch(`${baseUrl}/api/auth/logout`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
  expect(status).toBe(204);
}

async function read(
  service: RunningService,
  path: string,
): Promise<{ readonly content: string; readonly items: readonly { readonly title: string; readonly description: string }[] }> {
  return (await (await fetch(service.baseUrl + path, { headers: { Authorization: `Bearer ${service.token}` } })).json()) as Awaited<
    ReturnType<typeof read>
  >;
}

async function signInAgain(page: Page, token: string): Promise<void> {
  await layer(page).getByLabel('Token').fill(token);
  await page.keyboard.press('Enter');
  await expect(layer(page)).toHaveCount(0);
}

test('an event that is being written stays when the session ends, and is saved after signing in again', async ({ page, service }) => {
  const token = await ownToken(service);
  await enter(page, { ...service, token }, '/calendar?view=month');
  await page.getByRole('button', { name: 'New event' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New event' });
  await dialog.getByLabel('Title').fill('Written before the end');
  await dialog.getByLabel('Notes', { exact: true }).fill('All of this stays.');
  await end(service, token);
  // Not with the pointer: the layer may be there already, as the line to the service tells of the end as well.
  await dialog.getByRole('button', { name: 'Create' }).dispatchEvent('click');
  await expect(layer(page)).toBeVisible();
  await expect(page.getByLabel('Notes', { exact: true })).toHaveValue('All of this stays.');
  await expectAccessible(page);
  // Neither goes away without a token, nor lets keys through to what lies behind.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(layer(page)).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toHaveCount(0);
  await signInAgain(page, service.token);
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(async () => (await read(service, '/api/events')).items.map(({ title, description }) => [title, description]))
    .toEqual([['Written before the end', 'All of this stays.']]);
});

test('the last letters of a note are saved after signing in again, and one goes on where one was', async ({ page, service }) => {
  const token = await ownToken(service);
  const { id } = await service.send('POST', '/api/notes', { title: 'Diary', content: 'Begun' });
  await enter(page, { ...service, token }, `/notes/${id}`);
  const text = page.getByRole('textbox', { name: 'Text of the note' });
  await text.click();
  await page.keyboard.press('Control+End');
  await end(service, token);
  // One by one, while the layer comes: none goes into its field.
  const letters = ' and ended, with letters that come one by one while the layer is on its way, and some after it is there';
  for (const letter of letters) await page.keyboard.press(letter === ' ' ? 'Space' : letter);
  await expect(layer(page)).toBeVisible();
  // After a pause the field has the focus.
  await expect(layer(page).getByLabel('Token')).toBeFocused();
  await expect(layer(page).getByLabel('Token')).toHaveValue('');
  await signInAgain(page, service.token);
  await expect(text).toBeFocused();
  await page.keyboard.type(', well');
  await expect(page.getByTestId('note-status')).toHaveText('Saved');
  await expect.poll(async () => (await read(service, `/api/notes/${id}`)).content).toBe(`Begun${letters}, well`);
});

test('a note that could not be saved waits for the next session of its writer, in which it is saved once', async ({ page, service }) => {
  const token = await ownToken(service);
  const { id } = await service.send('POST', '/api/notes', { title: 'Diary', content: 'Begun' });
  await page.clock.install();
  await enter(page, { ...service, token }, `/notes/${id}`);
  const text = page.getByRole('textbox', { name: 'Text of the note' });
  let attempts = 0;
  await page.route(/\/delta$/, async (route) => {
    attempts += 1;
    await route.fallback();
  });
  await text.click();
  await page.keyboard.press('Control+End');
  await end(service, token);
  await page.keyboard.type(' and ended');
  await page.clock.runFor(5_000);
  await expect(layer(page)).toBeVisible();
  await expect.poll(() => attempts).toBeGreaterThan(0);
  const before = attempts;
  for (let round = 0; round < 5; round++) {
    await page.clock.runFor(4_000);
    // An attempt is answered before the time goes on.
    await page.evaluate(() => fetch('/config.json').then(() => undefined));
  }
  expect(attempts).toBe(before);
  await signInAgain(page, service.token);
  await page.clock.runFor(5_000);
  await expect.poll(async () => (await read(service, `/api/notes/${id}`)).content).toBe('Begun and ended');
});

test('another tab comes in by itself; when the session ends one that signs in again lets all go on, and one that signs out takes all along', async ({
  page,
  service,
}) => {
  const token = await ownToken(service);
  await enter(page, { ...service, token }, '/notes');
  const other = await page.context().newPage();
  await test.step('at every address', async () => {
    await other.goto(`${service.frontendUrl}/notes`);
    await expect(other.getByRole('heading', { name: 'Notes', exact: true })).toBeVisible();
    expect(other.url()).toBe(`${service.frontendUrl}/notes`);
    // In no address, and on no disk.
    expect(await other.evaluate(() => JSON.stringify(Object.entries(localStorage)) + document.cookie)).toBe('[]');
  });

  await test.step('the same page goes on when the session ends while only reading', async () => {
    await end(service, token);
    // Where the layer comes first, a click would wait for it to go.
    await page.getByRole('link', { name: 'Boards', exact: true }).dispatchEvent('click');
    // The stream of changes ends with the token, so that each tab asks by itself.
    for (const tab of [page, other]) await expect(layer(tab)).toBeVisible();
    await signInAgain(other, service.token);
    await expect(layer(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Boards', exact: true })).toBeVisible();
    expect(page.url()).toBe(`${service.frontendUrl}/boards`);
    await expect(page.getByText('could not be read')).toHaveCount(0);
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await expect(page.locator('.cal-view')).toBeVisible();
  });

  await test.step('signing out in one signs out all', async () => {
    await other.goto(`${service.frontendUrl}/settings/access`);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await expect(outside(other)).toBeVisible();
    await expect(outside(page)).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('daybook.token'))).toBeNull();
    await page.reload();
    await expect(outside(page)).toBeVisible();
  });
});

test('a tab that is looked at renews its token well before the end', async ({ page, service }) => {
  await service.send('PUT', '/api/config', { JWT_EXPIRES_IN: '1h' });
  const token = await ownToken(service);
  // The tab was opened a while ago: more than half of the hour is over.
  await page.clock.setFixedTime(Date.now() + 40 * 60_000);
  await enter(page, { ...service, token });
  const kept = (): Promise<string | null> => page.evaluate(() => sessionStorage.getItem('daybook.token'));
  await expect.poll(kept).not.toBe(token);
  await page.clock.setFixedTime(new Date());
  const renewed = await kept();
  const { iat, exp } = JSON.parse(Buffer.from(renewed?.split('.')[1] ?? '', 'base64url').toString()) as { iat: number; exp: number };
  expect(exp - iat).toBe(3600);
  // The first one ends; the page goes on with the second.
  await end(service, token);
  const { status } = await fetch(`${service.baseUrl}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } });
  expect(status).toBe(401);
  await service.send('POST', '/api/notes', { title: 'Later' });
  await page.getByRole('link', { name: 'Notes' }).click();
  await expect(page.getByText('Later')).toBeVisible();
  await expect(layer(page)).toHaveCount(0);
});
