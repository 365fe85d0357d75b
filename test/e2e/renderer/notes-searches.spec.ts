import { expect, type Page } from '@playwright/test';
import { push } from '../../support/tiers.ts';
import { expectAccessible } from './axe.ts';
import { enter, sharedTest as test } from './fixtures.ts';
import { makeNote } from './notes-fixtures.ts';

const saved = (page: Page) => page.getByRole('list', { name: 'Saved searches' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' });

test('searches are saved from the list and the palette, opened, edited, moved and deleted, with a way back', async ({ page, service }) => {
  const notebook = await service.send('POST', '/api/notebooks', { name: 'To the sea' });
  await service.send('POST', '/api/notes', { title: 'Harbour walk', content: '#travel\n', notebookId: notebook.id, isPinned: true });
  await makeNote(service, 'Harbour dues', 'Paid.\n');
  await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'Boats' });
  await enter(page, service, '/notes');

  // From the list: with the notebook that is shown.
  await page.getByRole('treeitem', { name: 'To the sea' }).click();
  await page.getByRole('textbox', { name: 'Search notes' }).fill('harbour');
  await page.getByRole('button', { name: 'Save this search' }).click();
  await expect(saved(page).getByRole('button', { name: /^harbour/ })).toHaveText('harbour in:"To the sea"');

  // From the palette, which then has no way to save it twice.
  await page.keyboard.press('ControlOrMeta+k');
  await field(page).fill('paid');
  await expect(page.getByRole('option', { name: /Harbour dues/ })).toBeVisible();
  await page.getByRole('option', { name: 'Save this search' }).click();
  await expect(saved(page).getByRole('button', { name: 'paid', exact: true })).toBeVisible();

  // Opened in the palette, from the sidebar and from the palette itself.
  await saved(page).getByRole('button', { name: 'harbour in:"To the sea"', exact: true }).click();
  await expect(field(page)).toHaveValue('harbour in:"To the sea"');
  await expect(page.getByRole('option', { name: /^Harbour walk/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /^Harbour dues/ })).toHaveCount(0);
  await expect(page.getByRole('option', { name: 'Save this search' })).toHaveCount(0);
  await field(page).fill('');
  await page.getByRole('option', { name: 'paid', exact: true }).click();
  await expect(page.getByRole('option', { name: /^Harbour dues/ })).toBeVisible();
  await page.keyboard.press('Escape');

  // By keys: edited, moved, deleted, and back.
  await saved(page).getByRole('button', { name: 'paid', exact: true }).focus();
  await page.keyboard.press('F2');
  await page.getByRole('dialog').getByLabel('Name').fill('Dues');
  // What cannot be searched for is told beside its field, where it stays.
  const query = page.getByRole('dialog').getByLabel('Search');
  await query.fill('due:soon');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('It has no date after due: (such as due:<2026-12-01).');
  await expect(query).toBeFocused();
  await query.fill('dues -walk');
  await page.keyboard.press('Enter');
  const dues = saved(page).getByRole('button', { name: 'Dues', exact: true });
  await dues.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(saved(page).getByRole('listitem').first()).toContainText('Dues');
  await expectAccessible(page);
  await page.keyboard.press('Delete');
  await expect(saved(page).getByRole('listitem')).toHaveCount(1);
  await expect(saved(page).getByRole('button', { name: /^harbour/ })).toBeFocused();
  await page.getByRole('dialog', { name: 'Search “Dues” deleted' }).getByRole('button', { name: 'Undo' }).click();
  await expect(dues).toBeVisible();
  expect(await service.send('GET', '/api/saved-searches')).toMatchObject({ items: [{ name: 'Dues', query: 'dues -walk' }, {}] });

  // What else is beside the list: pinned notes of all notebooks, and boards.
  await page.getByRole('button', { name: 'All notes' }).click();
  await page.getByRole('list', { name: 'Pinned notes' }).getByRole('link', { name: 'Harbour walk' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Harbour walk');
  await page.getByRole('list', { name: 'Boards' }).getByRole('link', { name: 'Boats' }).click();
  await expect(page).toHaveURL(/\/boards\/Boats$/);
});

test('a misspelt word finds what is near it, in the palette and in the list, and both say so', push, async ({ page, service }) => {
  await makeNote(service, 'Excursion', 'Over the old viaduct\n');
  await enter(page, service, '/notes');
  await page.getByRole('textbox', { name: 'Search notes' }).fill('viadukt');
  await expect(page.getByRole('region', { name: 'Notes' }).getByRole('link', { name: /^Excursion/ })).toBeVisible();
  await expect(page.getByText('Showing results for “viaduct” instead of “viadukt”.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await field(page).fill('excurzion viadukt');
  await expect(page.getByText('Showing results for “excursion”, “viaduct” instead of “excurzion”, “viadukt”.').first()).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Excursion');
});
