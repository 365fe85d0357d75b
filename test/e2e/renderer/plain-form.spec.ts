// What a designer would not let go out: what covers, cuts or moves what stands beside it, and forms that say nothing.

import { expect, type Locator, type Page } from '@playwright/test';
import { enter, ownersTest, sharedTest as test, today, visit } from './fixtures.ts';

const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true });

async function box(part: Locator): Promise<{ readonly x: number; readonly y: number; readonly width: number; readonly height: number }> {
  return (await part.boundingBox()) ?? { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN };
}

test('the frame around the list of shortcuts does not touch its words', async ({ page, service }) => {
  await enter(page, service);
  await page.keyboard.press('Shift+?');
  const sheet = page.locator('.keys-sheet');
  await expect(sheet).toBeFocused();
  await expect(sheet).toHaveCSS('outline-offset', '6px');
});

test('the corners of a card that is open are round, also where its title stays', async ({ page, service }) => {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Home' });
  const { id } = await service.send('POST', '/api/cards', { title: 'Paint', columnId });
  await enter(page, service, `/boards/Home/cards/${id}`);
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const { x, y } = await box(dialog);
  const under = await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.closest('[role=dialog]') ?? null, [
    x + 1,
    y + 1,
  ] as const);
  expect(under).toBeNull();
  // What is done with the card is one list.
  const [one, next] = [await box(button(dialog, 'Duplicate card')), await box(button(dialog, 'Save as template'))];
  expect(next.y - one.y - one.height).toBeLessThan(8);
});

test('the forms of a board say that a name is missing', async ({ page, service }) => {
  await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Home' });
  await enter(page, service, '/boards');
  await button(page, 'New board').click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Name');
  await button(dialog, 'Create board').click();
  await expect(dialog.getByRole('alert')).toHaveText('Give it a name.');
  await expect(name).toBeFocused();
  // Until something is filled in, and where there is one of that name.
  await name.fill('Home');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await button(dialog, 'Create board').click();
  await expect(dialog.getByRole('alert')).toHaveText('There is a board with this name.');
  await button(dialog, 'Cancel').click();
  await expect(dialog).toHaveCount(0);
  await visit(page, '/boards/Home');
  await button(page, 'More for this board').click();
  await page.getByRole('menuitem', { name: 'Name and colour' }).click();
  await name.fill(' ');
  await button(dialog, 'Save').click();
  await expect(dialog.getByRole('alert')).toHaveText('Give it a name.');
});

test('a board that is being made is not told to be there already', async ({ page, service }) => {
  await enter(page, service, '/boards');
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/batch', async (route) => {
    const response = await route.fetch();
    await answered.promise;
    await route.fulfill({ response });
  });
  await button(page, 'New board').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Garden');
  await button(dialog, 'Create board').click();
  // The feed tells of it before the answer comes.
  await expect(page.locator('main').getByText('Garden')).toBeVisible();
  await dialog.getByRole('button', { name: 'Saving' }).click({ force: true });
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  answered.resolve();
  await expect(page).toHaveURL(/\/boards\/Garden$/i);
});

ownersTest('each dialog with a form has a button to leave it', async ({ page, service }) => {
  await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Home' });
  await service.send('POST', '/api/notes', { title: 'Plan', content: '#web\n' });
  await enter(page, service, '/boards/Home');
  const dialog = page.getByRole('dialog');
  const leaves = async (): Promise<void> => {
    await button(dialog, 'Cancel').click();
    await expect(dialog).toHaveCount(0);
  };
  await button(page, 'More for To do').click();
  await page.getByRole('menuitem', { name: 'Limit of cards…' }).click();
  await leaves();
  await page.getByPlaceholder('Filter…').fill('a');
  await button(page, 'Saved filters').click();
  await page.getByRole('menuitem', { name: 'Save these filters…' }).click();
  await button(dialog, 'Save').click();
  await expect(dialog.getByRole('alert')).toHaveText('Give it a name.');
  await leaves();
  await visit(page, '/settings/data');
  for (const name of ['Back up into a folder…', 'Restore from a file…']) {
    await button(page, name).click();
    await leaves();
  }
});

