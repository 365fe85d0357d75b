import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { sharedTest as test } from './fixtures.ts';
import { expectStored, makeNote, openNote } from './notes-fixtures.ts';

const text = 'Setext\n===\n\n__first__\n\n*  one\n*  two\n\nlast\n';

/** Takes hold of the handle of a block, and leaves the pointer a little above another one. */
async function drag(page: Page, block: Locator, target: Locator): Promise<void> {
  await block.hover();
  const handle = page.getByRole('button', { name: 'Drag to move, click for more' });
  await handle.hover();
  await page.mouse.down();
  const to = await target.boundingBox();
  if (to === null) throw new Error('There is nothing to drag it to');
  await page.mouse.move(to.x + 4, to.y + 2, { steps: 3 });
  await expect(page.locator('.block-gap')).toBeVisible();
}

test('a block is dragged by its handle, with the bytes that it has, and back by undo', async ({ page, service }) => {
  const id = await makeNote(service, 'Drag', text);
  const editor = await openNote(page, service, id);
  await drag(page, editor.locator('h1'), editor.getByText('last'));
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page.locator('.block-gap')).toHaveCount(0);
  await drag(page, editor.locator('h1'), editor.getByText('last'));
  await page.mouse.up();
  await expectStored(service, id, '__first__\n\n*  one\n*  two\n\nSetext\n===\n\nlast\n');
  await drag(page, editor.getByText('two'), editor.getByText('one'));
  await page.mouse.up();
  await expectStored(service, id, '__first__\n\n*  two\n*  one\n\nSetext\n===\n\nlast\n');
  await expect(editor).toBeFocused();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expectStored(service, id, text);
});

test('the menu of the handle copies a block, turns it into another, and removes it; the toolbar has the same for the cursor', async ({
  page,
  service,
}) => {
  const id = await makeNote(service, 'Menu', text);
  const editor = await openNote(page, service, id);
  const choose = async (block: Locator, name: string): Promise<void> => {
    await block.hover();
    await page.getByRole('button', { name: 'Drag to move, click for more' }).click();
    await page.getByRole('menuitem', { name }).click();
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  await choose(editor.getByText('last'), 'Duplicate');
  await expectStored(service, id, `${text}\nlast\n`);
  await choose(editor.getByText('two'), 'Text');
  await expectStored(service, id, 'Setext\n===\n\n__first__\n\n*  one\n\ntwo\n\nlast\n\nlast\n');
  await choose(editor.getByText('two'), 'Heading 2');
  await choose(editor.getByText('last').first(), 'Delete block');
  await expectStored(service, id, 'Setext\n===\n\n__first__\n\n*  one\n\ntwo\n---\n\nlast\n');
  await editor.locator('h2').hover();
  await page.getByRole('button', { name: 'Drag to move, click for more' }).click();
  await expectAccessible(page, '[role=menu]');
  await page.keyboard.press('Escape');
  await expect(editor).toBeFocused();
  await editor.getByText('last').click();
  await page.getByRole('button', { name: /Kind of block/ }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expectStored(service, id, 'Setext\n===\n\n__first__\n\n*  one\n\nlast\n\ntwo\n---\n');
});
