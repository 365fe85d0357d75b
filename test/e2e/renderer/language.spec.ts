import { expect } from '@playwright/test';
import { visitCalendar } from './calendar-fixtures.ts';
import { enter, test, today, visit } from './fixtures.ts';

test.describe('for a reader of German', () => {
  test.use({ locale: 'de-DE' });

  test('a page in English is in English as a whole, with the clock and the order of the region', async ({ page, service }) => {
    await service.send('POST', '/api/events', { title: 'Tea', date: today, start: '16:00', end: '17:00', timeZone: 'Europe/Berlin' });
    await enter(page, service);
    await expect(page.getByRole('heading', { name: 'Friday, 20 November' })).toBeVisible();
    await expect(page.getByText('16:00').first()).toBeVisible();
    await visit(page, '/calendar?view=month');
    await expect(page.getByRole('heading', { level: 1, name: 'November 2026' })).toBeVisible();
    await expect(page.getByText('Mon', { exact: true })).toBeVisible();
    await expect(page.getByText('Fr', { exact: true })).toHaveCount(0);
  });
});

test.describe('for a reader in the United States', () => {
  test.use({ locale: 'en-US' });

  test('the hours beside the calendar are written as those of its events, and a week begins on Sunday', async ({ page, service }) => {
    await service.send('POST', '/api/events', { title: 'Tea', date: today, start: '08:00', end: '10:00', timeZone: 'Europe/Berlin' });
    await enter(page, service, `/calendar?view=day&date=${today}`);
    await expect(page.getByText('Tea')).toBeVisible();
    const times = (await page.locator('.cal-grid').innerText()).match(/\d+:00\s?[AP]M/g) ?? [];
    expect(times).toContain('8:00 AM');
    expect(times.filter((time) => !/^(?:1[0-2]|[1-9]):00\s[AP]M$/.test(time))).toEqual([]);
    // Intl separates with a narrow space.
    const text = async (selector: string): Promise<string> => (await page.locator(selector).first().innerText()).replaceAll('\u202f', ' ');
    await expect.poll(() => text('.cal-slot-name:text-matches("^8")')).toBe('8:00 AM');
    await expect.poll(() => text('.cal-event .cal-time')).toBe('8:00 – 10:00 AM');
    await visitCalendar(page, '?view=week', 'Week');
    await expect(page.locator('.cal-day-header').first()).toContainText('Sun');
  });
});
