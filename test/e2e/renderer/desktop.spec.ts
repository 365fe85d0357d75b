import { expect } from '@playwright/test';
import { commandsSchema, preferencesChangeSchema } from '../../../main/contract/bridge-values.ts';
import { expectAccessible } from './axe.ts';
import { choose, openPath, putBridge, told } from './bridge.ts';
import { test } from './fixtures.ts';

test.describe('in the desktop window', () => {
  test('the menus are told which actions there are, and what is chosen there happens', async ({ page, service }) => {
    const { id } = await service.send('POST', '/api/notes', { title: 'Plans' });
    await putBridge(page, service);
    await page.goto(service.frontendUrl);
    await expect.poll(async () => (await told(page)).commands.map((command) => command.id)).toContain('app.calendar');
    const { commands } = await told(page);
    expect(commandsSchema.safeParse(commands).error).toBeUndefined();
    expect(commands.find((command) => command.id === 'app.notes')).toEqual({
      id: 'app.notes',
      name: 'Go to Notes',
      group: 'Go to',
      shortcut: 'g n',
      enabled: true,
    });
    expect(commands.find((command) => command.id === 'app.undo')).toMatchObject({ enabled: false });
    await choose(page, 'app.calendar');
    await expect(page).toHaveURL(/\/calendar/);
    // Those of the page that is shown come along.
    await expect.poll(async () => (await told(page)).commands.map((command) => command.id)).toContain('calendar.print');
    await openPath(page, `/notes/${id}`);
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Plans');
    await expect.poll(async () => (await told(page)).commands.map((command) => command.id)).not.toContain('calendar.print');
  });

  test('a link in a description leads to its note in the window itself, which opens no other', async ({ page, service }) => {
    const { id } = await service.send('POST', '/api/notes', { title: 'Plan' });
    const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
    const card = await service.send('POST', '/api/cards', { title: 'Paint', columnId, description: 'As in [[Plan]].\n' });
    await putBridge(page, service);
    await page.goto(`${service.frontendUrl}/boards/Garden/cards/${card.id}`);
    await page
      .getByRole('dialog', { name: 'Paint' })
      .getByRole('link', { name: 'Plan' })
      .click({ modifiers: ['ControlOrMeta'] });
    await expect(page).toHaveURL(`${service.frontendUrl}/notes/${id}`);
  });

  test('the app is set up in the settings', async ({ page, service }) => {
    await putBridge(page, service);
    await page.goto(`${service.frontendUrl}/settings/desktop`);
    await expect(page.getByRole('heading', { level: 2, name: 'Desktop' })).toBeVisible();
    await page.getByRole('switch', { name: 'Keep running in the tray' }).click();
    await expect(page.getByRole('switch', { name: 'Keep running in the tray' })).toBeChecked();
    await page.getByRole('switch', { name: 'Tell when an event begins' }).click();
    await expect(page.getByRole('switch', { name: 'Tell when an event begins' })).not.toBeChecked();
    const shortcut = page.getByRole('group', { name: 'Shortcut' });
    await expect(shortcut.locator('kbd')).toHaveText(['Ctrl', 'Shift', 'Space']);
    await shortcut.getByRole('button', { name: 'Change…' }).click();
    await expect(page.getByText('With Ctrl, Alt or the like.')).toBeVisible();
    // Letters alone stay with the field that has the focus.
    await page.keyboard.press('k');
    await page.keyboard.press('Control+Alt+k');
    await expect(shortcut.locator('kbd')).toHaveText(['Ctrl', 'Alt', 'K']);
    await shortcut.getByRole('button', { name: 'Change…' }).click();
    await page.keyboard.press('Escape');
    await shortcut.getByRole('button', { name: 'Use none' }).click();
    await expect(shortcut).toContainText('None');
    await page.getByLabel('Address of the update feed').fill('https://updates.example.org/daybook');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Open the data folder' }).click();
    await expect.poll(async () => (await told(page)).calls).toEqual(['openDataDir']);
    const { changes } = await told(page);
    expect(changes).toEqual([
      { closeToTray: true },
      { notifyEvents: false },
      { captureShortcut: 'CommandOrControl+Alt+K' },
      { captureShortcut: null },
      { updateUrl: 'https://updates.example.org/daybook' },
    ]);
    for (const change of changes) expect(preferencesChangeSchema.safeParse(change).error).toBeUndefined();
    await expectAccessible(page);
  });

  test('what could not be had is told at its field', async ({ page, service }) => {
    await putBridge(page, service, {
      captureShortcut: 'Another program has this shortcut.',
      updateUrl: 'It must be an https address.',
      openAtLogin: 'This system cannot start it.',
    });
    await page.goto(`${service.frontendUrl}/settings/desktop`);
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.keyboard.press('F9');
    await expect(page.getByRole('alert').filter({ hasText: 'Another program has this shortcut.' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Shortcut' }).locator('kbd')).toHaveText(['Ctrl', 'Shift', 'Space']);
    await page.getByLabel('Address of the update feed').fill('http://plain.example.org');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Address of the update feed')).toHaveAccessibleDescription('It must be an https address.');
    await page.getByRole('switch', { name: 'Start when you log in' }).click();
    await expect(page.getByText('This system cannot start it.')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Start when you log in' })).not.toBeChecked();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page);
  });
});
