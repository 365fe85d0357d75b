import { expect } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, type RunningService, sharedTest as test, visit } from './fixtures.ts';

const board = 'Old plans';

/** A note, two cards, a column and an event in the trash, the event put there last. Gives their ids. */
async function fillTrash({ send, plan }: RunningService): Promise<Record<'note' | 'card' | 'second' | 'column' | 'event', string>> {
  const { id: note } = await send('POST', '/api/notes', { title: 'Minutes', content: 'All that was said' });
  const { id: kept } = await send('POST', '/api/columns', { title: 'Kept', projectId: board });
  const { id: column } = await send('POST', '/api/columns', { title: 'Later', projectId: board });
  const { id: card } = await send('POST', '/api/cards', { columnId: kept, title: 'A title without end '.repeat(20) });
  const { id: second } = await send('POST', '/api/cards', { columnId: kept, title: 'Bottles' });
  const { id: event } = await plan({ title: 'Lunch', date: '2026-11-20', start: '12:00', end: '13:00' });
  const entries = { note, card, second, column, event };
  for (const [type, id] of Object.entries(entries)) await send('POST', '/api/trash', { type: type === 'second' ? 'card' : type, id });
  return entries;
}

const total = async ({ send }: RunningService, path = '/api/trash'): Promise<number> =>
  ((await send('GET', path)) as unknown as { total: number }).total;

