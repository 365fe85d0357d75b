// Two clients change one card at once: neither takes what the other wrote without asking.

import { expect, type Page } from '@playwright/test';
import { enter, sharedTest as test, type RunningService } from './fixtures.ts';

async function openCard(page: Page, service: RunningService, fields: object): Promise<string> {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Both' });
  const { id } = await service.send('POST', '/api/cards', { title: 'Write', columnId, ...fields });
  await enter(page, service, `/boards/Both/cards/${id}`);
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Write');
  return id;
}

const card = (service: RunningService, id: string) => service.send('GET', `/api/cards/${id}`) as Promise<{ [name: string]: unknown }>;

/** Has another client change the card right before the next change of this page gets there. */
async function others(page: Page, service: RunningService, id: string, changes: object): Promise<void> {
  let isFirst = true;
  await page.route(new RegExp(`/api/cards/${id}(?:/checklist)?$`), async (route) => {
    if (isFirst && route.request().method() === 'PUT') {
      isFirst = false;
      await service.send('PUT', new URL(route.request().url()).pathname, changes);
    }
    await route.continue();
  });
}

test('a description that others have changed before it gets there is asked about, and so is a title', async ({ page, service }) => {
  const id = await openCard(page, service, { description: 'Base' });
  const dialog = page.getByRole('dialog');
  await others(page, service, id, { description: 'Base of theirs' });
  await dialog.locator('.note-text').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' of mine');
  const dispute = dialog.getByRole('alert');
  await expect(dispute).toContainText('This was changed elsewhere');
  expect(await card(service, id)).toMatchObject({ description: 'Base of theirs' });
  await dispute.getByRole('button', { name: 'Keep mine' }).click();
  await expect(dispute).toHaveCount(0);
  await expect.poll(async () => (await card(service, id))['description']).toBe('Base of mine');

  await page.unrouteAll();
  await others(page, service, id, { title: 'Theirs' });
  await dialog.getByLabel('Title').fill('Mine');
  await expect(dispute).toContainText('This was changed elsewhere');
  await expect(dialog.getByLabel('Title')).toHaveValue('Mine');
  await dispute.getByRole('button', { name: 'Take theirs' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Theirs');

  // Where the card is closed already, a message tells of it.
  await page.unrouteAll();
  await others(page, service, id, { title: 'Theirs again' });
  await dialog.getByLabel('Title').fill('Mine again');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Your text is kept, unsaved: open the card to choose.').first()).toBeVisible();
  await page.locator('.card').click();
  await expect(dispute).toContainText('This was changed elsewhere');
  await dispute.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(async () => (await card(service, id))['title']).toBe('Mine again');
});

test('what others write while a text is on its way is asked about, also when more is written before the answer', async ({
  page,
  service,
}) => {
  const id = await openCard(page, service, { description: 'Base' });
  const dialog = page.getByRole('dialog');
  const answer = Promise.withResolvers<void>();
  const sent: unknown[] = [];
  await page.route(`**/api/cards/${id}`, async (route) => {
    if (route.request().method() === 'PUT') {
      sent.push(route.request().postDataJSON());
      await answer.promise;
    }
    await route.continue();
  });
  await dialog.locator('.note-text').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' of mine');
  await expect.poll(() => sent.length).toBe(1);
  const isRead = page.waitForResponse((response) => response.request().method() === 'GET' && response.url().endsWith(`/api/cards/${id}`));
  await service.send('PUT', `/api/cards/${id}`, { description: 'Base of theirs' });
  await (await isRead).finished();
  await page.keyboard.insertText(' again');
  // Nothing is to come, and no second change to be sent: longer than the pause after which it is saved.
  await page.waitForTimeout(1500);
  answer.resolve();
  await expect(dialog.getByRole('alert')).toContainText('This was changed elsewhere');
  await expect(dialog.locator('.note-text')).toHaveText('Base of mine again');
  expect(await card(service, id)).toMatchObject({ description: 'Base of theirs' });
});

