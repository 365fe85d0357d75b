import { expect, type Page } from '@playwright/test';
import { join } from 'node:path';
import { expectAccessible } from './axe.ts';
import { putBridge } from './bridge.ts';
import { dialog, openCalendar } from './calendar-fixtures.ts';
import { enter, ownersTest, test } from './fixtures.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the note' });
const ringing = (page: Page) => page.getByRole('region', { name: 'Reminders', exact: true });

ownersTest('a reminder is set in the dialog, rings once over two windows, is snoozed and dismissed', async ({ page, service, context }) => {
  // The service follows the real clock: so must the pages.
  await page.clock.setFixedTime(new Date());
  const soon = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  const plan = async (title: string, reminders: readonly object[]): Promise<void> => {
    await service.send('POST', '/api/events', { title, startTime: soon(9), endTime: soon(60), reminders });
  };
  await enter(page, service);
  await expect(ringing(page)).toHaveCount(0);
  await plan('Call the bank', [{ minutesBefore: 10 }]);
  await expect(ringing(page)).toContainText('Call the bank');
  await expect(ringing(page).getByRole('heading')).toHaveText('Reminder');
  const second = await context.newPage();
  await second.clock.setFixedTime(new Date());
  await enter(second, service);
  await plan('Water the plants', [{ minutesBefore: 30 }]);
  // One of both tells of it; each is told of once.
  await expect
    .poll(async () => (await Promise.all([page, second].map((each) => ringing(each).getByText('Water the plants').count()))).join())
    .toMatch(/^(?:1,0|0,1)$/);
  await expect(ringing(second).getByText('Call the bank')).toHaveCount(0);

  await ringing(page).getByRole('button', { name: 'Snooze Call the bank' }).click();
  await page.getByRole('menuitem', { name: '10 minutes' }).click();
  await expect(ringing(page).getByText('Call the bank')).toHaveCount(0);
  await expect
    .poll(() => service.send('GET', `/api/reminders?from=${soon(5)}&to=${soon(15)}`))
    .toMatchObject({ items: [{ title: 'Call the bank' }] });

  const teller = (await ringing(page).count()) > 0 ? page : second;
  await expectAccessible(teller);
  await ringing(teller).getByRole('button', { name: 'Dismiss Water the plants' }).click();
  await expect(ringing(teller)).toHaveCount(0);
  await second.close();
  // An event of whole days has its own day: it begins on the one before, here.
  const day = new Date(Date.now() + 2 * 24 * 60 * 60_000);
  const [date, timeZone] = [day.toISOString().slice(0, 10), 'Pacific/Kiritimati'];
  const minutesBefore = Math.ceil((Date.parse(`${date}T00:00+14:00`) - Date.now()) / 60_000) + 1;
  await service.send('POST', '/api/events', { title: 'Fair', date, isAllDay: true, timeZone, reminders: [{ minutesBefore }] });
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' }).format(day);
  await expect(ringing(page).getByRole('listitem').filter({ hasText: 'Fair' })).toContainText(weekday);
  await ringing(page).getByRole('button', { name: 'Dismiss Fair' }).click();
  await openCalendar(page, service);
  await expect(ringing(page)).toHaveCount(0);
  await page.keyboard.press('c');
  await dialog(page).getByLabel('Title').fill('Dentist');
  await dialog(page).getByRole('button', { name: 'Add reminder' }).click();
  await page.getByRole('menuitem', { name: '10 minutes before' }).click();
  await dialog(page).getByRole('button', { name: 'Add reminder' }).click();
  await page.getByRole('menuitem', { name: 'Custom…' }).click();
  // So long before what begins within the hour that it does not ring any more, which would unfold those that are folded up.
  await dialog(page).getByRole('spinbutton', { name: 'Minutes before' }).fill('155');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('group', { name: 'Reminders' }).getByRole('listitem')).toHaveText([
    '10 minutes before',
    '155 minutes before',
  ]);
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: join(process.env['SHOTS'], 'dialog.png') });
  await dialog(page).getByRole('button', { name: 'Remove reminder: 10 minutes before' }).click();
  // Over a dialog they are folded up.
  await page.setViewportSize({ width: 1000, height: 720 });
  await plan('Feed the cat', [{ minutesBefore: 10 }]);
  await expect(ringing(page).getByRole('button', { name: 'Reminder: show' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Create event' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await ringing(page).getByRole('button', { name: 'Reminder: show' }).click();
  // Messages stand above them, and what the calendar is used by is free.
  await expect(ringing(page).getByText('Feed the cat')).toBeVisible();
  const [panel, message] = await Promise.all([ringing(page).boundingBox(), page.locator('.toast').first().boundingBox()]);
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(panel?.y ?? 0);
  await page.getByRole('button', { name: 'New event', exact: true }).click({ trial: true });
  // In a window that is much enlarged what folds them up is within reach, and messages lie over them.
  await page.setViewportSize({ width: 320, height: 180 });
  expect((await page.locator('.toast').first().boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await plan('Walk the dog', [{ minutesBefore: 10 }]);
  await expect(ringing(page).getByRole('listitem')).toHaveCount(2);
  await ringing(page).getByRole('button', { name: 'Fold up the reminders' }).click();
  await expect
    .poll(
      async () =>
        ((await service.send('GET', '/api/events')) as unknown as { items: { title: string; reminders: object[] }[] }).items.find(
          ({ title }) => title === 'Dentist',
        )?.reminders,
    )
    .toEqual([{ minutesBefore: 155 }]);
});

test('a desktop window leaves reminders to the desktop app, and tells of those that this does not take', async ({ page, service }) => {
  const soon = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  const plan = async (title: string, minutesBefore: number): Promise<object> => {
    const startTime = soon(9);
    const { id } = await service.send('POST', '/api/events', { title, startTime, endTime: soon(60), reminders: [{ minutesBefore }] });
    return { type: 'event', id, at: new Date(Date.parse(startTime) - minutesBefore * 60_000).toISOString() };
  };
  // The real clock, which runs: the window waits for the desktop app.
  await page.clock.setSystemTime(new Date());
  await putBridge(page, service);
  await page.goto(service.frontendUrl);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const items = [await plan('Told by the system', 10)];
  expect(await service.send('POST', '/api/reminders/ring', { items })).toMatchObject({ items });
  await service.send('POST', '/api/reminders/rung', { items });
  await plan('Left to the window', 20);
  await expect(ringing(page)).toContainText('Left to the window');
  await expect(ringing(page)).not.toContainText('Told by the system');
});

ownersTest('reminders are folded up, by themselves over the field that is written in, and snoozed together', async ({ page, service }) => {
  await page.clock.setFixedTime(new Date());
  const soon = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  const plan = async (title: string): Promise<void> => {
    await service.send('POST', '/api/events', { title, startTime: soon(9), endTime: soon(60), reminders: [{ minutesBefore: 10 }] });
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, service, '/notes');
  for (const title of ['Call', 'Walk']) await plan(title);
  const folded = ringing(page).getByRole('button', { name: '2 reminders: show' });
  const whole = ringing(page).getByRole('button', { name: 'Fold up the reminders' });
  await expect(ringing(page).getByRole('listitem')).toHaveCount(2);
  await whole.click();
  await expect(folded).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(whole).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(folded).toBeFocused();
  await page.keyboard.press('Enter');
  // The keys of a menu of theirs are its own.
  await ringing(page).getByRole('button', { name: 'Snooze all' }).click();
  await expect(page.getByRole('menuitem', { name: '1 hour' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(ringing(page).getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+Alt+n');
  // At the bottom of the window they cover no field at its top.
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Typed');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Typed');
  await expect(whole).toBeVisible();
  // They fold over a text that reaches down to them.
  await text(page).focus();
  await page.keyboard.insertText('Line\n\n'.repeat(30));
  await page.getByRole('textbox', { name: 'Title' }).focus();
  await text(page).focus();
  await expect(folded).toBeVisible();
  // It is announced once it is saved: not later, among what is announced below.
  await expect(page.getByTestId('announcer')).toHaveText('Saved');
  await folded.click();
  await ringing(page).getByRole('button', { name: 'Snooze all' }).click();
  await page.getByRole('menuitem', { name: '1 hour' }).click();
  await expect(ringing(page)).toHaveCount(0);
  await expect
    .poll(async () => ((await service.send('GET', `/api/reminders?from=${soon(50)}&to=${soon(70)}`)) as unknown as { total: number }).total)
    .toBe(2);
  // The next one is shown whole, where it covers no field.
  await page.getByRole('textbox', { name: 'Title' }).focus();
  await plan('Dentist');
  await expect(ringing(page).getByText('Dentist')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  // So is one that rings where others were folded up; it alone is announced.
  await page.setViewportSize({ width: 1280, height: 800 });
  await whole.click();
  await expect(ringing(page).getByRole('button', { name: 'Reminder: show' })).toBeVisible();
  await plan('Choir');
  await expect(ringing(page).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByTestId('announcer')).toHaveText('Reminder: Choir');
  // What folds them up stands behind the words of their head.
  const [head, fold] = await Promise.all([ringing(page).getByRole('heading').boundingBox(), whole.boundingBox()]);
  expect(fold?.x ?? 0).toBeGreaterThan(head?.x ?? Infinity);
  await ringing(page).getByRole('button', { name: 'Dismiss Dentist' }).click();
  await expect(ringing(page).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByTestId('announcer')).toHaveText('Reminder: Choir');
  // Over the field that is written in it is folded up, and seen there.
  await page.setViewportSize({ width: 390, height: 844 });
  await text(page).focus();
  await plan('Cinema');
  await expect(folded).toContainText('Cinema');
});
