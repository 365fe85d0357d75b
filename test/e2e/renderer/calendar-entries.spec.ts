import { expect } from '@playwright/test';
import { dialog, entry, openCalendar, visitCalendar } from './calendar-fixtures.ts';
import { sharedTest as test, today, visit } from './fixtures.ts';

test('the line of the current time goes behind an event that is running, and its dot stays in sight', async ({ page, service }) => {
  await service.plan({ title: 'Long meeting', date: today, start: '00:00', end: '23:45' });
  await openCalendar(page, service, '?view=week');
  await expect(entry(page, 'Long meeting')).toBeVisible();
  const [overLine, overDot] = await page.evaluate(() =>
    ['.cal-now', '.cal-now-dot'].map((part) => {
      const shown = document.querySelector<HTMLElement>(part);
      if (shown === null) return 'nothing';
      shown.scrollIntoView({ block: 'center' });
      // Otherwise no point of it is found.
      shown.style.pointerEvents = 'auto';
      const { x, y, width, height } = shown.getBoundingClientRect();
      const found = document.elementFromPoint(x + width / 2, y + height / 2);
      return ['cal-event', 'cal-now', 'cal-now-dot'].find((name) => found?.closest(`.${name}`));
    }),
  );
  expect(overLine).toBe('cal-event');
  expect(overDot).toBe('cal-now-dot');
});

test('no word of a title is broken in the middle, however narrow its event is', async ({ page, service }) => {
  for (const title of ['Interview candidates', 'Rücksprache Steuerberaterin'])
    await service.plan({ title, date: today, start: '09:00', end: '11:00' });
  await service.plan({ title: 'Donaudampfschifffahrtsgesellschaft meeting', date: today, start: '13:00', end: '15:00' });
  await openCalendar(page, service, '?view=week');
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    for (const title of ['Interview', 'Rücksprache', 'Donau'])
      await test.step(`${title} in ${width} pixels`, async () => {
        const text = entry(page, title).locator('.cal-title bdi');
        await expect(text).toBeVisible();
        const lines = await text.evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        });
        expect(lines).toBe(2);
      });
  }
});

test('a short event has its title, and behind it so much of its hours as tells something', async ({ page, service }) => {
  await service.plan({ title: 'Stand-up', date: today, start: '09:00', end: '09:15' });
  await service.plan({ title: 'Review of all of it', date: today, start: '11:00', end: '11:15' });
  await service.plan({ title: 'Tea', date: today, start: '13:00', end: '13:15' });
  await service.plan({ title: 'Half an hour of it', date: today, start: '15:00', end: '15:30' });
  await service.plan({ title: 'Forty minutes of it', date: today, start: '16:00', end: '16:40' });
  await service.plan({ title: 'Three quarters of it', date: today, start: '17:00', end: '17:45' });
  await openCalendar(page, service, '?view=week');
  const shown = async (title: string) =>
    entry(page, title).evaluate((element) => {
      const [name, hours] = [element.querySelector('bdi'), element.querySelector('.cal-time')];
      if (name === null || hours === null) throw new Error('They are not there');
      const [box, inner] = [hours.getBoundingClientRect(), hours.parentElement?.getBoundingClientRect()];
      const isCut = box.top < (inner?.bottom ?? 0) - 1 && box.bottom > (inner?.bottom ?? 0) + 1;
      return { isWhole: name.scrollWidth <= name.clientWidth, hours: box.top < (inner?.bottom ?? 0) - 1 ? box.width : 0, isCut };
    });
  await expect(entry(page, 'Tea')).toBeVisible();
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    await test.step(`in ${width} pixels`, async () => {
      const [standUp, review, tea] = [await shown('Stand-up'), await shown('Review'), await shown('Tea')];
      expect([standUp.isWhole, tea.isWhole]).toEqual([true, true]);
      for (const { hours } of [standUp, review, tea]) expect(hours === 0 || hours > 40, `${hours} pixels of hours`).toBe(true);
      expect(tea.hours).toBeGreaterThan(40);
      expect(review.hours).toBe(0);
      for (const title of ['Half an hour', 'Forty']) expect((await shown(title)).isCut, title).toBe(false);
      expect((await shown('Three quarters')).hours).toBeGreaterThan(40);
    });
  }
});