test('the trash shows what is in it, gives it back, and removes it for good', async ({ page, service }) => {
  await enter(page, service);
  await page.keyboard.press('g');
  await page.keyboard.press('x');
  await expect(page).toHaveTitle('Trash – Daybook');
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Empty trash' })).toBeDisabled();

  // What another client deletes shows at once.
  const { note, second } = await fillTrash(service);
  const rows = page.getByRole('list', { name: 'Trash' }).getByRole('listitem');
  const titles = page.locator('.trash-title');
  await expect(titles).toHaveText(['Lunch', 'Later', 'Bottles', /^A title without end/, 'Minutes']);
  await expect(rows.first()).toContainText('Event');
  await expect(rows.first()).toContainText(/goes for good in \d+ days/);
  await expectAccessible(page);

  // By keyboard: the arrows go from one to the next, and where one goes the next takes the focus.
  await page.getByRole('button', { name: 'Restore Lunch' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Restore Bottles' })).toBeFocused();
  await page.keyboard.press('Delete');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Delete “Bottles” for good?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Restore Bottles' })).toBeFocused();
  const bin = page.getByRole('button', { name: /^Delete “?Bottles/ });
  await bin.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(bin).toBeFocused();
  await page.getByRole('button', { name: 'Restore Bottles' }).focus();
  await page.keyboard.press('Delete');
  await question.getByRole('button', { name: 'Delete for good' }).click();
  await expect(titles).toHaveText(['Lunch', 'Later', /^A title without end/, 'Minutes']);
  await expect(page.getByRole('button', { name: /^Restore A title/ })).toBeFocused();
  expect(await service.send('GET', `/api/cards/${second}`).catch(String)).toContain('not_found');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(titles).toHaveText(['Lunch', 'Later', /^A title without end/]);
  await expect(page.getByRole('button', { name: /^Restore A title/ })).toBeFocused();
  await page.locator('.toast', { hasText: 'Note “Minutes” is back' }).getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(new RegExp(`/notes/${note}$`));
  await expect(page.getByText('All that was said').first()).toBeVisible();
  await page.goBack();

  // Of one kind, as the address says; there it is also for who comes by it.
  await page.getByRole('combobox', { name: /Show/ }).click();
  await page.getByRole('option', { name: 'Columns' }).click();
  await expect(titles).toHaveText(['Later']);
  const { pathname, search } = new URL(page.url());
  await visit(page, '/notes');
  await expect(titles).toHaveCount(0);
  await visit(page, pathname + search);
  await expect(titles).toHaveText(['Later']);
  await page.getByRole('button', { name: 'Restore Later' }).click();
  await expect(page.getByRole('heading', { name: 'No columns here' })).toBeVisible();
  await page.locator('.toast', { hasText: 'Column “Later” is back' }).getByRole('button', { name: 'Open' }).click();
  await expect(page.locator('.column-title')).toHaveText(['Kept', 'Later']);
  await page.goBack();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(rows).toHaveCount(2);

  // A narrow window scrolls in one direction only.
  await page.setViewportSize({ width: 360, height: 700 });
  // What another client removes for good goes here as well.
  const { items } = (await service.send('GET', '/api/trash')) as unknown as { items: { id: string }[] };
  await service.send('DELETE', `/api/trash/${items[0]?.id}`);
  await expect(rows).toHaveCount(1);
  expect(await page.locator('#main').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.getByRole('button', { name: 'Empty trash' }).click();
  await question.getByRole('button', { name: 'Empty trash' }).click();
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Empty trash' })).toBeFocused();
  expect(await total(service)).toBe(0);
});

test('the trash says when it cannot be read, and gives back what it gets while the service is away', async ({ page, service }) => {
  await fillTrash(service);
  await page.route('**/api/trash?*', (route) => route.fulfill({ status: 500, body: '' }));
  await enter(page, service, '/trash');
  await expect(page.getByRole('alert')).toContainText('The trash could not be read');
  await page.unroute('**/api/trash?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.trash-title')).toHaveCount(5);
  await service.stop();
  await expect(page.getByRole('region', { name: 'Connection' })).toBeVisible();
  await page.getByRole('button', { name: 'Restore Minutes' }).click();
  await expect(page.locator('.trash-title')).toHaveCount(4);
  await service.start();
  await expect.poll(() => total(service, '/api/notes').catch(() => 0)).toBe(1);
});

test('the trash is searched for words of titles, which stand in the address', async ({ page, service }) => {
  await fillTrash(service);
  await enter(page, service, '/trash');
  const titles = page.locator('.trash-title');
  await expect(titles).toHaveCount(5);
  const field = page.getByRole('searchbox', { name: 'Search the trash' });
  await field.fill('MINUTES');
  await expect(titles).toHaveText(['Minutes']);
  await expect(page).toHaveURL(`${service.frontendUrl}/trash?q=MINUTES`);
  await expectAccessible(page);
  await field.fill('nowhere');
  await expect(page.getByRole('heading', { name: 'Nothing found for “nowhere”' })).toBeVisible();
  // It empties what is not shown as well.
  await expect(page.getByRole('button', { name: 'Empty trash' })).toBeEnabled();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(titles).toHaveCount(5);
  await expect(field).toHaveValue('');
  await field.fill('nowhere else');
  await expect(page.getByRole('heading', { name: 'Nothing found for “nowhere else”' })).toBeVisible();
  await field.press('ControlOrMeta+a');
  await field.press('Delete');
  await expect(titles).toHaveCount(5);
  await expect(field).toBeFocused();
  await page.keyboard.type('minutes');
  await page.getByRole('button', { name: 'Restore Minutes' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing found for “minutes”' })).toBeVisible();
});

test('each entry of the trash that cannot be brought back is told of by its title', async ({ page, service }) => {
  for (const title of ['Minutes', 'Receipts']) {
    const { id } = await service.send('POST', '/api/notes', { title });
    await service.send('POST', '/api/trash', { type: 'note', id });
  }
  const body = JSON.stringify({ status: 507, code: 'storage_full', detail: 'The disk is full' });
  const headers = { 'Access-Control-Allow-Origin': service.frontendUrl };
  await page.route(/\/api\/trash\/[^/]+\/restore$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 507, contentType: 'application/problem+json', headers, body })
      : route.fallback(),
  );
  await enter(page, service, '/trash');
  for (const title of ['Minutes', 'Receipts']) await page.getByRole('button', { name: `Restore ${title}` }).click();
  for (const title of ['Minutes', 'Receipts']) {
    await expect(page.locator('.toast', { hasText: `“${title}” could not be brought back` })).toContainText('The disk is full');
  }
});

test('a question goes with the page that it was asked on', async ({ page, service }) => {
  await fillTrash(service);
  await enter(page, service, '/notes');
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('button', { name: 'Empty trash' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(await total(service)).toBe(5);
});
