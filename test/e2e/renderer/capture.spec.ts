import { expect, type Page } from '@playwright/test';
import { push } from '../../support/tiers.ts';
import { expectAccessible } from './axe.ts';
import { putBridge, told } from './bridge.ts';
import { enter, type RunningService, sharedTest as test, test as alone, today, visit } from './fixtures.ts';

const text = (page: Page) => page.locator('.capture-text');
const outcome = (page: Page) => page.locator('.capture-outcome');

async function inbox(service: RunningService): Promise<readonly { id: string; content: string }[]> {
  const { items } = (await service.send('GET', '/api/notes?include=content')) as unknown as {
    items: { id: string; title: string; content: string }[];
  };
  return items.filter(({ title }) => title === 'Inbox');
}

async function openCapture(page: Page, service: RunningService): Promise<void> {
  await enter(page, service, '/capture');
  await expect(text(page)).toBeFocused();
}

test('a thought goes to the end of the inbox, which is made when there is none', async ({ page, service }) => {
  await openCapture(page, service);
  await page.keyboard.type('First thought');
  await page.keyboard.press('Enter');
  // The second need not wait for the first.
  await page.keyboard.type('Second, ');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('of two lines');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await inbox(service)).map(({ content }) => content))
    .toEqual(['First thought\n\nSecond, \nof two lines\n']);
  await expect(text(page)).toHaveValue('');
  await expect(outcome(page)).toHaveText('Saved in Inbox');
  const [note] = await inbox(service);
  await service.send('POST', `/api/notes/${note?.id}/delta`, { edits: [{ append: 'By a script' }] });
  await page.keyboard.type('Third');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await inbox(service)).map(({ content }) => content))
    .toEqual(['First thought\n\nSecond, \nof two lines\nBy a script\n\nThird\n']);
  await expectAccessible(page);
  await outcome(page).getByRole('link', { name: 'Inbox' }).click();
  await expect(page).toHaveURL(`${service.frontendUrl}/notes/${note?.id}`);
  await expect(page.getByRole('textbox', { name: 'Text of the note' })).toContainText('Third');
});

test('a card goes to the board that was chosen last, and the link to it leads there, whatever the board is called', async ({
  page,
  service,
}) => {
  const columns: Record<string, string> = {};
  for (const projectId of ['Garden', 'House']) {
    columns[projectId] = (await service.send('POST', '/api/columns', { title: 'To do', projectId })).id;
    await service.send('POST', '/api/columns', { title: 'Done', projectId });
  }
  await openCapture(page, service);
  await page.getByRole('radio', { name: 'Card' }).check();
  await page.getByRole('combobox', { name: /^Board/ }).click();
  await page.getByRole('option', { name: 'House' }).click();
  await text(page).fill('Paint the door');
  await text(page).press('Enter');
  await expect(outcome(page)).toHaveText('Saved in House');
  await visit(page, '/notes');
  await expect(text(page)).toHaveCount(0);
  await visit(page, '/capture');
  await expect(text(page)).toBeFocused();
  await page.getByRole('radio', { name: 'Card' }).check();
  await expect(page.getByRole('combobox', { name: 'Board: House' })).toBeVisible();
  await expectAccessible(page);
  const cards = (await service.send('GET', `/api/cards/column/${columns['House']}`)) as unknown as { items: object[] };
  expect(cards.items).toMatchObject([{ title: 'Paint the door' }]);

  await service.send('POST', '/api/columns', { title: 'To do', projectId: 'C++ 50% #1?' });
  await page.getByRole('combobox', { name: /^Board/ }).click();
  await page.getByRole('option', { name: 'C++ 50% #1?' }).click();
  await text(page).fill('Measure again');
  await text(page).press('Enter');
  await outcome(page).getByRole('link', { name: 'C++ 50% #1?' }).click();
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Measure again');
  await expect(page.locator('#main h1')).toHaveText('C++ 50% #1?');
  await expect(page.locator('#main')).toContainText('To do');
});

