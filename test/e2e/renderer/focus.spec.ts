// Where the focus is once a press has taken away what was pressed: beside it, so that the next key does something.

import { expect, type Locator } from '@playwright/test';
import { push } from '../../support/tiers.ts';
import { enter, ownersTest, sharedTest as test, visit } from './fixtures.ts';

/** Presses a control as people do who have no pointer. */
async function press(control: Locator): Promise<void> {
  await control.focus();
  await control.press('Enter');
}

test('what is taken away in a dialog leaves the focus beside it', async ({ page, service }) => {
  const column = await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'web' });
  const make = (title: string): Promise<Record<string, unknown>> => service.send('POST', '/api/cards', { columnId: column['id'], title });
  const card = await make('Write');
  for (const title of ['One', 'Two']) await service.send('PUT', `/api/cards/${String((await make(title))['id'])}`, { isArchived: true });
  await service.send('POST', '/api/projects/web/labels', { name: 'Red', color: 'red' });
  await service.send('PUT', `/api/cards/${String(card['id'])}`, {
    dueDate: '2099-03-01',
    reminders: [{ minutesBefore: 10 }, { minutesBefore: 30 }],
  });
  await enter(page, service, `/boards/web/cards/${String(card['id'])}`);
  const dialog = page.getByRole('dialog').first();
  const reminders = dialog.getByRole('group', { name: 'Reminders' });

  await test.step('reminders', async () => {
    await press(reminders.getByRole('button', { name: 'Remove reminder: 10 minutes before' }));
    await expect(reminders.getByRole('button', { name: 'Remove reminder: 30 minutes before' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(reminders.getByRole('button', { name: 'Add reminder' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'At the time' })).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(reminders.getByRole('spinbutton', { name: 'Minutes before' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(reminders.getByRole('listitem')).toHaveText(['15 minutes before']);
    await expect(reminders.getByRole('button', { name: 'Add reminder' })).toBeFocused();
  });

  await test.step('labels', async () => {
    await press(dialog.getByRole('button', { name: 'Edit labels' }));
    const labels = page.getByRole('dialog', { name: 'Labels' });
    const name = labels.getByRole('textbox', { name: 'Name of the label' });
    const newLabel = labels.getByRole('button', { name: 'New label' });
    await press(labels.getByRole('button', { name: 'Change label Red' }));
    await expect(name).toBeFocused();
    await page.keyboard.type('Ruby');
    await page.keyboard.press('Enter');
    await expect(newLabel).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(name).toBeFocused();
    await press(labels.getByRole('button', { name: 'Cancel' }));
    await expect(newLabel).toBeFocused();
    await expect(labels.getByRole('listitem')).toHaveText(['Ruby']);
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('button', { name: 'Edit labels' })).toBeFocused();
  });

  await test.step('the due date', async () => {
    await press(dialog.getByRole('button', { name: 'Clear due date' }));
    await expect(dialog.getByLabel('Due date', { exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('archived cards, the last one too', async () => {
    await press(page.getByRole('button', { name: 'More for this board' }));
    await press(page.getByRole('menuitem', { name: 'Archived cards' }));
    const rows = dialog.getByRole('listitem');
    await press(rows.nth(0).getByRole('button', { name: 'Bring back' }));
    await expect(rows).toHaveCount(1);
    await expect(rows.getByRole('button', { name: 'Bring back' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  });
});

test(
  'a row that goes after a question leaves the focus to the next one, the last one to what makes them',
  push,
  async ({ page, service }) => {
    for (const name of ['First', 'Second']) await service.send('POST', '/api/tokens', { name, scopes: ['notes:read'], expiresAt: null });
    await enter(page, service);
    await visit(page, '/settings/access');
    const rows = page.getByRole('list', { name: 'Access for programs' }).getByRole('listitem');
    const revokeFirst = async (): Promise<void> => {
      await press(rows.nth(0).getByRole('button'));
      await press(page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }));
    };
    await revokeFirst();
    await expect(rows).toHaveCount(1);
    await expect(rows.getByRole('button')).toBeFocused();
    await revokeFirst();
    await expect(page.getByRole('button', { name: 'Make a token' })).toBeFocused();
  },
);

ownersTest(
  'what goes from above the page leaves the focus to the next of it, the last to what had it before',
  async ({ page, service }) => {
    // The service goes by the real clock: so must the page.
    await page.clock.setFixedTime(new Date());
    const column = await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'web' });
    for (const title of ['One', 'Two']) await service.send('POST', '/api/cards', { columnId: column['id'], title });
    await enter(page, service);
    await visit(page, '/boards/web');
    const [first, second] = [page.locator('.card', { hasText: 'One' }), page.locator('.card', { hasText: 'Two' })];
    await first.focus();
    await page.keyboard.press('Delete');
    await expect(second).toBeFocused();
    await press(page.locator('.toast', { hasText: 'One' }).getByRole('button', { name: 'Undo' }));
    await expect(first).toBeVisible();
    await expect(second).toBeFocused();

    const soon = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
    for (const title of ['Call', 'Walk'])
      await service.send('POST', '/api/events', { title, startTime: soon(9), endTime: soon(60), reminders: [{ minutesBefore: 10 }] });
    const ringing = page.getByRole('region', { name: 'Reminders', exact: true });
    await expect(ringing.getByRole('listitem')).toHaveCount(2);
    await press(ringing.getByRole('button', { name: 'Dismiss Call' }));
    await expect(ringing.getByRole('button', { name: 'Dismiss Walk' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(ringing).toHaveCount(0);
    await expect(second).toBeFocused();
  },
);

test.describe('with what fades', () => {
  test.use({ moves: true });

  test('the message that says what was taken back does not take the focus of the one before', async ({ page, service }) => {
    const column = await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'web' });
    for (const title of ['One', 'Two']) await service.send('POST', '/api/cards', { columnId: column['id'], title });
    await enter(page, service, '/boards/web');
    const second = page.locator('.card', { hasText: 'Two' });
    await page.locator('.card', { hasText: 'One' }).focus();
    await page.keyboard.press('Delete');
    await expect(second).toBeFocused();
    const undo = page.getByRole('button', { name: 'Undo' });
    await press(undo);
    await expect(page.locator('.toast', { hasText: 'Undone' })).toBeVisible();
    await expect(undo).toHaveCount(0);
    await expect(second).toBeFocused();
  });
});

test('what is deleted from its menu, or by a dialog of its menu, leaves the focus to the next one', async ({ page, service }) => {
  for (const title of ['One', 'Two']) await service.send('POST', '/api/notes', { title, content: '' });
  for (const name of ['Family', 'Work']) await service.send('POST', '/api/calendars', { name, color: 'teal' });
  await enter(page, service);
  await visit(page, '/notes');
  await page.getByRole('link', { name: /^Two/ }).focus();
  await page.keyboard.press('Shift+F10');
  await press(page.getByRole('menuitem', { name: 'Delete note' }));
  await expect(page.getByRole('link', { name: /^Two/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^One/ })).toBeFocused();

  await visit(page, '/calendar');
  const family = page.getByRole('button', { name: 'More for Family' });
  await press(family);
  await press(page.getByRole('menuitem', { name: 'Import…' }));
  await expect(page.getByRole('dialog').locator('button', { hasText: 'Choose a calendar file' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(family).toBeFocused();
  await press(family);
  await press(page.getByRole('menuitem', { name: 'Delete…' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Delete calendar' }));
  await expect(family).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Work' })).toBeFocused();
});

test('a card that is deleted or archived in its dialog leaves the focus to the next one, the last one to what adds them', async ({
  page,
  service,
}) => {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'web' });
  await service.createAll(
    '/api/cards',
    ['One', 'Two', 'Three'].map((title) => ({ title, columnId })),
  );
  await enter(page, service, '/boards/web');
  const card = (title: string): Locator => page.locator('.card', { hasText: title });
  const leave = async (title: string, button: string): Promise<void> => {
    await press(card(title));
    const dialog = page.locator('.dialog');
    await press(dialog.getByRole('button', { name: button }));
    await expect(dialog).toHaveCount(0);
  };
  await leave('Two', 'Delete card');
  await expect(card('Three')).toBeFocused();
  await leave('Three', 'Archive card');
  await expect(card('One')).toBeFocused();
  await leave('One', 'Delete card');
  await expect(page.getByRole('button', { name: 'Add card to Doing' })).toBeFocused();
});

test('what opens by its keys over a dialog of the page has the focus', async ({ page, service }) => {
  await enter(page, service);
  const palette = page.getByPlaceholder('Search, or do something…');
  const thought = page.getByRole('textbox', { name: 'What is on your mind?' });
  // Both are loaded then, and open at once.
  await page.keyboard.press('q');
  await expect(thought).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(palette).toBeFocused();
  await expect(thought).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);

  await page.keyboard.press('q');
  await expect(thought).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(thought).toHaveCount(0);
  await page.keyboard.type('cake');
  await expect(palette).toHaveValue('cake');
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);

  await page.keyboard.press('q');
  await expect(thought).toBeFocused();
  await page.keyboard.press('Control+j');
  await expect(thought).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Your question' })).toBeFocused();
});

test('what the menu of a notebook opens has the focus, and gives it back to the notebook', async ({ page, service }) => {
  await service.send('POST', '/api/notebooks', { name: 'Travel' });
  await enter(page, service);
  await visit(page, '/notes');
  const notebook = page.getByRole('treeitem', { name: 'Travel' });
  const choose = async (item: string): Promise<void> => {
    await notebook.focus();
    await page.keyboard.press('Shift+F10');
    await press(page.getByRole('menuitem', { name: item }));
  };
  await choose('Move to…');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(notebook).toBeFocused();

  await choose('Add a notebook inside');
  await expect(page.getByRole('textbox', { name: 'Name of the new notebook' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(notebook).toBeFocused();
});

test('a board that is deleted leaves the focus to the page that comes in its place', push, async ({ page, service }) => {
  await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'web' });
  await enter(page, service);
  await visit(page, '/boards/web');
  await press(page.getByRole('button', { name: 'More for this board' }));
  await press(page.getByRole('menuitem', { name: 'Delete board' }));
  await expect(page.getByRole('heading', { name: 'Boards', exact: true })).toBeVisible();
  await expect(page.locator('#main')).toBeFocused();
});

ownersTest('a new task where there is no model leaves the focus to the page', async ({ page, service }) => {
  await enter(page, service);
  // As the row “Ask the agent” of the search does.
  await visit(page, '/runs?new');
  await expect(page.getByRole('link', { name: 'Open the settings' })).toBeVisible();
  await expect(page.locator('#main')).toBeFocused();
});

test('what another client takes away with the focus leaves it to what takes its place', async ({ page, service }) => {
  const columnOf = (title: string) => service.send('POST', '/api/columns', { title, projectId: 'lost' });
  const [doing, done] = [await columnOf('Doing'), await columnOf('Done')];
  const make = async (title: string): Promise<string> => (await service.send('POST', '/api/cards', { columnId: doing.id, title })).id;
  const [first, second, third] = [await make('First'), await make('Second'), await make('Third')];
  const trash = (type: string, id: string) => service.send('POST', '/api/trash', { type, id });
  const archive = (id: string) => service.send('PUT', `/api/cards/${id}`, { isArchived: true });
  await enter(page, service, '/boards/lost');
  const card = (title: string): Locator => page.locator('.card', { hasText: title });
  await card('Second').focus();
  await archive(second);
  await expect(card('Third')).toBeFocused();
  await trash('card', third);
  await expect(card('First')).toBeFocused();
  await service.send('POST', `/api/cards/${first}/move`, { columnId: done.id });
  await expect(page.getByRole('region', { name: 'Done' }).locator('.card')).toBeFocused();
  await archive(first);
  await expect(page.getByRole('region', { name: 'Done' }).locator('.quick-add button')).toBeFocused();

  const write = async (title: string): Promise<string> => (await service.send('POST', '/api/notes', { title })).id;
  const [older, newer] = [await write('Older'), await write('Newer')];
  await visit(page, '/notes');
  const note = (title: string): Locator => page.locator('.note-link', { hasText: title });
  await note('Newer').focus();
  await trash('note', newer);
  await expect(note('Older')).toBeFocused();
  await trash('note', older);
  await expect(page.locator('.note-search input')).toBeFocused();
});
