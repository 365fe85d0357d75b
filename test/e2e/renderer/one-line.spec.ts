import { expect, type Locator, type Page } from '@playwright/test';
import { enter, sharedTest as test, visit } from './fixtures.ts';
import { makeNote } from './notes-fixtures.ts';

/** Puts two lines at once behind the first word, as a paste does, and goes on typing. */
async function pasteLines(page: Page, field: Locator): Promise<void> {
  await field.click();
  await field.evaluate((element: HTMLTextAreaElement) => {
    element.setSelectionRange(4, 4);
  });
  await page.keyboard.insertText('one\ntwo');
  await page.keyboard.type('!');
}

test('lines that are pasted into a title or an item become one, and what is typed next stands behind them', async ({ page, service }) => {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'Home' });
  const card = await service.send('POST', '/api/cards', { title: 'Card of mine', columnId });
  await service.send('PUT', `/api/cards/${card.id}/checklist`, { checklist: [{ text: 'Item of mine', completed: false }] });
  const noteId = await makeNote(service, 'Note of mine');
  await enter(page, service, `/boards/Home/cards/${card.id}`);
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' });
  await pasteLines(page, title);
  await expect(title).toHaveValue('Cardone two! of mine');
  const item = page.getByRole('dialog').getByRole('textbox', { name: 'Item 1' });
  await pasteLines(page, item);
  await expect(item).toHaveValue('Itemone two! of mine');
  await visit(page, `/notes/${noteId}`);
  const noteTitle = page.getByRole('article').getByRole('textbox', { name: 'Title' });
  await expect(noteTitle).toHaveValue('Note of mine');
  await pasteLines(page, noteTitle);
  await expect(noteTitle).toHaveValue('Noteone two! of mine');
});

test('Ctrl+Z takes lines back that were pasted into a title or an item', async ({ page, service, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'Home' });
  const card = await service.send('POST', '/api/cards', { title: 'Card of mine', columnId });
  await service.send('PUT', `/api/cards/${card.id}/checklist`, { checklist: [{ text: 'Item of mine', completed: false }] });
  const noteId = await makeNote(service, 'Note of mine');
  const takeBack = async (field: Locator, first: string): Promise<void> => {
    await expect(field).toHaveValue(`${first} of mine`);
    await field.click();
    await page.evaluate(() => navigator.clipboard.writeText('one\r\ntwo'));
    await field.evaluate((element: HTMLTextAreaElement) => {
      element.setSelectionRange(4, 7);
    });
    await page.keyboard.press('Control+v');
    await expect(field).toHaveValue(`${first}one two mine`);
    await page.keyboard.press('Control+z');
    await expect(field).toHaveValue(`${first} of mine`);
    await page.keyboard.press('Control+Shift+z');
    await expect(field).toHaveValue(`${first}one two mine`);
  };
  await enter(page, service, `/boards/Home/cards/${card.id}`);
  const dialog = page.getByRole('dialog');
  await takeBack(dialog.getByRole('textbox', { name: 'Title' }), 'Card');
  await takeBack(dialog.getByRole('textbox', { name: 'Item 1' }), 'Item');
  await visit(page, `/notes/${noteId}`);
  await takeBack(page.getByRole('article').getByRole('textbox', { name: 'Title' }), 'Note');
});