test('an event is planned, for an hour or the whole day, or when and how often its words tell', push, async ({ page, service }) => {
  await openCapture(page, service);
  await page.getByRole('radio', { name: 'Event' }).check();
  await expect(page.getByLabel('Day')).toHaveValue(today);
  await expect(page.getByLabel('From')).toHaveValue('15:00');
  await page.getByLabel('From').fill('23:30');
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('00:30');
  // A part of another time is none: how long it takes stays.
  await page.getByLabel('From').focus();
  await page.keyboard.press('0');
  await expect(page.getByLabel('From')).toHaveValue('');
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('00:30');
  await page.keyboard.press('8');
  await expect(page.getByLabel('From')).toHaveValue('20:30');
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('21:30');
  await page.getByLabel('From').fill('23:30');
  await text(page).fill('Night walk');
  await text(page).press('Enter');
  await expect(outcome(page)).toHaveText('Saved in Night walk');
  await page.getByLabel('From').fill('');
  await text(page).fill('Day off');
  await text(page).press('Enter');
  await expect(outcome(page)).toHaveText('Saved in Day off');
  const events = async () => ((await service.send('GET', '/api/events')) as unknown as { items: object[] }).items;
  expect(await events()).toHaveLength(2);
  expect(await events()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: 'Night walk', startTime: '2026-11-20T22:30:00.000Z', endTime: '2026-11-20T23:30:00.000Z' }),
      expect.objectContaining({ title: 'Day off', isAllDay: true, startTime: '2026-11-19T23:00:00.000Z' }),
    ]),
  );

  await text(page).fill('Lunch with Eva next friday 12:30 for 45 minutes every week');
  await expect(page.getByRole('list', { name: 'Understood from the title' })).toContainText('27');
  await expectAccessible(page);
  await text(page).press('Enter');
  await expect(outcome(page)).toHaveText('Saved in Lunch with Eva');
  // The fields show the time that the words tell; what is set by hand counts instead, and the words for it go.
  await text(page).fill('Dinner next friday 12:30');
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue('2026-11-27');
  await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue('12:30');
  await page.getByRole('textbox', { name: 'From' }).fill('08:15');
  await expect(text(page)).toHaveValue('Dinner');
  await expect(page.getByRole('list', { name: 'Understood from the title' })).toHaveCount(0);
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue('2026-11-27');
  await page.getByLabel('Day', { exact: true }).fill('2026-12-20');
  await text(page).press('Enter');
  await expect(outcome(page)).toHaveText('Saved in Dinner');
  expect(await events()).toContainEqual(
    expect.objectContaining({ title: 'Dinner', startTime: '2026-12-20T07:15:00.000Z', endTime: '2026-12-20T08:15:00.000Z' }),
  );
  // Several days have no place in them, and need none.
  await page.getByLabel('Day', { exact: true }).fill('');
  await text(page).fill('Trip 24 Dec 18:00 to 26 Dec 10:00');
  await expect(page.getByLabel('Day', { exact: true })).toHaveCount(0);
  await text(page).press('Enter');
  await expect(outcome(page)).toHaveText('Saved in Trip');
  await page.getByLabel('Day', { exact: true }).fill(today);
  // What is saved before it could be shown counts as well; one press keeps it as text.
  await text(page).fill('Call 9am');
  await page.getByRole('button', { name: /Keep “9am”/ }).click();
  await text(page).press('Enter');
  await expect(outcome(page)).toHaveText('Saved in Call 9am');
  expect(await events()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        title: 'Lunch with Eva',
        startTime: '2026-11-27T11:30:00.000Z',
        endTime: '2026-11-27T12:15:00.000Z',
        recurrence: expect.objectContaining({ rrule: expect.stringContaining('FREQ=WEEKLY') }),
      }),
      expect.objectContaining({ title: 'Call 9am' }),
    ]),
  );
});

