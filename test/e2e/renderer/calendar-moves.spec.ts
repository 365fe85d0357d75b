import { expect } from '@playwright/test';
import { boxOf, dayCell, dialog, drag, entry, middle, openCalendar, pointAt, stored, times } from './calendar-fixtures.ts';
import { openPage, sharedTest as test, today } from './fixtures.ts';

const atNine = '2026-11-18T08:00:00.000Z 2026-11-18T09:00:00.000Z';

test.describe('an event that is dragged', () => {
  test('sideways keeps its time, wherever it is grabbed', async ({ page, service }) => {
    const { id } = await service.plan({ title: 'Review', date: '2026-11-18', start: '09:00', end: '10:00' });
    await openCalendar(page, service, '?view=week');
    const next = await pointAt(page, '2026-11-19', 9);
    const { height } = await boxOf(entry(page, 'Review'));
    for (const share of [0.2, 0.45, 0.55, 0.8]) {
      const box = await boxOf(entry(page, 'Review'));
      const y = box.y + height * share;
      await drag(page, { x: box.x + box.width / 2, y }, { x: next.x, y });
      await expect
        .poll(() => times(service), `grabbed at ${share} of its height`)
        .toBe('2026-11-19T08:00:00.000Z 2026-11-19T09:00:00.000Z');
      await service.send('PUT', `/api/events/${id}`, { startTime: '2026-11-18T08:00:00Z', endTime: '2026-11-18T09:00:00Z' });
      await expect(page.locator('.cal-day[data-date="2026-11-18"] .cal-event')).toHaveCount(1);
    }
  });

  test('stays where it was when Escape is pressed, as it stays as long as it was', async ({ page, service }) => {
    await service.plan({ title: 'Review', date: '2026-11-18', start: '09:00', end: '10:00' });
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') changes.push(request.url());
    });
    await openCalendar(page, service, '?view=week');
    const box = await boxOf(entry(page, 'Review'));
    for (const from of [middle(box), { x: box.x + box.width / 2, y: box.y + box.height - 2 }]) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, from.y + 60, { steps: 5 });
      await page.keyboard.press('Escape');
      // Let go of above itself, it is not opened either.
      await page.mouse.move(from.x, from.y, { steps: 3 });
      await page.mouse.up();
      await expect.poll(() => boxOf(entry(page, 'Review'))).toEqual(box);
    }
    await expect(dialog(page)).toHaveCount(0);
    expect([changes, await times(service)]).toEqual([[], atNine]);
    // And nothing is made of days that were being chosen.
    const free = await pointAt(page, '2026-11-17', 9);
    await page.mouse.move(free.x, free.y);
    await page.mouse.down();
    await page.mouse.move(free.x, free.y + 60, { steps: 5 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(page.locator('.cal-event')).toHaveCount(1);
    await expect(dialog(page)).toHaveCount(0);
    // Escape does what it did before.
    await entry(page, 'Review').click();
    await expect(dialog(page).getByRole('textbox', { name: 'Title' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  });

  test('goes back when that is undone, by the button or Ctrl+Z', async ({ page, service }) => {
    await service.plan({ title: 'Review', date: '2026-11-18', start: '09:00', end: '10:00' });
    await openCalendar(page, service, '?view=week');
    const before = await boxOf(entry(page, 'Review'));
    /** The service has it before the page shows it, and until then a key can meet an entry that is replaced. */
    const expectBack = async (): Promise<void> => {
      await expect.poll(() => times(service)).toBe(atNine);
      await expect.poll(() => boxOf(entry(page, 'Review'))).toEqual(before);
    };
    const undo = page.getByRole('button', { name: 'Undo' });
    const target = await pointAt(page, '2026-11-19', 11);
    await drag(page, middle(await boxOf(entry(page, 'Review'))), target);
    await expect.poll(() => times(service)).not.toBe(atNine);
    await undo.click();
    await expectBack();
    const bottom = { x: before.x + before.width / 2, y: before.y + before.height };
    await drag(page, { x: bottom.x, y: bottom.y - 2 }, { x: bottom.x, y: bottom.y + 40 });
    await expect.poll(() => times(service)).not.toBe(atNine);
    await page.keyboard.press('Control+z');
    await expectBack();
    // A run of key presses is one move.
    await entry(page, 'Review').focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => times(service)).toBe('2026-11-18T08:45:00.000Z 2026-11-18T09:45:00.000Z');
    await page.keyboard.press('Control+z');
    await expectBack();
    await expect(undo).toHaveCount(0);
  });

  test('to the lane of whole days and undone has its hours again', async ({ page, service }) => {
    await service.plan({ title: 'Review', date: '2026-11-18', start: '09:00', end: '10:00' });
    await openCalendar(page, service, '?view=week');
    const lane = await boxOf(page.locator('.cal-day[data-date="2026-11-17"]').first());
    await drag(page, middle(await boxOf(entry(page, 'Review'))), middle(lane));
    await expect.poll(() => times(service)).toContain('all day');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => times(service)).toBe(atNine);
  });
});

