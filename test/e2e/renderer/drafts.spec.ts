import { expect } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, ownersTest, sharedTest as test, visit } from './fixtures.ts';
import { expectStored, makeNote, openNote } from './notes-fixtures.ts';

test('markdown that is disputed survives another page and a reload, and can still be saved', async ({ page, service }) => {
  const id = await makeNote(service, 'Disputed', 'one\n');
  await openNote(page, service, id);
  await page.getByRole('button', { name: 'Edit the markdown' }).click();
  const source = page.getByRole('textbox', { name: 'Markdown of the note' });
  await source.click();
  await page.keyboard.press('Control+End');
  // Nothing of it gets there until others have changed the same line.
  await page.route('**/delta', (route) => route.abort());
  await page.keyboard.type('mine');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.type(' by me');
  await service.send('POST', `/api/notes/${id}/delta`, { content: 'uno by them\n', version: 0 });
  await page.unroute('**/delta');
  await expect(page.getByText('Your text is still here, unsaved.')).toBeVisible();

  await page.getByRole('link', { name: 'Boards' }).click();
  await expect(page.getByText('Your text is kept, unsaved').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Your text is still here, unsaved.')).toBeVisible();
  await expect(source).toContainText('one by me');
  await page.reload();
  await expect(page.getByText('Your text is still here, unsaved.')).toBeVisible();
  await expect(source).toContainText('one by me');
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await expectStored(service, id, 'one by me\nmine');
  // What is saved is not kept.
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('daybook.draft.')))).toEqual([]);
});

test('what is begun in a new event, quick capture and a column is there again after a reload; it goes when it is discarded', async ({
  page,
  service,
}) => {
  await enter(page, service, '/calendar?view=month');
  const dialog = page.getByRole('dialog', { name: 'New event' });
  await page.getByRole('button', { name: 'New event' }).first().click();
  await dialog.getByLabel('Title').fill('Half written');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'Home' });
  await visit(page, '/boards/Home');
  await page.getByRole('button', { name: 'Add card to Doing' }).click();
  await page.getByLabel('Title of the card').fill('A card in the');
  await page.keyboard.press('Escape');
  await page.keyboard.press('q');
  await page.getByRole('dialog').getByRole('textbox').fill('A thought that');
  await page.waitForFunction(() => Object.keys(localStorage).filter((key) => key.startsWith('daybook.draft.')).length === 3);
  await page.reload();
  await page.getByRole('button', { name: 'Add card to Doing' }).click();
  await expect(page.getByLabel('Title of the card')).toHaveValue('A card in the');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('q');
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('A thought that');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('');
  await expect
    .poll(async () =>
      ((await service.send('GET', `/api/cards/column/${columnId}`)) as unknown as { items: { title: string }[] }).items.map(
        ({ title }) => title,
      ),
    )
    .toEqual(['A card in the']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await visit(page, '/calendar?view=month');
  await page.getByRole('button', { name: 'New event' }).first().click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Half written');
  await expect(dialog.getByRole('status').filter({ hasText: 'is here again' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Discard it' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New event' }).first().click();
  await expect(dialog.getByLabel('Title')).toHaveValue('');
});

test('the title of a card and an item of its checklist that never got to the service are saved after a reload, with what others have added', async ({
  page,
  service,
}) => {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'Home' });
  const { id } = await service.send('POST', '/api/cards', { title: 'Shop', columnId });
  const put = (...texts: string[]) =>
    service.send('PUT', `/api/cards/${id}/checklist`, { checklist: texts.map((text) => ({ text, completed: false })) });
  await put('milk', 'bread');
  await enter(page, service, `/boards/Home/cards/${id}`);
  await page.route('**/checklist', (route) => route.abort());
  await page.route('**/api/cards/*', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  await page.getByRole('dialog').getByLabel('Title').fill('Shopping');
  await page.getByLabel('Item 1', { exact: true }).fill('two litres of milk');
  await put('milk', 'bread', 'eggs');
  await page.waitForFunction(() => {
    const kept = Object.keys(localStorage).filter((key) => key.startsWith('daybook.draft.'));
    return kept.length === 2 && kept.some((key) => key.endsWith('/checklist'));
  });
  // Another try from here could come before the page has heard of the others.
  await page.goto('about:blank');
  await page.unroute('**/checklist');
  await page.unroute('**/api/cards/*');
  await page.goto(`${service.frontendUrl}/boards/Home/cards/${id}`);
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Shopping');
  await expect(page.getByLabel('Item 1', { exact: true })).toHaveValue('two litres of milk');
  await expect.poll(async () => ((await service.send('GET', `/api/cards/${id}`)) as unknown as { title: string }).title).toBe('Shopping');
  await expect
    .poll(async () =>
      ((await service.send('GET', `/api/cards/${id}`)) as unknown as { checklist: { text: string }[] }).checklist.map(({ text }) => text),
    )
    .toEqual(['two litres of milk', 'bread', 'eggs']);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('daybook.draft.')))).toEqual([]);
});

