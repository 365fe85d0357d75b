import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { entry, heading, openCalendar } from './calendar-fixtures.ts';
import { enter, test, today } from './fixtures.ts';

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
  await choose(page, 'Last', '30 minutes');
  await chooseZone(page, 'Time zone of the calendar', 'new york', 'America/New York');
  await expectAccessible(page);

  await expect(other.locator('.cal-day-header').first()).toContainText('Sun');
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

  await other.reload();
  await expect(heading(other)).toContainText('15 – 21 Nov 2026');
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
