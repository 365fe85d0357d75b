import { expect } from '@playwright/test';
import { picture } from '../../support/sample-files.ts';
import { expectAccessible } from './axe.ts';
import { sharedTest as test } from './fixtures.ts';
import { expectStored, goToNote, makeNote, openNote } from './notes-fixtures.ts';

test('addresses that are written out are links as they are read, and stay text as they are stored', async ({ page, service }) => {
  const id = await makeNote(
    service,
    'Addresses',
    'See https://example.org/a_b, www.example.com or me@example.net.\n\n`www.code.org` and\n',
  );
  const editor = await openNote(page, service, id);
  await expect(editor.locator('a')).toHaveText(['https://example.org/a_b', 'www.example.com', 'me@example.net']);
  await expect(editor.getByRole('link', { name: 'www.example.com' })).toHaveAttribute('href', 'http://www.example.com');
  await expect(editor.getByRole('link', { name: 'me@example.net' })).toHaveAttribute('href', 'mailto:me@example.net');
  // The pointer rests where the link will be.
  await editor.getByText('and').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' https://typed.example');
  await expect(editor.getByRole('link', { name: 'https://typed.example' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Link' })).toHaveCount(0);
  // Typed on within a link, the address grows.
  await page.keyboard.type('.org/x');
  await expect(editor.getByRole('link', { name: 'https://typed.example.org/x' })).toBeVisible();
  await expectStored(
    service,
    id,
    'See https://example.org/a_b, www.example.com or me@example.net.\n\n`www.code.org` and https://typed.example.org/x\n',
  );
  await page.keyboard.press('ArrowLeft');
  const card = page.getByRole('group', { name: 'Link' });
  await expect(card.getByRole('link')).toHaveAttribute('href', 'https://typed.example.org/x');
  await expect(card.getByRole('button', { name: 'Remove link' })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Control+k');
  const form = page.getByRole('dialog', { name: 'Link' });
  await expect(form.getByLabel('Address')).toHaveValue('https://typed.example.org/x');
  await form.getByLabel('Address').fill('https://other.example/');
  await page.keyboard.press('Enter');
  await expectStored(
    service,
    id,
    'See https://example.org/a_b, www.example.com or me@example.net.\n\n`www.code.org` and [https://typed.example.org/x](https://other.example/)\n',
  );

  await test.step('pictures from elsewhere are fetched by the service, after a click, which the note remembers', async () => {
    const png = await picture(30, 20).png().toBuffer();
    const asked: string[] = [];
    await page.route('**/api/notes/remote-picture', async (route) => {
      asked.push(String(route.request().postDataJSON().url));
      await route.fulfill({ contentType: 'image/png', body: png, headers: { 'Access-Control-Allow-Origin': '*' } });
    });
    page.on('request', (request) => {
      if (request.url().includes('elsewhere.example')) asked.push(`page: ${request.url()}`);
    });
    const far = await makeNote(service, 'Far', 'first\n\n![far](https://elsewhere.example/i.png)\n\nlast\n');
    await goToNote(page, far, 'Far');
    await expect(editor.getByText('https://elsewhere.example/i.png')).toBeVisible();
    expect(asked).toEqual([]);
    await expectAccessible(page);
    await editor.getByRole('button', { name: 'Show pictures from elsewhere' }).click();
    await expect(editor.getByRole('img', { name: 'far' })).toHaveJSProperty('naturalWidth', 30);
    expect(asked).toEqual(['https://elsewhere.example/i.png']);
    await page.reload();
    await expect(editor.getByRole('img', { name: 'far' })).toHaveJSProperty('naturalWidth', 30);
    await expectStored(service, far, 'first\n\n![far](https://elsewhere.example/i.png)\n\nlast\n');
  });

  await test.step('Alt with arrow keys moves blocks; left and right go back and forward', async () => {
    await editor.getByText('last').click();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    const url = page.url();
    await expectStored(service, url.split('/').at(-1) ?? '', 'last\n\nfirst\n\n![far](https://elsewhere.example/i.png)\n');
    await goToNote(page, id, 'Addresses');
    await expect(editor.getByText('See https://example.org/a_b')).toBeVisible();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(page).toHaveURL(url);
    await expect(editor.getByText('last')).toBeVisible();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(page).toHaveURL(new RegExp(`/notes/${id}`));
  });
});
