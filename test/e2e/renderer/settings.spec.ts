import { mkdirSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { push } from '../../support/tiers.ts';
import { expectAccessible } from './axe.ts';
import { enter, ownersTest as test, type RunningService, visit } from './fixtures.ts';

async function openSettings(page: Page, service: RunningService, part = ''): Promise<void> {
  await enter(page, service, `/settings${part === '' ? '' : `/${part}`}`);
  await page.getByRole('heading', { level: 2 }).waitFor();
}

/** Goes to a part by its link: the page is not loaded anew. */
async function goTo(page: Page, part: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: new RegExp(`^${part}`) })
    .click();
  await page.getByRole('heading', { level: 2, name: part }).waitFor();
}

/** What the service says to a read. */
async function read(service: RunningService, path: string): Promise<object> {
  const response = await fetch(service.baseUrl + path, { headers: { Authorization: `Bearer ${service.token}` } });
  return (await response.json()) as object;
}

const configured = async (service: RunningService): Promise<Readonly<Record<string, string | null>>> =>
  ((await read(service, '/api/config')) as { config: Record<string, string | null> }).config;
const field = (page: Page, key: string): Locator => page.locator('.config-field', { has: page.getByText(key, { exact: true }) });
const save = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true });

test('the configuration is shown, changed, refused at its field, waits for a restart, and keeps secrets', async ({ page, service }) => {
  await openSettings(page, service);
  await test.step('shows every key with its help, and is changed', async () => {
    const shown: string[] = [];
    for (const part of ['Models', 'Access', 'Data', 'Service']) {
      await goTo(page, part);
      await page.locator('.config-key').first().waitFor();
      const keys = await page.locator('.config-field .config-key').allInnerTexts();
      const hints = await page.locator('.config-field .field-hint').allInnerTexts();
      expect(hints.filter((hint) => hint.length > 10)).toHaveLength(keys.length);
      shown.push(...keys);
    }
    expect(shown.toSorted()).toEqual(Object.keys(await configured(service)).toSorted());
    await expect(field(page, 'PORT').first()).toContainText('After restart');
    await page.getByLabel('Workspace of agents').fill('/tmp');
    await expect(page.getByText('1 unsaved change')).toBeVisible();
    // Looking elsewhere loses nothing.
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'About' }).click();
    await page.getByRole('link', { name: /^Service \(has unsaved changes\)/ }).click();
    await save(page).click();
    await expect(page.locator('.config-save')).toBeHidden();
    await expect.poll(async () => (await configured(service))['WORKSPACE_ROOT']).toBe('/tmp');
    await page.getByLabel('Workspace of agents').fill('');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await configured(service))['WORKSPACE_ROOT']).toBeNull();
  });

  await test.step('says at the field what cannot be taken, and saves none of it', async () => {
    await goTo(page, 'Service');
    await page.getByLabel('Workspace of agents').fill('nowhere');
    await page.getByLabel('Port of the page').fill('80000');
    await save(page).click();
    await expect(page.getByLabel('Workspace of agents')).toHaveAttribute('aria-invalid', 'true');
    // The first of them is in sight.
    await expect(page.getByLabel('Port of the page')).toBeFocused();
    await expect(page.getByLabel('Port of the page')).toBeInViewport();
    await expect(field(page, 'FRONTEND_PORT').getByText('It must be a port number from 1 to 65535.')).toBeVisible();
    expect((await configured(service))['FRONTEND_PORT']).toBeNull();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('Port of the page')).toHaveValue('');
    // What the service has is no fault.
    await expect(page.getByLabel('Port of the page')).toHaveAttribute('aria-invalid', 'false');
    await expect(page.locator('.field-problem')).toHaveCount(0);
  });

  await test.step('tells what waits for a restart, also when a script has changed it', async () => {
    await goTo(page, 'Appearance');
    await service.send('PUT', '/api/config', { NODE_ENV: 'production' });
    await expect(page.getByText('Restart Daybook for these to take effect: NODE_ENV.')).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    // Its sign stands beside the words, in however many lines these are.
    const isBeside = (): Promise<boolean> =>
      page.locator('.restart-hint').evaluate((hint) => {
        const words = document.createRange();
        words.selectNode(hint.lastChild ?? hint);
        return (hint.querySelector('svg')?.getBoundingClientRect().right ?? Infinity) <= words.getBoundingClientRect().left;
      });
    await expect.poll(isBeside).toBe(true);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Service' }).click();
    await expect(field(page, 'NODE_ENV')).toContainText('Waits for a restart');
    await page.getByRole('combobox', { name: 'Environment' }).click();
    await page.getByRole('option', { name: 'Not set' }).click();
    await save(page).click();
    await expect(page.getByText('Restart Daybook')).toBeHidden();
  });

  await test.step('marks what the environment or a flag overrides', async () => {
    await goTo(page, 'Service');
    // The tests choose the ports by flags.
    await expect(field(page, 'FRONTEND_PORT').getByText('Overridden')).toBeVisible();
    await expect(page.getByLabel('Workspace of agents')).toHaveAccessibleDescription(/Absolute path/);
  });

  await test.step('takes secrets, and never shows them', async () => {
    const secret = 'sk-very-secret-indeed';
    await goTo(page, 'Models');
    await page.getByRole('button', { name: 'Set: API key' }).click();
    await page.getByLabel('New value: API key').fill(secret);
    await save(page).click();
    await expect(field(page, 'AI_API_KEY')).toContainText('it is never shown');
    await expect.poll(async () => (await configured(service))['AI_API_KEY']).toBe('********');
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Replace: API key' }).click();
    await page.getByRole('button', { name: 'Keep as it is' }).click();
    await page.getByRole('button', { name: 'Remove: API key' }).click();
    await expect(field(page, 'AI_API_KEY')).toContainText('Will be removed');
    await save(page).click();
    await expect(field(page, 'AI_API_KEY')).toContainText('Not set');
    expect((await configured(service))['AI_API_KEY']).toBeNull();
  });

  await test.step('has profiles of providers', async () => {
    await goTo(page, 'Models');
    await page.getByRole('button', { name: 'Add a profile' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Open AI');
    await page.keyboard.press('Enter');
    await expect(page.getByText('It must consist of a–z, 0–9 and -.')).toBeVisible();
    await page.getByRole('dialog').getByLabel('Name').fill('open-ai');
    await page.keyboard.press('Enter');
    const card = page.locator('.settings-card', { hasText: 'Profile “open-ai”' });
    await card.getByLabel('Address of the service').fill('https://api.example.com/v1');
    await card.getByRole('button', { name: 'Use this profile' }).click();
    await save(page).click();
    await expect(page.locator('.config-save')).toBeHidden();
    await expect
      .poll(() => configured(service))
      .toMatchObject({ AI_PROFILE: 'open-ai', AI_OPEN_AI_BASE_URL: 'https://api.example.com/v1' });
    await card.getByRole('button', { name: 'Remove profile' }).click();
    await save(page).click();
    await expect(card).toBeHidden();
    await expect(page.locator('.config-save')).toBeHidden();
    const { AI_OPEN_AI_BASE_URL: address = null, AI_PROFILE: profile } = await configured(service);
    expect([address, profile]).toEqual([null, null]);
  });
});

