import { expect } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { sharedTest as test, visit } from './fixtures.ts';
import { expectStored, makeNote, openNote } from './notes-fixtures.ts';

test('two notes stand side by side: opened by Ctrl and a click or key, kept by their address and by Back, changed each by itself', async ({
  page,
  service,
}) => {
  const second = await makeNote(service, 'Second', 'See [[First]].\n');
  const first = await makeNote(service, 'First', 'See [[Second]].\n');
  await openNote(page, service, first);
  const [left, right] = [page.getByRole('article', { name: 'First' }), page.getByRole('article', { name: 'Second' })];
  const text = { name: 'Text of the note' } as const;
  await left
    .getByRole('link', { name: 'Second' })
    .first()
    .click({ modifiers: ['Control'] });
  await expect(right.getByRole('textbox', text)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/notes/${first}\\?beside=${second}$`));
  await visit(page, '/boards');
  await expect(left).toHaveCount(0);
  await visit(page, `/notes/${first}?beside=${second}`);
  await expect(left.getByRole('textbox', text)).toBeVisible();
  await right.getByRole('textbox', text).press('Control+End');
  await page.keyboard.type('More');
  await expect(page).toHaveTitle(/^Second/);
  await page.keyboard.press('Control+Alt+o');
  await expect(left.getByRole('textbox', text)).toBeFocused();
  await expect(page).toHaveTitle(/^First/);
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Less');
  await expectStored(service, second, 'See [[First]].\nMore'.replace('\nMore', 'More\n'));
  await expectStored(service, first, 'See [[Second]].Less\n');
  await expectAccessible(page);
  // The first is in sight already: they change places where one leads to the other.
  await right.getByRole('link', { name: 'First' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/notes/${second}\\?beside=${first}$`));
  await page.goBack();
  await right.getByRole('button', { name: 'Close this note' }).click();
  await expect(right).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/notes/${first}$`));
  await page.goBack();
  await expect(right).toBeVisible();
  await page.setViewportSize({ width: 700, height: 700 });
  await expect(right).toHaveCount(0);
  await left.getByRole('button', { name: 'Go to the other note' }).click();
  await expect(right.getByRole('textbox', text)).toBeVisible();
  await expect(left).toHaveCount(0);
});

test('the list opens a note beside the open one by Ctrl+Enter, and two that are selected together', async ({ page, service }) => {
  const ids = [];
  for (const title of ['One', 'Two', 'Three']) ids.push(await makeNote(service, title, 'Text\n'));
  const [one = '', two = '', three = ''] = ids;
  await openNote(page, service, one);
  const row = (id: string) => page.locator(`[data-note="${id}"]`);
  await row(two).focus();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(new RegExp(`/notes/${one}\\?beside=${two}$`));
  await page.getByRole('article', { name: 'Two' }).getByRole('button', { name: 'Close this note' }).click();
  await row(three).click({ modifiers: ['Control'] });
  await row(two).click({ modifiers: ['Control'] });
  await page.getByRole('toolbar', { name: 'Selected notes' }).getByRole('button', { name: 'Open beside' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`/notes/${three}\\?beside=${two}$`));
});
