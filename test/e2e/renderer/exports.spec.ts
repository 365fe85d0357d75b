import { expect } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { expectAccessible } from './axe.ts';
import { enter, sharedTest as test, visit } from './fixtures.ts';

test('everything is exported: how far it is outlives a reload, the end is told on any page, it is downloaded and removed', async ({
  page,
  service,
}) => {
  const names = ['a.txt', 'b.txt', 'c.txt'];
  const content = names.map((name) => `[${name}](attachments/${name})\n`).join('\n');
  const { id } = await service.send('POST', '/api/notes', { title: 'Note', content });
  // Files take long to pack, and hardly any time to add.
  const files = new FormData();
  for (const name of names) files.append('files', new File([randomBytes(5_000_000).toString('hex')], name, { type: 'text/plain' }));
  const filesUrl = `${service.baseUrl}/api/notes/${id}/files`;
  const added = await fetch(filesUrl, { method: 'POST', headers: { Authorization: `Bearer ${service.token}` }, body: files });
  expect(added.status).toBe(201);
  await enter(page, service, '/settings/moving');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const going = page.getByRole('progressbar', { name: 'Exporting…' });
  await expect(going).toBeVisible();
  await visit(page, '/settings/about');
  await expect(going).toHaveCount(0);
  await visit(page, '/settings/moving');
  await expect(going).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const rows = page.getByRole('list', { name: 'Exports' }).getByRole('listitem');
  await expect(rows).toContainText(['Cancelled']);

  await service.send('DELETE', `/api/notes/${id}`);
  await service.send('POST', '/api/notes', { title: 'Note 0' });
  // It has an end when another page is shown, not before.
  const { promise: elsewhere, resolve: isElsewhere } = Promise.withResolvers<void>();
  await page.route(/\/api\/jobs\/[^/]+$/, async (route) => {
    await elsewhere;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('link', { name: 'Boards' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible();
  isElsewhere();
  const toast = page.getByText('The export is ready');
  await expect(toast).toBeVisible();
  // Its beginning and its end are both told, and both read when it has ended.
  await page.unrouteAll({ behavior: 'wait' });
  await expect(toast).toHaveCount(1);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Moving in and out' })).toBeVisible();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download the export of/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^daybook-\d{4}-\d\d-\d\d\.zip$/);
  expect(Object.keys(unzipSync(readFileSync(await download.path())))).toEqual(expect.arrayContaining(['notes/Note 0.md', 'manifest.json']));
  await expect(rows).toHaveCount(2);
  for (const left of [1, 0]) {
    await page
      .getByRole('button', { name: /^Remove the export of/ })
      .first()
      .click();
    await expect(rows).toHaveCount(left);
  }
  await expect(page.getByText('Nothing has been exported yet.')).toBeVisible();
});
