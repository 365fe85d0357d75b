import { expect } from '@playwright/test';
import { boxOf, dayCell, dialog, drag, entry, middle, openCalendar, pointAt, stored, times } from './calendar-fixtures.ts';
import { sharedTest as test, today, visit } from './fixtures.ts';

test('a new event says what is missing, asks before it is forgotten, and is made by keys, from the palette, and in other zones', async ({
  page,
  service,
}) => {
  await test.step('says what is missing, and asks before it forgets what was typed', async () => {
    await openCalendar(page, service, '?new=2026-11-20T10:00/2026-11-20T11:00');
    await dialog(page)
      .locator('.dialog-body')
      .evaluate((body) => {
        body.scrollTop = 60;
      });
    await expect(dialog(page).getByText('Title', { exact: true })).not.toBeInViewport();
    // The field has the focus, and is partly in sight.
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('Give it a title.', { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(dialog(page).getByText('Title', { exact: true })).toBeInViewport({ ratio: 1 });
    await dialog(page).getByLabel('Title').fill('Walk');
    await dialog(page).getByLabel('End time').fill('09:30');
    await dialog(page).getByRole('button', { name: 'Create event' }).click();
    await expect(dialog(page).getByText('It must end after it starts')).toBeVisible();
    await expect(dialog(page).getByLabel('End time')).toHaveAttribute('aria-invalid', 'true');
    // A later start takes the end along.
    await dialog(page).getByLabel('End time').fill('11:00');
    await dialog(page).getByLabel('Start time').fill('23:30');
    await expect(dialog(page).getByLabel('End date')).toHaveValue('2026-11-21');
    await expect(dialog(page).getByLabel('End time')).toHaveValue('00:30');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page).getByLabel('Title')).toHaveValue('Walk');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(dialog(page)).toBeHidden();
    expect(await stored(service)).toEqual([]);
  });

  await test.step('by keys, from the palette, and at a usual time', async () => {
    await page.keyboard.press('c');
    await expect(dialog(page).getByLabel('Start time')).toHaveValue('15:00');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await page.getByRole('link', { name: 'Today' }).click();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('new event');
    await page.getByRole('option', { name: 'New event' }).click();
    await expect(dialog(page).getByLabel('Title')).toBeFocused();
    await page.keyboard.type('Tea');
    await page.keyboard.press('Enter');
    await expect(entry(page, 'Tea')).toBeVisible();
    await expect.poll(() => times(service)).toBe('2026-11-20T14:00:00.000Z 2026-11-20T15:00:00.000Z');
    // A dialog that is being closed gives the focus back, also when the next one has it.
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step('on the clocks of another place', async () => {
    await visit(page, '/calendar?view=day&new=2026-11-20T17:00/2026-11-20T18:00');
    await expect(dialog(page).getByLabel('Title')).toBeFocused();
    await page.keyboard.type('Call');
    await dialog(page).getByLabel('Time zone', { exact: true }).first().click();
    await page.keyboard.type('tokyo');
    await page.getByRole('option', { name: /Asia\/Tokyo/ }).click();
    await expect(dialog(page).getByText('For you: Fri 20 Nov, 09:00–10:00')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Create event' }).click();
    await expect(entry(page, 'Call')).toContainText('17:00 Tokyo');
    await expect
      .poll(() => stored(service))
      .toContainEqual(expect.objectContaining({ title: 'Call', startTime: '2026-11-20T08:00:00.000Z', timeZone: 'Asia/Tokyo' }));
  });
});

test('an event is moved and made longer by the mouse and by keys, and goes to the lane of whole days and back', async ({
  page,
  service,
}) => {
  await service.plan({ title: 'Review', date: '2026-11-18', start: '09:00', end: '10:00' });
  await openCalendar(page, service, '?view=week');

  await test.step('to the lane of whole days, and undone it has its hours again', async () => {
    const lane = await boxOf(page.locator('.cal-day[data-date="2026-11-17"]').first());
    const box = await boxOf(entry(page, 'Review'));
    await drag(page, { x: box.x + box.width / 2, y: box.y + 12 }, middle(lane));
    const wholeDay = '2026-11-16T23:00:00.000Z 2026-11-17T23:00:00.000Z all day';
    await expect.poll(() => times(service)).toBe(wholeDay);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => times(service)).toBe('2026-11-18T08:00:00.000Z 2026-11-18T09:00:00.000Z');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => times(service)).toBe(wholeDay);
    await entry(page, 'Review').click();
    await dialog(page).getByRole('switch', { name: 'All day' }).click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => times(service)).toBe('2026-11-17T08:00:00.000Z 2026-11-17T09:00:00.000Z');
    await expect(page.locator('.dialog')).toHaveCount(0);
  });

  await test.step('by the mouse, and by keys', async () => {
    const box = await boxOf(entry(page, 'Review'));
    const target = await pointAt(page, '2026-11-19', 11);
    await drag(page, middle(box), { x: target.x, y: target.y + box.height / 2 });
    await expect.poll(() => times(service)).toBe('2026-11-19T10:00:00.000Z 2026-11-19T11:00:00.000Z');
    const moved = await boxOf(entry(page, 'Review'));
    await page.mouse.move(moved.x + moved.width / 2, moved.y + moved.height / 2);
    await drag(
      page,
      { x: moved.x + moved.width / 2, y: moved.y + moved.height - 2 },
      { x: moved.x + moved.width / 2, y: moved.y + moved.height * 1.5 - 4 },
    );
    await expect.poll(() => times(service)).toBe('2026-11-19T10:00:00.000Z 2026-11-19T11:30:00.000Z');
    await entry(page, 'Review').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => times(service)).toBe('2026-11-20T10:00:00.000Z 2026-11-20T11:30:00.000Z');
    await expect(entry(page, 'Review')).toBeFocused();
    await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(() => times(service)).toBe('2026-11-20T09:45:00.000Z 2026-11-20T11:15:00.000Z');
    await expect(page.getByTestId('announcer')).toContainText('“Review” moved to Fri 20 Nov, 10:45');
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await expect.poll(() => times(service)).toBe('2026-11-20T09:45:00.000Z 2026-11-20T11:30:00.000Z');
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await expect.poll(() => times(service)).toBe('2026-11-20T09:45:00.000Z 2026-11-21T11:30:00.000Z');
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Alt+Shift+ArrowLeft');
    // It never ends before it starts.
    await expect.poll(() => times(service)).toBe('2026-11-20T09:45:00.000Z 2026-11-20T11:30:00.000Z');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByLabel('Start time')).toHaveValue('10:45');
  });
});

