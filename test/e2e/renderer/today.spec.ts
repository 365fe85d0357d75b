import { expect, type Page, type Request } from '@playwright/test';
import { push } from '../../support/tiers.ts';
import { expectAccessible } from './axe.ts';
import { enter, sharedTest as test, test as alone, today } from './fixtures.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const titles = (page: Page) => page.locator('.event-title bdi');

test.describe('the day', () => {
  test('shows what is planned today, all-day events first, in the reader’s own time', push, async ({ page, service }) => {
    const { id: calendarId } = await service.send('POST', '/api/calendars', { name: 'Club', color: 'teal' });
    await service.plan({ title: 'Lunch', date: today, start: '12:30', end: '13:15', location: 'Canteen', calendarId });
    await service.plan({ title: 'Review', date: today, start: '14:00', end: '15:00', color: '#e4572e' });
    await service.plan({ title: 'Birthday', date: today, isAllDay: true, color: 'gold' });
    await service.plan({ title: 'Deploy', startTime: '2026-11-19T23:00:00+01:00', endTime: '2026-11-20T01:30:00+01:00' });
    await service.plan({ title: 'Train', startTime: '2026-11-20T22:15:00+01:00', endTime: '2026-11-21T06:00:00+01:00' });
    await service.plan({ title: 'Tomorrow', date: '2026-11-21', start: '09:00', end: '10:00' });
    await enter(page, service);
    await expect(heading(page)).toHaveText('Friday 20 November');
    await expect(titles(page)).toHaveText(['Birthday', 'Deploy', 'Lunch', 'Review', 'Train']);
    await expect(page.getByText('5 events · 1 still to come')).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveText([
      'All dayBirthday',
      'until 01:30Deploy',
      '12:30 to 13:15LunchWhere: Canteen',
      '14:00 to 15:00ReviewNow',
      'from 22:15Train',
    ]);
    await expect(page.getByRole('listitem').filter({ hasText: 'Review' }).locator('.event-dot')).toHaveCSS(
      'background-color',
      'rgb(228, 87, 46)',
    );
    // Without a colour of its own it has that of its calendar.
    await expect(page.getByRole('listitem').filter({ hasText: 'Lunch' }).locator('.event-dot')).toHaveCSS(
      'background-color',
      'rgb(0, 128, 128)',
    );
    // The whole line leads to it.
    await expect(page.getByRole('link', { name: 'Lunch' })).toHaveAttribute('href', /^\/calendar\?event=[\w-]+$/);
    const under = await page.getByText('Canteen').evaluate((element) => {
      const { x, y } = element.getBoundingClientRect();
      return document.elementFromPoint(x + 2, y + 2)?.closest('a')?.textContent;
    });
    expect(under).toBe('Lunch');
  });

  test('shows the cards that are overdue and due, not those that are done', async ({ page, service }) => {
    const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden 2.0' });
    const card = (title: string, dueDate: string): Promise<{ readonly id: string }> =>
      service.send('POST', '/api/cards', { title, columnId, dueDate });
    const { id } = await card('Order seeds', '2026-11-12');
    await card('Call the plumber', `${today}T09:00:00`);
    await card('Water the plants', today);
    await card('Pay the bill', `${today}T17:00:00`);
    await card('Last year’s', '2025-12-24');
    const done = await card('Done long ago', '2026-11-01');
    await service.send('PUT', `/api/cards/${done.id}`, { completedAt: '2026-11-02T09:00:00Z' });
    await card('Tomorrow', '2026-11-21');
    await enter(page, service);
    const section = (name: string) => page.getByRole('region', { name });
    await expect(section('Overdue').getByRole('listitem')).toHaveText([
      'Last year’sOn the board Garden 2.0Due 24 Dec 2025',
      'Order seedsOn the board Garden 2.0Due 12 Nov',
      'Call the plumberOn the board Garden 2.0Due 20 Nov, 09:00',
    ]);
    await expect(section('Due today').getByRole('listitem')).toHaveText([
      'Water the plantsOn the board Garden 2.0',
      'Pay the billOn the board Garden 2.0Due 17:00',
    ]);
    await expect(page.getByText('2 due · 3 overdue')).toBeVisible();
    await expect(page.getByText('Nothing planned today')).toHaveCount(0);
    await expectAccessible(page);
    await service.send('PUT', `/api/cards/${id}`, { completedAt: `${today}T13:00:00Z` });
    await expect(section('Overdue').getByRole('listitem')).toHaveCount(2);
    await page.getByRole('link', { name: /Call the plumber/ }).click();
    await expect(page).toHaveURL(/\/boards\/Garden\+2~2e~0\/cards\//);
    await expect(page.getByRole('dialog').getByText('Call the plumber').first()).toBeVisible();
  });

  test('says so when there is nothing, and follows what scripts do, without a reload, to the last of many changes', async ({
    page,
    service,
  }) => {
    await enter(page, service);
    await expect(page.getByRole('heading', { name: 'Nothing planned today' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('status')).toHaveText('Connected');
    await expect(page).toHaveTitle('Today – Daybook');
    // The focus can be seen.
    await page.keyboard.press('Tab');
    const link = page.getByRole('link', { name: 'Skip to content' });
    await expect(link).toBeFocused();
    await expect(link).toHaveCSS('outline-style', 'solid');
    await page.evaluate(() => {
      document.body.dataset['kept'] = 'yes';
    });
    const { id } = await service.plan({ title: 'Made by a script', date: today, start: '16:00', end: '17:00' });
    await expect(titles(page)).toHaveText(['Made by a script']);
    await service.send('PUT', `/api/events/${id}`, { title: 'Renamed by a script' });
    await expect(titles(page)).toHaveText(['Renamed by a script']);
    await service.send('DELETE', `/api/events/${id}`);
    await expect(page.getByText('Nothing planned today')).toBeVisible();
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => service.plan({ title: `Event ${index}`, date: today, start: '16:00', end: '17:00' })),
    );
    await expect(titles(page)).toHaveCount(60);
    await expect(page.locator('body')).toHaveAttribute('data-kept', 'yes');
  });

  alone('turns to the new day at midnight', async ({ page, service }) => {
    await service.plan({ title: 'Friday’s', date: today, start: '22:00', end: '23:00' });
    await service.plan({ title: 'Saturday’s', date: '2026-11-21', start: '09:00', end: '10:00' });
    await page.clock.install({ time: '2026-11-20T23:59:20+01:00' });
    await page.goto(service.link);
    await expect(heading(page)).toHaveText('Friday 20 November');
    await expect(titles(page)).toHaveText(['Friday’s']);
    await page.clock.fastForward('00:45');
    await expect(heading(page)).toHaveText('Saturday 21 November');
    await expect(titles(page)).toHaveText(['Saturday’s']);
  });

  test('says what went wrong, and tries again when asked', async ({ page, service }) => {
    await page.route(`${service.baseUrl}/api/events?*`, (route) =>
      route.fulfill({
        status: 500,
        headers: { 'Access-Control-Allow-Origin': service.frontendUrl, 'Content-Type': 'application/problem+json' },
        body: JSON.stringify({ code: 'internal', detail: 'The disk has a bad day' }),
      }),
    );
    await enter(page, service);
    await expect(page.getByRole('alert')).toContainText('The disk has a bad day');
    await page.unroute(`${service.baseUrl}/api/events?*`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Nothing planned today')).toBeVisible();
  });
});

test.describe('the connection', () => {
  test('tells when the service is gone, and comes back by itself', async ({ page, service }) => {
    await service.plan({ title: 'Before', date: today, start: '16:00', end: '17:00' });
    await enter(page, service);
    await expect(titles(page)).toHaveText(['Before']);
    await service.stop();
    await expect(page.getByRole('region', { name: 'Connection' })).toContainText('Daybook is not answering');
    await expect(page.getByRole('banner').getByRole('status')).toHaveText('Not answering');
    // What was read stays to be seen.
    await expect(titles(page)).toHaveText(['Before']);
    await service.start();
    await service.plan({ title: 'Meanwhile', date: today, start: '18:00', end: '19:00' });
    await expect(titles(page)).toHaveText(['Before', 'Meanwhile']);
    await expect(page.getByRole('region', { name: 'Connection' })).toHaveCount(0);
    await service.plan({ title: 'After', date: today, start: '20:00', end: '21:00' });
    await expect(titles(page)).toHaveText(['Before', 'Meanwhile', 'After']);
  });

  test.describe('with what is fetched beforehand', () => {
    test.use({ preloads: true });

    alone('a page that was never looked at is there without the service', async ({ page, service }) => {
      let asked = '';
      const pending = new Set<string>();
      page.on('request', (request) => {
        asked += `${request.url()}\n`;
        if (request.url().includes('/assets/')) pending.add(request.url());
      });
      page.on('requestfinished', (request) => pending.delete(request.url()));
      await enter(page, service);
      await expect.poll(() => /assets\/BoardsPage-/.test(asked) && /assets\/CaptureDialog-/.test(asked) && pending.size === 0).toBe(true);
      await service.stop();
      await expect(page.getByRole('banner').getByRole('status')).toHaveText('Not answering');
      await page.getByRole('link', { name: 'Boards' }).click();
      await expect(page).toHaveTitle(/^Boards/);
    });
  });

  test('waits for a service that does not answer from the beginning', async ({ page, service }) => {
    const gone = new RegExp(`^${service.baseUrl}/`);
    await page.route(gone, (route) => route.abort('connectionrefused'));
    await page.goto(service.link);
    await expect(page.getByRole('heading', { name: 'Waiting for Daybook' })).toBeVisible();
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting for Daybook' })).toBeVisible();
    // From here on it may come back by itself, before the user could press the button.
    await page.unroute(gone);
    await expect(page.getByText('Nothing planned today')).toBeVisible();
  });
});

test.describe('the connection, over time', () => {
  const stream = (request: Request): boolean => request.url().includes('/api/changes?since=');

  alone(
    'is given back while it is out of sight, taken up again, and made anew when the service falls silent',
    async ({ page, service }) => {
      await page.clock.install({ time: `${today}T14:10:00+01:00` });
      await enter(page, service);
      await expect(page.getByText('Nothing planned today')).toBeVisible();
      const show = (hidden: boolean): Promise<void> =>
        page.evaluate((value) => {
          Object.defineProperty(document, 'hidden', { value, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }, hidden);
      const ended = page.waitForEvent('requestfailed', stream);
      await show(true);
      await page.clock.fastForward('01:01');
      await ended;
      await service.plan({ title: 'Unseen', date: today, start: '16:00', end: '17:00' });
      await page.clock.runFor(10_000);
      await expect(page.getByText('Nothing planned today')).toBeVisible();
      const begun = page.waitForRequest(stream);
      await show(false);
      await begun;
      await expect(titles(page)).toHaveText(['Unseen']);
      await expect(page.getByRole('banner').getByRole('status')).toHaveText('Connected');

      let streams = 0;
      page.on('request', (request) => {
        if (stream(request)) streams += 1;
      });
      // The silence is counted from the first answer on, which may still be on its way.
      const heard = async (): Promise<number> => {
        await page.clock.fastForward('00:41');
        await page.clock.runFor(1_000);
        return streams;
      };
      await expect.poll(heard).toBeGreaterThan(0);
      await service.plan({ title: 'Still heard', date: today, start: '18:00', end: '19:00' });
      await expect(titles(page)).toHaveText(['Unseen', 'Still heard']);
    },
  );
});

test.describe('with what assistive technology needs', () => {
  test('no fault that axe knows', async ({ page, service }) => {
    await enter(page, service);
    await expect(page.getByText('Nothing planned today')).toBeVisible();
    await expectAccessible(page, 'main');
    await service.plan({ title: 'Past', date: today, start: '09:00', end: '10:00', location: 'Room 1', color: 'white' });
    await service.plan({ title: 'Now', date: today, start: '14:00', end: '15:00', location: 'Room 2', color: 'black' });
    await service.plan({ title: 'Ahead', date: today, start: '16:00', end: '17:00', location: 'Room 3', color: 'yellow' });
    await service.plan({ title: 'Birthday', date: today, isAllDay: true });
    await expect(titles(page)).toHaveCount(4);
    await expectAccessible(page, 'main');
    await service.stop();
    await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
    await expectAccessible(page);
  });

  test('nothing sticks out of a narrow window, however long the words', async ({ page, service }) => {
    await service.plan({
      title: 'W'.repeat(500),
      date: today,
      start: '16:00',
      end: '17:00',
      location: `https://example.org/${'x'.repeat(300)}`,
    });
    await page.setViewportSize({ width: 320, height: 640 });
    await enter(page, service);
    await expect(titles(page)).toHaveCount(1);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
