import { expect, type Locator, type Page } from '@playwright/test';
import { enter, sharedTest as test, today, visit } from './fixtures.ts';
import { expectStored, makeNote, openNote, turnTo } from './notes-fixtures.ts';

/** A key that ends or gives up a word of an input method: within it, as most browsers tell of it, or right after it, as Safari does. */
const forWord = (field: Locator, key: 'Enter' | 'Escape', within: boolean) =>
  field.dispatchEvent('keydown', { key, keyCode: 229, isComposing: within, bubbles: true, cancelable: true });

async function expectUntouched(field: Locator, keys: readonly ('Enter' | 'Escape')[], ways = [false, true]): Promise<void> {
  const text = await field.inputValue();
  for (const key of keys)
    for (const within of ways) {
      await forWord(field, key, within);
      await expect(field).toBeFocused();
      await expect(field).toHaveValue(text);
    }
}

test('keys that end a word of an input method stay in the fields that look for something, and in those of a note', async ({
  page,
  service,
}) => {
  await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'Home' });
  await service.plan({ title: '日本', date: today, start: '09:00', end: '10:00' });
  await enter(page, service, '/notes');
  await turnTo(page, service, '日本', '```js\nlet a;\n```\n\n[there](https://example.org)\n');
  const notes = page.getByRole('textbox', { name: 'Search notes' });
  await notes.fill('日本');
  await expectUntouched(notes, ['Enter', 'Escape']);
  await notes.press('Escape');
  await expect(notes).toHaveValue('');

  const language = page.locator('.code-language');
  await language.fill('日本');
  await expectUntouched(language, ['Enter', 'Escape']);
  await page.getByRole('link', { name: 'there', exact: true }).click();
  await page.keyboard.press('Control+k');
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('https://example.org/日本');
  await expectUntouched(address, ['Escape']);
  await page.keyboard.press('Escape');
  await expect(address).toHaveCount(0);
  const linked = page.getByRole('complementary', { name: 'Linked' });
  await linked.getByRole('button', { name: /^Linked \d/ }).click();
  await linked.getByRole('button', { name: 'Link…' }).click();
  const records = page.getByRole('combobox', { name: 'Search notes, cards and events' });
  await records.fill('日本');
  // Base UI, whose list it is, takes Escape right after a word for its own.
  await expectUntouched(records, ['Enter', 'Escape'], [true]);
  await expect(page.getByRole('option', { name: '日本' })).toBeVisible();

  await visit(page, '/calendar');
  await page.getByRole('button', { name: 'Search events' }).click();
  const events = page.getByRole('textbox', { name: 'Search events' });
  await events.fill('日本');
  await expect(page.locator('.found-event')).toHaveCount(1);
  await expectUntouched(events, ['Enter', 'Escape']);

  await visit(page, '/boards');
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Add card to Doing' }).waitFor();
  const cards = page.getByRole('searchbox', { name: 'Filter cards' });
  await cards.fill('日本');
  await expectUntouched(cards, ['Escape']);

  await visit(page, '/capture');
  const thought = page.locator('.capture-text');
  await thought.fill('日本');
  await expectUntouched(thought, ['Enter', 'Escape']);
});

/** The next end of a composition is not told to the page. */
const loseEnd = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.addEventListener('compositionend', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
  });

test('what is composed in a note is saved on the way; where its end is not told of, keys and what others write come in all the same', async ({
  page,
  service,
}) => {
  const id = await makeNote(service, '作文', 'one\n');
  const editor = await openNote(page, service, id);
  const session = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await editor.getByText('one').click();
  await page.keyboard.press('End');
  for (const text of ['に', 'にほ', 'にほん']) {
    await compose(text);
    await expectStored(service, id, `one${text}\n`);
  }

  await loseEnd(page);
  await session.send('Input.insertText', { text: '日本' });
  await service.send('POST', `/api/notes/${id}/delta`, { edits: [{ append: '\nother\n' }] });
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await expectStored(service, id, 'one日本\n\ntwo\n\nother\n');
  await expect(editor.getByText('other')).toBeVisible();

  await compose('ご');
  await loseEnd(page);
  await page.getByRole('textbox', { name: 'Title' }).focus();
  await service.send('POST', `/api/notes/${id}/delta`, { edits: [{ append: '\nlast\n' }] });
  await expect(editor.getByText('last')).toBeVisible();
  await expectStored(service, id, 'one日本\n\ntwoご\n\nother\n\nlast\n');
});