test('what others change beside a text is no reason to ask', async ({ page, service }) => {
  const id = await openCard(page, service, { description: 'Base' });
  const dialog = page.getByRole('dialog');
  await others(page, service, id, { title: 'Theirs' });
  await dialog.locator('.note-text').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' of mine');
  await expect.poll(() => card(service, id)).toMatchObject({ title: 'Theirs', description: 'Base of mine' });
  await expect(dialog.getByLabel('Title')).toHaveValue('Theirs');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});

test('a description that is refused stays, also where the card is in the trash meanwhile', async ({ page, service }) => {
  const id = await openCard(page, service, { description: 'Base' });
  const dialog = page.getByRole('dialog');
  const text = dialog.locator('.note-text');
  let refused = 0;
  // The page reads late what the service has, and the user goes on typing then, too.
  const late = Promise.withResolvers<void>();
  await page.route('**/api/cards?*', async (route) => {
    if (refused > 1) await late.promise;
    await route.continue();
  });
  await page.route(`**/api/cards/${id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    refused += 1;
    // The user goes on typing before the answer.
    if (refused === 1) await page.keyboard.insertText(' two');
    return route.fulfill({ status: 500, body: '' });
  });
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' one');
  await expect.poll(() => refused).toBe(2);
  await expect(page.locator('.toast').filter({ hasText: 'could not be saved' }).first()).toBeVisible();
  await expect(text).toHaveText('Base one two');
  await page.unroute(`**/api/cards/${id}`);
  await page.keyboard.insertText(' three');
  await expect.poll(async () => (await card(service, id))['description']).toBe('Base one two three');
  late.resolve();
  await expect(text).toHaveText('Base one two three');
  await expect(dialog.getByRole('alert')).toHaveCount(0);

  let isTrashed = false;
  await page.route(`**/api/cards/${id}`, async (route) => {
    if (route.request().method() === 'PUT' && !isTrashed) {
      isTrashed = true;
      await service.send('POST', '/api/trash', { type: 'card', id });
    }
    await route.continue();
  });
  await page.keyboard.insertText(' four');
  await expect(dialog.getByText('There is no such card')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.keyboard.press('Escape');
  const { items } = (await service.send('GET', '/api/trash')) as unknown as { items: { id: string }[] };
  await service.send('POST', `/api/trash/${items[0]?.id}/restore`);
  await page.locator('.card').click();
  await expect(text).toHaveText('Base one two three four');
  await expect.poll(async () => (await card(service, id))['description']).toBe('Base one two three four');
});

test('a description that Escape leaves is sent once, also where it is refused', async ({ page, service }) => {
  const id = await openCard(page, service, { description: 'Base' });
  const dialog = page.getByRole('dialog');
  let sent = 0;
  await page.route(`**/api/cards/${id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    sent += 1;
    return route.fulfill({ status: 500, body: '' });
  });
  await dialog.locator('.note-text').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' one');
  await page.keyboard.press('Escape');
  // A second one would be on its way by then.
  await expect(dialog.getByText('This could not be saved.')).toBeVisible();
  expect(sent).toBe(1);
});

