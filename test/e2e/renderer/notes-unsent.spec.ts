import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, leave, type RunningService, sharedTest as test, visit } from './fixtures.ts';
import { expectStored, goToNote, makeNote, openNote, status, stored } from './notes-fixtures.ts';

/** The names of what this browser keeps of notes, or of the note of this id. */
const kept = (page: Page, id = ''): Promise<string[]> =>
  page.evaluate((of) => Object.keys(localStorage).filter((key) => key.startsWith('daybook.draft.') && key.includes(`.note/${of}`)), id);
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

/** Runs in the page: whether what is typed goes on where the line ends. */
function isCaretAtEnd(): boolean {
  const selection = getSelection();
  return selection?.isCollapsed === true && selection.focusOffset === selection.focusNode?.textContent?.length;
}

async function titles(service: RunningService): Promise<string[]> {
  return ((await service.send('GET', '/api/notes')) as unknown as { items: { title: string }[] }).items.map((note) => note.title);
}

test.describe('what was typed into a note and never got to the service', () => {
  test('is there again when the page is loaded anew: saved, never doubled, beside what others wrote, and as a note of its own', async ({
    page,
    service,
  }) => {
    const answersAreLost = new Set<string>();
    const never = new Set<string>();
    await page.route(/\/delta$/, async (route) => {
      const id = /notes\/([^/]+)\/delta/.exec(route.request().url())?.[1] ?? '';
      if (answersAreLost.has(id)) await route.fetch().catch(() => undefined);
      if (answersAreLost.has(id) || never.has(id)) await route.abort();
      else await route.continue();
    });
    const once = await makeNote(service, 'Once', 'One\n');
    const both = await makeNote(service, 'Both', 'The plan\n');
    const gone = await makeNote(service, 'Gone', 'One\n');
    const old = await makeNote(service, 'Old form', 'One\n');
    const away = await makeNote(service, 'Away', 'Begun\n');
    const editor = await openNote(page, service, once);
    const toTheEnd = async (text: string): Promise<void> => {
      // The title of a note is there before its text takes the place of the one before.
      await expect(editor).toHaveText(text);
      await editor.click();
      await expect(async () => {
        await page.keyboard.press('Control+End');
        expect(await page.evaluate(isCaretAtEnd)).toBe(true);
      }).toPass();
    };

    await test.step('it is typed: the answers get lost, requests do not get there, or the service is away', async () => {
      answersAreLost.add(once);
      await toTheEnd('One');
      // At once: what is typed letter by letter may go in two parts, and the second waits for the answer to the first.
      await page.keyboard.insertText(' two');
      await expectStored(service, once, 'One two\n');
      await untilKept(page, 'two');

      for (const id of [both, gone, old]) never.add(id);
      await goToNote(page, both, 'Both');
      await toTheEnd('The plan');
      // All of it is replaced.
      await expect(async () => {
        await page.keyboard.press('Control+End');
        await page.keyboard.press('Shift+Home');
        await page.keyboard.insertText('Mine');
        await expect(editor).toHaveText('Mine', { timeout: 2_000 });
      }).toPass();
      await untilKept(page, 'Mine');
      await goToNote(page, gone, 'Gone');
      await toTheEnd('One');
      await page.keyboard.type(' leaf');
      await untilKept(page, 'leaf');
      await goToNote(page, old, 'Old form');
      await toTheEnd('One');
      await page.keyboard.type(' form');
      await untilKept(page, 'form');

      await goToNote(page, away, 'Away');
      await toTheEnd('Begun');
      await service.stop();
      await page.keyboard.type(' and ended.');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+b');
      await page.keyboard.type('boldly');
      await page.getByRole('textbox', { name: 'Title' }).fill('Away from home');
      await untilKept(page, 'Away from home');
    });

    // Not by a reload that fails: what the browser still does about it may hold up the next one for ever.
    await leave(page);
    await service.start();
    // The page before it has stored what was unsent in a form that is not that of today. The empty page is of the same origin, and stores nothing.
    await page.evaluate((id) => {
      for (const key of Object.keys(localStorage).filter((each) => each.includes(`${id}/steps/`)))
        localStorage.setItem(key, (localStorage.getItem(key) ?? '').replaceAll('"paragraph"', '"passage"'));
    }, old);
    await service.send('DELETE', `/api/notes/${gone}`);
    answersAreLost.clear();
    never.delete(old);
    await page.goto(`${service.frontendUrl}/notes/${away}`);

    await test.step('it is saved when the service is back', async () => {
      await expect(editor.locator('p')).toHaveText(['Begun and ended.', 'boldly']);
      await expectStored(service, away, 'Begun and ended.\n\n**boldly**\n');
      await expect.poll(async () => (await stored(service, away)).title).toBe('Away from home');
      await expect(status(page)).toHaveText('Saved');
      await expect.poll(() => kept(page, away)).toEqual([]);
      // The page goes on as the author that it was.
      await toTheEnd('Begun and ended.boldly');
      await page.keyboard.type('!');
      await expectStored(service, away, 'Begun and ended.\n\n**boldly!**\n');
    });

    await test.step('it is not doubled when the service had taken it and its answer got lost', async () => {
      await goToNote(page, once, 'Once');
      await toTheEnd('One two');
      await page.keyboard.type(' three');
      await expectStored(service, once, 'One two three\n');
      await expect.poll(() => kept(page, once)).toEqual([]);
    });

    await test.step('it stands beside what others write in the same place meanwhile', async () => {
      await goToNote(page, both, 'Both');
      await expect(editor).toHaveText('Mine');
      await service.send('POST', `/api/notes/${both}/delta`, { edits: [{ oldText: 'The plan', newText: 'Others wrote' }] });
      never.clear();
      await expect.poll(async () => (await stored(service, both)).content).toMatch(/Others wrote[\s\S]*Mine/);
      await expect(editor).toContainText('Mine');
    });

    await test.step('it can be kept as a note of its own when the note is gone', async () => {
      await visit(page, `/notes/${gone}`);
      await expect(page.getByText('This note was deleted elsewhere.')).toBeVisible();
      await expect(editor).toHaveText('One leaf');
      await page.getByRole('button', { name: 'Keep my text as a new note' }).click();
      await expect(page).not.toHaveURL(new RegExp(gone));
      await expect(editor).toHaveText('One leaf');
      await expect.poll(() => kept(page, gone)).toEqual([]);
    });

    await test.step('it is shown as words when it can be read no more, as after an update, and becomes a note of its own', async () => {
      await goToNote(page, old, 'Old form');
      const banner = page.getByRole('alert').filter({ hasText: 'Not all that you typed fits the note any more' });
      await expect(banner.getByRole('textbox', { name: 'What you wrote' })).toHaveValue('One\n form');
      await expectAccessible(page);
      await banner.getByRole('button', { name: 'Keep my text as a new note' }).click();
      await expect(page).not.toHaveURL(new RegExp(old));
      await expect(editor).toContainText('form');
      await expect(banner).toHaveCount(0);
      await expect.poll(() => kept(page)).toEqual([]);
    });
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
    // None of them is a shortcut.
    await expect(title).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
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
    await expect(status(page)).toHaveText('Saved');
    // The address is the note's.
    expect((await stored(service, new URL(page.url()).pathname.slice('/notes/'.length))).title).toBe('quick gnu');
    await expect.poll(() => kept(page)).toEqual([]);
  });

  test('is made once by the next page: whose answer was lost, or that was written while the service is away', async ({ page, service }) => {
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
    await service.stop();
    await page.getByRole('button', { name: 'New note' }).first().click();
    const title = page.getByRole('article').getByRole('textbox', { name: 'Title' });
    await expect(title).toHaveValue('Untitled');
    await page.keyboard.type('far away');
    await expect(title).toHaveValue('far away');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Words of it');
    await untilKept(page, 'Words of it');
    const editor = page.getByRole('textbox', { name: 'Text of the note' });
    await expect(editor).toHaveText('Words of it');
    const address = page.url();
    await leave(page);
    await service.start();
    await page.unroute('**/api/notes');
    // The page of one of them: the other is finished all the same.
    await page.goto(address);
    await expect(title).toHaveValue('far away');
    await expect(editor).toHaveText('Words of it');
    await expect(status(page)).toHaveText('Saved');
    await expect(page).toHaveURL(/\/notes\/(?!new-)/);
    await expect.poll(async () => (await titles(service)).toSorted()).toEqual(['far away', 'only one']);
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
