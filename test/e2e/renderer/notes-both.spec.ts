import { expect, type Locator, type Page } from '@playwright/test';
import { enter, openPage, sharedTest as test } from './fixtures.ts';
import { expectStored, goToNote, status, stored, turnTo } from './notes-fixtures.ts';

/** Selects the whole paragraph and types over it. */
async function rewrite(page: Page, editor: Locator, paragraph: string, text: string): Promise<void> {
  await editor.getByText(paragraph).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.type(text);
}

async function replaceAll(page: Page, editor: Locator, text: string): Promise<void> {
  await editor.getByText('first').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

async function writeWithin(page: Page, editor: Locator, paragraph: string, text: string): Promise<void> {
  await editor.getByText(paragraph).click();
  await page.keyboard.press('End');
  await page.keyboard.type(text);
}

test('two write in one note, one of them offline: the texts of both stay, for both and in the note', async ({
  page,
  context,
  browser,
  service,
}) => {
  await enter(page, service, '/notes');
  const other = await openPage(browser);
  await enter(other, service, '/notes');
  /** Two pages with the same new note, the first of them without a line to the service. */
  const apart = async (title: string, content: string) => {
    const { id, editor: away } = await turnTo(page, service, title, content);
    const there = await goToNote(other, id, title);
    await context.setOffline(true);
    return { id, away, there };
  };

  await test.step('rewriting the same paragraph: the later after the earlier', async () => {
    const { id, away, there } = await apart('Shared', 'before\n\nHello world\n\nafter\n');
    await rewrite(page, away, 'Hello world', 'Mine, on the train');
    await expect(status(page)).toHaveText(/changes? waiting/);
    await rewrite(other, there, 'Hello world', 'Theirs, at the desk');
    await expectStored(service, id, 'before\n\nTheirs, at the desk\n\nafter\n');
    await context.setOffline(false);
    const both = ['before', 'Theirs, at the desk', 'Mine, on the train', 'after'];
    for (const editor of [away, there]) await expect(editor.locator('p')).toHaveText(both);
    await expect(status(page)).toHaveText('Saved');
    await expectStored(service, id, `${both.join('\n\n')}\n`);
    // What is typed next goes on where it was.
    await page.keyboard.type(', and home');
    await expectStored(service, id, 'before\n\nTheirs, at the desk\n\nMine, on the train, and home\n\nafter\n');
    await expect(there.locator('p').nth(2)).toHaveText('Mine, on the train, and home');
  });

  const plan = '# Plan\n\nfirst\n\nsecond\n\n- third\n';
  await test.step('the whole note replaced while away: the block in which the other wrote stays before it', async () => {
    const { id, away, there } = await apart('Replaced away', plan);
    await replaceAll(page, away, 'All new');
    await expect(status(page)).toHaveText(/changes? waiting/);
    await writeWithin(other, there, 'second', ', with care');
    await expectStored(service, id, '# Plan\n\nfirst\n\nsecond, with care\n\n- third\n');
    await context.setOffline(false);
    for (const editor of [away, there]) await expect(editor.locator('p, h1')).toHaveText(['second, with care', 'All new']);
    await expect.poll(async () => (await stored(service, id)).content).toMatch(/^second, with care\n\n(?:# )?All new\n$/);
    await expect(status(page)).toHaveText('Saved');
  });

  await test.step('written within a block while away, and the whole note replaced by the other: both stay', async () => {
    const { id, away, there } = await apart('Replaced there', plan);
    await writeWithin(page, away, 'second', ' mine on the train');
    await expect(status(page)).toHaveText(/changes? waiting/);
    await replaceAll(other, there, 'All new');
    await expect.poll(async () => (await stored(service, id)).content).toMatch(/^(?:# )?All new\n$/);
    await context.setOffline(false);
    for (const editor of [away, there]) await expect(editor.locator('p, h1')).toHaveText(['All new', 'mine on the train']);
    await expect.poll(async () => (await stored(service, id)).content).toMatch(/^(?:# )?All new\n\nmine on the train\n$/);
  });
  await other.context().close();
});