test(
  'access: the token is shown when asked, users come and go, and the owner has a name and a password',
  push,
  async ({ page, service, context }) => {
    await openSettings(page, service, 'access');
    await test.step('shows the token only when asked, and copies it', async () => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      expect(await page.content()).not.toContain(service.token);
      await page.getByRole('button', { name: 'Copy token' }).click();
      await expect(page.getByText('Token copied')).toBeVisible();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(service.token);
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await expect(page.locator('.token-text')).toHaveText(service.token);
      await page.getByRole('button', { name: 'Hide' }).click();
      await expect(page.locator('.token-text')).not.toHaveText(service.token);
    });

    await test.step('has users, who are added and deleted by the owner', async () => {
      await page.getByRole('combobox', { name: 'Who is let in' }).click();
      await page.getByRole('option', { name: 'Every user' }).click();
      await save(page).click();
      await page.getByRole('button', { name: 'Add a user' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('mira');
      await page.getByRole('dialog').getByLabel('New password').fill('short');
      await page.keyboard.press('Enter');
      await expect(page.getByText('It must be at least 8 characters.', { exact: true })).toBeVisible();
      await page.getByRole('dialog').getByLabel('New password').fill('a long password');
      await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click();
      await expect(page.locator('.row', { hasText: 'mira' })).toBeVisible();
      await service.send('POST', '/api/auth/login', { username: 'mira', password: 'a long password' });
      await page.getByRole('button', { name: 'Delete user mira' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click();
      await expect(page.locator('.row', { hasText: 'mira' })).toBeHidden();
      await expect.poll(() => read(service, '/api/users')).toMatchObject({ total: 1 });
    });

    await test.step('lets the owner change name and password', async () => {
      await page.getByLabel('Name', { exact: true }).fill('ana');
      await page.getByRole('button', { name: 'Change name' }).click();
      await expect(page.locator('.row', { hasText: 'ana' })).toBeVisible();
      await page.getByLabel('New password').fill('a long password');
      await page.getByRole('button', { name: 'Set password' }).click();
      await expect(page.getByLabel('Current password')).toBeVisible();
      await expect.poll(() => read(service, '/api/auth/me')).toMatchObject({ username: 'ana', hasPassword: true });
    });
  },
);

test('backups are made, restored at the next start, and that is taken back', async ({ page, service }) => {
  await service.plan({ title: 'Then', date: '2026-11-20', isAllDay: true });
  const job = { id: 'j', kind: 'backup', title: null, status: 'running', progress: { done: 3e6, total: 9e6, unit: 'bytes' }, result: null };
  const rest = { error: null, batchId: null, cancelRequestedAt: null, createdAt: '2026-11-20T08:00:00Z', startedAt: null, endedAt: null };
  const ofJobs = (url: URL): boolean => url.pathname === '/api/jobs';
  await page.route(ofJobs, (route) => {
    const items = route.request().url().endsWith('kind=backup') ? [{ ...job, ...rest }] : [];
    return route.fulfill({ json: { items, total: items.length, limit: null, offset: 0 } });
  });
  await openSettings(page, service, 'data');
  await expect(page.getByText('No backup has been made yet')).toBeVisible();
  await expect(page.getByText('Since the start it was not.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Backups that are being made or read' })).toContainText(/Making a backup….*3.* of 9.* read/);
  await expect(page.getByRole('button', { name: 'Back up now' })).toHaveAttribute('aria-disabled', 'true');
  const [deleted] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'DELETE' && request.url().endsWith('/api/jobs/j')),
    page.getByRole('button', { name: 'Cancel', exact: true }).click(),
  ]);
  expect(deleted.url()).toContain(service.baseUrl);
  await page.unroute(ofJobs);
  await page.reload();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText('Backup made').first()).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.row')).toHaveCount(1);
  await expect(page.locator('.row')).toContainText('Checked');
  await service.plan({ title: 'Later', date: '2026-11-20', isAllDay: true });
  const restore = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Restore the backup of/ }).click();
    const question = page.getByRole('alertdialog');
    // Files that are newer than the backup.
    await expect(question).toContainText('put aside');
    await expect(question).toContainText('nothing is deleted');
    await question.getByRole('button', { name: 'Restore at the next start' }).click();
    await expect(page.locator('.prepared')).toContainText('Restart Daybook to finish.');
  };
  await restore();
  await page.getByRole('button', { name: 'Do not restore' }).click();
  await expect(page.locator('.prepared')).toBeHidden();
  await restore();
  await service.stop();
  await service.start();
  await expect(page.locator('.prepared')).toBeHidden();
  const { items } = (await read(service, '/api/events')) as { items: { title: string }[] };
  expect(items.map(({ title }) => title)).toEqual(['Then']);
  await expect(page.locator('.storage-parts')).toContainText('Backups');
});

