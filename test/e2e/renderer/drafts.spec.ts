import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, leave, ownersTest, sharedTest as test, visit, type RunningService } from './fixtures.ts';
import { expectStored, makeNote, openNote } from './notes-fixtures.ts';

/** What the service has at a path of a list: texts of notes, titles of the rest. */
async function listed({ send }: RunningService, path: string): Promise<string[]> {
  const { items } = (await send('GET', path)) as unknown as { items: { title: string; content?: string }[] };
  return items.map(({ title, content }) => content ?? title);
}

const kept = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('daybook.draft.')));
/** Waits until this browser keeps all of these words. */
const untilKept = (page: Page, ...words: readonly string[]) =>
  page.waitForFunction((all) => {
    const values = Object.values(localStorage).join();
    return all.every((each) => values.includes(each));
  }, words);

test('what was being written is there again after a reload: disputed markdown, a card, a new card, a new event, quick capture, a column', async ({
  page,
  service,
}) => {
  const noteId = await makeNote(service, 'Disputed', 'one\n');
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'Home' });
  const { id } = await service.send('POST', '/api/cards', { title: 'Shop', columnId });
  const put = (...texts: string[]) =>
    service.send('PUT', `/api/cards/${id}/checklist`, { checklist: texts.map((text) => ({ text, completed: false })) });
  await put('milk', 'bread');
  const source = page.getByRole('textbox', { name: 'Markdown of the note' });
  const event = page.getByRole('dialog', { name: 'New event' });
  const capture = page.getByRole('dialog', { name: 'Quick capture' });

  await test.step('markdown that others have changed in the same line meanwhile, on another page too', async () => {
    await openNote(page, service, noteId);
    await page.getByRole('button', { name: 'Edit the markdown' }).click();
    await source.click();
    await page.keyboard.press('Control+End');
    // Nothing of it gets there until others have changed the same line.
    await page.route('**/delta', (route) => route.abort());
    await page.keyboard.type('mine');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+ArrowRight');
    await page.keyboard.type(' by me');
    await service.send('POST', `/api/notes/${noteId}/delta`, { content: 'uno by them\n', version: 0 });
    await page.unroute('**/delta');
    await expect(page.getByRole('alert')).toContainText('The same lines were changed elsewhere');
    await expect(page.getByText('Your text is still here, unsaved.')).toBeVisible();
    await page.getByRole('link', { name: 'Boards' }).click();
    await expect(page.getByText('Your text is kept, unsaved').first()).toBeVisible();
    await page.goBack();
    await expect(page.getByText('Your text is still here, unsaved.')).toBeVisible();
    await expect(source).toContainText('one by me');
  });

  await test.step('a new event', async () => {
    await visit(page, '/calendar?view=month');
    await page.getByRole('button', { name: 'New event' }).first().click();
    await event.getByLabel('Title').fill('Half written');
    await page.goBack();
    await expect(event).toHaveCount(0);
  });

  await test.step('a card whose changes do not get to the service', async () => {
    await page.route('**/checklist', (route) => route.abort());
    await page.route('**/api/cards/*', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
    await visit(page, `/boards/Home/cards/${id}`);
    await page.getByRole('dialog').getByLabel('Title').fill('Shopping');
    await page.getByLabel('Item 1', { exact: true }).fill('two litres of milk');
    await put('milk', 'bread', 'eggs');
    await untilKept(page, 'Shopping', 'two litres of milk');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a new card, quick capture with its time, and the name of a column', async () => {
    await page.getByRole('button', { name: 'Add card to Doing' }).click();
    await page.getByLabel('Title of the card').fill('A card in the');
    await page.keyboard.press('Escape');
    await page.keyboard.press('q');
    await capture.getByRole('radio', { name: 'Event' }).check();
    await capture.getByLabel('From').fill('18:30');
    await capture.getByRole('textbox', { name: 'What is going to happen?' }).fill('Choir');
    await page.keyboard.press('Escape');
    await expect(capture).toHaveCount(0);
    await page.getByRole('button', { name: 'Doing', exact: true }).click();
    await page.getByLabel('Name of the column').fill('Doing no');
    await untilKept(page, 'Half written', 'A card in the', '18:30', 'Choir', 'Doing no');
  });

  // Another try from here could come before the page has heard of the others.
  await leave(page);
  await page.unroute('**/checklist');
  await page.unroute('**/api/cards/*');
  await page.goto(`${service.frontendUrl}/boards/Home`);

  await test.step('goes on on the board', async () => {
    await expect(page.getByLabel('Name of the column')).toHaveValue('Doing no');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add card to Doing' }).click();
    await expect(page.getByLabel('Title of the card')).toHaveValue('A card in the');
    await page.keyboard.press('Enter');
    await expect.poll(() => listed(service, `/api/cards/column/${columnId}`)).toContain('A card in the');
    await page.keyboard.press('Escape');
    await page.keyboard.press('q');
    await expect(capture.getByRole('radio', { name: 'Event' })).toBeChecked();
    await expect(capture.getByLabel('From')).toHaveValue('18:30');
    const text = capture.getByRole('textbox', { name: 'What is going to happen?' });
    await expect(text).toHaveValue('Choir');
    await expect(text).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(text).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(capture).toHaveCount(0);
  });

  await test.step('is saved on the card, with what others have added', async () => {
    await visit(page, `/boards/Home/cards/${id}`);
    await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Shopping');
    await expect(page.getByLabel('Item 1', { exact: true })).toHaveValue('two litres of milk');
    const card = async () => (await service.send('GET', `/api/cards/${id}`)) as unknown as { title: string; checklist: { text: string }[] };
    await expect.poll(async () => (await card()).title).toBe('Shopping');
    await expect.poll(async () => (await card()).checklist.map(({ text }) => text)).toEqual(['two litres of milk', 'bread', 'eggs']);
  });

  await test.step('stands in the new event, and goes when it is discarded', async () => {
    await visit(page, '/calendar?view=month');
    await page.getByRole('button', { name: 'New event' }).first().click();
    await expect(event.getByLabel('Title')).toHaveValue('Half written');
    await expect(event.getByRole('status').filter({ hasText: 'is here again' })).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await event.getByRole('button', { name: 'Discard it' }).click();
    await expect(event.getByLabel('Title')).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(event).toHaveCount(0);
    await page.getByRole('button', { name: 'New event' }).first().click();
    await expect(event.getByLabel('Title')).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(event).toHaveCount(0);
  });

  await test.step('can still be saved over what others wrote', async () => {
    await visit(page, `/notes/${noteId}`);
    await expect(page.getByText('Your text is still here, unsaved.')).toBeVisible();
    await expect(source).toContainText('one by me');
    await page.getByRole('button', { name: 'Save mine over it' }).click();
    await expectStored(service, noteId, 'one by me\nmine');
  });
  // What is saved is not kept.
  await expect.poll(() => kept(page)).toEqual([]);
});

