import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, type RunningService, sharedTest as test, test as base } from './fixtures.ts';
import { expectStored, makeNote, openNote, status, stored } from './notes-fixtures.ts';

/** Kills its service. */
const mortal = base.extend({ dies: true });

/** The names of what this browser keeps of notes. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('daybook.draft.') && key.includes('.note/')));
/** Letters are kept one by one. */
const untilKept = (page: Page, text: string) =>
  page.waitForFunction(
    (words) =>
      Object.entries(localStorage).some(
        ([key, value]) =>
          key.includes('.note/') &&
          [...String(value).matchAll(/"(?:text|value)":"([^"]*)"/g)]
            .map((found) => found[1])
            .join('')
            .includes(words),
      ),
    text,
  );

async function titles(service: RunningService): Promise<string[]> {
  return ((await service.send('GET', '/api/notes')) as unknown as { items: { title: string }[] }).items.map((note) => note.title);
}

test.describe('what was typed into a note and never got to the service', () => {
  mortal('is there again after the service was killed and the page loaded anew, and is saved', async ({ page, service }) => {
    const id = await makeNote(service, 'Away', 'Begun\n');
    const editor = await openNote(page, service, id);
    await editor.click();
    await page.keyboard.press('Control+End');
    await service.kill();
    await page.keyboard.type(' and ended.');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('boldly');
    await page.getByRole('textbox', { name: 'Title' }).fill('Away from home');
    await untilKept(page, 'Away from home');
    // Not by a reload that fails: what the browser still does about it may hold up the next one for ever.
    await page.goto('about:blank');
    await service.revive();
    await page.goto(`${service.frontendUrl}/notes/${id}`);
    await expect(editor.locator('p')).toHaveText(['Begun and ended.', 'boldly']);
    await expectStored(service, id, 'Begun and ended.\n\n**boldly**\n');
    await expect.poll(async () => (await stored(service, id)).title).toBe('Away from home');
    await expect(status(page)).toHaveText('Saved');
    await expect.poll(() => kept(page)).toEqual([]);
    // The page goes on as the author that it was.
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('!');
    await expectStored(service, id, 'Begun and ended.\n\n**boldly!**\n');
  });

  test('is not doubled when the service had taken it and its answer got lost', async ({ page, service }) => {
    const id = await makeNote(service, 'Once', 'One\n');
    const editor = await openNote(page, service, id);
    await page.route(/\/delta$/, async (route) => {
      await route.fetch().catch(() => undefined);
      await route.abort();
    });
    await editor.click();
    await page.keyboard.press('Control+End');
    // At once: what is typed letter by letter may go in two parts, and the second waits for the answer to the first.
    await page.keyboard.insertText(' two');
    await expectStored(service, id, 'One two\n');
    await untilKept(page, 'two');
    await page.reload();
    await page.unroute(/\/delta$/);
    await expect(editor).toHaveText('One two');
    await page.getByRole('article').getByRole('textbox', { name: 'Text of the note' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' three');
    await expectStored(service, id, 'One two three\n');
    await expect.poll(() => kept(page)).toEqual([]);
  });

  test('stands beside what others wrote in the same place meanwhile', async ({ page, service }) => {
    const id = await makeNote(service, 'Both', 'The plan\n');
    const editor = await openNote(page, service, id);
    await page.route(/\/delta$/, (route) => route.abort());
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Shift+Home');
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('The plan');
    await page.keyboard.type('Mine');
    await untilKept(page, 'Mine');
    await page.reload();
    await expect(editor).toHaveText('Mine');
    await service.send('POST', `/api/notes/${id}/delta`, { edits: [{ oldText: 'The plan', newText: 'Others wrote' }] });
    await page.unroute(/\/delta$/);
    await expect.poll(async () => (await stored(service, id)).content).toMatch(/Others wrote[\s\S]*Mine/);
    await expect(editor).toContainText('Mine');
  });

  test('stays with the tab that is still writing it when another one opens the note', async ({ page, service }) => {
    const id = await makeNote(service, 'Tabs', 'One\n');
    const editor = await openNote(page, service, id);
    await page.route(/\/delta$/, (route) => route.abort());
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' two');
    await untilKept(page, 'two');
    const other = await page.context().newPage();
    const second = await openNote(other, service, id);
    await expect(second).toHaveText('One');
    await page.unroute(/\/delta$/);
    await expectStored(service, id, 'One two\n');
    await expect(second).toHaveText('One two');
  });

  test('can be kept as a note of its own when the note is gone', async ({ page, service }) => {
    const id = await makeNote(service, 'Gone', 'One\n');
    const editor = await openNote(page, service, id);
    await page.route(/\/delta$/, (route) => route.abort());
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' two');
    await untilKept(page, 'two');
    await page.goto('about:blank');
    await service.send('DELETE', `/api/notes/${id}`);
    await page.unroute(/\/delta$/);
    await page.goto(`${service.frontendUrl}/notes/${id}`);
    await expect(page.getByText('This note was deleted elsewhere.')).toBeVisible();
    await expect(editor).toHaveText('One two');
    await page.getByRole('button', { name: 'Keep my text as a new note' }).click();
    await expect(page).not.toHaveURL(new RegExp(id));
    await expect(editor).toHaveText('One two');
    await expect.poll(() => kept(page)).toEqual([]);
  });

  test('and can be read no more, as after an update, is shown as words, and becomes a note of its own', async ({ page, service }) => {
    const id = await makeNote(service, 'Old form', 'One\n');
    const editor = await openNote(page, service, id);
    await page.route(/\/delta$/, (route) => route.abort());
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' two');
    await untilKept(page, 'two');
    // The page before it has stored what was unsent in a form that is not that of today. The icon is of the same origin, and stores nothing.
    await page.goto(`${service.frontendUrl}/icon.svg`);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage).filter((each) => each.includes('/steps/')))
        localStorage.setItem(key, (localStorage.getItem(key) ?? '').replaceAll('"paragraph"', '"passage"'));
    });
    await page.unroute(/\/delta$/);
    await page.goto(`${service.frontendUrl}/notes/${id}`);
    const banner = page.getByRole('alert').filter({ hasText: 'Not all that you typed fits the note any more' });
    await expect(banner.getByRole('textbox', { name: 'What you wrote' })).toHaveValue('One\n two');
    await expectAccessible(page);
    await banner.getByRole('button', { name: 'Keep my text as a new note' }).click();
    await expect(page).not.toHaveURL(new RegExp(id));
    await expect(editor).toContainText('two');
    await expect(banner).toHaveCount(0);
    await expect.poll(() => kept(page)).toEqual([]);
  });
});