test('a backup is made in a folder and restored from its file, with a passphrase', async ({ page, service }, testInfo) => {
  const words = 'correct horse battery staple';
  const folder = testInfo.outputPath('stick');
  mkdirSync(folder, { recursive: true });
  await service.plan({ title: 'Then', date: '2026-11-20', isAllDay: true });
  await openSettings(page, service, 'data');
  await field(page, 'BACKUP_PASSPHRASE').getByRole('button').click();
  await page.getByLabel('New value: Passphrase of backups').fill(words);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(field(page, 'BACKUP_PASSPHRASE').getByRole('button', { name: /remove/i })).toBeVisible();
  await page.getByRole('button', { name: 'Back up into a folder…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Folder').fill('stick');
  await dialog.getByRole('button', { name: 'Back up' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The path must be an absolute path.');
  await dialog.getByLabel('Folder').fill(folder);
  await dialog.getByRole('button', { name: 'Back up' }).click();
  await expect(page.getByText(/^Backup made: /).first()).toBeVisible();
  const [file = ''] = readdirSync(folder);
  expect(file).toMatch(/\.tar\.age$/);
  await page.getByRole('button', { name: 'Restore from a file…' }).click();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByLabel('File').fill(join(folder, file));
  await page.evaluate(() => {
    const told: string[] = [];
    Object.assign(globalThis, { told });
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('.toast-title'))
        if (!told.includes(textContent) && !textContent.startsWith('Backup made')) told.push(textContent);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await dialog.getByLabel('Passphrase').fill('another');
  await dialog.getByRole('button', { name: 'Restore at the next start' }).click();
  await expect(dialog.getByRole('alert')).toContainText('passphrase');
  await dialog.getByLabel('Passphrase').fill(words);
  await dialog.getByRole('button', { name: 'Restore at the next start' }).click();
  await expect(page.locator('.prepared')).toContainText(file);
  await page.getByRole('button', { name: 'Do not restore' }).click();
  await expect(page.locator('.toast-title', { hasText: 'Nothing will be restored' })).toBeVisible();
  // The other ends are told once: where it is mended, and where it is taken back.
  expect(await page.evaluate(() => (globalThis as unknown as { told: string[] }).told)).toEqual(['Nothing will be restored']);
});

test('a restore is begun once, also where the service is away for a moment while it goes on', async ({ page, service }) => {
  const rest = { kind: 'restore', title: null, result: null, error: null, batchId: null, cancelRequestedAt: null, startedAt: null };
  const job = { ...rest, id: 'j', progress: { done: 3e6, total: 9e6, unit: 'bytes' }, createdAt: '2026-11-20T08:00:00Z' };
  let begun = 0;
  let looks = 0;
  await page.route('**/api/backups/restore', (route) => {
    begun += 1;
    return route.fulfill({ status: 202, json: { ...job, status: 'running', endedAt: null } });
  });
  await page.route('**/api/jobs/j', (route) => {
    looks += 1;
    if (looks === 1) return route.abort();
    return route.fulfill({ json: { ...job, status: 'done', endedAt: looks < 4 ? null : '2026-11-20T08:01:00Z' } });
  });
  await openSettings(page, service, 'data');
  await page.getByRole('button', { name: 'Restore from a file…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('File').fill('/backup.age');
  await dialog.getByRole('button', { name: 'Restore at the next start' }).click();
  await expect(dialog).toContainText(/3.* of 9.* read/);
  await expect(dialog).toHaveCount(0);
  expect(begun).toBe(1);
});

test('what the service says of its configuration and its data is shown: what waits for the next load, what cannot be read, what lacks', async ({
  page,
  service,
}) => {
  const change = async (path: string, values: object): Promise<void> => {
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...values } });
    });
  };
  await service.send('PUT', '/api/config', { AI_PROFILE: 'openai', AI_OPENAI_API_KEY: 'sk' });
  await service.send('POST', '/api/backups');
  await change('/api/config', { appliesAtNextLoad: ['LOCAL_MODEL_PATH'], error: '.env has more than 1 MB' });
  await openSettings(page, service, 'models');
  await expect(field(page, 'LOCAL_MODEL_PATH').locator('.badge')).toHaveText('Waits for the model to be loaded anew');
  await expect(page.getByRole('status').filter({ hasText: 'stay in force' })).toContainText('.env has more than 1 MB');
  await expectAccessible(page);
  await goTo(page, 'Data');
  await expect(page.getByText(/The database was checked on .*: it is sound\./)).toBeVisible();
  await change('/api/storage', {
    integrity: { state: 'damaged', checkedAt: '2026-11-20T12:00:00Z', flaw: 'row 7 is missing from index', lost: null, displaced: null },
  });
  await change('/api/backups', { restore: { file: 'alone.db', preparedAt: '2026-11-20T12:00:00Z', missing: 3 } });
  await page.reload();
  await expect(page.locator('.storage-damaged')).toContainText('row 7 is missing from index');
  await expect(page.locator('.prepared')).toContainText('3 files will be missing');
  await expectAccessible(page);
});

test('changes that were missing at the start, and damage, are told on every page, with the way to the backups, until the owner has taken note', async ({
  page,
  service,
}) => {
  await service.send('POST', '/api/backups');
  let lost = { after: 7, upTo: 12, backup: '' };
  let damage: { readonly foundAt: string; readonly flaw: string } | null = null;
  let displaced: { readonly how: string; readonly since: string; readonly saved: string } | null = null;
  await page.route('**/api/backups', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const list = (await response.json()) as { readonly items: readonly { readonly file: string }[] };
    return route.fulfill({ response, json: { ...list, lost: { ...lost, backup: list.items[0]?.file }, damage, displaced } });
  });
  await enter(page, service);
  const banner = page.getByRole('region', { name: 'Lost changes' });
  const understood = (of: Locator): Locator => of.getByRole('button', { name: 'Understood' });
  await expect(banner).toContainText(/the newest changes were missing.* The newest backup from before is of /);
  await expect(page.getByTestId('announcer')).toContainText('the newest changes were missing');
  await visit(page, '/trash');
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible();
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  // In a window that is much enlarged it lies over nothing, and the page has room beside it.
  await page.setViewportSize({ width: 320, height: 220 });
  await understood(banner).click({ trial: true });
  await page.getByRole('link', { name: 'Notes' }).click({ trial: true });
  await page.getByRole('heading', { level: 1, name: 'Trash' }).click({ trial: true });
  await page.setViewportSize({ width: 1280, height: 720 });
  await banner.getByRole('link', { name: 'Show backups' }).click();
  await expect(page.locator('.storage-damaged')).toContainText(/the newest changes were missing.* The newest backup from before is of /);
  await expect(page.getByRole('button', { name: /^Restore the backup of/ })).toBeInViewport();
  await expectAccessible(page);
  await understood(banner).press('Enter');
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toBeVisible();
  await page.reload();
  await expect(page.locator('.storage-damaged')).toBeVisible();
  await expect(banner).toHaveCount(0);
  // Another one is news again, and so is damage, which a backup finds: it fails.
  lost = { ...lost, upTo: 20 };
  damage = { foundAt: '2026-11-20T12:00:00Z', flaw: 'row 7 is missing from index' };
  await page.route('**/api/jobs/*', async (route) => {
    const response = await route.fetch();
    const job = (await response.json()) as { readonly status: string };
    await route.fulfill({ response, json: job.status === 'done' ? { ...job, status: 'failed', result: null } : job });
  });
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(banner).toBeVisible();
  const damaged = page.getByRole('region', { name: 'Damaged data' });
  await expect(damaged).toContainText(/found the database of Daybook damaged.* the newest is of /);
  await expect(page.getByTestId('announcer')).toContainText('damaged');
  await expectAccessible(page);
  const bottom = await damaged.evaluate((section) => section.getBoundingClientRect().bottom);
  expect(await page.getByRole('main').evaluate((main) => main.getBoundingClientRect().top)).toBeCloseTo(bottom, 0);
  await understood(damaged).press('Enter');
  await expect(damaged).toHaveCount(0);
  await expect(understood(banner)).toBeFocused();
  displaced = { how: 'replaced', since: '2026-11-20T12:00:00Z', saved: '/data/backups/replaced-20261120-120000/daybook.db' };
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByRole('region', { name: 'Database gone' })).toContainText(
    /replaced from outside\. Nothing is saved any more\..* is in \/data\/backups\/replaced-20261120-120000\/daybook\.db\./,
  );
});