test('a due date, a progress and a checklist that are refused stay with a way to send them again', async ({ page, service }) => {
  await page.route('**/api/cards/*/links', (route) => route.fulfill({ status: 500, body: '' }));
  const id = await openCard(page, service, { dueDate: '2026-11-25' });
  const failed = page.getByRole('status').filter({ hasText: 'The links could not be read' });
  await expect(failed).toBeVisible();
  await page.unrouteAll();
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(failed).toBeHidden();
  await service.send('PUT', `/api/cards/${id}/checklist`, { checklist: [{ text: 'Base', completed: false }] });
  const dialog = page.getByRole('dialog');
  const due = dialog.getByRole('textbox', { name: 'Due date', exact: true });
  const item = dialog.getByLabel('Done: Base');
  await expect(item).toBeVisible();
  // Neither does the page learn what the service has.
  await page.route(/\/api\/cards[/?]/, (route) => route.fulfill({ status: 500, body: '' }));
  // Emptied, the title stays so while its next one is thought of; without one it is what it was.
  await dialog.getByLabel('Title').fill('');
  // Nothing is to come: longer than the pause after which it would be saved.
  await page.waitForTimeout(1000);
  await expect(dialog.getByLabel('Title')).toHaveValue('');
  await due.fill('2026-12-24');
  await expect(dialog.getByLabel('Title')).toHaveValue('Write');
  await dialog.getByLabel('Progress').fill('60');
  await item.click();
  const again = dialog.getByRole('button', { name: 'Try again' });
  await expect(again).toHaveCount(3);
  await expect(due).toHaveValue('2026-12-24');
  await expect(dialog.getByLabel('Progress')).toHaveValue('60');
  await expect(item).toBeChecked();
  await page.unrouteAll({ behavior: 'wait' });
  for (let left = 3; left > 0; left -= 1) {
    await again.first().click();
    await expect(again).toHaveCount(left - 1);
  }
  await expect
    .poll(() => card(service, id))
    .toMatchObject({ dueDate: '2026-12-24', progress: 60, checklist: [{ text: 'Base', completed: true }] });
});

test('a due date keeps its time of day while a part of it is typed, and is none once all its parts are emptied', async ({
  page,
  service,
}) => {
  const id = await openCard(page, service, { dueDate: '2026-11-25T17:30:00' });
  const dialog = page.getByRole('dialog');
  const [due, time] = [dialog.getByLabel('Due date', { exact: true }), dialog.getByLabel('Time')];
  await due.focus();
  // The day or the month, as the browser has it.
  await page.keyboard.press('0');
  await expect(due).toHaveValue('');
  await expect(time).toHaveValue('17:30');
  await page.keyboard.press('5');
  await expect.poll(async () => (await card(service, id)).dueDate).toMatch(/^2026-(05-25|11-05)T17:30:00$/);
  await page.keyboard.press('Backspace');
  await expect(due).toHaveValue('');
  await time.focus();
  await expect(due).toHaveValue(/^2026-(05-25|11-05)$/);
  await due.focus();
  for (const key of ['Backspace', 'ArrowRight', 'Backspace', 'ArrowRight']) await page.keyboard.press(key);
  await expect(time).toHaveValue('17:30');
  await page.keyboard.press('Backspace');
  await expect(time).toBeHidden();
  await expect.poll(async () => (await card(service, id)).dueDate).toBeNull();
});

test('items of a checklist that several add at once are all there', async ({ page, service }) => {
  const id = await openCard(page, service, {});
  const done = (text: string) => ({ text, completed: true });
  await service.send('PUT', `/api/cards/${id}/checklist`, { checklist: [done('Base')] });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Item 1', { exact: true })).toHaveValue('Base');
  await others(page, service, id, { checklist: [done('Base'), done('Theirs')] });
  const field = dialog.getByPlaceholder('Add an item');
  await field.fill('Mine');
  await field.press('Enter');
  const texts = async (): Promise<unknown> => ((await card(service, id))['checklist'] as { text: string }[]).map(({ text }) => text);
  await expect.poll(texts).toEqual(['Base', 'Mine', 'Theirs']);
  await expect(dialog.getByLabel('Item 3', { exact: true })).toHaveValue('Theirs');
  await field.fill('More');
  await field.press('Enter');
  await expect.poll(texts).toEqual(['Base', 'Mine', 'Theirs', 'More']);

  // The first of two is refused, and what others add meanwhile has been read with a newer version of the card.
  await page.unrouteAll({ behavior: 'wait' });
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    /\/checklist$/,
    async (route) => {
      asked.resolve();
      await answer.promise;
      await route.fulfill({ status: 409, body: '' });
    },
    { times: 1 },
  );
  await field.fill('First');
  await field.press('Enter');
  await asked.promise;
  const { checklist } = (await card(service, id)) as { checklist: object[] };
  await service.send('PUT', `/api/cards/${id}/checklist`, { checklist: [...checklist, done('Latest')] });
  await service.send('PUT', `/api/cards/${id}`, { title: 'Rewritten' });
  await expect(dialog.getByLabel('Title')).toHaveValue('Rewritten');
  await field.fill('Second');
  await field.press('Enter');
  await expect(dialog.getByLabel('Item 6', { exact: true })).toHaveValue('Second');
  // It is sent once that of the first is answered.
  await page.waitForFunction((name) => {
    const [, kept = 'null'] = Object.entries(localStorage).find(([key]) => key.endsWith(name)) ?? [];
    const { value } = JSON.parse(kept) as { readonly value: { readonly sent: readonly { readonly text: string }[] | null } };
    return value.sent?.some(({ text }) => text === 'Second');
  }, `card/${id}/checklist`);
  answer.resolve();
  await expect.poll(texts).toEqual(['Base', 'Mine', 'Theirs', 'More', 'First', 'Second', 'Latest']);
});