test.describe('a new note', () => {
  test('is there before the service has made it, and goes on as it was when it has', async ({ page, service }) => {
    await enter(page, service, '/notes');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/notes', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'New note' }).first().click();
    await page.keyboard.type('quick gnu');
    const title = page.getByRole('article').getByRole('textbox', { name: 'Title' });
    await expect(title).toHaveValue('quick gnu');
    await page.keyboard.press('Enter');
    await page.keyboard.type('First words');
    const editor = page.getByRole('textbox', { name: 'Text of the note' });
    await expect(editor).toHaveText('First words');
    await page.keyboard.press('Control+ArrowLeft');
    release();
    await expect(status(page)).toHaveText('Saved');
    await expect(page).toHaveURL(/\/notes\/(?!new-)/);
    await expect(editor).toBeFocused();
    await page.keyboard.type('old ');
    await expect(editor).toHaveText('First old words');
    for (let undone = 0; undone < 4; undone++) await page.keyboard.press('Control+z');
    await expect(editor).toHaveText('');
    await page.keyboard.press('Control+y');
    await expect.poll(() => titles(service)).toEqual(['quick gnu']);
    await expect(page.getByRole('listitem').filter({ hasText: 'quick gnu' })).toHaveCount(1);
    // The address is the note's.
    await expect(status(page)).toHaveText('Saved');
    await page.reload();
    await expect(title).toHaveValue('quick gnu');
    await expect.poll(() => kept(page)).toEqual([]);
  });

  test('is written while the service is away, is there when the page is loaded anew, and is made once', async ({ page, service }) => {
    const before = await makeNote(service, 'Before', 'x\n');
    await openNote(page, service, before);
    await service.stop();
    await page.getByRole('button', { name: 'New note' }).first().click();
    await page.keyboard.type('far away');
    await expect(page.getByRole('article').getByRole('textbox', { name: 'Title' })).toHaveValue('far away');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Words of it');
    await untilKept(page, 'Words of it');
    await expect(page.getByRole('textbox', { name: 'Text of the note' })).toHaveText('Words of it');
    const address = page.url();
    await page.goto('about:blank');
    await service.start();
    await page.goto(address);
    await expect(page.getByRole('article').getByRole('textbox', { name: 'Title' })).toHaveValue('far away');
    await expect(page.getByRole('textbox', { name: 'Text of the note' })).toHaveText('Words of it');
    await expect(status(page)).toHaveText('Saved');
    await expect(page).toHaveURL(/\/notes\/(?!new-)/);
    await expect.poll(async () => (await titles(service)).toSorted()).toEqual(['Before', 'far away']);
    await expect.poll(() => kept(page)).toEqual([]);
  });

  test('that was made, but whose answer was lost at a reload, is made once', async ({ page, service }) => {
    await enter(page, service, '/notes');
    await page.route('**/api/notes', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch().catch(() => undefined);
      // The page may have left by now, and the request with it.
      await route.abort().catch(() => undefined);
    });
    await page.getByRole('button', { name: 'New note' }).first().click();
    await page.keyboard.type('only one');
    // Named by then, or not yet.
    await expect.poll(() => titles(service)).toHaveLength(1);
    await untilKept(page, 'only one');
    await page.goto('about:blank');
    await page.unroute('**/api/notes');
    // Another page than that of the note: it is finished all the same.
    await page.goto(`${service.frontendUrl}/boards`);
    await expect.poll(() => titles(service)).toEqual(['only one']);
    await expect.poll(() => kept(page)).toEqual([]);
  });

  test('that is refused stays in the page, says why, and is made with the next change', async ({ page, service }) => {
    await enter(page, service, '/notes');
    await page.route('**/api/notes', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 507,
            headers: { 'Access-Control-Allow-Origin': service.frontendUrl, 'Content-Type': 'application/problem+json' },
            body: JSON.stringify({ code: 'storage_full', detail: 'The disk is full' }),
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'New note' }).first().click();
    await page.keyboard.type('too much');
    await expect(page.getByRole('alert')).toContainText('The disk is full');
    await untilKept(page, 'too much');
    await page.unroute('**/api/notes');
    await page.keyboard.type('!');
    await expect(status(page)).toHaveText('Saved');
    await expect.poll(() => titles(service)).toEqual(['too much!']);
  });
});
