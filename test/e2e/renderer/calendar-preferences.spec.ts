import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { entry, heading, openCalendar, visitCalendar } from './calendar-fixtures.ts';
import { enter, sharedTest as test, today } from './fixtures.ts';

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(`^${label}:`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function chooseZone(page: Page, label: string, typed: string, zone: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(typed);
  await page.getByRole('option', { name: zone }).click();
}

test('the settings of the calendar count at once, in views, dialogs, Today, and in other windows', async ({ page, service }) => {
  await service.plan({ title: 'Stand-up', date: today, start: '15:30', end: '16:00' });
  await service.plan({ title: 'After midnight in Berlin', date: '2026-11-21', start: '01:00', end: '02:00' });
  const other = await page.context().newPage();
  await other.clock.setFixedTime(`${today}T14:10:00+01:00`);
  await openCalendar(other, service, '?view=week');
  await expect(other.locator('.cal-day-header').first()).toContainText('Mon');

  await enter(page, service, '/settings/calendar');
  await choose(page, 'Week starts on', 'Sunday');
  await choose(page, 'Hours', '12 hours');
  await choose(page, 'Usual length', '30 minutes');
  await chooseZone(page, 'Time zone of the calendar', 'new york', 'America/New York');
  await expectAccessible(page);

  await expect(other.locator('.cal-day-header').first()).toContainText('Sun');
  await expect(heading(other)).toContainText('15 – 21 Nov 2026');
  await expect(entry(other, 'Stand-up')).toContainText('9:30 – 10:00 am');
  await expect(entry(other, 'Stand-up')).toContainText('3:30 pm Berlin');
  await expect(other.locator('.cal-slot-header', { hasText: '9:00 am' })).toBeVisible();
  // Berlin's Saturday has begun, New York's has not.
  const friday = await other.locator(`.cal-day[data-date="${today}"]`).last().boundingBox();
  const late = await entry(other, 'After midnight').boundingBox();
  expect(late?.x).toBeGreaterThanOrEqual(friday?.x ?? Infinity);
  expect(late?.x).toBeLessThan((friday?.x ?? 0) + (friday?.width ?? 0));

  // A new event lasts as long as it was said, on the calendar's clocks.
  await other.keyboard.press('c');
  const dialog = other.getByRole('dialog');
  await expect(dialog.getByLabel('Start time')).toHaveValue('09:00');
  await expect(dialog.getByLabel('End time')).toHaveValue('09:30');
  await expect(dialog.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/New York');
  await other.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Today' }).first().click();
  await expect(page.locator('.event', { hasText: 'Stand-up' })).toContainText('9:30 am');
  await expect(page.locator('.event', { hasText: 'After midnight' })).toContainText('7:00 pm');

  await other.close();
});

test('what a calendar that is switched off holds is not on Today either', async ({ page, service }) => {
  const { id: calendarId } = await service.send('POST', '/api/calendars', { name: 'Club', color: 'teal' });
  await service.plan({ title: 'Training', date: today, start: '18:00', end: '19:00', calendarId });
  await service.plan({ title: 'Dinner', date: today, start: '20:00', end: '21:00' });
  await enter(page, service);
  await expect(page.locator('.event', { hasText: 'Training' })).toBeVisible();
  await service.send('PUT', `/api/calendars/${calendarId}`, { isVisible: false });
  await expect(page.locator('.event')).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: '1 event' })).toBeVisible();
  await service.send('PUT', `/api/calendars/${calendarId}`, { isVisible: true });
  await expect(page.locator('.event', { hasText: 'Training' })).toBeVisible();
});

test('week numbers, a second time zone, and a small month that leads to any day', async ({ page, service }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await service.plan({ title: 'Stand-up', date: today, start: '09:30', end: '10:00' });
  await service.plan({ title: 'Fair', startDate: '2026-12-08', endDate: '2026-12-10', isAllDay: true });
  await enter(page, service, '/settings/calendar');
  await page.getByRole('switch', { name: 'Show week numbers' }).click();
  await chooseZone(page, 'Second time zone', 'kolkata', 'Asia/Kolkata');
  await chooseZone(page, 'Second time zone', 'new york', 'America/New York');

  await visitCalendar(page, '?view=week&date=2026-10-28', 'Week');
  await expect(page.locator('.cal-week-header')).toContainText('W44');
  await expect(page.locator('.cal-all-day-header')).toContainText('New York GMT-4');
  await expect(page.locator('.cal-slot-header', { hasText: '13:00' }).first()).toHaveText(/^08:00\s*13:00$/);
  // The clocks of New York change on Sunday.
  await expect(page.locator('.cal-day-header', { hasText: '12:00 = 06:00' })).toContainText('Sun');
  await expectAccessible(page);

  const small = page.getByRole('grid', { name: 'October 2026' });
  await expect(small.getByRole('rowheader', { name: '44' })).toBeVisible();
  await small.getByRole('button', { name: 'Wednesday, 28 October 2026' }).focus();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Sunday, 29 November 2026' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: 'Friday, 20 November 2026, has entries' })).toBeFocused();
  // Looking around has changed nothing yet.
  await expect(heading(page)).toContainText('26 Oct');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toContainText('16 – 22 Nov 2026');
  await expect(page).toHaveURL(/\/calendar\?view=week$/);

  await page.keyboard.press('1');
  await expect(page.locator('.cal-week-number')).toHaveText(['W44', 'W45', 'W46', 'W47', 'W48', 'W49']);
  await page.locator('.cal-week-number', { hasText: 'W46' }).click();
  await expect(heading(page)).toContainText('9 – 15 Nov 2026');

  await page.keyboard.press('g');
  await page.keyboard.press('d');
  const date = page.getByRole('dialog', { name: 'Go to date' });
  await date.getByLabel('Date', { exact: true }).fill('8 Dec');
  await expect(date).toContainText('Tuesday, 8 December 2026');
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toContainText('7 – 13 Dec 2026');
  await expect(date).toBeHidden();
  await expect(page.getByRole('button', { name: 'Wednesday, 9 December 2026, has entries' })).toBeVisible();

  await page.getByRole('button', { name: 'Hide small month' }).click();
  await expect(page.getByRole('grid', { name: 'December 2026' })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show small month' })).toBeVisible();
  // Nor are the settings forgotten.
  await expect(page.locator('.cal-week-header')).toContainText('W50');
  await expect(page.locator('.cal-all-day-header')).toContainText('New York GMT-5');
});
