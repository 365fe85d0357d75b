// The runs of an agent: a task, decisions, and what comes of it.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator } from '@playwright/test';
import { says } from '../../support/agent.ts';
import { json } from '../../support/provider.ts';
import { push } from '../../support/tiers.ts';
import { expectAccessible } from './axe.ts';
import { ownersTest, sent, sharedTest, test } from './chat-fixtures.ts';
import type { Note } from '../../../main/contract/notes.ts';
import { enter, visit } from './fixtures.ts';
import { makeNote, openNote } from './notes-fixtures.ts';

/** Kills its service. */
const mortal = test.extend({ dies: true });

sharedTest('a task about a note: one change is allowed, one denied, and all of it undone', async ({ page, service, provider }) => {
  const id = await makeNote(service, 'Launch', 'We go live on Tuesday.\n\nBook the room.\n');
  const read = async (): Promise<Note> => (await service.send('GET', `/api/notes/${id}`)) as unknown as Note;
  const content = async (): Promise<string> => (await read()).content;
  const { version } = await read();
  provider.answer(
    says('I change the date.', {
      name: 'edit_note',
      args: { id, version, edits: [{ oldText: 'on Tuesday', newText: 'on Thursday' }] },
    }),
    says('And a note for the room.', { name: 'create_note', args: { title: 'Room', content: 'Book it' } }),
    says('The date is **changed**.\n\n```\ncode\n```\n\n<b id="own">x</b> ![p](https://example.com/p.png)'),
  );

  await openNote(page, service, id);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Ask the agent about this note' }).click();
  const task = page.getByRole('textbox', { name: 'What is to be done' });
  await expect(task).toBeFocused();
  await expect(task).toHaveValue(`About the note “Launch” (id ${id}):\n`);
  await page.keyboard.type('Move it to Thursday');
  await page.keyboard.press('Control+Enter');

  const change = page.getByRole('region', { name: 'Waits for your decision: Change a note: Launch' });
  await expect(change.locator('del')).toContainText('on Tuesday');
  await expect(change.locator('ins')).toContainText('on Thursday');
  await expect(page.getByRole('link', { name: /^Runs/ })).toHaveAccessibleName(/1 run waits for you/);
  await expect.poll(() => content()).toContain('Tuesday');

  // It waits as long as it takes.
  const { pathname } = new URL(page.url());
  await visit(page, '/notes');
  await expect(page.getByText('I change the date.')).toHaveCount(0);
  await visit(page, pathname);
  await expect(page.getByText('I change the date.')).toBeVisible();
  await page.keyboard.press('w');
  await expect(change).toBeFocused();
  await expectAccessible(page);
  await change.getByRole('button', { name: 'Allow once' }).click();

  const create = page.getByRole('region', { name: 'Waits for your decision: Make a note: Room' });
  await expect(create).toBeFocused();
  await expect.poll(() => content()).toContain('Thursday');
  await create.getByRole('button', { name: 'Deny' }).click();
  await page.keyboard.type('Not now');
  await page.keyboard.press('Enter');

  await expect(page.getByText('The date is changed.')).toBeVisible();
  await expect(page.getByTestId('announcer')).toContainText('The run is done');
  await expect(page.locator('#own, .run-answer img')).toHaveCount(0);
  expect(JSON.stringify(sent(provider))).toContain('Not now');
  await page.getByText('Make a note').click();
  await expect(page.getByText('Reason: Not now')).toBeVisible();

  // On paper there is nothing to press, and nothing is cut off.
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.run-page').getByText('The date is changed.')).toBeVisible();
  await expect(page.locator('.run-page').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.locator('.run-answer pre code')).toHaveCSS('white-space', 'pre-wrap');
  await page.emulateMedia({ media: null });

  await page.getByRole('button', { name: 'Undo its changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 thing is as before.' })).toBeVisible();
  await expect.poll(() => content()).toContain('Tuesday');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'All runs' }).click();
  const list = page.getByRole('list', { name: 'Runs' });
  await expect(list.getByRole('listitem')).toContainText([/About the note “Launch”.*Done.*330 tokens/]);
  await expectAccessible(page);
  await list.getByRole('link').click();
  await page.getByRole('button', { name: 'Delete run' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete run' }).click();
  await expect(page.getByText('No runs yet')).toBeVisible();
});

