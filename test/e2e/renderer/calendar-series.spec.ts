import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { boxOf, dayCell, drag, entry, heading, middle, openCalendar, stored } from './calendar-fixtures.ts';
import { sharedTest as test, visit } from './fixtures.ts';

// Messages are dialogs as well.
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: /^(?:New|Edit) event$/ });
const question = (page: Page): Locator => page.getByRole('alertdialog');

async function answer(page: Page, scope: string, button: 'Save' | 'Delete' = 'Save'): Promise<void> {
  await question(page).getByRole('radio', { name: scope, exact: true }).check();
  await question(page).getByRole('button', { name: button }).click();
  await expect(question(page)).toBeHidden();
}

/** The days on which entries with this title begin in the month that is shown, as in “2, 9”. */
const daysOf = (page: Page, title: string): Promise<string> =>
  page.locator('.cal-grid [data-date]').evaluateAll(
    (cells, wanted) =>
      cells
        .filter((cell) => [...cell.querySelectorAll('[data-entry]')].some((each) => each.textContent?.includes(wanted)))
        .map((cell) => cell.getAttribute('data-date')?.slice(5) ?? '')
        .join(' '),
    title,
  );

test('an event repeats; one, the following and all of it are moved, changed and deleted, and each comes back', async ({
  page,
  service,
}) => {
  // The clocks go back on Sunday, 25 October 2026.
  await openCalendar(page, service, '?view=month&date=2026-10-07&new=2026-10-05T09:00/2026-10-05T09:30');
  await dialog(page).getByLabel('Title').fill('Stand-up');
  await dialog(page).getByRole('combobox', { name: 'Repeat: Does not repeat' }).click();
  await expect(page.getByRole('option')).toHaveText([
    'Does not repeat',
    'Daily',
    'Every weekday (Monday to Friday)',
    'Weekly on Monday',
    'Monthly on day 5',
    'Monthly on the first Monday',
    /^Annually on /,
    'Custom…',
  ]);
  await page.getByRole('option', { name: 'Weekly on Monday' }).click();
  await dialog(page).getByRole('button', { name: 'Create event' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect.poll(() => daysOf(page, 'Stand-up')).toBe('10-05 10-12 10-19 10-26');

  // Dragged over the change of the clocks, and only this one. The answer comes late: the change can be taken back before.
  const late = Promise.withResolvers<void>();
  const holdAnswer = async (route: Route): Promise<void> => {
    const response = await route.fetch();
    await late.promise;
    await route.fulfill({ response });
  };
  await page.route('**/api/batch', holdAnswer, { times: 1 });
  await drag(page, middle(await boxOf(entry(page, 'Stand-up').nth(2))), middle(await boxOf(dayCell(page, '2026-10-27'))));
  await answer(page, 'This event');
  await expect.poll(() => daysOf(page, 'Stand-up')).toBe('10-05 10-12 10-26 10-27');
  // The page shows it before the service has it.
  await expect
    .poll(async () => {
      const [moved] = await stored(service, '?startDate=2026-10-27&endDate=2026-10-28');
      return [moved?.startTime, moved?.occurrenceId.split('_')[1]];
    })
    .toEqual(['2026-10-27T08:00:00.000Z', '20261019T070000Z']);
  await page.keyboard.press('Control+z');
  late.resolve();
  await expect.poll(() => daysOf(page, 'Stand-up')).toBe('10-05 10-12 10-19 10-26');

  // Without an answer it goes back to where it was.
  await drag(page, middle(await boxOf(entry(page, 'Stand-up').nth(1))), middle(await boxOf(dayCell(page, '2026-10-15'))));
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => daysOf(page, 'Stand-up')).toBe('10-05 10-12 10-19 10-26');

  // This and the following become another series, on another weekday and with a title of their own.
  await entry(page, 'Stand-up').nth(2).click();
  await dialog(page).getByLabel('Title').fill('Review');
  await dialog(page).getByLabel('Start date').fill('2026-10-20');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await answer(page, 'This and following events');
  await expect(dialog(page)).toBeHidden();
  await expect.poll(() => daysOf(page, 'Review')).toBe('10-20 10-27');
  await expect.poll(() => daysOf(page, 'Stand-up')).toBe('10-05 10-12');
  await page.keyboard.press('Control+z');
  await expect.poll(() => daysOf(page, 'Stand-up')).toBe('10-05 10-12 10-19 10-26');
  await expect.poll(() => daysOf(page, 'Review')).toBe('');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => daysOf(page, 'Review')).toBe('10-20 10-27');

  // All of a series get another rule, which asks about the whole of it alone.
  await entry(page, 'Review').first().click();
  await dialog(page).getByRole('combobox', { name: 'Repeat: Weekly on Tuesday' }).click();
  await page.getByRole('option', { name: 'Custom…' }).click();
  await dialog(page).getByRole('button', { name: 'Thursday' }).click();
  await dialog(page).getByRole('combobox', { name: 'Ends: never' }).click();
  await page.getByRole('option', { name: 'after' }).click();
  await dialog(page).getByLabel('How many times').fill('3');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(question(page).getByRole('radio')).toHaveCount(2);
  await answer(page, 'All events');
  await expect.poll(() => daysOf(page, 'Review')).toBe('10-20 10-22 10-27');

  // Deleted: this one, then all, and both come back.
  await entry(page, 'Review').nth(1).focus();
  await page.keyboard.press('Delete');
  await answer(page, 'This event', 'Delete');
  await expect.poll(() => daysOf(page, 'Review')).toBe('10-20 10-27');
  await expect(entry(page, 'Review').nth(1)).toBeFocused();
  await entry(page, 'Stand-up').first().click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await answer(page, 'All events', 'Delete');
  await expect.poll(() => daysOf(page, 'Stand-up')).toBe('');
  await page.keyboard.press('Control+z');
  await expect.poll(() => daysOf(page, 'Stand-up')).toBe('10-05 10-12');
  await page.keyboard.press('Control+z');
  await expect.poll(() => daysOf(page, 'Review')).toBe('10-20 10-22 10-27');
  // What is back is not in the way of what was done before.
  await page.keyboard.press('Control+z');
  await expect.poll(() => daysOf(page, 'Review')).toBe('10-20 10-27');
});