test('a daily backup that fails, and files that the newest one lacks, are told on every page until the owner has taken note', async ({
  page,
  service,
}) => {
  await service.send('POST', '/api/backups');
  await page.route('**/api/backups', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const list = (await response.json()) as { readonly items: readonly object[] };
    const failed = { since: '2026-11-20T12:00:00Z', reason: 'There is no room left on the disk' };
    return route.fulfill({
      response,
      json: { ...list, items: list.items.map((item) => ({ ...item, missing: 2, verified: false })), failed },
    });
  });
  await enter(page, service);
  const banner = page.getByRole('region', { name: 'No backup' });
  await expect(banner).toContainText(/^The daily backup fails: There is no room left on the disk\. .* The newest is of /);
  const missing = page.getByRole('region', { name: 'Missing files' });
  await expect(missing).toContainText('2 files of cards and notes are gone or damaged');
  await expect(page.getByTestId('announcer')).toContainText('The daily backup fails');
  await expectAccessible(page);
  await missing.getByRole('button', { name: 'Understood' }).press('Enter');
  await expect(missing).toHaveCount(0);
  await banner.getByRole('link', { name: 'Show backups' }).click();
  await expect(page.locator('.storage-damaged')).toContainText('no room left on the disk');
  await banner.getByRole('button', { name: 'Understood' }).press('Enter');
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.storage-damaged')).toBeVisible();
  await expect(banner.or(missing)).toHaveCount(0);
});

