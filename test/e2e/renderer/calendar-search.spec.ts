import { expect } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { entry, heading, openCalendar } from './calendar-fixtures.ts';
import { sharedTest as test, today } from './fixtures.ts';

test('events are searched in the calendar, and the one that is chosen is gone to on its day', async ({ page, service }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { id: calendarId } = await service.send('POST', '/api/calendars', { name: 'Club', color: 'teal', isVisible: false });
  // Far ahead: which occurrence of a series is the next one the service says by its own clock, not by that of the page.
  await service.plan({
    title: 'Café with Zoë',
    date: '2099-12-03',
    start: '16:00',
    end: '17:00',
    location: `Naschmarkt, ${'behind the stalls, '.repeat(8)}`,
  });
  await service.plan({ title: 'Bring coffee to the café', date: '2026-10-02', start: '09:00', end: '10:00' });
  await service.plan({
    title: 'Café shift',
    date: '2099-10-07',
    start: '20:00',
    end: '22:00',
    recurrence: { rrule: 'FREQ=WEEKLY' },
  });
  await service.plan({ title: 'Hidden café', date: today, start: '18:00', end: '19:00', calendarId });
  for (let hour = 8; hour < 16; hour += 1)
    await service.plan({
      title: `Talk ${hour}`,
      date: '2099-12-03',
      start: `${String(hour).padStart(2, '0')}:00`,
      end: `${String(hour).padStart(2, '0')}:45`,
    });
  await openCalendar(page, service, '?view=month');
  await page.keyboard.press('/');
  const field = page.getByRole('textbox', { name: 'Search events' });
  await expect(field).toBeFocused();
  await page.keyboard.type('CAFE');
  await expect(page.getByRole('status').filter({ hasText: '3 events' })).toBeVisible();
  const coming = page.getByRole('region', { name: 'Coming' });
  await expect(coming.getByRole('button')).toHaveText([
    /20:00\s?–\s?22:00Café shift.*repeats/,
    /16:00\s?–\s?17:00Café with Zoë.*Naschmarkt/,
  ]);
  await expect(coming.getByRole('heading', { level: 3 })).toHaveText(['Wed, 7 October 2099', 'Thu, 3 December 2099']);
  await expect(page.getByRole('region', { name: 'Earlier' }).getByRole('button')).toHaveText([/Bring coffee/]);
  // Of a long line the place is cut, not the title.
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const titles = page.locator('.found-title');
    // What stands beside them at this width comes a moment later.
    await expect
      .poll(() => titles.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length), `at ${width}`)
      .toBe(0);
  }
  await expectAccessible(page);

  // A calendar that is switched on counts at once.
  await service.send('PUT', `/api/calendars/${calendarId}`, { isVisible: true });
  await expect(page.getByRole('status').filter({ hasText: '4 events' })).toBeVisible();

  await page.keyboard.type(' zoe');
  await expect(coming.getByRole('button')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(coming.getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toContainText('Thursday, 3 December 2099');
  await expect(entry(page, 'Café with Zoë')).toBeFocused();
  await expect(entry(page, 'Café with Zoë')).toHaveAttribute('data-marked', 'true');

  await page.keyboard.press('/');
  await field.fill('nowhere to be found');
  await expect(page.getByText('Nothing was found')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(page.getByRole('button', { name: 'Search events' })).toBeFocused();
  await expect(heading(page)).toContainText('Thursday, 3 December 2099');
});

test('Enter right behind the last letter goes to what is found for all of them, once it is', async ({ page, service }) => {
  await service.plan({ title: 'Dinner', date: today, start: '19:00', end: '20:00' });
  await service.plan({ title: 'Dentist', date: '2026-12-03', start: '09:00', end: '10:00' });
  await openCalendar(page, service, '?view=month');
  await page.keyboard.press('/');
  const field = page.getByRole('textbox', { name: 'Search events' });
  await expect(field).toBeFocused();
  await page.keyboard.type('D');
  await expect(page.locator('.found-event')).toHaveCount(2);
  const asked = Promise.withResolvers<void>();
  await page.route(/[?&]q=Dentist/, async (route) => {
    await asked.promise;
    await route.continue();
  });
  await page.keyboard.type('entist');
  await page.keyboard.press('Enter');
  await expect(field).toBeVisible();
  asked.resolve();
  await expect(entry(page, 'Dentist')).toBeFocused();
  await expect(heading(page)).toContainText('3 December 2026');
});

test('the list begins today, goes on by itself, and back when asked', async ({ page, service }) => {
  const planned = [
    ['Long ago', '2026-08-14'],
    ['Last week', '2026-11-12'],
    ['Dinner', today],
    ['New year', '2027-01-01'],
    ['Far ahead', '2027-08-05'],
  ] as const;
  for (const [title, date] of planned) await service.plan({ title, date, start: '19:00', end: '20:00' });
  await openCalendar(page, service, '?view=list');
  await expect(heading(page)).toHaveText('Calendar: From 20 Nov 2026');
  // It goes on until its place is filled, or a year is shown.
  await expect(page.locator('.cal-event')).toHaveText([/Dinner/, /New year/, /Far ahead/]);
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect(page.locator('.cal-event')).toHaveText([/Long ago/, /Last week/, /Dinner/, /New year/, /Far ahead/]);
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await expect(page.locator('.cal-event').first()).toContainText('Dinner');
  await page.keyboard.press('ArrowRight');
  await expect(heading(page)).toHaveText('Calendar: From 20 Dec 2026');
  await expect(page.locator('.cal-event').first()).toContainText('New year');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.getByRole('dialog', { name: 'Go to date' }).getByLabel('Date', { exact: true }).fill('2031-05-01');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing planned here')).toBeVisible();
});

test('of a long list only what is near is drawn, on paper all, and it stays where it is while days come above', async ({
  page,
  service,
}) => {
  // Two days of each week for most of a year, six events each.
  const dates = Array.from({ length: 100 }, (_, index) => new Date(Date.UTC(2026, 10, 20 + index * 3)).toISOString().slice(0, 10));
  await service.createAll(
    '/api/events',
    dates.flatMap((date) =>
      Array.from({ length: 6 }, (_, index) => ({
        ...{ title: `Talk ${index} of ${date}.`, date, timeZone: 'Europe/Berlin' },
        ...{ start: `1${index}:00`, end: `1${index}:30` },
      })),
    ),
  );
  await openCalendar(page, service, '?view=list');
  const drawn = page.locator('.cal-event');
  const first = dates[0] ?? '';
  await expect(entry(page, `Talk 0 of ${first}`)).toBeInViewport();
  for (const times of [1, 2, 3])
    await test.step(`further, ${times}`, async () => {
      const until = page.locator('.cal-list-until');
      const before = await until.textContent();
      await page.getByRole('button', { name: 'Show more' }).click();
      await expect(until).not.toHaveText(before ?? '');
      await expect(page.locator('.cal-grid')).toHaveAttribute('aria-busy', 'false');
      await expect(entry(page, `Talk 0 of ${first}`)).toBeInViewport();
      expect(await drawn.count()).toBeLessThan(90);
    });
  await expect(page.locator('.cal-list-day').first()).toHaveAttribute('aria-setsize', /^\d{2,}$/);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const onPaper = await drawn.count();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(onPaper).toBeGreaterThan(400);
  await expect.poll(() => drawn.count()).toBeLessThan(90);

  await entry(page, `Talk 5 of ${first}`).focus();
  // At one go, as the bar is dragged: the list goes on by itself with the only event that tells of it.
  await page.locator('.cal-list-scroller').evaluate((box) => {
    box.scrollTop = box.scrollHeight;
  });
  const last = page.locator('.cal-list-day').last();
  await expect.poll(() => page.locator('.cal-list-scroller').evaluate((box) => box.scrollTop)).toBeGreaterThan(5_000);
  await expect(last).toBeInViewport();
  // What has the focus stays.
  await expect(entry(page, `Talk 5 of ${first}`)).toBeFocused();
  // What is drawn for the first time may still be measured, and moved by that.
  await page.locator('.cal-list-scroller').evaluate(async (box) => {
    for (let [frames, top] = [0, -1]; frames < 20; frames = box.scrollTop === top ? frames + 1 : 0) {
      top = box.scrollTop;
      await new Promise(requestAnimationFrame);
    }
  });
  const seen = page.locator('.cal-list-day[data-day^="2027-0"]').filter({ visible: true }).nth(-3);
  const at = (await seen.boundingBox())?.y ?? 0;
  const day = (await seen.getAttribute('data-day')) ?? '';
  await service.plan({ title: 'Above', date: '2026-11-21', start: '09:00', end: '10:00' });
  await expect(page.locator('.cal-list-day').first()).toHaveAttribute('aria-setsize', '101');
  await expect.poll(async () => Math.abs(((await page.locator(`[data-day="${day}"]`).boundingBox())?.y ?? 0) - at)).toBeLessThan(3);
  // What is still being put back into its place may take the first key with it.
  await expect(async () => {
    await page.keyboard.press('Home');
    await expect(entry(page, 'Above')).toBeInViewport({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue(`Talk 5 of ${first}.`);
});
