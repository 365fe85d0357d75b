import { expect } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { sharedTest as test, visit, type RunningService } from './fixtures.ts';
import { makeNote, openNote, stored } from './notes-fixtures.ts';

const notebook = async (service: RunningService, name: string, parentId: string | null = null): Promise<string> =>
  (await service.send('POST', '/api/notebooks', { name, parentId })).id;

test('a link by path opens the note in that notebook, and to nothing makes it there', async ({ page, service }) => {
  const areas = await notebook(service, 'Areas');
  const home = await notebook(service, 'Home', areas);
  const inHome = { title: 'Plan', content: '## Week\n\nPaint the hall.\n', notebookId: home };
  const { id: plan } = await service.send('POST', '/api/notes', inHome);
  await makeNote(service, 'Plan', 'Of all.\n');
  const links = '[[Home/Plan#Week|the week]], [[/areas/home/plan.md]], [[Home/Later]] and [[TCP/IP]].';
  const id = await makeNote(service, 'From', `See ${links}\n\nEnd\n`);
  const editor = await openNote(page, service, id);
  await expect(editor.locator('.mention-nothing')).toHaveText(['Home/Later', 'TCP/IP']);
  await expect(editor.getByRole('link', { name: '/areas/home/plan.md' })).toHaveAttribute('href', `/notes/${plan}`);
  const chip = editor.getByRole('link', { name: 'the week' });
  await chip.hover();
  const card = page.getByRole('group', { name: 'Preview' });
  await expect(card).toContainText('Paint the hall.');
  // Below the link, of which what stands before the words that it shows is hidden.
  const [link, shown] = [await chip.boundingBox(), await card.boundingBox()];
  expect([shown?.x, (shown?.y ?? 0) - (link?.y ?? 0) - (link?.height ?? 0)]).toEqual([link?.x, expect.closeTo(6, -1)]);
  await expect(card.locator('.preview-place')).toHaveText('Home');
  await page.mouse.move(0, 0);

  // The headings of that note are offered, not those of the other one.
  await editor.getByText('End').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' [[pla');
  const notes = page.getByRole('listbox', { name: 'Notes to link to' }).getByRole('option');
  await expect(notes.filter({ hasText: 'Areas/Home' })).toHaveText('PlanAreas/Home');
  await notes.filter({ hasText: 'Areas/Home' }).click();
  await page.keyboard.type(' [[home/Plan#');
  await expect(page.getByRole('listbox', { name: 'Headings to link to' }).getByRole('option')).toHaveText(['Week']);
  await page.keyboard.press('Enter');
  await page.keyboard.type('.');
  await expect.poll(async () => (await stored(service, id)).content).toBe(`See ${links}\n\nEnd [[Areas/Home/Plan]] [[home/Plan#Week]].\n`);

  await editor.getByRole('link', { name: 'the week' }).click();
  await expect(page).toHaveURL(new RegExp(`/notes/${plan}(\\?[^#]*)?#Week$`));
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveValue('Plan');
  const from = page.getByRole('complementary', { name: 'Linked' }).getByRole('link', { name: 'From' });
  for (const [name, made, notebookId] of [
    ['Home/Later', 'Later', home],
    ['TCP/IP', 'TCP/IP', null],
  ] as const) {
    await from.click();
    await expect(title).toHaveValue('From');
    await editor.getByRole('link', { name }).click();
    await expect(title).toHaveValue(made);
    expect(await stored(service, page.url().split('/').at(-1) ?? '')).toMatchObject({ title: made, notebookId });
  }
  await from.click();
  await expect(editor.locator('.mention-nothing')).toHaveCount(0);
  // Where a notebook has another name, its path leads nowhere.
  await service.send('PUT', `/api/notebooks/${areas}`, { name: 'Parts' });
  await expect(editor.locator('.mention-nothing')).toHaveText(['/areas/home/plan.md', 'Areas/Home/Plan']);
});