test('the theme is chosen, and found from the palette; about tells the version, the licences and the way to the documentation', async ({
  page,
  service,
}) => {
  await enter(page, service);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('settings appearance');
  await page.getByRole('option', { name: 'Settings: Appearance' }).click();
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await goTo(page, 'About');
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string };
  await expect(page.locator('.about')).toContainText(version);
  await expect(page.getByRole('link', { name: 'Documentation of the interface' })).toHaveAttribute('href', `${service.baseUrl}/api/docs`);
  await page.getByLabel('Search packages').fill('react-dom');
  await page.getByText('react-dom', { exact: true }).click();
  await expect(page.locator('.licence pre').first()).toContainText('MIT License');
  await page.getByRole('button', { name: 'Show keyboard shortcuts' }).click();
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Note of today');
  await page.keyboard.press('Escape');
  // Letters and signs are turned off: other shortcuts stay.
  const plainKeys = page.getByRole('switch', { name: 'Letters and signs are shortcuts by themselves' });
  await plainKeys.click();
  await page.keyboard.type('?d/gt');
  await page.getByRole('button', { name: 'Show keyboard shortcuts' }).click();
  await expect(sheet).toContainText('Undo');
  await expect(sheet).not.toContainText('Note of today');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(plainKeys).not.toBeChecked();
  await plainKeys.click();
  await page.keyboard.press('Shift+?');
  await expect(sheet).toContainText('Note of today');
  await page.keyboard.press('Escape');
  // The page stays for other tests, and it remembers the theme.
  await goTo(page, 'Appearance');
  await page.getByRole('radio', { name: 'As the system' }).click();
});

