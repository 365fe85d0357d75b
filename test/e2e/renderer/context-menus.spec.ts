// The menus of what stands on the pages: by the other mouse button, and by keys.

import { expect, type Locator, type Page } from '@playwright/test';
import { push } from '../../support/tiers.ts';
import { expectAccessible } from './axe.ts';
import { boxOf, entry, middle, visitCalendar } from './calendar-fixtures.ts';
import { enter, openPage, sharedTest as test, visit } from './fixtures.ts';
import { makeNote } from './notes-fixtures.ts';

const items = (page: Page): Locator => page.getByRole('menuitem');

/** Opens the menu of the element by keys, and leaves it again. */
async function expectKeys(page: Page, element: Locator): Promise<void> {
  for (const key of ['Shift+F10', 'ContextMenu']) {
    await element.focus();
    await page.keyboard.press(key);
    await expect(items(page).first()).toBeVisible();
    const [menu, at] = [await page.getByRole('menu').boundingBox(), await element.boundingBox()];
    expect(Math.abs((menu?.x ?? 0) - (at?.x ?? 0))).toBeLessThan(40);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(element).toBeFocused();
  }
}

test('a card of a board has a menu, as a row of the table too', async ({ page, service }) => {
  const column = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
  for (const title of ['Seeds', 'Spade']) await service.send('POST', '/api/cards', { title, columnId: column.id });
  await enter(page, service, '/boards/Garden');
  const card = page.locator('.card', { hasText: 'Seeds' });
  await expectKeys(page, card);
  await card.click({ button: 'right' });
  await expect(items(page)).toHaveText([
    /^Open card/,
    /^Mark as done/,
    /^Select card/,
    /^Move card to the top/,
    /^Move card up/,
    /^Move card down/,
    /^Move card to the bottom/,
    'Duplicate card',
    'Copy link',
    /^Archive card/,
    /^Delete card/,
  ]);
  await expectAccessible(page, '[role=menu]');
  await items(page).filter({ hasText: 'Mark as done' }).click();
  await expect(page.getByRole('checkbox', { name: 'Done: Seeds' })).toBeChecked();
  await card.click({ button: 'right' });
  await expect(items(page).filter({ hasText: 'Mark as not done' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('.card', { hasText: 'Spade' }).click({ button: 'right' });
  await items(page).filter({ hasText: 'Delete card' }).click();
  await expect(page.locator('.card')).toHaveText([/Seeds/]);
  await expect(card).toBeFocused();
  await visit(page, '/boards/Garden?view=table');
  const row = page.locator('.board-table-card', { hasText: 'Seeds' });
  await expectKeys(page, row);
  await row.click({ button: 'right' });
  await items(page).filter({ hasText: 'Select card' }).click();
  await expect(page.getByRole('toolbar', { name: 'Selected cards' })).toBeVisible();
});

test('a card is moved within its column by its menu and by keys, and that is taken back', async ({ page, service }) => {
  const column = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
  for (const title of ['Seeds', 'Spade', 'Hose']) await service.send('POST', '/api/cards', { title, columnId: column.id });
  await enter(page, service, '/boards/Garden');
  const cards = page.locator('.card');
  const hose = cards.filter({ hasText: 'Hose' });
  const move = async (name: string): Promise<void> => {
    await hose.click({ button: 'right' });
    await items(page).filter({ hasText: name }).click();
  };
  await move('Move card up');
  await expect(cards).toHaveText(['Seeds', 'Hose', 'Spade']);
  await expect(hose).toBeFocused();
  await move('Move card down');
  await expect(cards).toHaveText(['Seeds', 'Spade', 'Hose']);
  await move('Move card to the top');
  await expect(cards).toHaveText(['Hose', 'Seeds', 'Spade']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards).toHaveText(['Seeds', 'Spade', 'Hose']);
  await hose.focus();
  await page.keyboard.press('Shift+Home');
  await expect(cards).toHaveText(['Hose', 'Seeds', 'Spade']);
  await expect(hose).toBeFocused();
  await hose.click({ button: 'right' });
  for (const name of ['Move card to the top', 'Move card up']) await expect(items(page).filter({ hasText: name })).toBeDisabled();
  await items(page).filter({ hasText: 'Move card to the bottom' }).click();
  await expect(cards).toHaveText(['Seeds', 'Spade', 'Hose']);
  await page.keyboard.press('Control+z');
  await expect(cards).toHaveText(['Hose', 'Seeds', 'Spade']);
  await page.keyboard.press('Shift+End');
  await expect(cards).toHaveText(['Seeds', 'Spade', 'Hose']);
});

test('cards that are chosen together have one menu, and one key does the same to all of them', async ({ page, service }) => {
  const column = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
  for (const title of ['Seeds', 'Spade', 'Hose', 'Rake', 'Gate', 'Fence'])
    await service.send('POST', '/api/cards', { title, columnId: column.id });
  await enter(page, service, '/boards/Garden');
  const card = (title: string): Locator => page.locator('.card', { hasText: title });
  const choose = async (...titles: readonly string[]): Promise<void> => {
    for (const title of titles) await card(title).click({ modifiers: ['ControlOrMeta'] });
  };
  const done = page.getByRole('checkbox', { checked: true });
  await choose('Seeds', 'Hose', 'Rake');
  await card('Hose').click({ button: 'right' });
  await expect(page.getByRole('menu')).toContainText('3 selected');
  await expect(items(page)).toHaveText([/^Mark as done/, /^Archive/, /^Clear selection/, /^Delete/]);
  await expectAccessible(page, '[role=menu]');
  await items(page).filter({ hasText: 'Mark as done' }).click();
  await expect(done).toHaveCount(3);
  // Of a card that is not one of them it is that card's alone.
  await card('Gate').click({ button: 'right' });
  await expect(items(page).first()).toHaveText(/^Open card/);
  await page.keyboard.press('Escape');
  await card('Hose').focus();
  await page.keyboard.press('d');
  await expect(done).toHaveCount(0);
  await card('Hose').click({ button: 'right' });
  await items(page).filter({ hasText: 'Archive' }).click();
  await expect(page.locator('.card')).toHaveText([/Spade/, /Gate/, /Fence/]);
  await expect(card('Gate')).toBeFocused();
  await choose('Gate', 'Spade');
  await card('Spade').focus();
  await page.keyboard.press('Delete');
  await expect(page.locator('.card')).toHaveText([/Fence/]);
  await page.keyboard.press('Control+z');
  await expect(page.locator('.card')).toHaveText([/Spade/, /Gate/, /Fence/]);
  // In the table keys are about the card whose row has the focus.
  await visit(page, '/boards/Garden?view=table');
  await page.locator('.board-table-card', { hasText: 'Gate' }).focus();
  await page.keyboard.press('d');
  await expect(page.getByRole('checkbox', { name: 'Done: Gate' })).toBeChecked();
  await expect(done).toHaveCount(1);
});

test(
  'a board by keys: the table has arrows, and the focus stays on it when cards, the bar of the selection or a dialog go',
  push,
  async ({ page, service }) => {
    const column = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
    for (const title of ['Seeds', 'Spade', 'Hose', 'Rake', 'Gate'])
      await service.send('POST', '/api/cards', { title, columnId: column.id });
    await enter(page, service, '/boards/Garden?view=table');
    const row = (title: string): Locator => page.locator('.board-table-card', { hasText: title });
    await row('Seeds').focus();
    await page.keyboard.press('ArrowDown');
    await expect(row('Spade')).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(row('Hose')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(row('Seeds')).toBeFocused();
    await page.keyboard.press('x');
    const bar = page.getByRole('toolbar', { name: 'Selected cards' });
    await bar.getByRole('button', { name: 'Clear selection' }).press('Enter');
    await expect(row('Seeds')).toBeFocused();
    await page.keyboard.press('x');
    await bar.getByRole('button', { name: 'Archive' }).press('Enter');
    await expect(row('Hose')).toBeFocused();
    await expect(bar).toHaveCount(0);

    await visit(page, '/boards/Garden');
    const more = page.getByRole('button', { name: 'More for To do' });
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'New card from template…' }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'New card from a template' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
  },
);

test('a finger that rests on a card opens its menu, above messages, with the focus on the card after it, and presses what is beside it', async ({
  service,
  browser,
}) => {
  const column = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
  for (const title of ['Seeds', 'Spade', 'Hose']) await service.send('POST', '/api/cards', { title, columnId: column.id });
  const page = await openPage(browser, { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  await enter(page, service, '/boards/Garden');
  const touch = await page.context().newCDPSession(page);
  /** A second passes by the clock of the page's events while the finger is down. */
  const rest = async (element: Locator): Promise<void> => {
    const { x, y } = middle(await boxOf(element));
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await page.evaluate(letPass, 1_000);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const card = (title: string): Locator => page.locator('.card', { hasText: title });
  await rest(card('Spade').locator('.card-title'));
  await expect(items(page).first()).toHaveText(/^Open card/);
  await page.touchscreen.tap(380, 5);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(card('Spade')).toBeFocused();
  await page.setViewportSize({ width: 390, height: 480 });
  await rest(card('Spade').locator('.card-title'));
  await items(page).filter({ hasText: 'Archive card' }).tap();
  await expect(page.getByText('Card “Spade” archived')).toBeVisible();
  await expect(card('Hose')).toBeFocused();
  await rest(card('Seeds').locator('.card-title'));
  for (const item of await items(page).all()) expect(await item.evaluate(isOnTop), await item.innerText()).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await rest(page.getByRole('button', { name: 'Add card to To do' }));
  await expect(page.getByRole('textbox', { name: 'Title of the card' })).toBeVisible();
  await page.context().close();
});

/** Runs in the page. */
function isOnTop(element: Element): boolean {
  element.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

/** Runs in the page. */
function letPass(milliseconds: number): void {
  const timeOf = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')?.get;
  Object.defineProperty(Event.prototype, 'timeStamp', {
    configurable: true,
    get(this: Event) {
      return Number(timeOf?.call(this)) + milliseconds;
    },
  });
}

test('a note of the list has a menu, and notes that are chosen together have one', async ({ page, service }) => {
  for (const title of ['Paris', 'Rome', 'Oslo']) await makeNote(service, title, 'A city.\n');
  await enter(page, service, '/notes');
  const note = page.locator('.note-link', { hasText: 'Rome' });
  await expectKeys(page, note);
  await note.click({ button: 'right' });
  await expect(items(page)).toHaveText([/^Open/, /^Open beside/, 'Copy link', /^Pin/, /^Move to notebook…/, /^Archive/, /^Delete note/]);
  await expectAccessible(page, '[role=menu]');
  await items(page).filter({ hasText: 'Pin' }).click();
  await expect(page.locator('.note-link').first()).toContainText('Rome');
  await note.click({ modifiers: ['ControlOrMeta'] });
  await page.locator('.note-link', { hasText: 'Oslo' }).click({ modifiers: ['ControlOrMeta'] });
  await note.click({ button: 'right' });
  await expect(items(page)).toHaveText([/^Pin/, /^Move to notebook…/, /^Archive/, /^Delete notes/]);
  await items(page).filter({ hasText: 'Delete notes' }).click();
  await expect(page.locator('.note-link')).toHaveText([/Paris/]);
});

test('the menu of an event gives the focus back to it', async ({ page, service }) => {
  await service.plan({ title: 'Review', date: '2026-11-18', start: '09:00', end: '10:00' });
  await enter(page, service, '/calendar');
  for (const view of ['Week', 'Month']) {
    await visitCalendar(page, `?view=${view.toLowerCase()}`, view);
    await expectKeys(page, entry(page, 'Review'));
  }
});

test('a notebook has the menu of its button, and none while it is named', async ({ page, service }) => {
  for (const name of ['Travel', 'Work']) await service.send('POST', '/api/notebooks', { name });
  await enter(page, service, '/notes');
  const row = page.getByRole('treeitem', { name: 'Work' });
  await row.click({ button: 'right' });
  await expect(items(page).filter({ hasText: 'Rename' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(row).toBeFocused();
  await row.click({ button: 'right' });
  await items(page).filter({ hasText: 'Rename' }).click();
  const field = page.getByRole('textbox', { name: 'Name' });
  await expect(field).toBeFocused();
  await field.click({ button: 'right' });
  await expect(page.getByRole('menu')).toHaveCount(0);
});
