import { expect, type Locator, type Page } from '@playwright/test';
import { enter, sharedTest as test, today, visit } from './fixtures.ts';

const project = 'Relaunch';
const column = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });
const titles = (page: Page, title: string): Locator => column(page, title).locator('.card-title');
const toast = (page: Page, text: string): Locator => page.locator('.toast', { hasText: text });

// Menus, dialogs and messages fade out while the keys go on.
test.extend({ moves: true })(
  'Ctrl+Z takes back what this page did, one after the other, and Ctrl+Shift+Z does it again',
  async ({ page, service }) => {
    const { send } = service;
    const a = await send('POST', '/api/columns', { title: 'A', projectId: project });
    await send('POST', '/api/columns', { title: 'B', projectId: project });
    const one = await send('POST', '/api/cards', { title: 'One', columnId: a.id });
    await send('POST', '/api/cards', { title: 'Two', columnId: a.id });
    await enter(page, service, `/boards/${project}`);
    const card = page.locator('.card', { hasText: 'One' });
    const undo = (): Promise<void> => page.keyboard.press('Control+z');
    const redo = (): Promise<void> => page.keyboard.press('Control+Shift+z');

    // Two moves of one card, a change of its fields, a deletion, and the order of the columns.
    await card.focus();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(titles(page, 'A')).toHaveText(['Two', 'One']);
    await page.keyboard.press('Shift+ArrowRight');
    await expect(titles(page, 'B')).toHaveText(['One']);
    await page.keyboard.press('Enter');
    const dialog = page.locator('.dialog');
    await dialog.getByLabel('Title').fill('One, changed');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(titles(page, 'B')).toHaveText(['One, changed']);
    await expect.poll(() => send('GET', `/api/cards/${one.id}`)).toMatchObject({ title: 'One, changed', version: 4 });
    await card.focus();
    await page.keyboard.press('Delete');
    await expect(titles(page, 'B')).toHaveCount(0);
    await page.getByRole('button', { name: 'More for B' }).click();
    await page.getByRole('menuitem', { name: 'Move left' }).click();
    await expect(page.locator('.column-title')).toHaveText(['B', 'A']);
    // While it is open, keys are the menu's.
    await expect(page.getByRole('menu')).toHaveCount(0);

    await undo();
    await expect(toast(page, 'Undone: Columns moved')).toBeVisible();
    await expect(page.locator('.column-title')).toHaveText(['A', 'B']);
    await undo();
    await expect(titles(page, 'B')).toHaveText(['One, changed']);
    await undo();
    await expect(titles(page, 'B')).toHaveText(['One']);
    // Each has made a new version of the card, and the one before can still be undone.
    await undo();
    await expect(titles(page, 'A')).toHaveText(['Two', 'One']);
    await undo();
    await expect(titles(page, 'A')).toHaveText(['One', 'Two']);
    await expect(toast(page, 'Undone: Card “One” moved').first()).toBeVisible();
    await undo();
    await redo();
    await expect(titles(page, 'A')).toHaveText(['Two', 'One']);
    await redo();
    await redo();
    await expect(titles(page, 'B')).toHaveText(['One, changed']);
    await expect(toast(page, 'Done again: Card “One” changed')).toBeVisible();
    await redo();
    await expect(titles(page, 'B')).toHaveCount(0);
    await undo();
    await expect(titles(page, 'B')).toHaveText(['One, changed']);

    // In a field the keys are the field's own.
    await page.keyboard.press('f');
    await expect(page.locator('input:focus')).toBeVisible();
    await page.keyboard.type('x');
    await expect(titles(page, 'B')).toHaveCount(0);
    await undo();
    await expect(page.locator(':focus')).toHaveValue('');
    await page.getByRole('heading', { level: 1 }).click();
    await expect(titles(page, 'B')).toHaveText(['One, changed']);

    // What another client has changed since stays, and it is said.
    await send('PUT', `/api/cards/${one.id}`, { title: 'By a script' });
    await expect(titles(page, 'B')).toHaveText(['By a script']);
    await undo();
    await expect(toast(page, 'Not undone: Card “One” changed')).toContainText('It has been changed since.');
    await expect(titles(page, 'B')).toHaveText(['By a script']);
  },
);

