import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { dayCell, entry, heading, openCalendar, visitCalendar } from './calendar-fixtures.ts';
import { enter, sharedTest as test, today } from './fixtures.ts';

test.describe('the views', () => {
  test('are changed by keys, and so is what they show', async ({ page, service }) => {
    const { id } = await service.plan({ title: 'Dentist', date: '2026-12-03', start: '09:00', end: '10:00', location: 'Bergmannstraße' });
    await openCalendar(page, service);
    await expect(heading(page)).toHaveText('Calendar: November 2026');
    await expect(page.locator('.cal-day-header').first()).toContainText('Mon');
    await expect(page).toHaveTitle('November 2026 – Calendar – Daybook');
    for (const [key, text, view] of [
      ['2', '16 – 22 Nov 2026', 'Week'],
      ['3', 'Friday, 20 November 2026', 'Day'],
      ['4', 'From 20 Nov 2026', 'List'],
      ['1', 'November 2026', 'Month'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(heading(page)).toHaveText(`Calendar: ${text}`);
      await expect(page.getByRole('button', { name: view, exact: true })).toHaveAttribute('aria-pressed', 'true');
    }
    await page.keyboard.press('ArrowRight');
    await expect(heading(page)).toContainText('December 2026');
    await expect(page.getByTestId('announcer')).toContainText('December 2026');
    await expect(page).toHaveURL(/\?view=month&date=2026-12-20$/);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(heading(page)).toContainText('October 2026');
    await page.goBack();
    await expect(heading(page)).toContainText('November 2026');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('t');
    await expect(heading(page)).toContainText('November 2026');
    // An event that the one search finds is opened on its day.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('dentist bergmann');
    await page.getByRole('option', { name: /Dentist/ }).click();
    await expect(page).toHaveURL(new RegExp(`event=${id}`));
    await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Dentist');
    await expect(heading(page)).toContainText('Thursday, 3 December 2026');
  });

  test('show events side by side in columns that can be read, the rest as a number, and lead from a day to that day', async ({
    page,
    service,
  }) => {
    await service.createAll('/api/events', [
      ...Array.from({ length: 9 }, (_, index) => String(index + 8).padStart(2, '0')).map((hour) => ({
        ...{ title: `Talk ${Number(hour)}`, date: '2026-11-11', timeZone: 'Europe/Berlin' },
        ...{ start: `${hour}:00`, end: `${hour}:30` },
      })),
      ...Array.from({ length: 6 }, (_, index) => ({
        ...{ title: `Meeting ${index + 1}`, date: today, timeZone: 'Europe/Berlin' },
        ...{ start: '10:00', end: '12:00' },
      })),
    ]);
    await openCalendar(page, service, '?view=month');
    await test.step('month', async () => {
      await dayCell(page, '2026-11-11')
        .getByRole('button', { name: /^\d+ more$/ })
        .click();
      const popover = page.getByRole('dialog');
      await expect(popover.getByText('Talk 16')).toBeVisible();
      await expectAccessible(page, '[role=dialog]');
      await page.keyboard.press('Escape');
      await expect(popover).toBeHidden();
      // In a low window it is as high as that, and scrolls by itself.
      await page.setViewportSize({ width: 1280, height: 240 });
      await dayCell(page, '2026-11-11')
        .getByRole('button', { name: /^\d+ more$/ })
        .click();
      await expect(popover).toBeInViewport({ ratio: 1 });
      await popover.getByText('Talk 16').scrollIntoViewIfNeeded();
      await expect(popover.getByText('Talk 16')).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.getByRole('link', { name: '11 November 2026' }).first().click();
      await expect(heading(page)).toContainText('Wednesday, 11 November 2026');
    });
    for (const [width, view, columns, beside] of [
      [1280, 'Week', 7, 2],
      [360, 'Days', 3, 2],
      [360, 'Day', 1, 6],
    ] as const)
      await test.step(`${view} in ${width} pixels`, async () => {
        await page.setViewportSize({ width, height: 740 });
        await visitCalendar(page, `?view=${view === 'Day' ? 'day' : 'week'}&date=${today}`, view);
        await expect(page.locator('.cal-day-header')).toHaveCount(columns);
        const meetings = page.locator(`.cal-day[data-date="${today}"] .cal-event`);
        await expect(meetings).toHaveCount(beside);
        for (const box of await meetings.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width)))
          expect(box).toBeGreaterThan(36);
        if (beside === 6) return;
        await page.locator('.cal-more', { hasText: '4' }).click();
        await expect(page.getByRole('dialog').getByText('Meeting 6')).toBeVisible();
        await expect(page.locator('.cal-day-header-popover')).toHaveText('Friday, 20 November 2026');
        // The week is looked at below, three days of it here alone.
        await expectAccessible(page, view === 'Week' ? '[role=dialog]' : null);
        // A press beside it closes it, also outside the calendar.
        await page.locator('.calendar-head').click({ position: { x: 1, y: 1 } });
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await page.locator('.cal-more', { hasText: '4' }).click();
        await expect(page.getByRole('dialog').getByText('Meeting 6')).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await page.keyboard.press('ArrowRight');
        await expect(page).toHaveURL(columns === 3 ? /date=2026-11-23/ : /date=2026-11-27/);
      });
  });

  test('are read beyond the thousandth event', async ({ page, service }) => {
    const at = { date: '2026-11-02', start: '08:00', end: '08:30', timeZone: 'Europe/Berlin' };
    await service.createAll(
      '/api/events',
      Array.from({ length: 1010 }, (_, index) => ({ title: `Item ${index}`, ...at })),
    );
    await service.plan({ title: 'The last one', date: '2026-11-30', start: '08:00', end: '08:30' });
    await openCalendar(page, service, '?view=month');
    await expect(entry(page, 'The last one')).toBeVisible();
  });

  test('say why events and due cards could not be read, and try again; on a narrow window they are a list, and say when there is nothing', async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await enter(page, service);
    await page.route(/\/api\/(events|cards)\?/, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        headers: { 'Access-Control-Allow-Origin': service.frontendUrl },
        body: JSON.stringify({
          status: 500,
          code: 'internal',
          detail: 'Something went wrong',
          title: 'x',
          type: 'about:blank',
          requestId: '1',
        }),
      }),
    );
    await page.getByRole('link', { name: 'Calendar' }).click();
    await expect(page.getByText('Events could not be read')).toBeVisible();
    await page.unrouteAll();
    await page.route('**/api/cards?**', (route) => route.fulfill({ status: 500, body: '' }));
    const again = page.getByRole('button', { name: 'Try again' });
    await again.click();
    await expect(page.locator('.cal-view')).toBeVisible();
    const failed = page.getByRole('alert').filter({ hasText: 'The cards that are due could not be read' });
    await expect(failed).toBeVisible();
    const asked = page.waitForRequest(/\/api\/cards\?/);
    await again.click();
    await asked;
    await page.unrouteAll();
    // They may be read by themselves before the button is pressed once more.
    await expect(async () => {
      if (await failed.isVisible()) await again.click({ timeout: 1_000 });
      await expect(failed).toBeHidden({ timeout: 1_000 });
    }).toPass();
    await expect(page.getByText('Nothing planned here')).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await service.plan({ title: 'Review', date: today, start: '09:00', end: '10:00', location: 'Room 2' });
    await expect(entry(page, 'Review')).toContainText('Room 2');
  });
});