test('it opens above any page by a key, says what is missing, and is left by Escape', async ({ page, service }) => {
  await enter(page, service, '/settings');
  await page.keyboard.press('q');
  await expect(page.getByRole('dialog', { name: 'Quick capture' })).toBeVisible();
  await expect(text(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Write something first.' })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await page.getByRole('radio', { name: 'Card' }).check();
  await text(page).fill('No board');
  await text(page).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'There is no board yet.' })).toBeVisible();
  await expect(text(page)).toHaveValue('No board');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('what is saved while the service is away is kept until it is back', push, async ({ page, service }) => {
  await openCapture(page, service);
  await service.stop();
  await page.keyboard.type('In the dark');
  await page.keyboard.press('Enter');
  await expect(outcome(page)).toContainText('Daybook is not answering');
  await service.start();
  await expect(outcome(page)).toHaveText('Saved in Inbox');
  await expect.poll(async () => (await inbox(service)).map(({ content }) => content)).toEqual(['In the dark\n']);
});

test('what is refused while the next thought is being written is told beside it, and is no part of it', async ({ page, service }) => {
  await openCapture(page, service);
  let release = (): void => undefined;
  const typed = new Promise<void>((resolve) => {
    release = resolve;
  });
  const problem = { type: 'about:blank', title: 'Insufficient Storage', status: 507, detail: 'The disk is full', code: 'storage_full' };
  await page.route('**/api/notes', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await typed;
    return route.fulfill({ status: 507, contentType: 'application/problem+json', body: JSON.stringify(problem) });
  });
  const long = `Refused thought ${'that goes on and on '.repeat(20)}to its end`;
  await text(page).fill(long);
  await page.keyboard.press('Enter');
  await page.keyboard.type('The next one');
  release();
  await expect(page.getByRole('alert').filter({ hasText: 'The disk is full' })).toBeVisible();
  const refused = page.getByRole('list', { name: 'Not saved' });
  await expect(refused).toHaveText(long);
  const takeUp = refused.getByRole('button', { name: /^Write on at “Refused thought/ });
  await expect(takeUp).toBeInViewport({ ratio: 1 });
  await expect(text(page)).toHaveValue('The next one');
  await expectAccessible(page);
  await page.unroute('**/api/notes');
  await page.keyboard.press('Enter');
  await expect(outcome(page)).toHaveText('Saved in Inbox');
  const other = await page.context().newPage();
  await other.goto(page.url());
  const shownThere = other.getByRole('list', { name: 'Not saved' });
  await expect(shownThere).toHaveText(long);
  await takeUp.click();
  await expect(text(page)).toBeFocused();
  // Another window, which does not know that, has its words still.
  await text(other).fill('Something else');
  await expect(shownThere).toHaveText(long);
  await other.close();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await inbox(service)).map(({ content }) => content)).toEqual([`The next one\n\n${long}\n`]);
  await expect(refused).toHaveCount(0);
});

alone('the small window of the desktop is closed by Escape, and keeps what is written', async ({ page, service }) => {
  await putBridge(page, service);
  await page.setViewportSize({ width: 560, height: 360 });
  await page.goto(`${service.frontendUrl}/capture`);
  await expect(text(page)).toBeFocused();
  await page.keyboard.type('Half a thou');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await told(page)).calls).toEqual(['closeCapture']);
  await expect(text(page)).toHaveValue('Half a thou');
  await page.keyboard.type('ght');
  await page.keyboard.press('Enter');
  await expect(outcome(page)).toHaveText('Saved in Inbox');
  await expect(outcome(page).getByRole('link')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(360);
});

test('in a narrow window the day and the times of an event begin and end at one edge', push, async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openCapture(page, service);
  await page.getByRole('radio', { name: 'Event' }).check();
  const fields = page.locator('.capture-when .input');
  await expect(fields).toHaveCount(3);
  const edges = await fields.evaluateAll((all) =>
    all.map((field) => field.getBoundingClientRect()).map(({ left, right }) => [left, right]),
  );
  expect(edges[1]).toEqual(edges[0]);
  expect(edges[2]).toEqual(edges[0]);
});
