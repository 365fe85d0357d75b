import { expect } from '@playwright/test';
import { push } from '../../support/tiers.ts';
import { expectAccessible } from './axe.ts';
import { enter, sharedTest as test, visit } from './fixtures.ts';
import { turnTo } from './notes-fixtures.ts';

// Not as Daybook would write it, with Windows line ends, a byte order mark and blanks at its end.
const odd = '\uFEFF---\r\ntags: [x]\r\n---\r\n\r\n* one\r\n*   two  \r\n\r\n<b>raw</b> 😀\r\n\t\r\n';

test('markdown files become notes, byte for byte, and what cannot be taken is told by its name', async ({ page, service }) => {
  await enter(page, service, '/notes');
  await page.getByTestId('import-picker').setInputFiles([
    { name: 'Odd one.md', mimeType: 'text/markdown', buffer: Buffer.from(odd) },
    { name: 'plain.txt', mimeType: 'text/plain', buffer: Buffer.from('Plain words') },
    { name: 'latin.md', mimeType: 'text/markdown', buffer: Buffer.from([0x63, 0x61, 0x66, 0xe9]) },
    { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
  ]);
  await expect(page.getByText('2 notes imported').first()).toBeVisible();
  await expect(page.getByText('“latin.md” could not be imported').first()).toBeVisible();
  await expect(page.getByText('It is not text in UTF-8.').first()).toBeVisible();
  await expect(page.getByText('“picture.png” could not be imported').first()).toBeVisible();
  const { items } = (await service.send('GET', '/api/notes?include=content')) as unknown as { items: { title: string; content: string }[] };
  expect(Object.fromEntries(items.map(({ title, content }) => [title, content]))).toEqual({ 'Odd one': odd, plain: 'Plain words' });
  await expect(page.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
});

test('a file that is dropped upon the list is shown at once', push, async ({ page, service }) => {
  await enter(page, service, '/notes');
  const list = page.getByRole('region', { name: 'Notes' });
  await expect(page.getByRole('heading', { name: 'No notes yet' })).toBeVisible();
  await expect(list.getByRole('link', { name: 'Bring in from another program' })).toHaveAttribute('href', '/settings/moving');
  for (const type of ['dragover', 'drop'] as const) {
    await list.evaluate((element, name) => {
      const data = new DataTransfer();
      data.items.add(new File(['# From a file\n'], 'Dropped.md', { type: 'text/markdown' }));
      element.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, type);
    if (type === 'dragover') await expect(list).toHaveAttribute('data-over', 'true');
  }
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Dropped');
  await expect(page.getByRole('textbox', { name: 'Text of the note' }).getByRole('heading', { name: 'From a file' })).toBeVisible();
});

test('no page is looked at for a preview when the user does not want that', async ({ page, service }) => {
  await enter(page, service, '/settings');
  await page.getByRole('switch', { name: 'Show what a page says of itself' }).click();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/link-preview')) asked.push(request.url());
  });
  const { editor } = await turnTo(page, service, 'Links', '[a page](http://localhost:1/x)\n');
  await editor.getByText('a page').click();
  const card = page.getByRole('group', { name: 'Link' });
  await expect(card).toContainText('http://localhost:1/x');
  await expect(card).not.toContainText('preview');
  expect(asked).toEqual([]);
  await visit(page, '/settings');
  await expect(page.getByRole('switch', { name: 'Show what a page says of itself' })).not.toBeChecked();
});