test('an event of a month shows at once what others do to it, is deleted with a way back, and waits for a service that is away', async ({
  page,
  service,
}) => {
  await openCalendar(page, service, '?view=month');

  await test.step('another client makes, changes or deletes it', async () => {
    const { id } = await service.plan({ title: 'From a script', date: today, start: '09:00', end: '10:00' });
    await expect(entry(page, 'From a script')).toBeVisible();
    await entry(page, 'From a script').click();
    await service.send('PUT', `/api/events/${id}`, { title: 'Renamed' });
    await expect(dialog(page).getByLabel('Title')).toHaveValue('Renamed');
    await dialog(page).getByLabel('Place').fill('Here');
    const body = page.locator('.dialog-body');
    await body.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.route('**/api/events/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"detail":"The disk is full","status":500}' })
        : route.fallback(),
    );
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
    // Far from the button, above what was in sight.
    await expect(dialog(page).getByRole('alert').filter({ hasText: 'full' })).toBeInViewport({ ratio: 1 });
    await page.unroute('**/api/events/*');
    await body.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await service.send('PUT', `/api/events/${id}`, { title: 'Renamed again' });
    await expect(dialog(page).getByText('changed elsewhere while you were editing')).toBeInViewport({ ratio: 1 });
    await dialog(page).getByRole('button', { name: 'Save mine' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect.poll(() => stored(service)).toMatchObject([{ location: 'Here' }]);
    await service.send('DELETE', `/api/events/${id}`);
    await expect(page.locator('.cal-event')).toHaveCount(0);
  });

  await test.step('it is deleted, and comes back when that is undone', async () => {
    await service.plan({ title: 'Review', date: today, start: '09:00', end: '10:00' });
    await expect(entry(page, 'Review')).toBeVisible();
    // It may be drawn anew just then, and the key goes nowhere.
    await expect(async () => {
      if (await entry(page, 'Review').isVisible()) await entry(page, 'Review').press('Delete');
      await expect(entry(page, 'Review')).toBeHidden({ timeout: 10_000 });
    }).toPass();
    // No other event is there to have the focus.
    await expect(page.locator('.cal-cursor')).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(entry(page, 'Review')).toBeVisible();
    await entry(page, 'Review').click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(entry(page, 'Review')).toBeHidden();
    // A user who leaves has decided.
    await page.reload();
    await expect.poll(() => stored(service)).toEqual([]);
  });

  await test.step('changed while the service is away, it is saved when it is back', async () => {
    await service.plan({ title: 'Review', date: today, isAllDay: true });
    await entry(page, 'Review').focus();
    await service.stop();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(dayCell(page, '2026-11-21').locator('.cal-event')).toHaveCount(1);
    await service.start();
    await expect.poll(() => times(service)).toBe('2026-11-20T23:00:00.000Z 2026-11-21T23:00:00.000Z all day');
  });

  await test.step('it jumps back with a reason when another client has changed it meanwhile', async () => {
    const [event] = await stored(service);
    // It comes while the move is on its way: the page cannot have heard of it.
    await page.route('**/api/events/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await service.send('PUT', `/api/events/${event?.id}`, { location: 'Room 1' });
      return route.continue();
    });
    await entry(page, 'Review').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(page.getByText('The event could not be moved').first()).toBeVisible();
    await expect(page.getByText('changed elsewhere meanwhile').first()).toBeVisible();
    await expect.poll(() => times(service)).toBe('2026-11-20T23:00:00.000Z 2026-11-21T23:00:00.000Z all day');
  });
});