test('a reminder that was removed stays so while an earlier change is answered and the card is read again', async ({ page, service }) => {
  const reminders = [10, 30, 60].map((minutesBefore) => ({ minutesBefore }));
  const id = await openCard(page, service, { dueDate: '2026-11-25', reminders });
  const list = page.getByRole('dialog').getByRole('group', { name: 'Reminders' });
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let sent = 0;
  await page.route(`**/api/cards/${id}`, async (route) => {
    if (route.request().method() === 'PUT') {
      sent += 1;
      await gates[sent - 1]?.promise;
    }
    await route.continue();
  });
  await list.getByRole('button', { name: 'Remove reminder: 10 minutes before' }).click();
  await list.getByRole('button', { name: 'Remove reminder: 30 minutes before' }).click();
  await expect(list.getByRole('listitem')).toHaveText(['1 hour before']);
  // Of the first change the service answers, and the feed tells, while the second is still on its way.
  const isRead = page.waitForResponse((response) => response.request().method() === 'GET' && response.url().endsWith(`/api/cards/${id}`));
  gates[0]?.resolve();
  await (await isRead).finished();
  await expect.poll(() => sent).toBe(2);
  await list.getByRole('button', { name: 'Add reminder' }).click();
  await page.getByRole('menuitem', { name: '5 minutes before' }).click();
  await expect(list.getByRole('listitem')).toHaveText(['5 minutes before', '1 hour before']);
  gates[1]?.resolve();
  await expect.poll(async () => (await card(service, id))['reminders']).toEqual([{ minutesBefore: 5 }, { minutesBefore: 60 }]);
  await expect(list.getByRole('listitem')).toHaveText(['5 minutes before', '1 hour before']);
});

test('labels and reminders that others choose before those of this page get there stay with them', async ({ page, service }) => {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Both lists' });
  const labels = await Promise.all(
    ['Mine', 'Theirs'].map((name) => service.send('POST', '/api/projects/Both%20lists/labels', { name, color: 'teal' })),
  );
  const [mine, theirs] = labels.map((label) => label.id);
  const { id } = await service.send('POST', '/api/cards', { title: 'Write', columnId, dueDate: '2031-05-05' });
  await enter(page, service, `/boards/Both lists/cards/${id}`);
  await others(page, service, id, { labelIds: [theirs] });
  await page.getByRole('button', { name: 'Edit labels' }).click();
  await page.getByRole('checkbox', { name: 'Mine' }).click();
  await expect.poll(async () => (await card(service, id))['labelIds']).toEqual([theirs, mine]);
  await page.keyboard.press('Escape');

  await page.unrouteAll();
  await others(page, service, id, { reminders: [{ minutesBefore: 5 }] });
  await page.getByRole('button', { name: 'Add reminder' }).click();
  await page.getByRole('menuitem', { name: '1 hour before' }).click();
  await expect.poll(async () => (await card(service, id))['reminders']).toEqual([{ minutesBefore: 5 }, { minutesBefore: 60 }]);
});