test('what stands there until the settings are read has the width of the page, line below line', async ({ page, service }) => {
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/auth/me', async (route) => {
    await answer.promise;
    await route.fulfill({ status: 500, body: '' });
  });
  await enter(page, service, '/settings');
  const main = page.getByRole('main');
  const skeleton = main.locator('.skeleton');
  await expect(skeleton).toBeVisible();
  const boxOf = async (element: Locator): Promise<DOMRect> => element.evaluate((each) => each.getBoundingClientRect());
  const { width } = await boxOf(main);
  expect((await boxOf(skeleton)).width).toBe(width);
  const lines = skeleton.locator('.skeleton-line');
  expect((await boxOf(lines.last())).bottom - (await boxOf(lines.first())).top).toBeLessThan(100);
  answer.resolve();
  expect((await boxOf(main.getByRole('alert'))).width).toBe(width);
  await page.unrouteAll({ behavior: 'wait' });
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Appearance' })).toBeVisible();
});

test('no fault that axe can find', async ({ page, service }) => {
  await openSettings(page, service);
  // Models and Data are looked at above, with all that they can say.
  for (const part of ['Appearance', 'About', 'Access']) {
    await goTo(page, part);
    await page.locator('.settings-card').last().waitFor();
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Add a user' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await goTo(page, 'Service');
  await page.getByLabel('Port of the page').fill('80000');
  await save(page).click();
  await page.getByText('It must be a port number').waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