test('Ctrl+Z puts what was just created into the trash, and Ctrl+Shift+Z brings it back', async ({ page, service }) => {
  const { send } = service;
  const a = await send('POST', '/api/columns', { title: 'A', projectId: project });
  await enter(page, service, `/boards/${project}`);
  const heading = page.getByRole('heading', { level: 1 });
  const undo = (): Promise<void> => page.keyboard.press('Control+z');
  const redo = (): Promise<void> => page.keyboard.press('Control+Shift+z');
  const read = (path: string): Promise<Readonly<Record<string, unknown>>> => send('GET', path);
  const total = async (path: string): Promise<unknown> => (await read(path))['total'];

  // A card that has been moved since: first the move goes, then the card.
  await send('POST', '/api/cards', { title: 'First', columnId: a.id });
  await page.getByRole('button', { name: 'Add card to A' }).click();
  await page.keyboard.type('Second');
  await page.keyboard.press('Enter');
  await expect(titles(page, 'A')).toHaveText(['First', 'Second']);
  await page.keyboard.press('Escape');
  await page.locator('.card', { hasText: 'Second' }).focus();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(titles(page, 'A')).toHaveText(['Second', 'First']);
  await undo();
  await expect(titles(page, 'A')).toHaveText(['First', 'Second']);
  await undo();
  await expect(toast(page, 'Undone: Card “Second” added')).toContainText('It is in the trash.');
  await expect(titles(page, 'A')).toHaveText(['First']);
  expect(await total('/api/trash')).toBe(1);
  await redo();
  await expect(toast(page, 'Done again: Card “Second” added')).toBeVisible();
  await expect(titles(page, 'A')).toHaveText(['First', 'Second']);
  await redo();
  await expect(titles(page, 'A')).toHaveText(['Second', 'First']);
  await undo();
  await undo();
  await expect(titles(page, 'A')).toHaveText(['First']);

  // Quick capture begins the inbox, and adds to it.
  for (const thought of ['One', 'Two']) {
    await heading.click();
    await page.keyboard.press('q');
    await page.locator('.capture-text').fill(thought);
    await page.keyboard.press('Enter');
    await expect(page.locator('.capture-outcome')).toContainText('Saved in Inbox');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const { items } = (await send('GET', '/api/notes')) as unknown as { items: { id: string }[] };
  const content = async (): Promise<unknown> => (await read(`/api/notes/${items[0]?.id}`))['content'];
  await expect.poll(() => content()).toBe('One\n\nTwo\n');
  await undo();
  await expect.poll(content).toBe('One\n');
  await undo();
  await expect(toast(page, 'Undone: Thought added to “Inbox”').filter({ hasText: 'It is in the trash.' })).toBeVisible();
  await expect.poll(() => total('/api/notes')).toBe(0);
  await redo();
  await expect.poll(() => total('/api/notes')).toBe(1);

  // An event, and a note of which nothing was written.
  await page.getByRole('link', { name: 'Calendar' }).click();
  await expect(page.locator('.cal-view')).toBeVisible();
  await page.keyboard.press('c');
  await page.locator('.dialog').getByLabel('Title').fill('Tea');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('.dialog')).toBeHidden();
  await expect.poll(() => total('/api/events?limit=0')).toBe(1);
  await undo();
  await expect(toast(page, 'Undone: “Tea” added')).toBeVisible();
  await expect.poll(() => total('/api/events?limit=0')).toBe(0);
  await visit(page, '/notes');
  await page.getByRole('button', { name: 'New note' }).first().click();
  await expect.poll(() => total('/api/notes')).toBe(2);
  await page.getByRole('link', { name: 'Boards' }).click();
  await undo();
  await expect(toast(page, 'Undone: Note added')).toBeVisible();
  await expect.poll(() => total('/api/notes')).toBe(1);
});

test('a double click, and a key that is held, make one thing', async ({ page, service }) => {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
  const { id: cardId } = await service.send('POST', '/api/cards', { title: 'Seeds', columnId });
  const { id: eventId } = await service.plan({ title: 'Review', date: today });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  const made = (path: string): number => sent.filter((each) => each === path).length;
  await enter(page, service, `/boards/Garden/cards/${cardId}`);
  for (const name of ['Duplicate card', 'Save as template']) {
    const before = made(`/api/cards/${cardId}/duplicate`);
    await page.getByRole('dialog').getByRole('button', { name }).dblclick();
    await expect.poll(() => made(`/api/cards/${cardId}/duplicate`)).toBe(before + 1);
  }
  // A second click that is none of a double one makes another.
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate card' }).click();
  await expect.poll(() => made(`/api/cards/${cardId}/duplicate`)).toBe(3);
  await visit(page, `/calendar?event=${eventId}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).dblclick();
  await expect.poll(() => made('/api/events')).toBe(1);
  // Not that no dialog is there: messages are such, and one below the pointer stays.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Duplicate' })).toHaveCount(0);
  await visit(page, '/notes');
  await page.getByRole('button', { name: 'New note' }).first().dblclick();
  await expect.poll(() => made('/api/notes')).toBe(1);
  await page.keyboard.down('Control');
  await page.keyboard.down('Alt');
  for (const _ of 'held') await page.keyboard.down('n');
  for (const key of ['n', 'Alt', 'Control']) await page.keyboard.up(key);
  await expect.poll(() => made('/api/notes')).toBe(2);
  const totalOf = async (path: string): Promise<number> => ((await service.send('GET', path)) as unknown as { total: number }).total;
  await expect.poll(() => totalOf('/api/notes')).toBe(2);
  await expect.poll(() => totalOf('/api/events')).toBe(2);
});
