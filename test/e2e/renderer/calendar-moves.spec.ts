import { expect } from '@playwright/test';
import {
  boxOf,
  dayCell,
  dialog,
  drag,
  entry,
  heading,
  middle,
  openCalendar,
  pointAt,
  stored,
  times,
  visitCalendar,
} from './calendar-fixtures.ts';
import { enter, sharedTest as test, today, visit } from './fixtures.ts';

const atNine = '2026-11-18T08:00:00.000Z 2026-11-18T09:00:00.000Z';

test('what was edited in an event is taken back first, and before that where it was moved', async ({ page, service }) => {
  await service.plan({ title: 'Review', date: '2026-11-18', start: '09:00', end: '10:00' });
  await openCalendar(page, service, '?view=week');
  await entry(page, 'Review').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(() => times(service)).not.toBe(atNine);
  await entry(page, 'Review').click();
  await page.locator('.dialog').getByLabel('Title').fill('Retrospective');
  await page.keyboard.press('Control+Enter');
  await expect(entry(page, 'Retrospective')).toBeVisible();
  await expect(page.locator('.dialog')).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(entry(page, 'Review')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(() => times(service)).toBe(atNine);
  await expect(page.locator('.toast', { hasText: 'Undone: “Review” moved' })).toBeVisible();
});

test('an event that is dragged goes back when that is undone, stays when Escape is pressed, and keeps its time sideways', async ({
  page,
  service,
}) => {
  const { id } = await service.plan({ title: 'Review', date: '2026-11-18', start: '09:00', end: '10:00' });
  await openCalendar(page, service, '?view=week');
  const before = await boxOf(entry(page, 'Review'));
  /** The service has it before the page shows it, and until then a key can meet an entry that is replaced. */
  const expectBack = async (): Promise<void> => {
    await expect.poll(() => times(service)).toBe(atNine);
    await expect.poll(() => boxOf(entry(page, 'Review'))).toEqual(before);
  };
  const undo = page.getByRole('button', { name: 'Undo' });

  await test.step('by the button or Ctrl+Z', async () => {
    const target = await pointAt(page, '2026-11-19', 11);
    await drag(page, middle(before), target);
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

  await test.step('Escape leaves it as it was, and as long', async () => {
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') changes.push(request.url());
    });
    for (const from of [middle(before), { x: before.x + before.width / 2, y: before.y + before.height - 2 }]) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, from.y + 60, { steps: 5 });
      await page.keyboard.press('Escape');
      // Let go of above itself, it is not opened either.
      await page.mouse.move(from.x, from.y, { steps: 3 });
      await page.mouse.up();
      await expect.poll(() => boxOf(entry(page, 'Review'))).toEqual(before);
    }
    await expect(page.locator('.dialog')).toHaveCount(0);
    expect([changes, await times(service)]).toEqual([[], atNine]);
    // And nothing is made of days that were being chosen.
    const free = await pointAt(page, '2026-11-17', 9);
    await page.mouse.move(free.x, free.y);
    await page.mouse.down();
    await page.mouse.move(free.x, free.y + 60, { steps: 5 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(page.locator('.cal-event')).toHaveCount(1);
    await expect(page.locator('.dialog, .quick')).toHaveCount(0);
    // Escape does what it did before.
    await entry(page, 'Review').click();
    await expect(page.locator('.dialog').getByRole('textbox', { name: 'Title' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('.dialog')).toBeHidden();
  });

  await test.step('wherever it is grabbed', async () => {
    const next = await pointAt(page, '2026-11-19', 9);
    for (const share of [0.2, 0.55, 0.8]) {
      const box = await boxOf(entry(page, 'Review'));
      const y = box.y + before.height * share;
      await drag(page, { x: box.x + box.width / 2, y }, { x: next.x, y });
      await expect
        .poll(() => times(service), `grabbed at ${share} of its height`)
        .toBe('2026-11-19T08:00:00.000Z 2026-11-19T09:00:00.000Z');
      await service.send('PUT', `/api/events/${id}`, { startTime: '2026-11-18T08:00:00Z', endTime: '2026-11-18T09:00:00Z' });
      await expectBack();
    }
  });

  await test.step('through a month by keys, again and again', async () => {
    await visitCalendar(page, '?view=month', 'Month');
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
});

test('the form of an event: an end that follows its start while that is typed, and its address', async ({ page, service }) => {
  const create = async (): Promise<void> => {
    await dialog(page).getByRole('button', { name: 'Create event' }).click();
    await expect(dialog(page)).toBeHidden();
  };
  const named = async (title: string) => (await stored(service)).find((event) => event.title === title);

  await test.step('an end that was put before the start follows it to the next day, however the start is typed', async () => {
    await openCalendar(page, service, '?new=2026-11-20T10:00/2026-11-20T11:00');
    await expect(dialog(page).getByLabel('Title')).toBeFocused();
    await page.keyboard.insertText('Night train');
    await dialog(page).getByLabel('End time').fill('00:05');
    await dialog(page).getByLabel('Start time').focus();
    // Digit by digit: it is 01:00 in between.
    await page.keyboard.type('1500');
    await expect(dialog(page).getByLabel('Start time')).toHaveValue('15:00');
    await expect(dialog(page).getByLabel('End date')).toHaveValue('2026-11-21');
    await expect(dialog(page).getByLabel('End time')).toHaveValue('00:05');
    // A part of a date is none; what stands below it does not jump meanwhile.
    const day = dialog(page).getByLabel('Start date');
    await day.focus();
    await page.keyboard.press('0');
    await expect(day).toHaveValue('');
    await expect(dialog(page).getByRole('combobox', { name: 'Repeat' })).toBeVisible();
    await day.fill('2026-11-20');
    await create();
    await expect
      .poll(() => named('Night train'))
      .toMatchObject({ startTime: '2026-11-20T14:00:00.000Z', endTime: '2026-11-20T23:05:00.000Z' });
  });

  await test.step('it is opened by its address on its own day, and says so when it is gone', async () => {
    const { id } = await service.plan({ title: 'Long ago', date: '2020-02-03', start: '09:00', end: '10:00' });
    await visit(page, `/calendar?view=month&event=${id}`);
    await expect(dialog(page).getByLabel('Title')).toHaveValue('Long ago');
    await expect(heading(page)).toContainText('February 2020');
    // What was being written shows still.
    await dialog(page).getByRole('textbox', { name: 'Notes' }).fill('Words of mine');
    await service.send('DELETE', `/api/events/${id}`);
    await expect(dialog(page).getByText('There is no such event')).toBeVisible();
    await expect(dialog(page).getByRole('region', { name: 'What you had written and not saved:' })).toContainText('Words of mine');
    await page.goBack();
    await visit(page, '/calendar?event=019aa000-0000-7000-8000-000000000000');
    await expect(dialog(page).getByText('There is no such event')).toBeVisible();
  });
});

test('what a day shows: short events side by side, those of whole days of far zones on their date', async ({ page, service }) => {
  for (const [title, start, end] of [
    ['First', '09:00', '09:05'],
    ['Second', '09:05', '09:10'],
    ['Third', '09:10', '09:30'],
    ['Long', '09:00', '10:00'],
  ] as const) {
    await service.plan({ title, date: today, start, end });
  }
  await service.send('POST', '/api/events', { title: 'Far west', date: today, isAllDay: true, timeZone: 'Pacific/Pago_Pago' });
  await service.send('POST', '/api/events', { title: 'Far east', date: today, isAllDay: true, timeZone: 'Pacific/Kiritimati' });
  await openCalendar(page, service, '?view=day');
  await expect(entry(page, 'Far west')).toBeVisible();
  await expect(entry(page, 'Far east')).toBeVisible();
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
  await page.keyboard.press('ArrowRight');
  await expect(heading(page)).toContainText('21 November');
  await expect(page.locator('.cal-event')).toHaveCount(0);
});

test('the list opens at today on a phone and in a wide window, with what was before above it, also where that was read before', async ({
  page,
  service,
}) => {
  const days = Array.from({ length: 30 }, (_, index) => String(index + 1).padStart(2, '0'));
  await service.createAll(
    '/api/events',
    days.map((day) => ({
      ...{ title: `On the ${Number(day)}.`, date: `2026-11-${day}`, timeZone: 'Europe/Berlin' },
      ...{ start: '09:00', end: '10:00' },
    })),
  );
  await enter(page, service);
  for (const [width, height] of [
    [360, 640],
    [1280, 440],
  ] as const) {
    await page.setViewportSize({ width, height });
    await visitCalendar(page, '?view=list', 'List');
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
    await page.locator('.cal-list-scroller').evaluate((scroller) => {
      scroller.scrollTo({ top: 0 });
    });
    await expect(entry(page, 'On the 1.')).toBeInViewport();
    await service.plan({ title: `In ${width} pixels`, date: '2026-11-02', start: '12:00', end: '13:00' });
    await expect(entry(page, `In ${width} pixels`)).toBeInViewport();
    // Nor does a search, and it is where it was after that.
    await page.keyboard.press('/');
    await expect(page.locator('.cal-view')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(entry(page, `In ${width} pixels`)).toBeInViewport();
    await expect(entry(page, 'On the 20.')).not.toBeInViewport();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('t');
    await expect(entry(page, 'On the 20.')).toBeInViewport();
    await visit(page, '/boards');
    await expect(page.locator('.cal-view')).toHaveCount(0);
  }
});

test('an event that is moved by keys out of what is shown is followed, and the focus is nowhere at no time', async ({ page, service }) => {
  await service.plan({ title: 'Review', date: '2026-11-22', start: '09:00', end: '10:00' });
  await openCalendar(page, service, '?view=week&date=2026-11-22');
  for (const [view, name] of [
    ['week', '23 – 29 Nov'],
    ['day', '23 November'],
  ] as const)
    await test.step(view, async () => {
      await visitCalendar(page, `?view=${view}&date=2026-11-22`, view === 'week' ? 'Week' : 'Day');
      await entry(page, 'Review').focus();
      await page.keyboard.press('Shift+ArrowRight');
      await expect(heading(page)).toContainText(name);
      await expect(entry(page, 'Review')).toBeFocused();
      await page.keyboard.press('Control+z');
      await expect(entry(page, 'Review')).toHaveCount(0);
      await expect(page.locator('.cal-cursor')).toBeFocused();
    });
});

test('an event has the focus after its dialog, and after the question about its series, also where the mouse has opened them', async ({
  page,
  service,
}) => {
  await service.plan({ title: 'Review', date: '2026-11-18', start: '09:00', end: '10:00' });
  await service.plan({ title: 'Daily', date: '2026-11-18', start: '11:00', end: '12:00', recurrence: { rrule: 'FREQ=WEEKLY' } });
  await openCalendar(page, service, '?view=week&date=2026-11-18');
  const form = page.locator('.dialog');
  await entry(page, 'Review').click();
  await expect(form.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(entry(page, 'Review')).toBeFocused();
  await entry(page, 'Review').click();
  await form.getByLabel('Title').fill('Retrospective');
  await page.keyboard.press('Control+Enter');
  await expect(entry(page, 'Retrospective')).toBeFocused();
  await entry(page, 'Retrospective').evaluate((element) => {
    element.blur();
  });
  const before = await boxOf(entry(page, 'Daily'));
  await drag(page, middle(before), { x: middle(before).x, y: middle(before).y + 50 });
  await expect(form.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(entry(page, 'Daily')).toBeFocused();
  await expect.poll(() => boxOf(entry(page, 'Daily'))).toEqual(before);
});

test('a card that is due is moved by keys as an event is: by days, and in a month by weeks; one undo takes a run of them back', async ({
  page,
  service,
}) => {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
  const { id } = await service.send('POST', '/api/cards', { title: 'Order seeds', columnId, dueDate: '2026-11-21' });
  const due = async (): Promise<unknown> => ((await service.send('GET', `/api/cards/${id}`)) as { dueDate?: string }).dueDate;
  await openCalendar(page, service, '?view=week&date=2026-11-18');
  await entry(page, 'Order seeds').focus();
  for (const day of ['22', '23']) {
    await page.keyboard.press('Shift+ArrowRight');
    await expect(page.locator(`.cal-day[data-date="2026-11-${day}"] .cal-event`)).toHaveCount(1);
    await expect(entry(page, 'Order seeds')).toBeFocused();
  }
  await expect(heading(page)).toContainText('23 – 29 Nov');
  await expect(page.getByTestId('announcer')).toHaveText('“Order seeds” moved to Mon 23 Nov');
  await expect.poll(due).toBe('2026-11-23');
  await page.keyboard.press('Control+z');
  await expect.poll(due).toBe('2026-11-21');
  await visitCalendar(page, '?view=month&date=2026-11-18', 'Month');
  await entry(page, 'Order seeds').focus();
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(due).toBe('2026-11-14');
  await expect(entry(page, 'Order seeds')).toBeFocused();
});

test('the part of an event that has opened its dialog has the focus again', async ({ page, service }) => {
  await service.plan({ title: 'Journey', startDate: '2026-11-13', endDate: '2026-11-24', isAllDay: true });
  await openCalendar(page, service, '?view=month&date=2026-11-18');
  await expect(entry(page, 'Journey')).toHaveCount(3);
  await entry(page, 'Journey').last().press('Enter');
  await expect(dialog(page).getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(entry(page, 'Journey').last()).toBeFocused();
});

test('an event that is dragged over the hour that the clocks skip lasts as long as before', async ({ page, service }) => {
  await service.plan({ title: 'Night watch', startTime: '2027-03-28T00:30:00.000Z', endTime: '2027-03-28T01:30:00.000Z' });
  await openCalendar(page, service, '?view=week&date=2027-03-28');
  await entry(page, 'Night watch').scrollIntoViewIfNeeded();
  const before = await boxOf(entry(page, 'Night watch'));
  const target = await pointAt(page, '2027-03-28', 4);
  await drag(page, middle(before), { x: target.x, y: target.y + before.height / 2 });
  await expect.poll(() => times(service)).toBe('2027-03-28T02:00:00.000Z 2027-03-28T03:00:00.000Z');
});