sharedTest('a run is decided on, undone and deleted by keyboard: the focus is never nowhere', push, async ({ page, service, provider }) => {
  const make = (title: string): ReturnType<typeof says> => says('So be it.', { name: 'create_note', args: { title, content: '' } });
  provider.answer(make('One'), make('Two'), says('That was all.'));
  await enter(page, service);
  await visit(page, '/runs');
  const task = page.getByRole('textbox', { name: 'What is to be done' });
  await task.fill('Two notes');
  await task.press('Control+Enter');
  const approval = (title: string): Locator => page.getByRole('region', { name: `Waits for your decision: Make a note: ${title}` });
  await expect(approval('One')).toBeVisible();
  // Enlarged, the field at the lower edge does not cover what has the focus.
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const low of [
    { width: 640, height: 400 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(low);
    for (const name of ['Allow once', 'Deny']) {
      await page.locator('#main').evaluate((main) => {
        main.scrollTo(0, 0);
      });
      const button = approval('One').getByRole('button', { name });
      await button.evaluate((element) => {
        element.focus();
      });
      const [box, field] = [await button.boundingBox(), await page.locator('.steer').boundingBox()];
      expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(field?.y ?? 0);
    }
    // What is asked stands first where it is more than there is room for.
    await page.keyboard.press('w');
    await expect(approval('One')).toBeFocused();
    await expect(approval('One').locator('.approval-head')).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize(size);
  await approval('One').getByRole('button', { name: 'Allow once' }).press('Enter');
  await expect(approval('Two')).toBeFocused();
  await approval('Two').getByRole('button', { name: 'Allow once' }).press('Enter');
  await expect(page.getByText('That was all.')).toBeVisible();
  await expect(page.locator('#main')).toBeFocused();
  const undo = page.getByRole('button', { name: 'Undo its changes' });
  await undo.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '2 things are as before.' })).toBeVisible();
  await expect(undo).toBeFocused();
  await page.getByRole('button', { name: 'Delete run' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete run' }).press('Enter');
  await expect(page.getByText('No runs yet')).toBeVisible();
  await expect(page.locator('#main:focus, #main :focus')).toBeVisible();
});

sharedTest(
  'what is typed while a task is being started stays, and so does the page that was opened meanwhile',
  async ({ page, service, provider }) => {
    provider.answer(says('Done.'));
    await enter(page, service, '/runs');
    const task = page.getByRole('textbox', { name: 'What is to be done' });
    let held = Promise.withResolvers<void>();
    await page.route('**/api/ai/agent/runs', async (route) => {
      if (route.request().method() === 'POST') await held.promise;
      await route.continue();
    });
    await task.fill('Tidy up');
    await task.press('Control+Enter');
    await expect(page.getByRole('button', { name: 'Starting…' })).toBeDisabled();
    await page.keyboard.type(' and plan');
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeAttached();
    const answered = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/runs'));
    held.resolve();
    expect((await answered).status()).toBe(201);
    await page.getByRole('link', { name: /^Runs/ }).click();
    const runs = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
    await expect(runs).toContainText('Tidy up');
    await expect(task).toHaveValue('Tidy up and plan');

    // Where the user is back before it is started, it cannot be started twice.
    held = Promise.withResolvers();
    await task.press('Control+Enter');
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await page.getByRole('link', { name: /^Runs/ }).click();
    await expect(task).toHaveValue('Tidy up and plan');
    await expect(page.getByRole('button', { name: 'Starting…' })).toBeDisabled();
    held.resolve();
    await expect(task).toHaveValue('');
    await expect(runs).toHaveCount(2);
    await page.unrouteAll({ behavior: 'wait' });
  },
);

ownersTest('what fails says why and goes on; what goes on can be told something and stopped', async ({ page, service, provider }) => {
  provider.answer(json(401, { error: { message: 'Incorrect API key provided' } }));
  await enter(page, service, '/runs');
  await page.keyboard.press('c');
  await expect(page.locator('textarea:focus, input:focus')).toBeVisible();
  await page.keyboard.type('Say hello');
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Most steps' }).fill('1000');
  await expect(page.getByText('Must be a whole number from 1 to 100.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Most steps' }).fill('5');
  await page.getByRole('button', { name: 'Start' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'The run has failed' });
  await expect(failure).toContainText('does not accept the key');
  await expect(failure.getByRole('link', { name: 'Open the settings' })).toBeVisible();

  provider.answer(says('Hello'), () => undefined);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('Hello', { exact: true })).toBeVisible();
  await expect(page.getByText(/step 1 of at most 5/)).toBeVisible();
  await page.keyboard.press('m');
  await page.keyboard.type('And good night');
  await page.keyboard.press('Enter');
  await expect(page.getByText('And good night')).toBeVisible();
  await page.keyboard.type('Not yet sent');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('The run was cancelled.', { exact: false })).toBeVisible();
  // What takes no messages any more shows what was being written.
  await expect(page.getByRole('region', { name: 'What you had written and not saved:' })).toContainText('Not yet sent');
  await expectAccessible(page);
});