test('an event that is refused when its form is closed already is told of, and stands in the form when that is opened again', async ({
  page,
  service,
}) => {
  await service.plan({ title: 'Talk', date: today, start: '10:00', end: '11:00' });
  await openCalendar(page, service, '?view=day');
  const saveAndLeave = async (button: string, told: string): Promise<void> => {
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/\/api\/events(\/[^/]+)?$/, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      asked.resolve();
      await answer.promise;
      return route.fulfill({ status: 507, body: '' });
    });
    await dialog(page).getByRole('button', { name: button, exact: true }).click();
    await asked.promise;
    // What is on its way is not called off.
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toHaveCount(0);
    await dialog(page).locator('.event-actions').getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toHaveCount(0);
    answer.resolve();
    await expect(page.locator('.toast', { hasText: told })).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  };
  await entry(page, 'Talk').click();
  await dialog(page).getByLabel('Title').fill('Talk with all');
  await saveAndLeave('Save', 'The event could not be saved');
  await entry(page, 'Talk').click();
  await expect(dialog(page).getByLabel('Title')).toHaveValue('Talk with all');
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(entry(page, 'Talk with all')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  // Left on an earlier page, and saved when its form is closed, it is not left any more.
  await entry(page, 'Talk with all').click();
  await dialog(page).getByLabel('Title').fill('Talk with some');
  await page.reload();
  await expect(dialog(page).getByLabel('Title')).toHaveValue('Talk with some');
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/api\/events\/[^/]+$/, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    asked.resolve();
    await answer.promise;
    return route.continue();
  });
  await dialog(page).getByLabel('Title').press('Enter');
  await asked.promise;
  // What is typed on would be lost with the form when the answer closes it.
  await expect(dialog(page).getByRole('button', { name: 'Saving…' })).toBeFocused();
  await page.keyboard.type(' and more');
  await expect(dialog(page).getByLabel('Title')).toHaveValue('Talk with some');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  // Opened again before the answer, the form says of its own change neither that it was made elsewhere nor that it is not saved.
  const theirs = dialog(page).getByRole('button', { name: 'Show theirs' });
  const title = dialog(page).getByLabel('Title');
  await entry(page, 'Talk with some').click();
  await expect(title).toHaveValue('Talk with some');
  const isSaved = page.waitForResponse((response) => response.request().method() === 'PUT');
  answer.resolve();
  await (await isSaved).finished();
  await page.unrouteAll({ behavior: 'wait' });
  await expect.poll(async () => (await stored(service)).map(({ title }) => title)).toEqual(['Talk with some']);
  // Nothing is to come: by now the page has heard of the change, and read the event anew.
  await page.waitForTimeout(500);
  await expect(theirs).toHaveCount(0, { timeout: 5000 });
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await entry(page, 'Talk with some').click();
  await expect(title).toHaveValue('Talk with some');
  await expect(theirs).toHaveCount(0, { timeout: 5000 });
  await expect(dialog(page).getByText('not saved is here again')).toHaveCount(0);

  const isNew = '/calendar?view=day&new=2026-11-20T17:00/2026-11-20T18:00';
  await visit(page, isNew);
  await dialog(page).getByLabel('Title').fill('Walk');
  await saveAndLeave('Create event', 'The event could not be created');
  await visit(page, isNew);
  await expect(dialog(page).getByLabel('Title')).toHaveValue('Walk');
});