test('an event over several days has its title in sight on each, however far its hours are scrolled', async ({ page, service }) => {
  await service.plan({ title: 'Fair', startTime: '2026-11-17T09:00:00Z', endTime: '2026-11-19T20:00:00Z' });
  await openCalendar(page, service, '?view=week&date=2026-11-18');
  const titles = entry(page, 'Fair').locator('.cal-title');
  for (const top of [0, 400, 10_000])
    await test.step(`scrolled by ${top}`, async () => {
      await page.locator('.cal-view [role=rowgroup][tabindex="0"]').evaluate((hours, to) => {
        hours.scrollTop = to;
      }, top);
      await expect(titles).toHaveCount(3);
      // It begins at ten.
      await expect(titles.first()).toBeInViewport({ ratio: 1 });
      for (const day of [1, 2]) await expect(titles.nth(day)).toBeInViewport({ ratio: 1 });
    });
});

test('titles in the list are whole where the page is narrow, or is shown twice as large', async ({ page, service }) => {
  const title = 'Planning of the week';
  await service.plan({ title, date: today, start: '10:00', end: '11:00', location: 'Meeting room on the fifth floor' });
  await openCalendar(page, service, '?view=list');
  for (const width of [360, 640, 800, 1024]) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    const shown = entry(page, title).locator('.cal-title');
    await expect(shown).toBeVisible();
    const cut = (): Promise<number> =>
      shown.evaluate((element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        return Math.max(0, Math.floor(words.getBoundingClientRect().width - element.getBoundingClientRect().width));
      });
    await expect.poll(cut, `in ${width} pixels`).toBe(0);
  }
});

test('an event that is cancelled is struck through wherever it is shown, and takes place again once the user says so', async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await service.plan({ title: 'Rehearsal', date: today, start: '14:00', end: '15:30' });
  const event = entry(page, 'Rehearsal');
  const struck = page.locator('[data-cancelled="true"]', { hasText: 'Rehearsal' });
  await openCalendar(page, service, '?view=month');
  await event.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Mark as cancelled' }).click();
  await expect(struck).toHaveCSS('text-decoration-line', 'line-through');
  await expect(event).toContainText('Rehearsal (cancelled)');
  for (const [view, name] of [
    ['week', 'Week'],
    ['list', 'List'],
  ] as const) {
    await visitCalendar(page, `?view=${view}`, name);
    await expect(struck).toBeVisible();
  }
  await page.keyboard.press('/');
  await page.keyboard.type('rehearsal');
  await expect(page.getByRole('button', { name: /Rehearsal \(cancelled\)/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await visit(page, '/');
  await expect(page.getByRole('link', { name: 'Rehearsal (cancelled)' })).toBeVisible();
  await page.getByRole('link', { name: 'Rehearsal (cancelled)' }).click();
  await dialog(page).getByRole('button', { name: 'It takes place' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).filter({ hasText: 'Edit event' })).toHaveCount(0);
  await expect(event).toBeVisible();
  await expect(struck).toHaveCount(0);
});

test('the list shows the last of all days, alone and behind others', async ({ page, service }) => {
  await service.plan({ title: 'Last supper', date: '9999-12-31', start: '10:00', end: '11:00' });
  await service.plan({ title: 'Tea', date: '9999-11-20', start: '10:00', end: '11:00' });
  await openCalendar(page, service, '?view=list&date=9999-12-31');
  const until = page.locator('.cal-list-until');
  await expect(entry(page, 'Last supper')).toBeVisible();
  await expect(until).toContainText('31 Dec 9999');
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect(entry(page, 'Tea')).toBeVisible();
  await expect(entry(page, 'Last supper')).toBeVisible();
  await expect(until).toContainText('31 Dec 9999');
});
