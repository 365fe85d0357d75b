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
  for (let count = 0; count < 12; count += 1)
    await service.send('POST', '/api/notes', { title: `Note ${count}`, content: randomBytes(1_200_000).toString('hex') });
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

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(going).toBeVisible();
  await page.getByRole('link', { name: 'Boards' }).click();
  const toast = page.getByText('The export is ready');
  await expect(toast).toBeVisible();
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
