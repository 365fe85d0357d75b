// Two clients change one card at once: neither takes what the other wrote without asking.

import { expect, type Page } from '@playwright/test';
import { enter, sharedTest as test, type RunningService } from './fixtures.ts';

async function openCard(page: Page, service: RunningService, fields: object): Promise<string> {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Both' });
  const { id } = await service.send('POST', '/api/cards', { title: 'Write', columnId, ...fields });
  await enter(page, service, `/boards/Both/cards/${id}`);
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Write');
  return id;
}

const card = (service: RunningService, id: string) => service.send('GET', `/api/cards/${id}`) as Promise<{ [name: string]: unknown }>;

/** Has another client change the card right before the next change of this page gets there. */
async function others(page: Page, service: RunningService, id: string, changes: object): Promise<void> {
  let isFirst = true;
  await page.route(new RegExp(`/api/cards/${id}(?:/checklist)?$`), async (route) => {
    if (isFirst && route.request().method() === 'PUT') {
      isFirst = false;
      await service.send('PUT', new URL(route.request().url()).pathname, changes);
    }
    await route.continue();
  });
}

test('a description that others have changed before it gets there is asked about, and so is a title', async ({ page, service }) => {
  const id = await openCard(page, service, { description: 'Base' });
  const dialog = page.getByRole('dialog');
  await others(page, service, id, { description: 'Base of theirs' });
  await dialog.locator('.note-text').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' of mine');
  const dispute = dialog.getByRole('alert');
  await expect(dispute).toContainText('This was changed elsewhere');
  expect(await card(service, id)).toMatchObject({ description: 'Base of theirs' });
  await dispute.getByRole('button', { name: 'Keep mine' }).click();
  await expect(dispute).toHaveCount(0);
  await expect.poll(async () => (await card(service, id))['description']).toBe('Base of mine');

  await page.unrouteAll();
  await others(page, service, id, { title: 'Theirs' });
  await dialog.getByLabel('Title').fill('Mine');
  await expect(dispute).toContainText('This was changed elsewhere');
  await expect(dialog.getByLabel('Title')).toHaveValue('Mine');
  await dispute.getByRole('button', { name: 'Take theirs' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Theirs');

  // Where the card is closed already, a message tells of it.
  await page.unrouteAll();
  await others(page, service, id, { title: 'Theirs again' });
  await dialog.getByLabel('Title').fill('Mine again');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Your text is kept, unsaved: open the card to choose.').first()).toBeVisible();
  await page.locator('.card').click();
  await expect(dispute).toContainText('This was changed elsewhere');
  await dispute.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(async () => (await card(service, id))['title']).toBe('Mine again');
});

test('what others change beside a text is no reason to ask', async ({ page, service }) => {
  const id = await openCard(page, service, { description: 'Base' });
  const dialog = page.getByRole('dialog');
  await others(page, service, id, { title: 'Theirs' });
  await dialog.locator('.note-text').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' of mine');
  await expect.poll(() => card(service, id)).toMatchObject({ title: 'Theirs', description: 'Base of mine' });
  await expect(dialog.getByLabel('Title')).toHaveValue('Theirs');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});

test('items of a checklist that several add at once are all there', async ({ page, service }) => {
  const id = await openCard(page, service, {});
  const done = (text: string) => ({ text, completed: true });
  await service.send('PUT', `/api/cards/${id}/checklist`, { checklist: [done('Base')] });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Item 1', { exact: true })).toHaveValue('Base');
  await others(page, service, id, { checklist: [done('Base'), done('Theirs')] });
  const field = dialog.getByPlaceholder('Add an item');
  await field.fill('Mine');
  await field.press('Enter');
  const texts = async (): Promise<unknown> => ((await card(service, id))['checklist'] as { text: string }[]).map(({ text }) => text);
  await expect.poll(texts).toEqual(['Base', 'Mine', 'Theirs']);
  await expect(dialog.getByLabel('Item 3', { exact: true })).toHaveValue('Theirs');
  await field.fill('More');
  await field.press('Enter');
  await expect.poll(texts).toEqual(['Base', 'Mine', 'Theirs', 'More']);
});
