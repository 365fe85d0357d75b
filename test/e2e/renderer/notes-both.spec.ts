import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectStored, makeNote, openNote, status } from './notes-fixtures.ts';

/** Selects the whole paragraph and types over it. */
async function rewrite(page: Page, editor: Locator, paragraph: string, text: string): Promise<void> {
  await editor.getByText(paragraph).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.type(text);
}

test('two rewrite the same paragraph, one of them offline: both texts stay, the later after the earlier, for both and in the note', async ({
  page,
  context,
  browser,
  service,
}) => {
  const id = await makeNote(service, 'Shared', 'before\n\nHello world\n\nafter\n');
  const away = await openNote(page, service, id);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  const there = await openNote(other, service, id);
  await context.setOffline(true);
  await rewrite(page, away, 'Hello world', 'Mine, on the train');
  await expect(status(page)).toHaveText(/changes? waiting/);
  await rewrite(other, there, 'Hello world', 'Theirs, at the desk');
  await expectStored(service, id, 'before\n\nTheirs, at the desk\n\nafter\n');
  await context.setOffline(false);
  const both = ['before', 'Theirs, at the desk', 'Mine, on the train', 'after'];
  for (const editor of [away, there]) await expect(editor.locator('p')).toHaveText(both, { timeout: 15_000 });
  await expect(status(page)).toHaveText('Saved', { timeout: 15_000 });
  await expectStored(service, id, `${both.join('\n\n')}\n`);
  // What is typed next goes on where it was.
  await page.keyboard.type(', and home');
  await expectStored(service, id, 'before\n\nTheirs, at the desk\n\nMine, on the train, and home\n\nafter\n');
  await expect(there.locator('p').nth(2)).toHaveText('Mine, on the train, and home');
  await elsewhere.close();
});