test('a link of markdown to the file of a note opens the note, and to nothing makes it beside its own', async ({ page, service }) => {
  const home = await notebook(service, 'Home');
  const create = async (title: string, content: string, notebookId: string | null): Promise<string> =>
    (await service.send('POST', '/api/notes', { title, content, notebookId })).id;
  await create('Plan', 'Of all.\n', null);
  const plan = await create('Plan', 'Intro.\n\n## My week\n\nPaint the hall.\n', home);
  const content = 'See [the *whole* plan](Plan.md#my-week) and [what comes](Later%20on.md).\n\nEnd\n';
  const id = await create('From', content, home);
  const editor = await openNote(page, service, id);
  await expect(editor.locator('.mention-nothing')).toHaveText('what comes');

  // Where the cursor is, the card tells the address, and opens the note.
  await editor.getByText('the ', { exact: true }).evaluate((text) => {
    getSelection()?.setPosition(text.firstChild, 2);
  });
  const card = page.getByRole('group', { name: 'Link', exact: true });
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Plan.md#my-week' }).click();
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveValue('Plan');
  await expect(page).toHaveURL(new RegExp(`/notes/${plan}(\\?[^#]*)?#my-week$`));
  await expect.poll(() => page.evaluate(() => getSelection()?.anchorNode?.parentElement?.closest('h2')?.textContent)).toBe('My week');

  const from = page.getByRole('complementary', { name: 'Linked' }).getByRole('link', { name: 'From' });
  await from.click();
  await expect(title).toHaveValue('From');
  await editor.getByText('whole').click();
  await expect(title).toHaveValue('Plan');
  await from.click();
  await editor.getByText('what comes').click();
  await expect(title).toHaveValue('Later on');
  expect(await stored(service, page.url().split('/').at(-1) ?? '')).toMatchObject({ title: 'Later on', notebookId: home });
  expect((await stored(service, id)).content).toBe(content);
});

test('a link of markdown without .md leads to a note that there is, and else stays what it is', async ({ page, service }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const home = await notebook(service, 'Home');
  await service.send('POST', '/api/notes', { title: 'Other note', content: '## Part\n\nText\n', notebookId: home });
  const content = 'See [the other](Home/Other%20note#part) and [nothing](Nowhere).\n\nEnd\n';
  const { id } = await service.send('POST', '/api/notes', { title: 'From', content });
  const editor = await openNote(page, service, id);
  await expect(editor.locator('.mention')).toHaveText(['the other']);
  await editor.getByText('nothing').click();
  const card = page.getByRole('group', { name: 'Link', exact: true });
  await expect(card.getByRole('link', { name: 'Nowhere' })).toBeVisible();
  await page.keyboard.press('Alt+Enter');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('From');
  await service.send('POST', '/api/notes', { title: 'Nowhere' });
  await expect(editor.locator('.mention')).toHaveText(['the other', 'nothing']);
  await editor.getByText('the other').click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Other note');
});

test('links between notes have the addresses of their notes: to copy, in another tab, and from a description', async ({
  page,
  service,
}) => {
  const { id: plan } = await service.send('POST', '/api/notes', { title: 'Plan', content: '## My week\n\nPaint the hall.\n' });
  const content = `See [the *whole* plan](Plan.md#my-week), [[Plan#My week]], [it](daybook://note/${plan}) and [that](Later%20on.md).\n`;
  const id = await makeNote(service, 'From', content);
  const editor = await openNote(page, service, id);
  const address = `${service.frontendUrl}/notes/${plan}`;
  const whole = editor.getByText('whole');
  await expect.poll(() => whole.evaluate((chip) => chip.closest('a')?.href)).toBe(`${address}#my-week`);
  await expectAccessible(page);
  for (const [name, leadsTo] of [
    ['whole', `${address}#my-week`],
    ['Plan#My week', `${address}#My%20week`],
    ['it', address],
  ] as const) {
    const opened = page.context().waitForEvent('page');
    await editor.getByText(name, { exact: true }).click({ button: 'middle' });
    const other = await opened;
    expect(other.url()).toBe(leadsTo);
    await other.close();
  }
  await expect(page).toHaveURL(new RegExp(`/notes/${id}`));
  // The text stays as it was, whatever its links are shown as.
  await editor.getByText('that').click({ button: 'middle' });
  await page.keyboard.press('Control+End');
  expect(await stored(service, id)).toMatchObject({ content });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await whole.evaluate((text) => {
    getSelection()?.setPosition(text.firstChild, 2);
  });
  await page.getByRole('group', { name: 'Link', exact: true }).getByRole('button', { name: 'Copy address' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${address}#my-week`);

  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
  const card = await service.send('POST', '/api/cards', { title: 'Paint', columnId, description: 'As in [[Plan]].\n' });
  await visit(page, `/boards/Garden/cards/${card.id}`);
  const opened = page.context().waitForEvent('page');
  const dialog = page.getByRole('dialog', { name: 'Paint' });
  await dialog.getByRole('link', { name: 'Plan' }).click({ modifiers: ['ControlOrMeta'] });
  expect((await opened).url()).toBe(address);
  await (await opened).close();
  await expect(dialog).toBeVisible();
});