ownersTest('with the keyboard alone: runs about selected text, a card, and nothing in particular', async ({ page, service, provider }) => {
  const id = await makeNote(service, 'Launch', 'Book the room.\n\nAsk Mira.\n');
  provider.answer(says('It is booked.'));
  // The form is in memory by then: it takes the focus at once, and keeps it.
  const task = page.getByRole('textbox', { name: 'What is to be done' });
  await enter(page, service, '/runs');
  await expect(task).toBeVisible();
  await visit(page, `/notes/${id}`);
  const editor = page.getByRole('textbox', { name: 'Text of the note' });
  const palette = page.getByPlaceholder('Search, or do something…');
  await editor.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+End');
  // In the text this is the key for a link.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+k');
  await expect(palette).toBeFocused();
  await palette.fill('Ask the agent about the sel');
  await expect(page.getByRole('option', { selected: true })).toContainText('Ask the agent about the selected text');
  await page.keyboard.press('Enter');
  await expect(task).toBeFocused();
  await expect(task).toHaveValue(`About this part of the note “Launch” (id ${id}):\n> Book the room.\n\n`);
  await page.keyboard.type('Do it');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('It is booked.')).toBeVisible();
  expect(sent(provider).at(-1)?.content).toContain('> Book the room.\n\nDo it');

  // About a card.
  const column = await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'launch' });
  const card = await service.send('POST', '/api/cards', { title: 'Send invitations', columnId: column.id });
  await visit(page, `/boards/launch/cards/${card.id}`);
  const ask = page.getByRole('button', { name: 'Ask the agent' });
  await ask.focus();
  await page.keyboard.press('Enter');
  await expect(task).toBeFocused();
  await expect(task).toHaveValue(`About the card “Send invitations” (id ${card.id}):\n`);
  await task.fill('');

  // Without a subject.
  await page.keyboard.press('Control+k');
  await expect(palette).toBeFocused();
  await palette.fill('Ask the agent');
  await expect(page.getByRole('option', { selected: true })).toContainText('Ask the agent');
  await page.keyboard.press('Enter');
  await expect(task).toBeFocused();
  await expect(task).toHaveValue('');
});