test('an event is moved through a month by keys, again and again', async ({ page, service }) => {
  await service.plan({ title: 'Review', date: '2026-11-18', start: '09:00', end: '10:00' });
  await openCalendar(page, service, '?view=month');
  await entry(page, 'Review').focus();
  for (const [key, day] of [
    ['Shift+ArrowRight', '19'],
    ['Shift+ArrowRight', '20'],
    ['Shift+ArrowDown', '27'],
    ['Shift+ArrowLeft', '26'],
    ['Shift+ArrowUp', '19'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(dayCell(page, `2026-11-${day}`).locator('.cal-event')).toHaveCount(1);
    await expect(entry(page, 'Review')).toBeFocused();
  }
  await expect.poll(() => times(service)).toBe('2026-11-19T08:00:00.000Z 2026-11-19T09:00:00.000Z');
});

test.describe('when clocks change', () => {
  test('an event at the second of two equal times stays there when its end is changed', async ({ page, service }) => {
    const { id } = await service.send('POST', '/api/events', {
      title: 'Night shift',
      startTime: '2026-11-01T06:30:00Z',
      endTime: '2026-11-01T07:30:00Z',
      timeZone: 'America/New_York',
    });
    await openCalendar(page, service, `?event=${id}`);
    await expect(dialog(page).getByLabel('Start time')).toHaveValue('01:30');
    await dialog(page).getByLabel('End time').fill('03:00');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect.poll(() => times(service)).toBe('2026-11-01T06:30:00.000Z 2026-11-01T08:00:00.000Z');
  });

  test('an event from the first to the second of two equal hours can be renamed', async ({ page, service }) => {
    const { id } = await service.send('POST', '/api/events', {
      title: 'Night shift',
      startTime: '2026-11-01T05:50:00Z',
      endTime: '2026-11-01T06:10:00Z',
      timeZone: 'America/New_York',
    });
    await openCalendar(page, service, `?event=${id}`);
    await dialog(page).getByLabel('Title').fill('Late shift');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect
      .poll(() => stored(service))
      .toMatchObject([{ title: 'Late shift', startTime: '2026-11-01T05:50:00.000Z', endTime: '2026-11-01T06:10:00.000Z' }]);
  });

  test('the end that is proposed for an hour that does not exist is taken', async ({ page, service }) => {
    await openCalendar(page, service, '?new=2026-03-29T01:00/2026-03-29T02:00');
    await expect(dialog(page).getByLabel('Title')).toBeFocused();
    await page.keyboard.type('Maintenance');
    await dialog(page).getByLabel('Start time').fill('02:30');
    await expect(dialog(page).getByLabel('End time')).toHaveValue('04:30');
    await dialog(page).getByRole('button', { name: 'Create event' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect.poll(() => times(service)).toBe('2026-03-29T01:30:00.000Z 2026-03-29T02:30:00.000Z');
  });

  test('an end that was put before the start follows it to the next day, however the start is typed', async ({ page, service }) => {
    await openCalendar(page, service, '?new=2026-11-20T10:00/2026-11-20T11:00');
    await expect(dialog(page).getByLabel('Title')).toBeFocused();
    await page.keyboard.type('Night train');
    await dialog(page).getByLabel('End time').fill('00:05');
    await dialog(page).getByLabel('Start time').focus();
    // Digit by digit: it is 01:00 in between.
    await page.keyboard.type('1500');
    await expect(dialog(page).getByLabel('Start time')).toHaveValue('15:00');
    await expect(dialog(page).getByLabel('End date')).toHaveValue('2026-11-21');
    await expect(dialog(page).getByLabel('End time')).toHaveValue('00:05');
    await dialog(page).getByRole('button', { name: 'Create event' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect.poll(() => times(service)).toBe('2026-11-20T14:00:00.000Z 2026-11-20T23:05:00.000Z');
  });
});

test.describe('what is shown', () => {
  test('short events one after the other stand side by side', async ({ page, service }) => {
    for (const [title, start, end] of [
      ['First', '09:00', '09:05'],
      ['Second', '09:05', '09:10'],
      ['Third', '09:10', '09:30'],
      ['Long', '09:00', '10:00'],
    ] as const) {
      await service.plan({ title, date: today, start, end });
    }
    await openCalendar(page, service, '?view=day');
    const boxes: { title: string; x: number; y: number; width: number; height: number }[] = [];
    for (const title of ['First', 'Second', 'Third', 'Long']) {
      const box = await boxOf(entry(page, title));
      // All of its title can be read.
      expect(
        await entry(page, title)
          .locator('.cal-title')
          .evaluate((element) => element.scrollWidth <= element.clientWidth),
      ).toBe(true);
      boxes.push({ title, ...box });
    }
    const covered = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            one.x + 1 < other.x + other.width &&
            other.x + 1 < one.x + one.width &&
            one.y + 1 < other.y + other.height &&
            other.y + 1 < one.y + one.height,
        )
        .map((other) => `${one.title} and ${other.title}`),
    );
    expect(covered).toEqual([]);
  });

  test('hours are written in one way', async ({ service, browser }) => {
    const page = await openPage(browser, { locale: 'en-US' });
    await service.plan({ title: 'Review', date: today, start: '08:00', end: '09:30' });
    await openCalendar(page, service, '?view=day');
    // Intl separates with a narrow space.
    const text = async (selector: string): Promise<string> => (await page.locator(selector).first().innerText()).replaceAll('\u202f', ' ');
    await expect.poll(() => text('.cal-slot-name:text-matches("^8")')).toBe('8:00 AM');
    await expect.poll(() => text('.cal-event .cal-time')).toBe('8:00 – 9:30 AM');
    await page.context().close();
  });

  for (const [name, width, height] of [
    ['a phone', 360, 640],
    ['a wide window', 1280, 440],
  ] as const) {
    test(`the list opens at today on ${name}, with what was before above it`, async ({ page, service }) => {
      await page.setViewportSize({ width, height });
      for (let day = 1; day <= 30; day += 1)
        await service.plan({ title: `On the ${day}.`, date: `2026-11-${String(day).padStart(2, '0')}`, start: '09:00', end: '10:00' });
      await openCalendar(page, service, '?view=list');
      await expect(entry(page, 'On the 20.')).toBeInViewport();
      await expect(entry(page, 'On the 19.')).not.toBeInViewport();
      // It is the first thing that is seen of the list.
      const [list, header] = [
        await page.locator('.cal-view').boundingBox(),
        await page.locator('.cal-list-header-today').first().boundingBox(),
      ];
      expect((header?.y ?? 0) - (list?.y ?? 0)).toBeLessThan(30);
      // Another change does not scroll.
      await page.getByRole('button', { name: 'Earlier' }).click();
      await expect(entry(page, 'On the 19.')).toBeInViewport();
      await entry(page, 'On the 1.').scrollIntoViewIfNeeded();
      await service.plan({ title: 'From a script', date: '2026-11-02', start: '12:00', end: '13:00' });
      await expect(entry(page, 'From a script')).toBeInViewport();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('t');
      await expect(entry(page, 'On the 20.')).toBeInViewport();
    });
  }
});
