import { expect, type Page } from '@playwright/test';
import { push } from '../../support/tiers.ts';
import { expectAccessible } from './axe.ts';
import { enter, type RunningService, sharedTest as test } from './fixtures.ts';
import { expectStored, makeNote, openNote, status, stored, turnTo } from './notes-fixtures.ts';

test.describe('a note', () => {
  test('is made, named and written', async ({ page, service }) => {
    await enter(page, service, '/notes');
    await expect(page.getByRole('heading', { name: 'No notes yet' })).toBeVisible();
    await page.getByRole('button', { name: 'New note' }).first().click();
    const title = page.getByRole('textbox', { name: 'Title' });
    await expect(title).toBeFocused();
    await page.keyboard.type('Groceries');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Bread and milk');
    await expect(status(page)).toHaveText('Saved');
    await expect(page).toHaveTitle('Groceries – Daybook');
    await expect(page.getByRole('link', { name: /Groceries/ })).toContainText('Bread and milk');
    await expect(title).toHaveValue('Groceries');
    await expect(page.getByRole('textbox', { name: 'Text of the note' })).toHaveText('Bread and milk');
    await expectAccessible(page);
  });

  test('keeps what is typed, be it while a script writes, the service is away, or the history that leads to it is gone', async ({
    page,
    service,
  }) => {
    await enter(page, service, '/notes');

    await test.step('takes in what a script adds while the user types, and the cursor stays', async () => {
      const { id, editor } = await turnTo(page, service, 'Log', 'First\n\nLast\n');
      await editor.getByText('Last').click();
      await page.keyboard.press('End');
      await page.keyboard.type(' and ');
      await service.send('POST', `/api/notes/${id}/delta`, { edits: [{ oldText: 'First', newText: 'First of all, by a script' }] });
      await expect(editor).toContainText('First of all, by a script');
      await page.keyboard.type('least');
      await expect(editor).toContainText('Last and least');
      await expectStored(service, id, 'First of all, by a script\n\nLast and least\n');
    });

    await test.step('keeps what is typed when the history that leads to it is gone', async () => {
      const { id, editor } = await turnTo(page, service, 'Compacted', 'One\n\nTwo\n');
      await refuse(page, service, 410, { code: 'history_gone', detail: 'Read the note again' });
      await editor.getByText('Two').click();
      await page.keyboard.press('End');
      await page.keyboard.type(' typed');
      await service.send('POST', `/api/notes/${id}/delta`, { edits: [{ oldText: 'One', newText: 'One by a script' }] });
      await expect(editor.locator('p')).toHaveText(['One by a script', 'Two typed']);
      await page.unroute(/\/delta$/);
      await expectStored(service, id, 'One by a script\n\nTwo typed\n');
      await page.keyboard.type('!');
      await expectStored(service, id, 'One by a script\n\nTwo typed!\n');
    });

    await test.step('keeps what is typed while the service is away, and sends it when it is back', async () => {
      const { id, editor } = await turnTo(page, service, 'Train', 'Start');
      await editor.click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' here');
      await expectStored(service, id, 'Start here');
      await service.stop();
      await page.keyboard.type(' and go on');
      await expect(status(page)).toHaveText(/changes waiting/);
      await page.getByRole('link', { name: 'Today' }).click();
      await page.getByRole('link', { name: 'Notes' }).first().click();
      await page.goBack();
      await page.goBack();
      await expect(editor).toHaveText('Start here and go on');
      await service.start();
      await expect(status(page)).toHaveText('Saved');
      await expect.poll(async () => (await stored(service, id)).content).toBe('Start here and go on');
    });
  });

  test('is the same in two windows in which people type at the same time', push, async ({ page, service, context }) => {
    const id = await makeNote(service, 'Shared', 'One\n\nTwo\n');
    const one = await openNote(page, service, id);
    const other = await context.newPage();
    const two = await openNote(other, service, id);
    await one.getByText('One').click();
    await page.keyboard.press('End');
    await two.getByText('Two').click();
    await other.keyboard.press('End');
    await Promise.all([page.keyboard.type(' abcdef ghij', { delay: 15 }), other.keyboard.type(' 012345 6789', { delay: 15 })]);
    const both = 'One abcdef ghij\n\nTwo 012345 6789\n';
    await expectStored(service, id, both);
    for (const editor of [one, two]) await expect(editor.locator('p')).toHaveText(['One abcdef ghij', 'Two 012345 6789']);
    await one.getByText('One').click();
    await Promise.all([page.keyboard.press('Home'), other.keyboard.press('Home')]);
    await Promise.all([page.keyboard.type('ab', { delay: 10 }), other.keyboard.type('12', { delay: 10 })]);
    await expectStored(service, id, 'abOne abcdef ghij\n\n12Two 012345 6789\n');
  });

  test('says why something cannot be saved, and keeps it', async ({ page, service }) => {
    const id = await makeNote(service, 'Full', 'Old\n');
    const editor = await openNote(page, service, id);
    await refuse(page, service, 413, { code: 'too_large', detail: 'A note is at most 5 MiB long' });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' and new');
    await expect(page.getByRole('alert')).toContainText('A note is at most 5 MiB long');
    await expectAccessible(page);
    await page.unroute(/\/delta$/);
    let made = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/notes') made += 1;
    });
    await page.getByRole('button', { name: 'Keep my text as a new note' }).dblclick();
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Full (my version)');
    await expect(editor).toHaveText('Old and new');
    expect(made).toBe(1);
  });

  test('what is typed while a note is made of what cannot be saved stays in the note', async ({ page, service }) => {
    const id = await makeNote(service, 'Full again', 'Old\n');
    const editor = await openNote(page, service, id);
    await refuse(page, service, 413, { code: 'too_large', detail: 'A note is at most 5 MiB long' });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' and new');
    const { promise: goOn, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/api\/notes$/, async (route) => {
      if (route.request().method() === 'POST') await goOn;
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Keep my text as a new note' }).click();
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' and more');
    await expect(editor).toHaveText('Old and new and more');
    release();
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Full again (my version)');
    await expect(editor).toHaveText('Old and new');
    await page.goto(`${service.frontendUrl}/notes/${id}`);
    await expect(editor).toHaveText('Old and new and more');
    await expect(page.getByRole('button', { name: 'Keep my text as a new note' })).toBeVisible();
  });

  test('warns before the tab is closed with unsaved changes', async ({ page, service }) => {
    const id = await makeNote(service, 'Warn', 'x\n');
    const editor = await openNote(page, service, id);
    await page.route(/\/delta$/, (route) => route.abort());
    await editor.click();
    await page.keyboard.type('unsaved');
    await expect(status(page)).toHaveText(/changes? waiting/);
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await page.unroute(/\/delta$/);
    await expect(status(page)).toHaveText('Saved');
  });
});

/** Has every change refused until the route is taken away. */
async function refuse(page: Page, service: RunningService, code: number, problem: object): Promise<void> {
  await page.route(/\/delta$/, (route) =>
    route.fulfill({
      status: code,
      headers: { 'Access-Control-Allow-Origin': service.frontendUrl, 'Content-Type': 'application/problem+json' },
      body: JSON.stringify(problem),
    }),
  );
}