test('the calendar is printed without the frame, a month on one sheet', async ({ page, service }) => {
  await service.plan({ title: 'Conference', startDate: '2026-11-10', endDate: '2026-11-13', isAllDay: true, color: 'teal' });
  await service.plan({ title: 'Review', date: today, start: '09:00', end: '10:00' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openCalendar(page, service);
  for (const [view, name] of [
    ['month', 'Month'],
    ['week', 'Week'],
    ['list', 'List'],
  ] as const) {
    await visitCalendar(page, `?view=${view}`, name);
    await expect(entry(page, 'Review')).toBeVisible();
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    await writeFile(test.info().outputPath(`${view}.pdf`), pdf);
    const text = pdf.toString('latin1');
    // A4, lying down but for the list.
    expect(text).toMatch(
      view === 'list' ? /\/MediaBox \[0 0 59[4-6](?:\.\d+)? 84[12](?:\.\d+)?\]/ : /\/MediaBox \[0 0 84[12](?:\.\d+)? 59[4-6](?:\.\d+)?\]/,
    );
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
  }
});

test('no fault that axe can find', async ({ page, service }) => {
  for (const color of ['white', 'black', 'yellow', 'navy', '#8b5cf6']) {
    await service.plan({ title: `In ${color}`, date: today, isAllDay: true, color });
    await service.plan({ title: `Also ${color}`, date: '2026-11-18', start: '09:00', end: '11:00', color, location: 'Room 1' });
  }
  await service.send('POST', '/api/events', {
    title: 'Elsewhere',
    startTime: '2026-11-21T09:00:00Z',
    endTime: '2026-11-21T11:00:00Z',
    timeZone: 'Asia/Tokyo',
  });
  await openCalendar(page, service);
  for (const [view, name] of [
    ['month', 'Month'],
    ['week', 'Week'],
    ['day', 'Day'],
    ['list', 'List'],
  ] as const) {
    await visitCalendar(page, `?view=${view}`, name);
    await expect(page.locator('.cal-event').filter({ visible: true }).first()).toBeVisible();
    await expectAccessible(page);
  }
  await entry(page, 'Elsewhere').click();
  await page.getByRole('dialog').getByLabel('Title').fill('');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByText('Give it a title').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await page.getByRole('dialog').getByLabel('Time zone', { exact: true }).first().click();
  await page.getByRole('option').first().waitFor();
  await expectAccessible(page, '[role=listbox]');
});

test('the hours stay where they were scrolled to: in other weeks, after a search, on paper, and when events come late or change', async ({
  page,
  service,
}) => {
  const { id } = await service.plan({ title: 'Review', date: '2026-11-25', start: '15:00', end: '16:00' });
  await openCalendar(page, service, '?view=week');
  const hours = page.locator('.cal-view [role=rowgroup][tabindex="0"]');
  const expectTop = async (top: number): Promise<void> => {
    await expect.poll(() => hours.evaluate(({ scrollTop }) => Math.round(scrollTop))).toBe(top);
  };
  await expectTop(361);
  // As by keys, of which FullCalendar takes no notice.
  await hours.evaluate((element) => {
    element.scrollTop = 500;
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  const answers = Promise.withResolvers<undefined>();
  await page.route(/\/api\/events\?/, async (route) => {
    await answers.promise;
    await route.fallback();
  });
  await page.keyboard.press('ArrowRight');
  await expect(heading(page)).toContainText('23 – 29 Nov');
  await expectTop(500);
  // Days without events are not told to be free before it is known.
  const reading = page.locator('.calendar-reading').getByText('Reading events…');
  await expect(reading).toBeInViewport();
  await expect(page.locator('.cal-grid')).toHaveAttribute('aria-busy', 'true');
  answers.resolve(undefined);
  await expect(entry(page, 'Review')).toBeVisible();
  await expect(reading).toHaveCount(0);
  await expect(page.locator('.cal-grid')).toHaveAttribute('aria-busy', 'false');
  await expectTop(500);
  await service.send('PUT', `/api/events/${id}`, { title: 'Retrospective', isAllDay: true, date: '2026-11-25' });
  await expect(entry(page, 'Retrospective')).toBeVisible();
  await expectTop(500);
  await page.keyboard.press('/');
  await expect(hours).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expectTop(500);
  await page.keyboard.press('3');
  await expect(heading(page)).toContainText('Friday, 27 November');
  await expectTop(500);
  for (const moment of ['beforeprint', 'afterprint'])
    await page.evaluate((name) => {
      dispatchEvent(new Event(name));
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, moment);
  await expectTop(500);
});

test('that events are being read is announced once, and only where it takes long', async ({ page, service }) => {
  await openCalendar(page, service, '?view=week');
  const said: string[] = [];
  await page.exposeFunction('hear', (text: string) => {
    if (text.includes('Reading')) said.push(text);
  });
  await page.getByTestId('announcer').evaluate((announcer) => {
    const { hear } = window as unknown as { readonly hear: (text: string) => void };
    new MutationObserver(() => {
      hear(announcer.textContent);
    }).observe(announcer, { childList: true, characterData: true, subtree: true });
  });
  const answers = Promise.withResolvers<undefined>();
  await page.route(/\/api\/events\?/, async (route) => {
    await answers.promise;
    await route.fallback();
  });
  for (const days of ['23 – 29 Nov', '30 Nov', '7 – 13 Dec']) {
    await page.keyboard.press('ArrowRight');
    await expect(heading(page)).toContainText(days);
  }
  await expect(page.getByRole('status').getByText('Reading events…')).toHaveCount(0);
  await expect.poll(() => said).toEqual(['Reading events…']);
  answers.resolve(undefined);
  await expect(page.locator('.calendar-reading')).toHaveCount(0);
  expect(said).toEqual(['Reading events…']);
});

test('the name of the period is whole, and a title can be read in a month, however wide the window is', async ({ page, service }) => {
  await service.plan({ title: 'Planning with everyone', date: today, start: '10:00', end: '11:30' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openCalendar(page, service, '?view=month');
  for (const width of [1280, 1199, 1100, 1000, 900]) {
    await page.setViewportSize({ width, height: 800 });
    const name = page.locator('.calendar-date-name');
    await expect(name).toHaveText('November 2026');
    await expect.poll(() => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const title = entry(page, 'Planning with everyone').locator('.cal-title');
    await expect.poll(() => title.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(36);
  }
  // In a low window the weeks are scrolled, and do not cover each other.
  await page.setViewportSize({ width: 740, height: 360 });
  const shown = page.locator(`.cal-day[data-date="${today}"]`).locator('.cal-event, .cal-more').filter({ visible: true }).first();
  const isWithin = (element: Element): boolean =>
    element.getBoundingClientRect().bottom <= (element.closest('[role=row]')?.getBoundingClientRect().bottom ?? 0);
  await expect.poll(() => shown.evaluate(isWithin)).toBe(true);
});

test('a list that is still being read does not say that there is nothing', async ({ page, service }) => {
  await openCalendar(page, service, '?view=list');
  await expect(page.getByText('Nothing planned here')).toBeVisible();
  const answers = Promise.withResolvers<undefined>();
  await page.route(/\/api\/events\?/, async (route) => {
    await answers.promise;
    await route.fallback();
  });
  await visitCalendar(page, '?view=list&date=2027-03-01', 'List');
  await expect(page.locator('.calendar-reading').getByText('Reading events…')).toBeVisible();
  await expect(page.locator('.cal-grid .skeleton')).toBeVisible();
  await expect(page.getByText(/No events|Nothing planned/)).toHaveCount(0);
  answers.resolve(undefined);
  await expect(page.getByText('Nothing planned here')).toBeVisible();
});
