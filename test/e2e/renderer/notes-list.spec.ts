import { expect } from '@playwright/test';
import { push } from '../../support/tiers.ts';
import { expectAccessible } from './axe.ts';
import { enter, sharedTest as test, visit } from './fixtures.ts';
import { makeNote, openNote, status, stored } from './notes-fixtures.ts';

test.describe('the list of notes', () => {
  test('finds words as they are typed, and marks them', async ({ page, service }) => {
    await makeNote(service, 'Bread', 'Flour, water & <salt>\n');
    await makeNote(service, 'Trip', 'Trains to Zürich\n');
    await enter(page, service, '/notes');
    const rows = page.getByRole('region', { name: 'Notes' }).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await page.getByRole('textbox', { name: 'Search notes' }).fill('zurich');
    await expect(rows).toHaveCount(1);
    await expect(rows.locator('mark')).toHaveText('Zürich');
    await page.getByRole('textbox', { name: 'Search notes' }).fill('salt');
    await expect(rows).toContainText('Flour, water & <salt>');
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Search notes' }).fill('nowhere');
    await expect(page.getByRole('heading', { name: 'Nothing found for “nowhere”' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rows).toHaveCount(2);
  });

  test('is gone through, opened and cleared by keyboard, with a way back', async ({ page, service }) => {
    for (const title of ['Third', 'Second', 'First']) await makeNote(service, title);
    await enter(page, service, '/notes');
    await expect(page.getByRole('link', { name: /First/ })).toBeVisible();
    await page.getByRole('textbox', { name: 'Search notes' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('link', { name: /First/ })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Second');
    // What is typed last goes into the trash with the note.
    await page.getByRole('textbox', { name: 'Title' }).fill('Second thoughts');
    await page.getByRole('link', { name: /Second/ }).focus();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('link', { name: /Second/ })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Choose a note' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('link', { name: /Second/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await page.getByRole('link', { name: /Second/ }).click();
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Second thoughts');
    await page.getByRole('textbox', { name: 'Title' }).fill('Third thoughts');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: /^Third(?! thoughts)/ }).focus();
    await page.keyboard.press('Delete');
    await expect.poll(async () => ((await service.send('GET', '/api/notes')) as unknown as { total: number }).total).toBe(2);
  });

  test('takes what is typed right after a click for no commands', async ({ page, service }) => {
    for (const title of ['Second', 'First']) await makeNote(service, title);
    await enter(page, service, '/notes');
    const first = page.getByRole('link', { name: /First/ });
    for (const width of [1280, 700]) {
      await page.setViewportSize({ width, height: 800 });
      await first.click();
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('First');
      await page.keyboard.type('yes we had a quip: d?');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox')).toHaveValue('');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('First');
      await visit(page, '/notes');
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await first.click();
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('First');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('link', { name: /Second/ })).toBeFocused();
    await page.keyboard.press('e');
    await expect(page.getByText('“Second” archived').first()).toBeVisible();
    // The page says so at once, and then asks the service for it.
    await expect
      .poll(async () => {
        const { items } = (await service.send('GET', '/api/notes')) as unknown as { items: { title: string }[] };
        return items.map(({ title }) => title);
      })
      .toEqual(['First']);
  });

  test('takes what is typed right after a click on any way to a note or card for no commands', async ({ page, service }) => {
    const aim = await makeNote(service, 'Aim', 'Where all ways lead.\n');
    await service.send('POST', `/api/notes/${aim}/delta`, { isPinned: true });
    const start = await makeNote(service, 'Start', 'See [[Aim]].\n');
    const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
    const card = await service.send('POST', '/api/cards', { title: 'Paint', columnId, description: 'As in [[Aim]].\n' });
    await enter(page, service, `/notes/${start}`);
    const title = page.getByRole('article').getByRole('textbox', { name: 'Title' });
    const stays = async (name: string): Promise<void> => {
      await expect(title).toHaveValue(name);
      // Any of these would go elsewhere, or open something.
      await page.keyboard.type('c/?gb');
      await page.keyboard.press('Backspace');
      await expect(page).toHaveURL(/\/notes\/[^/]+$/);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(title).toHaveValue(name);
      await visit(page, `/notes/${start}`);
      await expect(title).toHaveValue('Start');
    };
    await page.getByRole('list', { name: 'Pinned notes' }).getByRole('link', { name: 'Aim' }).click();
    await stays('Aim');
    await page.getByRole('textbox', { name: 'Text of the note' }).getByRole('link', { name: 'Aim' }).click();
    await stays('Aim');
    await visit(page, `/notes/${aim}`);
    await page.getByRole('complementary', { name: 'Linked: Aim' }).getByRole('link', { name: 'Start' }).click();
    await stays('Start');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('where all');
    await page.getByRole('option', { name: 'Aim' }).click();
    await stays('Aim');
    await visit(page, `/notes/${aim}`);
    await page.getByRole('complementary', { name: 'Linked: Aim' }).getByRole('link', { name: 'Paint' }).click();
    await page.keyboard.type('c/?');
    await expect(page).toHaveURL(new RegExp(`/boards/Garden/cards/${card.id}$`));
    await expect(page.getByRole('dialog', { name: 'Paint' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });

  test('draws only what is seen of thousands, and shows at once what scripts do', push, async ({ page, service }) => {
    await service.createAll(
      '/api/notes',
      Array.from({ length: 450 }, (_, index) => ({ title: `Note ${index}` })),
    );
    await enter(page, service, '/notes');
    const rows = page.getByRole('region', { name: 'Notes' }).getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    expect(await rows.count()).toBeLessThan(60);
    await rows.first().getByRole('link').focus();
    await page.keyboard.press('End');
    await expect(rows.last()).toHaveAttribute('aria-setsize', '400');
    // The next page of the list comes once its end is seen.
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(rows.last()).toHaveAttribute('aria-setsize', '450', { timeout: 1_000 });
    }).toPass();
    await expect(page.locator(':focus')).toContainText('Note ');
    await page.keyboard.press('Home');
    const id = await makeNote(service, 'Made by a script');
    await expect(page.getByRole('link', { name: /Made by a script/ })).toBeVisible();
    await service.send('POST', `/api/notes/${id}/delta`, { title: 'Renamed by a script' });
    await expect(page.getByRole('link', { name: /Renamed by a script/ })).toBeVisible();
    await service.send('DELETE', `/api/notes/${id}`);
    await expect(page.getByRole('link', { name: /Renamed by a script/ })).toHaveCount(0);
  });

  test('gives way to the note on a narrow screen', async ({ page, service }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const id = await makeNote(service, 'Narrow, with a title that is far too long for a screen as narrow', '# Head\n\ntext\n');
    await openNote(page, service, id);
    await expect(page.getByRole('textbox', { name: 'Search notes' })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'All notes' }).click();
    await expect(page.getByRole('textbox', { name: 'Search notes' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const row = page.getByRole('link', { name: /^Narrow/ });
    expect(await row.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    // What is searched for is there again by Back and after a reload, in the place of the list alone.
    const field = page.getByRole('textbox', { name: 'Search notes' });
    await field.pressSequentially('far long');
    await expect(row.locator('mark')).toHaveText(['far', 'long']);
    await row.click();
    await expect(field).toHaveCount(0);
    await page.goBack();
    await expect(field).toHaveValue('far long');
    await expect(row.locator('mark')).toHaveText(['far', 'long']);
    await page.reload();
    await expect(field).toHaveValue('far long');
    await page.getByRole('link', { name: 'Boards' }).click();
    await expect(page).toHaveURL(/\/boards$/);
    await page.goBack();
    await expect(field).toHaveValue('far long');
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(page).toHaveURL(/\/notes$/);
  });
});

test.describe('what else can be done with a note', () => {
  test('an older version is compared with now, and brought back', async ({ page, service }) => {
    const id = await makeNote(service, 'Recipe', 'Take salt\n\nStir\n');
    await service.send('POST', `/api/notes/${id}/delta`, { edits: [{ oldText: 'salt', newText: 'sugar' }] });
    const editor = await openNote(page, service, id);
    await page.getByRole('button', { name: 'History' }).click();
    const dialog = page.getByRole('dialog', { name: 'History' });
    const versions = dialog.getByRole('navigation', { name: 'Versions' });
    await versions.getByRole('button', { name: '1 earlier change' }).click();
    await versions.getByRole('button').last().click();
    await expect(dialog.locator('del mark')).toHaveText('salt');
    await expect(dialog.locator('ins mark')).toHaveText('sugar');
    await service.send('POST', `/api/notes/${id}/delta`, { edits: [{ append: '\nServe\n' }] });
    await expect(dialog.locator('ins').last()).toContainText('Serve');
    await dialog.getByRole('button', { name: 'Bring this version back' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(editor.locator('p')).toHaveText(['Take salt', 'Stir']);
    await expect.poll(async () => (await stored(service, id)).content).toBe('Take salt\n\nStir\n');
  });

  test('a browser that does not let its code be copied is told of', async ({ page, service }) => {
    await openNote(page, service, await makeNote(service, 'Code', '```sh\nls -l\n```\n'));
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
    });
    await page.locator('.code-copy').click();
    await expect(page.locator('.toast', { hasText: 'It could not be copied' })).toBeVisible();
    await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'));
  });

  test('its markdown is edited byte for byte', push, async ({ page, service }) => {
    const content = 'Title\r\n=====\r\n\r\n* star\r\n* list\r\n\r\n\r\nTwo  spaces\ttab  \r\nno end';
    const id = await makeNote(service, 'Bytes', content);
    const editor = await openNote(page, service, id);
    await page.getByRole('button', { name: 'Edit the markdown' }).click();
    const source = page.getByRole('textbox', { name: 'Markdown of the note' });
    await source.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('ing');
    await expect.poll(async () => (await stored(service, id)).content).toBe(`${content}ing`);
    await expect(status(page)).toHaveText('Saved');
    await service.send('POST', `/api/notes/${id}/delta`, { edits: [{ oldText: '* star', newText: '* moon' }] });
    await expect(source).toContainText('* moon');
    await page.keyboard.type(' now');
    await page.getByRole('button', { name: 'Edit as text' }).click();
    await expect(editor).toContainText('no ending now');
    await expect.poll(async () => (await stored(service, id)).content).toBe(`${content.replace('star', 'moon')}ing now`);
    await page.getByRole('button', { name: 'Edit the markdown' }).click();
    await expect(source).toContainText('no ending now');
    // It waits for a service that is away.
    await source.click();
    await page.keyboard.press('Control+End');
    await service.stop();
    await page.keyboard.type(' of mine');
    await expect(status(page)).toHaveText(/waiting/);
    await service.start();
    await expect.poll(async () => (await stored(service, id)).content).toBe(`${content.replace('star', 'moon')}ing now of mine`);
  });

  test('its headings are an outline, and it tells how long it is', async ({ page, service }) => {
    const id = await makeNote(service, 'Long', `# One\n\n${'Words here.\n\n'.repeat(80)}## Two\n\nEnd\n`);
    const editor = await openNote(page, service, id);
    await expect(page.getByText('163 words')).toBeVisible();
    await page.getByRole('button', { name: 'Outline' }).click();
    const outline = page.getByRole('navigation', { name: 'Outline' });
    await expect(outline.getByRole('button', { name: 'One' })).toHaveAttribute('aria-current', 'location');
    await outline.getByRole('button', { name: 'Two' }).click();
    await expect(editor.getByRole('heading', { name: 'Two' })).toBeInViewport();
    await expect(outline.locator('[aria-current]')).toHaveText('Two');
    await expect(editor).toBeFocused();

    // Where it lies over the text, Escape closes it, and it is not in the way of what is found.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Outline' }).click();
    await expect(outline).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(outline).toBeHidden();
    await expect(page.getByRole('button', { name: 'Outline' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(outline).toBeVisible();
    await page.keyboard.press('ControlOrMeta+f');
    await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused();
    await expect(outline).toBeHidden();
    // Opened below the bar that finds.
    await page.getByRole('button', { name: 'Outline' }).click();
    await expect(outline).toBeVisible();
    await page.getByRole('search').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toBeHidden();
    await expect(outline).toBeVisible();
  });

  test('it is exported as a file that has its name; one that is deleted elsewhere can be kept', async ({ page, service }) => {
    const id = await makeNote(service, 'Doomed', 'Precious\n');
    const editor = await openNote(page, service, id);
    await expect(editor).toContainText('Precious');
    await page.getByRole('button', { name: 'More for this note' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export as PDF' }).click();
    expect((await download).suggestedFilename()).toBe('Doomed.pdf');
    await expect(page.getByText('The file is ready')).toBeAttached();
    await service.send('DELETE', `/api/notes/${id}`);
    await expect(page.getByRole('alert')).toContainText('deleted elsewhere');
    await page.getByRole('button', { name: 'Keep my text as a new note' }).click();
    await expect(page).not.toHaveURL(new RegExp(id));
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Doomed');
    await expect(page.getByRole('textbox', { name: 'Text of the note' })).toContainText('Precious');
  });
});
