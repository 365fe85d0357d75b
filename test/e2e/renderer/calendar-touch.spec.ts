import { expect, type Browser, type Page } from '@playwright/test';
import { boxOf, dialog, entry, middle, openCalendar, pointAt, stored } from './calendar-fixtures.ts';
import { Finger } from './finger.ts';
import { openPage, sharedTest as test, type RunningService } from './fixtures.ts';

const day = '2026-11-20';

/** A phone that shows an event from 12 to 14. */
async function openDay(browser: Browser, service: RunningService, view = 'day'): Promise<{ readonly page: Page; readonly finger: Finger }> {
  await service.plan({ title: 'Review', date: day, start: '12:00', end: '14:00' });
  const page = await openPage(browser, { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  const finger = await Finger.on(page);
  await openCalendar(page, service, `?view=${view}`);
  if (view === 'day') await entry(page, 'Review').scrollIntoViewIfNeeded();
  return { page, finger };
}

const spans = async (service: RunningService): Promise<readonly string[]> =>
  (await stored(service)).map(({ startTime, endTime }) => `${startTime.slice(11, 16)} ${endTime.slice(11, 16)}`);

test('what a finger drags or chooses is given up when the system takes the touch away', async ({ browser, service }) => {
  const { page, finger } = await openDay(browser, service);
  const at = middle(await boxOf(entry(page, 'Review')));
  const [noon, two] = [await pointAt(page, day, 12), await pointAt(page, day, 14)];
  await finger.rest(at);
  await finger.move(at, { x: at.x, y: at.y + two.y - noon.y });
  await expect(page.locator('.cal-mirror')).toContainText('14:00');
  await finger.cancel();
  await expect(page.locator('.cal-mirror')).toHaveCount(0);
  await expect(entry(page, 'Review')).toContainText('12:00');
  // Hours are not chosen either, and it is no tap.
  const free = await pointAt(page, day, 15);
  await finger.rest(free);
  await finger.move(free, { x: free.x, y: (await pointAt(page, day, 16)).y });
  await expect(page.locator('.cal-mirror')).toBeVisible();
  await finger.cancel();
  await expect(page.locator('.cal-mirror')).toHaveCount(0);
  await expect(dialog(page)).toHaveCount(0);
  // The next finger drags as ever.
  await finger.rest(at);
  await finger.move(at, { x: at.x, y: at.y + (two.y - noon.y) / 2 });
  await finger.up();
  await expect.poll(() => spans(service)).toEqual(['12:00 14:00']);
  await page.context().close();
});

test('a second finger gives up what the first one drags, and chooses nothing', async ({ browser, service }) => {
  const { page, finger } = await openDay(browser, service);
  const at = middle(await boxOf(entry(page, 'Review')));
  const free = await pointAt(page, day, 10);
  const to = { x: at.x, y: at.y + 60 };
  await finger.rest(at);
  await finger.move(at, to);
  await expect(page.locator('.cal-mirror')).toBeVisible();
  await finger.second(to, free);
  await expect(page.locator('.cal-mirror')).toHaveCount(0);
  await finger.up();
  await expect(entry(page, 'Review')).toContainText('12:00');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('menu')).toHaveCount(0);
  // One finger alone drags as ever.
  await finger.rest(at);
  await finger.move(at, to);
  await expect(page.locator('.cal-mirror')).toBeVisible();
  await finger.up();
  await expect.poll(() => spans(service)).not.toEqual(['11:00 13:00']);
  await page.context().close();
});

test('an event on which a finger has rested is made longer and shorter by the dots on its edges', async ({ browser, service }) => {
  const { page, finger } = await openDay(browser, service);
  const review = entry(page, 'Review');
  await finger.rest(middle(await boxOf(review)));
  await finger.up();
  await page.getByRole('menuitem', { name: 'Copy as text' }).waitFor();
  await page.touchscreen.tap(10, 770);
  await expect(page.getByRole('menu')).toHaveCount(0);
  const [noon, one] = [await pointAt(page, day, 12), await pointAt(page, day, 13)];
  const hour = one.y - noon.y;
  const end = middle(await boxOf(review.locator('.cal-grip-bottom')));
  await finger.swipe(end, { x: end.x, y: end.y + hour });
  await expect.poll(() => spans(service)).toEqual(['11:00 14:00']);
  const start = middle(await boxOf(review.locator('.cal-grip-top')));
  await finger.swipe(start, { x: start.x, y: start.y + hour });
  await expect.poll(() => spans(service)).toEqual(['12:00 14:00']);
  await page.context().close();
});

test('what is dragged out of the popover of a day is given up as well', async ({ browser, service }) => {
  for (const index of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await service.plan({ title: `Task ${index}`, date: day, start: '12:00', end: '14:00' });
  const { page, finger } = await openDay(browser, service, 'month');
  await page.locator('.cal-more[role=button]').tap();
  const at = middle(await boxOf(page.locator('.cal-popover').getByText('Review')));
  await finger.rest(at);
  await finger.move(at, { x: at.x, y: at.y - 200 });
  await finger.cancel();
  // An event that was dropped is written, and shown on its new day, before the other view is there.
  await page.getByRole('button', { name: 'Day', exact: true }).tap();
  await expect(entry(page, 'Review')).toBeVisible();
  expect(new Set(await spans(service))).toEqual(new Set(['11:00 13:00']));
  expect((await stored(service)).filter(({ startTime }) => !startTime.startsWith(day))).toEqual([]);
  await page.context().close();
});