test('on Today events and cards stand in one rhythm, also on a phone', async ({ page, phone, service }) => {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Home' });
  for (const title of ['Paint', 'Tidy']) await service.send('POST', '/api/cards', { title, columnId, dueDate: today });
  for (const start of ['15:00', '17:00']) await service.plan({ title: 'Call', date: today, start, end: '18:00' });
  for (const each of [page, phone]) {
    await enter(each, service);
    await expect(each.locator('.today-due-item')).toHaveCount(2);
    const line = (selector: string): Promise<readonly (string | number)[]> =>
      each.locator(selector).evaluate((element) => {
        const { left, right, borderTopWidth, borderTopColor } = getComputedStyle(element, '::before');
        return [element.getBoundingClientRect().x, left, right, borderTopWidth, borderTopColor];
      });
    expect(await line('.today-due-item + .today-due-item')).toEqual(await line('.event + .event'));
    expect((await box(each.locator('.today-due-title bdi').first())).x).toBe((await box(each.locator('.event-times').first())).x);
  }
});

test('an empty day leads to a new event', async ({ page, service }) => {
  await enter(page, service);
  await page.getByRole('link', { name: 'New event' }).click();
  await expect(page.getByRole('dialog', { name: 'New event' })).toBeVisible();
});

test('the edges of search fields can be seen', async ({ page, service }) => {
  await service.send('POST', '/api/notes', { title: 'Plan', content: '' });
  await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Home' });
  const edge = (part: Locator): Promise<string> => part.evaluate((element) => getComputedStyle(element).borderTopColor);
  await enter(page, service, '/settings/about');
  const usual = await edge(page.getByPlaceholder('Search packages'));
  expect(await edge(page.locator('.sidebar-search'))).toBe(usual);
  await visit(page, '/notes');
  expect(await edge(page.getByPlaceholder('Search…'))).toBe(usual);
  await visit(page, '/boards/Home');
  expect(await edge(page.getByPlaceholder('Filter…'))).toBe(usual);
});

test('a phone shows the whole names of unused files', async ({ phone, service }) => {
  const filename = `${'photograph of the garden behind the house '.repeat(3)}.txt`;
  const { id } = await service.send('POST', '/api/notes', { title: 'Album', content: '' });
  const form = new FormData();
  form.append('file', new Blob(['words'], { type: 'text/plain' }), filename);
  const { status } = await fetch(`${service.baseUrl}/api/notes/${id}/files`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.token}` },
    body: form,
  });
  expect(status).toBe(201);
  await enter(phone, service, '/settings/moving');
  const name = phone.locator('.unused-name');
  await expect(name).toHaveText(filename);
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  const [words, remove] = [await box(name), await box(phone.getByRole('button', { name: `Delete ${filename}` }))];
  expect(words.x + words.width).toBeLessThanOrEqual(remove.x);
  expect((await box(phone.locator('.unused-size'))).y).toBeGreaterThanOrEqual(words.y + words.height);
});

test('a list of choices opens at the start of its field, and texts of dialogs begin where fields do', async ({ page, service }) => {
  await enter(page, service, '/calendar?new');
  const field = page.getByRole('combobox', { name: 'Repeat' });
  await field.click();
  const list = page.locator('.menu');
  await list.waitFor();
  expect(Math.abs((await box(list)).x - (await box(field)).x)).toBeLessThan(2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveCount(0);
  const below = async (part: Locator): Promise<number> => {
    const title = await box(dialog.getByRole('heading'));
    return (await box(part)).y - title.y - title.height;
  };
  await button(page, 'More for Calendar').click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  const usual = await below(dialog.getByText('Name', { exact: true }));
  await button(dialog, 'Cancel').click();
  await expect(dialog).toHaveCount(0);
  await button(page, 'More for Calendar').click();
  await page.getByRole('menuitem', { name: 'Import…' }).click();
  expect(await below(dialog.locator('.dialog-text'))).toBe(usual);
});

ownersTest('settings tell what is wrong below their hints, as other fields do', async ({ page, service }) => {
  await enter(page, service, '/settings/service');
  const field = page.locator('.config-field', { hasText: 'FRONTEND_PORT' });
  await expect(field.locator('.field-hint')).toHaveText('Where a browser opens the page.');
  await field.getByRole('textbox').fill('80000');
  await button(page, 'Save').click();
  const fault = field.getByRole('alert');
  await expect(fault).toContainText('It must be');
  expect((await box(fault)).y).toBeGreaterThan((await box(field.locator('.field-hint'))).y);
});

test('the choices of a theme hold their names on a phone, and hints of switches stand right below', async ({ page, phone, service }) => {
  await enter(phone, service, '/settings');
  const choice = phone.locator('.theme-choice').first();
  await expect(choice).toHaveText('As the system');
  const lines = await choice.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element.lastChild ?? element);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  await enter(page, service, '/settings/about');
  const [name, hint] = [page.locator('.switch-row'), page.locator('.switch-row + .settings-hint')];
  const row = await box(name);
  expect((await box(hint)).y - row.y - row.height).toBeLessThan(4);
});
