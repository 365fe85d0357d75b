import { expect } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { sharedTest as test } from './fixtures.ts';
import { expectStored, makeNote, openNote } from './notes-fixtures.ts';

test('finds and replaces in a note; a hit of the search opens it at the first of its words', async ({ page, service }) => {
  const text = ['Tea, **tea** and teapots', ...Array.from({ length: 60 }, (_, line) => `Line ${line}`), '`tea` at the end'];
  const content = (lines: readonly string[]): string => `${lines.join('\n\n')}\n`;
  const id = await makeNote(service, 'Kitchen', content(text));
  const editor = await openNote(page, service, id);
  const bar = page.getByRole('search', { name: 'Find in this note' });
  const field = bar.getByRole('textbox', { name: 'Find' });
  const count = bar.getByRole('status');
  const [marked, current] = [editor.locator('.find-match'), editor.locator('.find-current')];
  const press = (key: string): Promise<void> => page.keyboard.press(key);

  await editor.getByText('Tea,').click();
  await press('Control+Home');
  await press('Control+f');
  await expect(field).toBeFocused();
  await page.keyboard.type('tea');
  await expect(count).toHaveText('1 of 4');
  await expect(marked).toHaveText(['Tea', 'tea', 'tea', 'tea']);
  await expect(current).toHaveText('Tea');

  // To the last one and back.
  await press('Shift+Enter');
  await expect(count).toHaveText('4 of 4');
  await expect(current).toBeInViewport();
  await press('Enter');
  await expect(count).toHaveText('1 of 4');
  await expect(current).toBeInViewport();
  await bar.getByRole('button', { name: 'Match case' }).click();
  await expect(count).toHaveText('1 of 3');
  await bar.getByRole('button', { name: 'Whole words' }).click();
  await expect(count).toHaveText('1 of 2');
  await bar.getByRole('button', { name: 'Next' }).click();
  await expect(count).toHaveText('2 of 2');
  await bar.getByRole('button', { name: 'Match case' }).click();
  await bar.getByRole('button', { name: 'Whole words' }).click();
  await expect(count).toHaveText('4 of 4');

  // One place, then all: each is one step back.
  await press('Control+h');
  await expect(field).toBeFocused();
  await press('Enter');
  const replacement = bar.getByRole('textbox', { name: 'Replace with' });
  await replacement.fill('$1 tea');
  await expectAccessible(page);
  await replacement.press('Enter');
  await expect(count).toHaveText('2 of 4');
  await expectStored(service, id, content(['$1 tea, **tea** and teapots', ...text.slice(1)]));
  await replacement.fill('milk');
  await bar.getByRole('button', { name: 'Replace all' }).click();
  await expect(count).toHaveText('Nothing found');
  await expectStored(service, id, content(['$1 milk, **milk** and milkpots', ...text.slice(1, -1), '`milk` at the end']));
  // The button is in use no more, and keeps the focus.
  await press('Escape');
  await expect(bar).toHaveCount(0);
  await expect(editor).toBeFocused();
  await press('Control+z');
  await expectStored(service, id, content(['$1 tea, **tea** and teapots', ...text.slice(1)]));
  await press('Control+z');
  await expectStored(service, id, content(text));

  // The cursor is where the search was left.
  await press('Control+f');
  await field.fill('at the end');
  await expect(count).toHaveText('1 of 1');
  await press('Escape');
  await expect(marked).toHaveCount(0);
  await page.keyboard.type('is all');
  await expectStored(service, id, content([...text.slice(0, -1), '`tea` is all']));

  // By the list of notes; the address does not keep the words to find.
  await page.getByRole('textbox', { name: 'Search notes' }).fill('teapots');
  await page.getByRole('link', { name: /Kitchen/ }).click();
  await expect(count).toHaveText('1 of 1');
  await expect(current).toBeInViewport();
  await expect(field).not.toBeFocused();
  await expect(marked).toHaveText(['teapots']);
  await expect(page).toHaveURL(new RegExp(`/notes/${id}(\\?q=[^&]*)?$`));
  await bar.getByRole('button', { name: 'Close' }).click();

  // What is no text of the note stays the browser's: the source, and the list.
  const isTaken = (): Promise<boolean> =>
    page.evaluate(() => {
      const event = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
      return event.defaultPrevented;
    });
  await editor.focus();
  expect(await isTaken()).toBe(true);
  await bar.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('textbox', { name: 'Search notes' }).focus();
  expect(await isTaken()).toBe(false);
  await page.getByRole('button', { name: 'Edit the markdown' }).click();
  await page.getByRole('textbox', { name: 'Markdown of the note' }).focus();
  expect(await isTaken()).toBe(false);
});