mortal(
  'runs that a program starts are told as they come; one that writes a file, and one that the service was stopped in',
  async ({ page, service, provider }) => {
    const folder = mkdtempSync(join(tmpdir(), 'daybook-runs-page-'));
    const file = join(folder, 'plan.md');
    const lines = Array.from({ length: 40 }, (_, index) => `Line ${index + 1} of the plan`);
    writeFileSync(file, `${lines.join('\n')}\n`);
    await service.send('PUT', '/api/config', { WORKSPACE_ROOT: folder });
    const start = async (task: string): Promise<string> => (await service.send('POST', '/api/ai/agent/runs', { task })).id;
    try {
      await enter(page, service, '/runs');
      await expect(page.getByText('No runs yet')).toBeVisible();
      provider.answer(
        says('', { name: 'edit_file', args: { path: 'plan.md', edits: [{ oldText: 'Line 20 of', newText: 'Line twenty of' }] } }),
        says('Changed.'),
      );
      await start('Change the plan');
      const rows = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
      await expect(rows).toContainText([/Change the plan.*Waits for you.*110 tokens/]);
      const sidebar = page.getByRole('link', { name: /^Runs/ });
      await expect(sidebar).toHaveAccessibleName(/1 run waits for you/);

      await rows.getByRole('link').focus();
      await page.keyboard.press('Enter');
      const change = page.getByRole('region', { name: /^Waits for your decision: Change a file: plan.md/ });
      // The line that changes with those around it, and not the file.
      await expect(change.getByText('Line twenty of the plan')).toBeVisible();
      await expect(change.locator('del')).toContainText('20');
      await expect(change.locator('ins')).toContainText('twenty');
      await expect(change.getByText('Line 2 of the plan')).toHaveCount(0);
      await page.keyboard.press('w');
      await expect(change).toBeFocused();
      const allow = change.getByRole('button', { name: 'Allow once' });
      for (let presses = 0; presses < 8 && !(await allow.evaluate((button) => button === document.activeElement)); presses += 1)
        await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Changed.', { exact: true })).toBeVisible();
      expect(readFileSync(file, 'utf8')).toContain('Line twenty of the plan');
      await expect(sidebar).not.toHaveAccessibleName(/waits for you/);

      provider.answer(() => undefined);
      const id = await start('Think for long');
      await page.getByRole('link', { name: 'All runs' }).click();
      await expect(rows.first()).toContainText(/Think for long.*Working/);
      await rows.first().getByRole('link').click();
      await expect(page.getByText('The model works…')).toBeVisible();
      await service.kill();
      await expect(page.getByText('What the run does meanwhile appears as soon as it is back.', { exact: false })).toBeVisible();
      provider.answer(says('Thought.'));
      await service.revive();
      await expect(page.locator('#main').getByText('The run was interrupted')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Go on' }).click();
      await expect(page.getByText('Thought.', { exact: true })).toBeVisible();

      // Another window, or a program, says something to it.
      provider.answer(says('Once more.'));
      await service.send('POST', `/api/ai/agent/runs/${id}/messages`, { content: 'Again' });
      await expect(page.getByText('Once more.', { exact: true })).toBeVisible();
      await service.send('DELETE', `/api/ai/agent/runs/${id}`);
      await expect(page.getByText('There is no such run')).toBeVisible();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

ownersTest('without a model the way leads to the settings', async ({ page, service, provider }) => {
  provider.answer();
  await service.send('PUT', '/api/config', { AI_BASE_URL: null });
  await enter(page, service, '/runs');
  await page.getByRole('link', { name: 'Open the settings' }).click();
  await expect(page).toHaveURL(/\/settings\/models$/);
});

sharedTest('in a window that is low, or enlarged four times, a run and the chat have room', async ({ page, service, provider }) => {
  provider.answer(says('Done.'));
  const { id } = await service.send('POST', '/api/ai/agent/runs', { task: 'Look' });
  await page.setViewportSize({ width: 320, height: 256 });
  await enter(page, service, `/runs/${id}`);
  const field = page.locator('.steer');
  await expect(page.getByText('Done.')).toBeAttached();
  // It comes at the end of the run, and does not stand above it.
  await expect(field).not.toBeInViewport();
  await field.scrollIntoViewIfNeeded();
  await expect(field).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Control+j');
  const chat = page.getByRole('complementary', { name: 'Chat' });
  await expect(chat.getByRole('textbox')).toBeFocused();
  expect((await chat.locator('.conversation').boundingBox())?.height).toBeGreaterThan(130);
  await chat.getByRole('button', { name: 'Close' }).scrollIntoViewIfNeeded();
  await expect(chat.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
  await chat.getByRole('textbox').scrollIntoViewIfNeeded();
  await expect(chat.getByRole('textbox')).toBeInViewport({ ratio: 1 });
});

sharedTest('with colours that the system forces, the field of a run hides what is behind it', async ({ page, service, provider }) => {
  provider.answer(says('Done.'));
  const { id } = await service.send('POST', '/api/ai/agent/runs', { task: 'Look' });
  await page.emulateMedia({ forcedColors: 'active' });
  await enter(page, service, `/runs/${id}`);
  const field = page.locator('.steer');
  await expect(field).toBeVisible();
  expect(await field.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(255, 255, 255)');
});

sharedTest('a run that the service fails to read says why, and is shown once it can be read', async ({ page, service, provider }) => {
  provider.answer(says('Done.'));
  const { id } = await service.send('POST', '/api/ai/agent/runs', { task: 'Look' });
  await enter(page, service, '/notes');
  const problem = {
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    code: 'internal',
    detail: 'It broke',
    requestId: 'r',
  };
  await page.route(`**/api/ai/agent/runs/${id}`, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      headers: { 'Access-Control-Allow-Origin': '*' },
      body: JSON.stringify(problem),
    }),
  );
  await visit(page, `/runs/${id}`);
  await expect(page.getByRole('heading', { name: 'The run could not be read' })).toBeVisible();
  await expect(page.getByText('It broke')).toBeVisible();
  await page.unroute(`**/api/ai/agent/runs/${id}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();
});

sharedTest('signs that reorder a text are seen before it is allowed', async ({ page, service, provider }) => {
  const id = await makeNote(service, 'Rights', 'if (isAdmin)\n');
  const { version } = (await service.send('GET', `/api/notes/${id}`)) as unknown as Note;
  const edits = [{ oldText: 'isAdmin', newText: 'true\u202E nimdAsi' }];
  provider.answer(says('I change it.', { name: 'edit_note', args: { id, version, edits } }), says('Done.'));
  const run = await service.send('POST', '/api/ai/agent/runs', { task: 'Change it' });
  await enter(page, service, `/runs/${run.id}`);
  const change = page.getByRole('region', { name: 'Waits for your decision: Change a note: Rights' });
  await expect(change.locator('ins')).toContainText('true⟨U+202E⟩ nimdAsi');
  await change.getByText('Arguments', { exact: true }).click();
  await expect(change.locator('pre')).toContainText('true⟨U+202E⟩ nimdAsi');
  await change.getByRole('button', { name: 'Deny' }).click();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();
});
