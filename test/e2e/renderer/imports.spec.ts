import { expect, type Page } from '@playwright/test';
import { jex, obsidianVault, png, zip } from '../../support/import-fixtures.ts';
import { expectAccessible } from './axe.ts';
import { enter, type RunningService, sharedTest as test, visit } from './fixtures.ts';

async function choose(page: Page, { filename, bytes }: { readonly filename: string; readonly bytes: Uint8Array }): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: filename, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
}

async function total(service: RunningService, path: string): Promise<number> {
  const response = await fetch(service.baseUrl + path, { headers: { Authorization: `Bearer ${service.token}` } });
  return ((await response.json()) as { total: number }).total;
}

async function changeNote({ baseUrl, token }: RunningService, title: string, content: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const { items } = (await (await fetch(`${baseUrl}/api/notes`, { headers })).json()) as {
    items: { id: string; title: string; version: number }[];
  };
  const { id = '', version = 0 } = items.find((note) => note.title === title) ?? {};
  const response = await fetch(`${baseUrl}/api/notes/${id}/delta`, { method: 'POST', headers, body: JSON.stringify({ content, version }) });
  expect(response.status).toBe(200);
}

test('a vault is read, shown, brought in and taken back; a picture that it embeds is seen', async ({ page, service }) => {
  await enter(page, service, '/settings/moving');
  await choose(page, obsidianVault());
  const report = page.locator('.import-report');
  await expect(report).toContainText('In Vault.zip, from Obsidian');
  await expect(report.locator('.import-counts')).toHaveText(/3\s*notes\s*2\s*notebooks\s*1\s*file/);
  const left = report.getByText('Left out').locator('..');
  await expect(left).toContainText('2');
  await left.click();
  await expect(report).toContainText('Map.canvas');
  await expectAccessible(page);
  if (process.env['SHOTS'] !== undefined) {
    for (const [name, scheme, width] of [
      ['light', 'light', 1100],
      ['dark', 'dark', 1100],
      ['narrow', 'light', 360],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${process.env['SHOTS']}/report-${name}.png` });
    }
    await page.setViewportSize({ width: 1100, height: 900 });
  }
  expect(await total(service, '/api/notes?limit=0')).toBe(0);
  // Buttons go with what they were for: the focus stays at the place, from where the next key goes on.
  await report.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  await expect(report).toContainText('Vault.zip has come in');
  await expect(page.getByTestId('announcer')).toHaveText('Vault.zip has come in');
  await expect(page.getByRole('group', { name: 'Bring in from another program' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(report.locator('summary').first()).toBeFocused();
  await expect(report.getByRole('link', { name: 'Open the notes' })).toBeVisible();
  // The report says so: no message besides.
  expect(await page.getByText(/^The import (has been read|is finished)$/).count()).toBe(0);
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/done.png` });
  expect(await total(service, '/api/notes?limit=0')).toBe(3);

  await report.getByRole('link', { name: 'Open the notes' }).click();
  await page.getByText('Welcome').first().click();
  await expect(page.locator('.note-text .picture img')).toBeVisible();
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/note.png` });

  // The page that comes back shows what has come of it, with the way back.
  await visit(page, '/settings/moving');
  await report.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(report).toContainText('Undone');
  await expect(report).toContainText('Files of its notes stay with these in the trash.');
  await expect(page.getByTestId('announcer')).toHaveText('Undone: nothing of it is left, but for the trash.');
  await expect(report.getByRole('button', { name: 'Import another file' })).toBeFocused();
  expect(await total(service, '/api/notes?limit=0')).toBe(0);
  await report.getByRole('button', { name: 'Import another file' }).click();

  await choose(page, { filename: 'broken.zip', bytes: (await jex()).bytes.slice(0, 1_300) });
  await expect(report).toContainText('broken.zip could not be imported');
  await expect(report).toContainText('The file is damaged or not whole');
  await report.getByRole('button', { name: 'Import another file' }).click();
  await choose(page, zip({ 'A.md': 'text', 'b.png': png, 'c.png': png }, 'Notes.zip'));
  await report.getByText('Files that do not come in').click();
  await expect(report.locator('.import-warning-list > li')).toHaveText(/No note leads to it: it does not come in\s*b\.png\s*c\.png/);
  await report.getByRole('button', { name: 'Import', exact: true }).click();
  await report.getByRole('button', { name: 'Import another file' }).click();
  await choose(page, zip({ 'A.md': 'text' }, 'Notes.zip'));
  await expect(report).toContainText('All of it is here already: an import would change nothing.');
  await report.getByRole('button', { name: 'Discard' }).click();
  await changeNote(service, 'A', 'ours');
  await choose(page, zip({ 'A.md': 'theirs', 'C.md': 'new' }, 'Notes.zip'));
  await expect(report.locator('.import-counts')).toHaveText(/2\s*notes\s*1 new, 1 changed on both sides/);
  await expect(report.getByRole('listitem').filter({ hasText: 'yours stays' })).toBeVisible();
  await report.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file…' })).toBeVisible();

  // As after a service that was killed: the rest comes in with the same file.
  const at = '2100-01-01T00:00:00.000Z';
  const killed = {
    ...{ id: crypto.randomUUID(), kind: 'import-apply', title: 'Rest.zip', status: 'failed', createdAt: at, endedAt: at },
    ...{ progress: { done: 1, total: 2, unit: 'items' }, cancelRequestedAt: null, result: null, batchId: crypto.randomUUID() },
    error: { code: 'interrupted', message: 'The service was stopped while the job ran' },
  };
  let ended: object = killed;
  await page.route(/\/api\/jobs\?.*kind=import-apply/, async (route) => {
    await route.fulfill({ response: await route.fetch(), json: { items: [ended], total: 1, limit: 1, offset: 0 } });
  });
  await choose(page, zip({ 'D.md': 'text' }, 'Rest.zip'));
  await expect(report).toContainText('Bring the same file in again: what has come in is known, and the rest is added.');
  await expect(report.getByRole('button', { name: 'Take back what has come in' })).toBeVisible();
  ended = { ...killed, status: 'cancelled', error: null };
  // What was read stays until a change is told, and this one is made up.
  await page.reload();
  await expect(report).toContainText('Rest.zip was not imported');
  await expect(report).toContainText('Nothing of it is left, but for the trash.');
});

test('a file that is not taken is told where it was chosen; that sending it was cancelled is no failure', async ({ page, service }) => {
  // Two that a program has sent: their reports are not in the way one after the other.
  for (const name of ['a.md', 'b.md']) {
    const form = new FormData();
    form.append('file', new Blob(['text']), name);
    const headers = { Authorization: `Bearer ${service.token}` };
    expect((await fetch(`${service.baseUrl}/api/imports`, { method: 'POST', body: form, headers })).status).toBe(202);
  }
  await enter(page, service, '/settings/moving');
  const place = page.getByRole('group', { name: 'Bring in from another program' });
  await expect(place).toContainText('b.md');
  await place.getByRole('button', { name: 'Discard' }).click();
  await choose(page, { filename: 'photo.png', bytes: png });
  await expect(place.getByRole('alert')).toContainText('The file could not be sent');
  await expect(place.getByRole('alert')).toContainText('"photo.png" is neither a zip');
  await expectAccessible(page);

  // The service never hears of it.
  await page.route('**/api/imports*', () => undefined);
  await choose(page, obsidianVault());
  await expect(place).toContainText('Sending Vault.zip…');
  await expect(place.getByRole('alert')).toHaveCount(0);
  await place.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(place.getByRole('button', { name: 'Choose a file…' })).toBeFocused();
  await expect(page.getByText('The file could not be sent')).toHaveCount(0);
  await page.unroute('**/api/imports*');
});