test('what quick capture is to keep, and when, survives a reload', async ({ page, service }) => {
  await enter(page, service, '/capture');
  await page.getByRole('radio', { name: 'Event' }).check();
  await page.getByLabel('From').fill('18:30');
  await page.getByRole('textbox', { name: 'What is going to happen?' }).fill('Choir');
  await page.waitForFunction(() => Object.keys(localStorage).filter((key) => key.startsWith('daybook.draft.')).length === 2);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Event' })).toBeChecked();
  await expect(page.getByLabel('From')).toHaveValue('18:30');
  await expect(page.getByRole('textbox', { name: 'What is going to happen?' })).toHaveValue('Choir');
});

test('what was created without an answer is sent again after a reload, and is there exactly once', async ({ page, service }) => {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'Home' });
  const items = async (path: string) =>
    ((await service.send('GET', path)) as unknown as { items: { title: string; content?: string }[] }).items.map(
      ({ title, content }) => content ?? title,
    );
  // The service has each of them, but its answers are lost; then the line is cut.
  let isCut = false;
  await page.route(/\/api\/(cards|events|notes)$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    if (!isCut) await route.fetch();
    return route.abort();
  });
  await enter(page, service, '/boards/Home');
  await page.getByRole('button', { name: 'Add card to Doing' }).click();
  await page.getByLabel('Title of the card').fill('Paint the door');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('q');
  await page.getByRole('dialog').getByRole('textbox').fill('A thought');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Calendar' }).click();
  await page.getByRole('button', { name: 'New event' }).first().click();
  await page.getByRole('dialog').getByLabel('Title').fill('Choir');
  await page.getByRole('button', { name: 'Create' }).click();
  const all = async () => [
    await items(`/api/cards/column/${columnId}`),
    await items('/api/notes?include=content'),
    await items('/api/events'),
  ];
  await expect.poll(all).toEqual([['Paint the door'], ['A thought\n'], ['Choir']]);
  isCut = true;
  page.on('dialog', (dialog) => {
    void dialog.accept();
  });
  const sentAgain = new Set<string>();
  page.on('request', (request) => {
    if (request.method() === 'POST') sentAgain.add(new URL(request.url()).pathname);
  });
  await page.reload();
  await expect
    .poll(() => [...sentAgain].filter((path) => /(cards|events|notes)$/.test(path)).toSorted())
    .toEqual(['/api/cards', '/api/events', '/api/notes']);
  // The event's dialog opens again, as its address says. What is on its way is shown as such.
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('q');
  await expect(page.getByRole('dialog').getByText('Saving…')).toBeVisible();
  await page.unroute(/\/api\/(cards|events|notes)$/);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('daybook.draft.')))).toEqual([]);
  expect(await all()).toEqual([['Paint the door'], ['A thought\n'], ['Choir']]);
});

test('what is refused when it is sent again is told of, and stands in its field', async ({ page, service }) => {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'Home' });
  await enter(page, service, '/boards/Home');
  await page.route('**/api/cards', (route) => route.abort());
  await page.getByRole('button', { name: 'Add card to Doing' }).click();
  await page.getByLabel('Title of the card').fill('Paint the door');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title of the card')).toHaveValue('');
  await service.send('DELETE', `/api/columns/${columnId}`);
  await page.unroute('**/api/cards');
  page.on('dialog', (dialog) => {
    void dialog.accept();
  });
  await page.reload();
  await expect(page.getByText('The card could not be added').first()).toBeVisible();
  await page.keyboard.press('q');
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('Paint the door');
});

ownersTest('the name of a column and settings that were being written survive a reload, a secret does not', async ({ page, service }) => {
  await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'Home' });
  await enter(page, service, '/boards/Home');
  await page.getByRole('button', { name: 'Doing', exact: true }).click();
  await page.getByLabel('Name of the column').fill('Doing no');
  await page.reload();
  await expect(page.getByLabel('Name of the column')).toHaveValue('Doing no');
  await page.keyboard.press('Escape');

  await enter(page, service, '/settings/service');
  await page.getByLabel('Workspace of agents').fill('/tmp/half');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Models' }).click();
  const key = page.locator('.config-field').filter({ has: page.getByText('AI_API_KEY', { exact: true }) });
  await key.getByRole('button').first().click();
  await page.getByLabel('New value: API key').fill('sk-very-secret-indeed');
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('/tmp/half');
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain('sk-very');
  page.on('dialog', (dialog) => {
    void dialog.accept();
  });
  await page.reload();
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: /^Service/ })
    .click();
  await expect(page.getByLabel('Workspace of agents')).toHaveValue('/tmp/half');
});