test('what was created without an answer is sent again after a reload, and is there exactly once; what is refused then stands in its field', async ({
  page,
  service,
}) => {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'Home' });
  const { id: goneId } = await service.send('POST', '/api/columns', { title: 'Gone', projectId: 'Home' });
  // The service has each of them but one, and its answers are lost; then the line is cut.
  let isCut = false;
  await page.route(/\/api\/(cards|events|notes)$/, async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.continue();
    if (!isCut && request.postData()?.includes('the wall') === false) await route.fetch();
    return route.abort();
  });
  await enter(page, service, '/boards/Home');
  for (const [column, title] of [
    ['Doing', 'Paint the door'],
    ['Gone', 'Paint the wall'],
  ] as const) {
    await page.getByRole('button', { name: `Add card to ${column}` }).click();
    await page.getByLabel('Title of the card').fill(title);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Title of the card')).toHaveValue('');
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('q');
  await page.getByRole('dialog').getByRole('textbox').fill('A thought');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Calendar' }).click();
  await page.getByRole('button', { name: 'New event' }).first().click();
  await page.getByRole('dialog').getByLabel('Title').fill('Choir');
  await page.getByRole('button', { name: 'Create' }).click();
  const all = async () => [
    await listed(service, `/api/cards/column/${columnId}`),
    await listed(service, '/api/notes?include=content'),
    await listed(service, '/api/events'),
  ];
  await expect.poll(all).toEqual([['Paint the door'], ['A thought\n'], ['Choir']]);
  isCut = true;
  await service.send('DELETE', `/api/columns/${goneId}`);
  page.on('dialog', (dialog) => {
    void dialog.accept();
  });
  const sentAgain = new Set<string>();
  page.on('request', (request) => {
    if (request.method() === 'POST') sentAgain.add(new URL(request.url()).pathname);
  });
  // The next page is busy for a moment right after it has asked whether it may send them.
  await page.addInitScript(() => {
    const ask = navigator.locks.request.bind(navigator.locks) as (...asked: readonly unknown[]) => Promise<unknown>;
    let wasBusy = false;
    navigator.locks.request = (...asked: readonly unknown[]) => {
      const answer = ask(...asked);
      for (const end = performance.now() + 600; !wasBusy && performance.now() < end;);
      wasBusy = true;
      return answer;
    };
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
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.unroute(/\/api\/(cards|events|notes)$/);
  await expect(page.getByText('The card could not be added').first()).toBeVisible();
  await page.keyboard.press('q');
  await expect(page.getByRole('dialog', { name: 'Quick capture' }).getByRole('textbox')).toHaveValue('Paint the wall\n');
  // That alone is kept.
  await expect.poll(() => kept(page)).toHaveLength(1);
  expect(await all()).toEqual([['Paint the door'], ['A thought\n'], ['Choir']]);
});

ownersTest('settings that were being written survive a reload, a secret does not', async ({ page, service }) => {
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

test('a form for a name shows what was on its way when the page ended, until it is saved or changed elsewhere, and sends it only when asked to', async ({
  page,
  service,
}) => {
  await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'Names' });
  const { id: notebookId } = await service.send('POST', '/api/notebooks', { name: 'Travel' });
  let sent = 0;
  const hang = () =>
    page.route(/\/api\/(projects|notebooks)\/[^/]+$/, (route) => {
      if (route.request().method() === 'GET') return route.continue();
      sent += 1;
    });
  const reload = async (): Promise<void> => {
    await expect.poll(() => sent).toBe(1);
    await page.reload();
    sent = 0;
  };
  page.on('dialog', (dialog) => {
    void dialog.accept();
  });

  await enter(page, service, '/boards');
  const name = page.getByRole('dialog').getByLabel('Name');
  const note = page.getByRole('dialog').getByText('What you had written and not saved is here again.');
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: /^More for (Names|Theirs)$/ }).click();
    await page.getByRole('menuitem', { name: 'Name and colour' }).click();
  };
  await hang();
  await open();
  await name.fill('Mine');
  await name.press('Enter');
  await reload();
  await open();
  await expect(name).toHaveValue('Mine');
  await expect(note).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(name).toHaveValue('Names');
  await expect(name).toBeFocused();
  await expect(note).toHaveCount(0);
  await name.fill('Mine');
  await name.press('Enter');
  await reload();
  await service.send('PUT', '/api/projects/Names', { name: 'Theirs' });
  await open();
  await expect(name).toHaveValue('Theirs');
  await expect(note).toHaveCount(0);
  await page.keyboard.press('Escape');

  const field = page.getByRole('textbox', { name: 'Name of the notebook' });
  const rename = async (): Promise<void> => {
    await page.getByRole('treeitem', { name: /^(Travel|Trips)/ }).focus();
    await page.keyboard.press('F2');
  };
  await visit(page, '/notes');
  await rename();
  await field.fill('Journeys');
  await field.press('Enter');
  await reload();
  await rename();
  await expect(field).toHaveValue('Journeys');
  await page.getByRole('main').click({ position: { x: 5, y: 5 } });
  await expect(field).not.toBeFocused();
  // It is sent by Enter, not by leaving the field.
  expect(sent).toBe(0);
  await service.send('PUT', `/api/notebooks/${notebookId}`, { name: 'Trips' });
  await page.reload();
  await rename();
  await expect(field).toHaveValue('Trips');
});
