import { expect, type Locator, type Page } from '@playwright/test';
import { join } from 'node:path';
import { createDAVClient } from 'tsdav';
import { boxOf, dayCell, dialog, drag, entry, middle, openCalendar, stored, visitCalendar } from './calendar-fixtures.ts';
import { isLong } from '../../support/property.ts';
import { sharedTest as test, today } from './fixtures.ts';
import { expectRefusalStays } from './refusals.ts';

interface Listed {
  readonly items: readonly { readonly isVisible: boolean }[];
}

const layers = (page: Page) => page.getByRole('region', { name: 'Calendars', exact: true });

test.describe('calendars', () => {
  test('are layers: made, shown or not, chosen for an event, changed with a way back, deleted after a question; in a narrow window too', async ({
    page,
    service,
  }) => {
    await service.plan({ title: 'Dentist', date: today, start: '09:00', end: '10:00' });
    await openCalendar(page, service);
    const list = layers(page);
    await list.getByRole('button', { name: 'Add a calendar' }).click();
    await page.getByRole('menuitem', { name: 'New calendar…' }).click();
    await dialog(page).getByLabel('Name').fill('Family');
    await dialog(page).getByRole('radio', { name: 'Teal' }).click();
    const name = dialog(page).getByLabel('Name');
    await expectRefusalStays(page, {
      path: /\/api\/calendars$/,
      field: name,
      failed: 'The calendar could not be created',
      send: () => dialog(page).getByRole('button', { name: 'Create calendar' }).click(),
    });
    await expect(list.getByRole('checkbox', { name: 'Family' })).toBeChecked();
    await expect(dialog(page)).toHaveCount(0);

    await page.keyboard.press('c');
    await dialog(page).getByLabel('Title').fill('Picnic');
    await dialog(page)
      .getByRole('combobox', { name: /^Calendar:/ })
      .click();
    await page.getByRole('option', { name: 'Family' }).click();
    await dialog(page).getByRole('button', { name: 'Create event' }).click();
    await expect(entry(page, 'Picnic')).toBeVisible();
    // In a full day it would be a number alone.
    await expect(page.locator('.toast', { hasText: '“Picnic” added' }).getByRole('button', { name: 'Undo' })).toBeVisible();

    // It has the colour of its calendar until it is given one: purple is one as the others are.
    const color = async (): Promise<string | undefined> => (await stored(service)).find(({ title }) => title === 'Picnic')?.color;
    const choice = (name: string): Locator => dialog(page).getByRole('radio', { name, exact: true });
    const shown = (): Promise<string> =>
      entry(page, 'Picnic')
        .locator('.cal-dot')
        .evaluate((dot) => getComputedStyle(dot).backgroundColor);
    await expect.poll(color).toBe('purple');
    const teal = await shown();
    for (const [from, to, kept] of [
      ['As the calendar', 'Purple', '#800080'],
      ['Purple', 'As the calendar', 'purple'],
    ] as const) {
      await entry(page, 'Picnic').click();
      await expect(dialog(page).getByRole('radiogroup', { name: 'Colour' }).getByRole('radio', { checked: true })).toHaveAccessibleName(
        from,
      );
      await choice(to).click();
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await expect(dialog(page)).toHaveCount(0);
      await expect.poll(color).toBe(kept);
      await expect.poll(async () => (await shown()) === teal).toBe(kept === 'purple');
    }

    await list.getByRole('checkbox', { name: 'Family' }).click();
    await expect(entry(page, 'Picnic')).toHaveCount(0);
    await expect(entry(page, 'Dentist')).toBeVisible();
    await list.getByRole('checkbox', { name: 'Family' }).click();
    await expect(entry(page, 'Picnic')).toBeVisible();

    await list.getByRole('button', { name: 'More for Family' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    await dialog(page).getByLabel('Name').fill('Relatives');
    await expectRefusalStays(page, {
      path: /\/api\/calendars\//,
      field: name,
      failed: 'The calendar could not be changed',
      send: () => dialog(page).getByRole('button', { name: 'Save' }).click(),
    });
    await expect(list.getByRole('checkbox', { name: 'Relatives' })).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(list.getByRole('checkbox', { name: 'Family' })).toBeVisible();

    const picnic = async (): Promise<string | undefined> => (await stored(service)).find(({ title }) => title === 'Picnic')?.calendarId;
    const family = await picnic();
    await list.getByRole('button', { name: 'More for Family' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await dialog(page).getByRole('button', { name: 'Delete calendar' }).click();
    await expect(list.getByRole('checkbox', { name: 'Family' })).toHaveCount(0);
    // Its events were moved, as the question proposes; one step back brings it back with them.
    await expect(entry(page, 'Picnic')).toBeVisible();
    await expect.poll(picnic).not.toBe(family);
    const moved = await picnic();
    await expect(page.getByRole('dialog', { name: 'Delete “Family”?' })).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(list.getByRole('checkbox', { name: 'Family' })).toBeVisible();
    await expect.poll(picnic).toBe(family);
    await page.keyboard.press('Control+Shift+z');
    await expect(list.getByRole('checkbox', { name: 'Family' })).toHaveCount(0);
    await expect.poll(picnic).toBe(moved);
    await expect.poll(async () => (await stored(service)).map(({ title }) => title).toSorted()).toEqual(['Dentist', 'Picnic']);

    // With its events it goes into the trash, and one step back brings all of it.
    const choir = await service.send('POST', '/api/calendars', { name: 'Choir' });
    await service.plan({ title: 'Concert', date: today, start: '19:00', end: '20:00', calendarId: choir.id });
    await expect(entry(page, 'Concert')).toBeVisible();
    await list.getByRole('button', { name: 'More for Choir' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await dialog(page)
      .getByRole('combobox', { name: /^Its events/ })
      .click();
    await page.getByRole('option', { name: 'Into the trash with it' }).click();
    await dialog(page).getByRole('button', { name: 'Delete calendar' }).click();
    await expect(entry(page, 'Concert')).toHaveCount(0);
    await expect(list.getByRole('checkbox', { name: 'Choir' })).toHaveCount(0);
    await expect.poll(async () => (await stored(service)).map(({ title }) => title).toSorted()).toEqual(['Dentist', 'Picnic']);
    // The feed tells of it before the answer closes the dialog, to which keys belong as long as it is open.
    await expect(dialog(page)).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(list.getByRole('checkbox', { name: 'Choir' })).toBeChecked();
    await expect(entry(page, 'Concert')).toBeVisible();

    // Where there is no room beside the calendar they stand in a window of their own.
    await page.setViewportSize({ width: 360, height: 740 });
    await visitCalendar(page, '?view=month', 'Month');
    await expect(layers(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'More for the calendar' }).click();
    await page.getByRole('menuitem', { name: 'Show calendars' }).click();
    await expect(layers(page).getByRole('checkbox', { name: 'Calendar' })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(layers(page)).toHaveCount(0);
  });

  test('that are hidden are shown again when the user puts an event into them: by a form, by moving one, and by quick capture', async ({
    page,
    service,
  }) => {
    const { items: usual } = (await service.send('GET', '/api/calendars')) as unknown as { items: { id: string }[] };
    const family = await service.send('POST', '/api/calendars', { name: 'Family' });
    const hide = (id: string | undefined) => service.send('PUT', `/api/calendars/${id}`, { isVisible: false });
    const box = (name: string) => layers(page).getByRole('checkbox', { name, exact: true });
    const chooseFamily = async (): Promise<void> => {
      await dialog(page)
        .getByRole('combobox', { name: /^Calendar:/ })
        .click();
      await page.getByRole('option', { name: 'Family' }).click();
    };
    await hide(family.id);
    await service.plan({ title: 'Dentist', date: today, start: '09:00', end: '10:00' });
    await openCalendar(page, service);
    await expect(box('Family')).not.toBeChecked();
    await page.keyboard.press('c');
    await dialog(page).getByLabel('Title').fill('Picnic');
    await chooseFamily();
    await dialog(page).getByRole('button', { name: 'Create event' }).click();
    await expect(entry(page, 'Picnic')).toBeVisible();
    await expect(box('Family')).toBeChecked();

    await box('Family').click();
    await expect(entry(page, 'Picnic')).toHaveCount(0);
    await entry(page, 'Dentist').click();
    await chooseFamily();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(box('Family')).toBeChecked();
    await expect(entry(page, 'Dentist')).toBeVisible();

    await hide(usual[0]?.id);
    await expect(box('Calendar')).not.toBeChecked();
    await page.keyboard.press('q');
    await page.getByRole('radio', { name: 'Event' }).click();
    await page.locator('.capture-text').fill(`Call ${today}`);
    await page.keyboard.press('Enter');
    await expect(page.locator('.capture-outcome')).toContainText('Saved in');
    await page.keyboard.press('Escape');
    await expect(box('Calendar')).toBeChecked();
  });

  test('have the cards that are due beside them, until they are hidden: dragged to another day, one is due then, until that is undone', async ({
    page,
    service,
  }) => {
    const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
    const { id } = await service.send('POST', '/api/cards', { title: 'Order seeds', columnId, dueDate: '2026-11-19' });
    await service.send('POST', '/api/cards', { title: 'Call back', columnId, dueDate: '2026-11-18T15:00:00' });
    const due = async (): Promise<unknown> => ((await service.send('GET', `/api/cards/${id}`)) as { dueDate?: string }).dueDate;
    await service.send('POST', '/api/calendars', { name: 'Family' });
    await openCalendar(page, service, '?view=month');
    const card = page.locator('a.cal-event', { hasText: 'Order seeds' });
    await drag(page, middle(await boxOf(card)), middle(await boxOf(dayCell(page, '2026-11-25'))));
    await expect.poll(due).toBe('2026-11-25');
    await expect(page.getByText('“Order seeds” is due on another day')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(due).toBe('2026-11-19');
    await layers(page).getByRole('checkbox', { name: 'Due cards' }).click();
    await expect(card).toHaveCount(0);
    await layers(page).getByRole('checkbox', { name: 'Due cards' }).click();
    await visitCalendar(page, '?view=week', 'Week');
    await expect(page.locator('a.cal-event', { hasText: 'Call back' })).toContainText('15:00');
    const called = middle(await boxOf(page.locator('a.cal-event', { hasText: 'Call back' })));
    await drag(page, called, { ...called, y: called.y + 150 });
    await expect(page.getByText('“Call back” is due at another time')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.locator('a.cal-event', { hasText: 'Call back' })).toContainText('15:00');
    await visitCalendar(page, '?view=list&date=2026-11-18', 'List');
    await expect(page.locator('a.cal-event', { hasText: 'Call back' })).toHaveText('Card: 15:00Call back');
    await expect(page.locator('a.cal-event', { hasText: 'Order seeds' })).toHaveText('Card: All dayOrder seeds');
    // The cards stand in the rows of the list as events do.
    await service.plan({ title: 'Dinner', date: '2026-11-20', start: '19:00', end: '20:00' });
    const dinner = await boxOf(page.locator('.cal-event', { hasText: 'Dinner' }));
    expect(await boxOf(card)).toMatchObject({ x: dinner.x, width: dinner.width, height: dinner.height });
    await visitCalendar(page, '?view=week', 'Week');
    await page.getByRole('button', { name: 'More for the calendar' }).click();
    await page.getByRole('menuitem', { name: 'Hide cards with due dates' }).click();
    await expect(page.locator('a.cal-event')).toHaveCount(0);
    await layers(page).getByRole('checkbox', { name: 'Family' }).click();
    await expect(layers(page).getByRole('checkbox', { name: 'Family' })).not.toBeChecked();
    await expect
      .poll(async () => ((await service.send('GET', '/api/calendars')) as unknown as Listed).items.map(({ isVisible }) => isVisible))
      .toEqual([true, false]);
    // What is shown is kept.
    await page.reload();
    await expect(layers(page).getByRole('checkbox', { name: 'Family' })).not.toBeChecked();
    await page.getByRole('button', { name: 'More for the calendar' }).click();
    await page.getByRole('menuitem', { name: 'Show cards with due dates' }).click();
    await service.send('PUT', `/api/cards/${id}`, { completedAt: '2026-11-19T12:00:00Z' });
    await expect(page.locator('a.cal-event', { hasText: 'Order seeds' })).toContainText('done');
    await page.locator('a.cal-event', { hasText: 'Order seeds' }).click();
    await expect(page).toHaveURL(new RegExp(`/boards/Garden/cards/${id}$`));
    await expect(page.getByRole('dialog').getByText('Order seeds').first()).toBeVisible();
  });

  test('are used by other programs: an address, a name and a password that is made for them, by which an event comes at once', async ({
    page,
    service,
  }) => {
    await openCalendar(page, service);
    await layers(page).getByRole('button', { name: 'Add a calendar' }).click();
    await page.getByRole('menuitem', { name: 'Calendar programs…' }).click();
    const form = dialog(page);
    const { username } = (await service.send('GET', '/api/auth/me')) as unknown as { readonly username: string };
    await expect(form.getByLabel('User name', { exact: true })).toHaveValue(username);
    await form.getByRole('button', { name: 'Make a password' }).click();
    const [address, name, password] = [
      await form.getByLabel('Address', { exact: true }).inputValue(),
      await form.getByLabel('User name', { exact: true }).inputValue(),
      await form.getByLabel('Password', { exact: true }).inputValue(),
    ];
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await form.getByRole('button', { name: 'Copy: Password' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    const client = await createDAVClient({
      serverUrl: address,
      credentials: { username: name, password },
      authMethod: 'Basic',
      defaultAccountType: 'caldav',
    });
    const [calendar] = await client.fetchCalendars();
    const lines = ['BEGIN:VEVENT', 'UID:phone', 'DTSTAMP:20260101T000000Z', 'SUMMARY:From the phone'];
    const when = [`DTSTART:${today.replaceAll('-', '')}T090000Z`, `DTEND:${today.replaceAll('-', '')}T100000Z`];
    const iCalString = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', ...lines, ...when, 'END:VEVENT', 'END:VCALENDAR', ''].join(
      '\r\n',
    );
    if (calendar === undefined) throw new Error('No calendar was found');
    // Told by the change feed alone: the page is neither loaded anew nor touched, and reads its events once it has heard of it. By the
    // clock, which a busy machine slows down, it is measured in a long run.
    await page.evaluate(() => {
      document.documentElement.dataset['kept'] = 'true';
    });
    const read = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/events');
    expect((await client.createCalendarObject({ calendar, filename: 'phone.ics', iCalString })).status).toBe(201);
    const answered = performance.now();
    await read;
    await expect(entry(page, 'From the phone')).toBeVisible();
    const took = performance.now() - answered;
    if (isLong) expect(took).toBeLessThan(1_000);
    await expect(page.locator('html')).toHaveAttribute('data-kept', 'true');
  });

  test('come in from a file after a look at what would come of it, go out again, and are shared by an address', async ({
    page,
    service,
  }) => {
    await openCalendar(page, service, '?view=month&date=2026-03-01');
    // Messages are dialogs as well.
    const form = page.locator('.dialog');
    const more = layers(page).getByRole('button', { name: 'More for Calendar' });
    const entryOf = async (name: string): Promise<void> => {
      await more.click();
      await page.getByRole('menuitem', { name }).click();
    };
    await entryOf('Import…');
    await form.getByLabel('Choose a calendar file').setInputFiles(join(import.meta.dirname, '../../http/calendars/google.ics'));
    await expect(form).toContainText('3 new, 0 changed, 0 as they are.');
    expect(await stored(service)).toHaveLength(0);
    await form.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(entry(page, 'Digging on a Tuesday')).toBeVisible();
    // Undone as one, and done again.
    await expect(form).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(entry(page, 'Digging on a Tuesday')).toHaveCount(0);
    expect(await stored(service)).toHaveLength(0);
    await page.keyboard.press('Control+Shift+z');
    await expect(entry(page, 'Digging on a Tuesday')).toBeVisible();
    await entryOf('Import…');
    await form.getByLabel('Choose a calendar file').setInputFiles(join(import.meta.dirname, '../../http/calendars/outlook.ics'));
    await expect(form).toContainText('3 new, 0 changed, 0 as they are.');
    await form.getByText('1 event cannot be used').click();
    await expect(form).toContainText('Planet Mars');
    await form.getByText('1 thing has no place here').click();
    await expect(form).toContainText('VTODO');
    await form.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(entry(page, 'Wochenbeginn')).toHaveCount(4);
    // The feed tells of the events before the answer closes the dialog, to which keys belong as long as it is open.
    await expect(form).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(entry(page, 'Wochenbeginn')).toHaveCount(0);
    await expect(entry(page, 'Digging on a Tuesday')).toBeVisible();
    const download = page.waitForEvent('download');
    await entryOf('Export');
    expect((await download).suggestedFilename()).toBe('Calendar.ics');
    await entryOf('Share by an address…');
    await form.getByRole('button', { name: 'Make an address' }).click();
    const url = await form.getByLabel('Secret address').inputValue();
    expect(await (await fetch(url)).text()).toContain('SUMMARY:Plant fair');
    await form.getByRole('button', { name: 'Close' }).click();
    await entryOf('Share by an address…');
    await form.getByRole('button', { name: 'End it' }).click();
    await expect.poll(async () => (await fetch(url)).status).toBe(404);
  });
});
