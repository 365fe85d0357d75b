import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { boxOf, dayCell, drag, entry, middle, openCalendar, pointAt, stored, times } from './calendar-fixtures.ts';
import { Finger } from './finger.ts';
import { openPage, sharedTest as test } from './fixtures.ts';

// Messages are dialogs too.
const dialog = (page: Page): Locator => page.locator('[role=dialog]:not(.toast)');
const block = (page: Page): Locator => page.locator('.cal-provisional').first();
const title = (page: Page): Locator => dialog(page).getByRole('textbox', { name: 'Title' });
const understood = (page: Page): Locator => dialog(page).getByRole('list', { name: 'Understood from the title' }).getByRole('listitem');

test('a click on a slot opens a small form beside it, whose title says when and how often', async ({ page, service }) => {
  await openCalendar(page, service, '?view=week');
  const point = await pointAt(page, '2026-11-19', 11);
  await page.mouse.click(point.x, point.y);
  await expect(page.getByRole('dialog', { name: 'New event' })).toBeVisible();
  await expect(title(page)).toBeFocused();
  await expect(dialog(page).getByLabel('Start time')).toHaveValue('11:00');
  await expect(dialog(page).getByLabel('End time')).toHaveValue('12:00');
  // Beside its slot, within the window.
  await expect(block(page)).toContainText('11:00–12:00');
  const [form, slot] = [await dialog(page).boundingBox(), await block(page).boundingBox()];
  if (form === null || slot === null) throw new Error('It is not shown');
  expect(form.x + form.width <= slot.x || slot.x + slot.width <= form.x).toBe(true);
  expect([form.x >= 0, form.y >= 0, form.x + form.width <= 1280, form.y + form.height <= 800]).toEqual([true, true, true, true]);
  // The calendar goes along with what is typed, and either part can be kept as text.
  await page.keyboard.insertText('lunch with Eva next friday 12:30 for 45 min every');
  await page.keyboard.type(' week');
  await expect(understood(page)).toHaveText(['Fri 27 Nov, 12:30–13:15', 'Weekly on Friday']);
  await expect(block(page)).toContainText('lunch with Eva');
  await expect(dayCell(page, '2026-11-27').last()).toBeVisible();
  await expect(dialog(page).getByLabel('Start time')).toHaveValue('12:30');
  await expect(dialog(page).getByRole('combobox', { name: 'Repeat: Weekly on Friday' })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await dialog(page).getByRole('button', { name: 'Keep “every week” as text' }).click();
  await expect(understood(page)).toHaveText(['Fri 27 Nov, 12:30–13:15']);
  // The button is gone; what is pressed next is for the title.
  await expect(title(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(entry(page, 'lunch with Eva every week')).toBeVisible();
  await expect.poll(() => times(service)).toBe('2026-11-27T11:30:00.000Z 2026-11-27T12:15:00.000Z');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => stored(service)).toEqual([]);
});

// What fades out is still there, and may not take what is meant for what comes.
test.extend({ moves: true })(
  'a drag over slots, a block that is dragged on, and “More…” keep all that is filled in',
  async ({ page, service }) => {
    await openCalendar(page, service, '?view=week');
    await page.locator('.cal-slot-name', { hasText: '09:00' }).scrollIntoViewIfNeeded();
    await drag(page, await pointAt(page, '2026-11-18', 9), await pointAt(page, '2026-11-18', 10.25));
    await expect(dialog(page).getByLabel('End time')).toHaveValue('10:30');
    await expect(title(page)).toBeFocused();
    await page.keyboard.insertText('Planning');
    await expect(block(page)).toContainText('Planning');
    // The block follows the fields, and the fields the block.
    await dialog(page).getByLabel('Start time').fill('08:00');
    await expect(block(page)).toContainText('08:00–09:30');
    const box = await boxOf(block(page));
    const target = await pointAt(page, '2026-11-17', 10);
    await drag(page, middle(box), { x: target.x, y: target.y + box.height / 2 });
    await expect(dialog(page).getByLabel('Start date')).toHaveValue('2026-11-17');
    await expect(dialog(page).getByLabel('Start time')).toHaveValue('10:00');
    await dialog(page).getByRole('button', { name: 'More…' }).click();
    await expect(dialog(page).getByLabel('Place')).toBeVisible();
    // The small form is there until it has faded out.
    await expect(dialog(page)).toHaveCount(1);
    await expect(title(page)).toHaveValue('Planning');
    await expect(dialog(page).getByLabel('End time')).toHaveValue('11:30');
    await dialog(page).getByRole('radio', { name: 'Teal' }).click();
    await page.keyboard.press('Control+Enter');
    await expect(entry(page, 'Planning')).toContainText('10:00–11:30');
    await expect
      .poll(() => stored(service))
      .toMatchObject([
        { startTime: '2026-11-17T09:00:00.000Z', endTime: '2026-11-17T10:30:00.000Z', color: 'teal', timeZone: 'Europe/Berlin' },
      ]);
  },
);

test('days of a month are chosen by click, drag and keys; a press beside the form asks before it forgets', async ({ page, service }) => {
  await openCalendar(page, service, '?view=month');
  await drag(page, middle(await boxOf(dayCell(page, '2026-11-10'))), middle(await boxOf(dayCell(page, '2026-11-12'))));
  await expect(dialog(page).getByLabel('First day')).toHaveValue('2026-11-10');
  await expect(dialog(page).getByLabel('Last day')).toHaveValue('2026-11-12');
  // Nothing is typed: a press beside it closes it, and opens no other.
  await page.mouse.click((await boxOf(dayCell(page, '2026-11-25'))).x + 20, (await boxOf(dayCell(page, '2026-11-25'))).y + 60);
  await expect(dialog(page)).toHaveCount(0);
  await expect(block(page)).toHaveCount(0);
  await dayCell(page, '2026-11-10').click({ position: { x: 20, y: 60 } });
  await expect(title(page)).toBeFocused();
  await page.keyboard.insertText('Conference');
  await page.mouse.click(900, 30);
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(title(page)).toHaveValue('Conference');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog(page)).toHaveCount(0);
  // By keys: on the day that has the focus, which has it again afterwards.
  const day = page.getByRole('link', { name: 'Go to Thursday, 19 November 2026' }).first();
  await day.focus();
  await page.keyboard.press('n');
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toHaveValue('');
  await page.keyboard.insertText('Fair all day');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(day).toBeFocused();
  await expect.poll(() => times(service)).toBe('2026-11-18T23:00:00.000Z 2026-11-19T23:00:00.000Z all day');
});

test('an event has a menu by the other mouse button and by keys: duplicate, colour, delete', async ({ page, service }) => {
  await service.plan({ title: 'Review', date: '2026-11-18', start: '09:00', end: '10:00' });
  await openCalendar(page, service, '?view=week');
  await entry(page, 'Review').click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveText([
    /^Open/,
    'Duplicate',
    'Colour',
    'Mark as cancelled',
    'Copy as text',
    'Copy link',
    /^Delete/,
  ]);
  await expectAccessible(page, '[role=menu]');
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(entry(page, 'Review')).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(entry(page, 'Review')).toHaveCount(1);
  await entry(page, 'Review').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Colour' }).press('ArrowRight');
  await page.getByRole('menuitemradio', { name: 'Teal' }).click();
  await expect.poll(async () => (await stored(service)).map(({ color }) => color)).toEqual(['teal']);
  // Dragged with Alt, it is there twice.
  const box = await boxOf(entry(page, 'Review'));
  const target = await pointAt(page, '2026-11-19', 11);
  await page.keyboard.down('Alt');
  await drag(page, middle(box), { x: target.x, y: target.y + box.height / 2 });
  await page.keyboard.up('Alt');
  await expect
    .poll(async () => (await stored(service)).map(({ startTime, color }) => `${startTime} ${color}`))
    .toEqual(['2026-11-18T08:00:00.000Z teal', '2026-11-19T10:00:00.000Z teal']);
});

test('the arrow keys go over slots and days, with Shift over several, and Enter makes an event there', async ({ page, service }) => {
  await service.plan({ title: 'Review', date: '2026-11-18', start: '09:00', end: '10:00' });
  await openCalendar(page, service, '?view=week');
  const slot = (name: string): Locator => page.getByRole('button', { name: `New event: ${name}`, exact: true });
  const go = async (key: string, name: string): Promise<void> => {
    await page.keyboard.press(key);
    await expect(slot(name)).toBeFocused();
  };
  await go('ArrowDown', 'Friday, 20 November 2026, 15:00');
  await go('ArrowDown', 'Friday, 20 November 2026, 15:30');
  await go('Home', 'Monday, 16 November 2026, 15:30');
  await go('ArrowRight', 'Tuesday, 17 November 2026, 15:30');
  // From an entry on, where it is.
  await entry(page, 'Review').focus();
  await go('ArrowDown', 'Wednesday, 18 November 2026, 09:00, 1 event');
  await go('ArrowDown', 'Wednesday, 18 November 2026, 09:30, 1 event');
  await go('Shift+ArrowDown', 'Wednesday, 18 November 2026, 09:30 to 10:30, 1 event');
  await go('Escape', 'Wednesday, 18 November 2026, 10:00');
  await go('Shift+ArrowDown', 'Wednesday, 18 November 2026, 10:00 to 11:00');
  await go('Shift+ArrowDown', 'Wednesday, 18 November 2026, 10:00 to 11:30');
  await expectAccessible(page, '.cal-grid');
  await page.keyboard.press('Enter');
  await expect(title(page)).toBeFocused();
  await page.keyboard.insertText('Report');
  await page.keyboard.press('Enter');
  await expect(entry(page, 'Report')).toContainText('10:00–11:30');
  await expect(slot('Wednesday, 18 November 2026, 10:00 to 11:30, 1 event')).toBeFocused();
  // Over the edge of the week, without losing a key, and up to the lane of whole days.
  await page.keyboard.press('End');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await go('Control+Home', 'Wednesday, 25 November 2026, 00:00');
  await go('ArrowUp', 'Wednesday, 25 November 2026, All day');
  await go('Shift+ArrowRight', 'Wednesday, 25 November 2026 to Thursday, 26 November 2026, All day');
  await page.keyboard.press('n');
  await expect(dialog(page).getByLabel('Last day')).toHaveValue('2026-11-26');
  // Until the form has the focus Escape is for the slots behind it, and the form gives the focus back a while after it is gone.
  await expect(title(page)).toBeFocused();
  await go('Escape', 'Wednesday, 25 November 2026 to Thursday, 26 November 2026, All day');
  await expect(dialog(page)).toHaveCount(0);
  // A month goes by weeks, and on to the next one.
  await go('1', 'Wednesday, 25 November 2026 to Thursday, 26 November 2026');
  await expect(page.locator('h1')).toHaveText('Calendar: November 2026');
  await go('Escape', 'Thursday, 26 November 2026');
  await go('ArrowLeft', 'Wednesday, 25 November 2026');
  await go('ArrowDown', 'Wednesday, 2 December 2026');
  await go('ArrowDown', 'Wednesday, 9 December 2026');
  await expect(page.locator('h1')).toContainText('December 2026');
  await page.keyboard.press('Enter');
  await expect(title(page)).toBeFocused();
  await page.keyboard.insertText('Fair');
  await page.keyboard.press('Enter');
  await expect(entry(page, 'Fair')).toBeVisible();
  // The numbers of the days are no stops of the Tab key; the key of a view leads to the day of the cursor.
  await expect(page.locator('.cal-day-number[tabindex="-1"]')).toHaveCount(35);
  await expect(slot('Wednesday, 9 December 2026, 1 event')).toBeFocused();
  await go('ArrowRight', 'Thursday, 10 December 2026');
  await page.keyboard.press('3');
  await expect(page.locator('h1')).toContainText('Thursday, 10 December 2026');
  await expect
    .poll(async () => (await stored(service)).map(({ startTime, isAllDay }) => `${startTime} ${isAllDay}`))
    .toEqual(['2026-11-18T08:00:00.000Z false', '2026-11-18T09:00:00.000Z false', '2026-12-08T23:00:00.000Z true']);
});

test('in a narrow window a tap opens a sheet at the bottom; a finger that rests opens a menu or chooses a slot, one that moves on drags, and one that swipes scrolls', async ({
  browser,
  service,
}) => {
  await service.plan({ title: 'Review', date: '2026-11-20', start: '12:00', end: '13:00' });
  const page = await openPage(browser, { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  const finger = await Finger.on(page);
  await openCalendar(page, service, '?view=week');
  const hours = page.locator('.cal-grid [role=rowgroup][tabindex]');
  // A swipe is none of all that.
  const scrolled = await hours.evaluate((element) => element.scrollTop);
  const free = await pointAt(page, '2026-11-21', 14);
  await finger.swipe(free, { x: free.x, y: free.y - 200 });
  await expect.poll(() => hours.evaluate((element) => element.scrollTop)).toBeGreaterThan(scrolled + 50);
  await expect(dialog(page)).toHaveCount(0);
  // A tap opens the form at the bottom, above which its slot is seen.
  const tapped = await pointAt(page, '2026-11-21', 14);
  await page.touchscreen.tap(tapped.x, tapped.y);
  await expect(title(page)).toBeFocused();
  const form = await dialog(page).boundingBox();
  if (form === null) throw new Error('It is not shown');
  expect([form.x, form.width, Math.round(form.y + form.height)]).toEqual([0, 390, 780]);
  await expect.poll(async () => ((await block(page).boundingBox())?.y ?? 999) + 20 < form.y).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  // Resting on a slot and going on chooses hours.
  const slot = await pointAt(page, '2026-11-21', 15);
  await finger.rest(slot);
  await expect(page.locator('.cal-mirror')).toBeVisible();
  await finger.move(slot, { x: slot.x, y: (await pointAt(page, '2026-11-21', 16.25)).y });
  await finger.up();
  await expect(dialog(page).getByLabel('Start time')).toHaveValue('15:00');
  await expect(dialog(page).getByLabel('End time')).toHaveValue('16:30');
  await expect(title(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  // Resting on an event and lifting the finger opens its menu, which stays.
  await entry(page, 'Review').scrollIntoViewIfNeeded();
  const review = middle(await boxOf(entry(page, 'Review')));
  await finger.rest(review);
  await expect(page.locator('.cal-mirror')).toBeVisible();
  await finger.up();
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Copy as text' }).tap();
  await expect(page.getByRole('menu')).toHaveCount(0);
  // Resting and going on moves it.
  const from = middle(await boxOf(entry(page, 'Review')));
  const [noon, two] = [await pointAt(page, '2026-11-20', 12), await pointAt(page, '2026-11-20', 14)];
  await finger.rest(from);
  await expect(page.locator('.cal-mirror')).toBeVisible();
  await finger.move(from, { x: from.x, y: from.y + two.y - noon.y });
  await finger.up();
  await expect.poll(async () => (await stored(service)).map(({ startTime }) => startTime)).toEqual(['2026-11-20T13:00:00.000Z']);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.context().close();
});