test('an occurrence that is open is not disputed by a change of another one, but by one of its own', async ({ page, service }) => {
  const times = { startTime: '2026-11-02T09:00:00Z', endTime: '2026-11-02T09:30:00Z', timeZone: 'Europe/Berlin' };
  const { id } = await service.send('POST', '/api/events', { title: 'Stand-up', ...times, recurrence: { rrule: 'FREQ=WEEKLY' } });
  await openCalendar(page, service, `?view=day&date=2026-11-16&event=${id}_20261116T090000Z`);
  await dialog(page).getByLabel('Title').fill('Stand-up, long');
  await service.send('PUT', `/api/events/${id}_20261109T090000Z`, { title: 'Stand-up, short' });
  await service.send('DELETE', `/api/events/${id}_20261123T090000Z`);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await answer(page, 'This event');
  await expect(dialog(page)).toBeHidden();
  await expect
    .poll(async () => (await stored(service, '?startDate=2026-11-01&endDate=2026-11-30')).map(({ title }) => title))
    .toEqual(['Stand-up', 'Stand-up, short', 'Stand-up, long']);
  await visit(page, `/calendar?view=day&date=2026-11-16&event=${id}_20261116T090000Z`);
  await dialog(page).getByLabel('Title').fill('Stand-up, longer');
  await expect(dialog(page).getByText('changed elsewhere while you were editing')).toHaveCount(0);
  await service.send('PUT', `/api/events/${id}_20261116T090000Z`, { location: 'Room 2' });
  await expect(dialog(page).getByText('changed elsewhere while you were editing')).toBeVisible();
});

test('a series that is named as a whole, as a link or the palette does, opens its next occurrence on its day', async ({
  page,
  service,
}) => {
  // Far ahead: which one is the next the service says by its own clock. The first is left out, so the next one is the second.
  await service.plan({
    title: 'Choir',
    date: '2099-10-07',
    start: '20:00',
    end: '22:00',
    recurrence: { rrule: 'FREQ=WEEKLY', exdates: ['2099-10-07T18:00:00Z'] },
  });
  const [series] = await stored(service);
  await openCalendar(page, service, `?view=day&event=${series?.id}`);
  await expect(dialog(page).getByRole('textbox', { name: 'Title' })).toHaveValue('Choir');
  await expect(dialog(page).getByLabel('Start date')).toHaveValue('2099-10-14');
  await expect(page).toHaveURL(/_20991014T180000Z/);
  await page.keyboard.press('Escape');
  await expect(heading(page)).toContainText('14 October 2099');
});
