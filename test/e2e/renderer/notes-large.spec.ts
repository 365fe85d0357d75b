import { expect } from '@playwright/test';
import { enter, sharedTest as test } from './fixtures.ts';
import { makeNote, status, stored } from './notes-fixtures.ts';

// A picture of the whole page for every action would take longer than all else.
test.use({ trace: 'off' });

/** About a megabyte of markdown of all kinds. */
function largeMarkdown(): string {
  const prose = 'Some words of a long text that nobody is going to read, with **bold** and _soft_ ones and a `piece` of code. '
    .repeat(8)
    .trim();
  const part = (index: number): string =>
    `## Section ${index}\n\n${prose}\n\n${prose}\n\n- one\n- [ ] task ${index}\n\n> A quote of section ${index}\n\n\`\`\`js\nconst value = ${index};\n\`\`\`\n\n`;
  return Array.from({ length: Math.ceil(1_000_000 / part(100).length) }, (_, index) => part(index)).join('');
}

test('a note of a megabyte is opened, changed in its middle, and saved', async ({ page, service }) => {
  const content = largeMarkdown();
  const id = await makeNote(service, 'Large', content);
  await enter(page, service, '/notes');
  await page.getByRole('link', { name: /Large/ }).click();
  // By their place: roles and texts of that many elements take a while to tell.
  await page.locator('.note-text > blockquote').nth(250).click();
  await page.keyboard.press('End');
  await page.keyboard.type(', and words typed without waiting');
  await expect(status(page)).toHaveText('Saved');
  await expect
    .poll(async () => (await stored(service, id)).content)
    .toBe(content.replace('A quote of section 250\n', 'A quote of section 250, and words typed without waiting\n'));
  await expect(page.locator('.note-text > .code-view').nth(250).locator('.hljs-keyword')).toHaveText('const');

  await test.step('a letter is drawn in its section alone, and another title draws nothing of the text anew', async () => {
    const sections = page.locator('.note-section');
    await expect(page.locator('.note-section[contenteditable=false]')).toHaveCount(0);
    expect(await sections.count()).toBeLessThan(200);
    const first = await page.locator('.note-text > p').first().elementHandle();
    const changed = await page.evaluateHandle(() => {
      const found = new Set<Element | null>();
      new MutationObserver((records) => {
        for (const { target } of records) found.add((target.parentElement ?? document.body).closest('.note-section'));
      }).observe(document.querySelector('.note-text') ?? document.body, { subtree: true, characterData: true });
      return found;
    });
    await page.keyboard.type(', and more');
    await expect(page.locator('.note-text > blockquote').nth(250)).toContainText('without waiting, and more');
    expect(await changed.evaluate((found) => found.size)).toBe(1);
    await page.getByRole('textbox', { name: 'Title' }).fill('Larger');
    await expect(status(page)).toHaveText('Saved');
    await expect.poll(async () => (await stored(service, id)).title).toBe('Larger');
    expect(await first?.evaluate((element) => element.isConnected)).toBe(true);
  });
});
