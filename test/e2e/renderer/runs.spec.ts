// The runs of an agent: a task, decisions, and what comes of it.

import { expect } from '@playwright/test';
import { says } from '../../support/agent.ts';
import { json } from '../../support/provider.ts';
import { expectAccessible } from './axe.ts';
import { sent, test } from './chat-fixtures.ts';
import type { Note } from '../../../main/contract/notes.ts';
import { enter } from './fixtures.ts';
import { makeNote, openNote } from './notes-fixtures.ts';

test('a task about a note: one change is allowed, one denied, and all of it undone', async ({ page, service, provider }) => {
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
    says('The date is **changed**.\n\n<b id="own">x</b> ![p](https://example.com/p.png)'),
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
  expect(await content()).toContain('Tuesday');

  // It waits as long as it takes.
  await page.reload();
  await expect(page.getByText('I change the date.')).toBeVisible();
  await page.keyboard.press('w');
  await expect(change).toBeFocused();
  await expectAccessible(page);
  await change.getByRole('button', { name: 'Allow once' }).click();

  const create = page.getByRole('region', { name: 'Waits for your decision: Make a note: Room' });
  await expect(create).toBeFocused();
  expect(await content()).toContain('Thursday');
  await create.getByRole('button', { name: 'Deny' }).click();
  await page.keyboard.type('Not now');
  await page.keyboard.press('Enter');

  await expect(page.getByText('The date is changed.')).toBeVisible();
  await expect(page.getByTestId('announcer')).toContainText('The run is done');
  await expect(page.locator('#own, .run-answer img')).toHaveCount(0);
  expect(JSON.stringify(sent(provider))).toContain('Not now');
  await page.getByText('Make a note').click();
  await expect(page.getByText('Reason: Not now')).toBeVisible();

  await page.getByRole('button', { name: 'Undo its changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 thing is as before.' })).toBeVisible();
  expect(await content()).toContain('Tuesday');
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

test('what fails says why and goes on; what goes on can be told something and stopped', async ({ page, service, provider }) => {
  provider.answer(json(401, { error: { message: 'Incorrect API key provided' } }));
  await enter(page, service, '/runs');
  await page.keyboard.press('c');
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
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('The run was cancelled.', { exact: false })).toBeVisible();
});

test('without a model the way leads to the settings', async ({ page, service, provider }) => {
  provider.answer();
  await service.send('PUT', '/api/config', { AI_BASE_URL: null });
  await enter(page, service, '/runs');
  await page.getByRole('link', { name: 'Open the settings' }).click();
  await expect(page).toHaveURL(/\/settings\/models$/);
});
