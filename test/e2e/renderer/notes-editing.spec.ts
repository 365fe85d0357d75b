import { expect } from '@playwright/test';
import { push } from '../../support/tiers.ts';
import { expectAccessible } from './axe.ts';
import { enter, sharedTest as test } from './fixtures.ts';
import { expectStored, makeNote, openNote, paste, status, stored, turnTo } from './notes-fixtures.ts';

test.describe('writing', () => {
  test('turns markdown into what it means, as it is typed', push, async ({ page, service }) => {
    const id = await makeNote(service, 'Rules');
    const editor = await openNote(page, service, id);
    await editor.click();
    await page.keyboard.type('# Plan\n');
    await page.keyboard.type('With **bold**, _soft_, `code`, ~~gone~~ and [a link](https://example.org/).\n');
    await page.keyboard.type('- one\ntwo\n\n');
    await page.keyboard.type('1. first\nsecond\n\n');
    await page.keyboard.type('- [ ] call\nwrite\n\n');
    await page.keyboard.type('> said\n\n');
    await page.keyboard.type('---');
    await page.keyboard.type('```js\nlet a = 1;');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('End');
    await expect(status(page)).toHaveText('Saved');
    const lines = [
      '# Plan',
      '',
      'With **bold**, _soft_, `code`, ~~gone~~ and [a link](https://example.org/).',
      '',
      '- one',
      '- two',
      '',
      '1. first',
      '2. second',
      '',
      '- [ ] call',
      '- [ ] write',
      '',
      '> said',
      '',
      '---',
      '',
      '```js',
      'let a = 1;',
      '```',
      '',
      'End',
    ];
    await expect
      .poll(async () =>
        (await stored(service, id)).content
          .trimEnd()
          .replace(/\*soft\*/, '_soft_')
          .split('\n'),
      )
      .toEqual(lines);
    await expect(editor.locator('.hljs-keyword')).toHaveText('let');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+Shift+z');
  });

  test('has a menu behind the slash, and tasks that are ticked by mouse and keyboard', push, async ({ page, service }) => {
    const id = await makeNote(service, 'Slash');
    const editor = await openNote(page, service, id);
    await editor.click();
    await page.keyboard.type('/');
    const menu = page.getByRole('listbox', { name: 'Insert' });
    await expect(menu.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(page, '[role=listbox]');
    await page.keyboard.press('ArrowDown');
    await expect(editor).toHaveAttribute('aria-activedescendant', 'slash-heading1');
    await page.keyboard.type('todo');
    await expect(menu.getByRole('option')).toHaveText([/Task list/]);
    await page.keyboard.press('Enter');
    await expect(menu).toHaveCount(0);
    await page.keyboard.type('buy /milk');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Backspace');
    await expectStored(service, id, '- [ ] buy /milk\n- [ ]\n');
    await expect(page.getByRole('checkbox', { name: 'buy /milk' })).toBeVisible();

    const { id: tasks } = await turnTo(page, service, 'Tasks', '- [ ] one\n- [x] two\n');
    await page.getByRole('checkbox', { name: 'one' }).click();
    await expectStored(service, tasks, '- [x] one\n- [x] two\n');
    await editor.getByText('two').click();
    await page.keyboard.press('Control+Enter');
    await expectStored(service, tasks, '- [x] one\n- [ ] two\n');
    await page.keyboard.press('Tab');
    await expectStored(service, tasks, '- [x] one\n  - [ ] two\n');
    await page.keyboard.press('Shift+Tab');
    await expectStored(service, tasks, '- [x] one\n- [ ] two\n');
  });

  test('makes and changes tables', async ({ page, service }) => {
    const id = await makeNote(service, 'Table');
    const editor = await openNote(page, service, id);
    await editor.click();
    await page.keyboard.type('/table');
    await page.keyboard.press('Enter');
    await page.keyboard.type('A');
    await page.keyboard.press('Tab');
    await page.keyboard.type('B');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1');
    const menu = page.getByRole('button', { name: 'Table: rows and columns' });
    const choose = async (name: string): Promise<void> => {
      await menu.click();
      await page.getByRole('menuitem', { name }).click();
      await expect(editor).toBeFocused();
    };
    await choose('Align right');
    await choose('Insert row below');
    await choose('Insert column right');
    await expectAccessible(page);
    const table = async (): Promise<string[]> =>
      (await stored(service, id)).content.replace(/ +/g, ' ').replace(/-+/g, '-').trim().split('\n');
    await expect.poll(table).toEqual(['| A | | B | |', '| -: | - | - | - |', '| 1 | | | |', '| | | | |', '| | | | |']);
    await choose('Move row down');
    await choose('Move column right');
    await expect.poll(table).toEqual(['| | A | B | |', '| - | -: | - | - |', '| | | | |', '| | 1 | | |', '| | | | |']);
    await choose('Move column left');
    await choose('Move row up');
    await page.keyboard.press('Enter');
    await choose('Delete row');
    await page.keyboard.press('Tab');
    await choose('Delete column');
    await expect.poll(table).toEqual(['| A | B | |', '| -: | - | - |', '| 1 | | |', '| | | |']);
    await editor.getByText('A', { exact: true }).click();
    await choose('Delete row');
    await expect(editor.locator('th').first()).toHaveText('1');
    await choose('Delete table');
    await expect(editor.locator('table')).toHaveCount(0);
  });

  test('pastes markdown, HTML, addresses and pictures', push, async ({ page, service }) => {
    const id = await makeNote(service, 'Paste');
    const editor = await openNote(page, service, id);
    await editor.click();
    await paste(editor, { 'text/plain': '## Title\n\n- [x] done\n- [ ] open\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n' });
    await expect(editor.getByRole('heading', { name: 'Title' })).toBeVisible();
    await expect(editor.locator('td')).toHaveText(['1', '2']);
    await expect(editor.getByRole('checkbox')).toHaveCount(2);
    await page.keyboard.press('Control+End');
    await paste(editor, {
      'text/html': '<p>From <b>the web</b> <img src="https://elsewhere.example/x.png" alt="A cat"></p>',
      'text/plain': 'From the web',
    });
    await expect(editor.getByText('A cat')).toBeVisible();
    await expect(editor.locator('strong')).toHaveText('the web');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await paste(editor, { 'text/plain': 'https://example.org/page' });
    await expect(editor.locator('a[href="https://example.org/page"]')).toBeVisible();
    await page.keyboard.press('Enter');
    await editor.evaluate(async (element) => {
      const canvas = new OffscreenCanvas(8, 8);
      canvas.getContext('2d')?.fillRect(0, 0, 8, 8);
      const transfer = new DataTransfer();
      transfer.items.add(new File([await canvas.convertToBlob()], 'dot.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }));
    });
    await expect(editor.locator('img[src^="blob:"]')).toBeVisible();
    await expect.poll(async () => (await stored(service, id)).content).toMatch(/!\[dot\]\(attachments\/[\d-]+-[0-9a-f]{8}\.png\)/);
    const { content } = await stored(service, id);
    expect(content).toContain('- [x] done\n- [ ] open');
    expect(content).toContain('<https://example.org/page>');
    expect(content).toContain('![A cat](https://elsewhere.example/x.png)');
  });

  test('gives what is selected an address, marks and another kind, by keys and the toolbar', push, async ({ page, service }) => {
    await enter(page, service, '/notes');

    await test.step('gives text an address, and shows where a link leads', async () => {
      const { id, editor } = await turnTo(page, service, 'Links', 'Read this\n');
      await editor.getByText('Read').click();
      await page.keyboard.press('Home');
      await page.keyboard.press('Control+Shift+ArrowRight');
      await page.keyboard.press('Control+k');
      const form = page.getByRole('dialog', { name: 'Link' });
      await form.getByLabel('Address').fill('javascript:alert(1)');
      await page.keyboard.press('Enter');
      await expect(form.getByRole('alert')).toBeVisible();
      await form.getByLabel('Address').fill('127.0.0.1:9/nothing');
      await form.getByLabel('Address').fill('http://127.0.0.1:9/nothing');
      await page.keyboard.press('Enter');
      await expect(editor).toBeFocused();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('group', { name: 'Link' })).toContainText('There is no preview');
      await expectAccessible(page);
      await page.getByRole('group', { name: 'Link' }).getByRole('button', { name: 'Remove link' }).click();
      await expectStored(service, id, 'Read this\n');
    });

    await test.step('keys that follow a selection at once take it, though the browser has not told of it yet', async () => {
      const { id, editor } = await turnTo(page, service, 'At once', 'Read this\n');
      await editor.click();
      await editor.evaluate((element) => {
        const text = element.querySelector('p')?.firstChild ?? element;
        getSelection()?.setBaseAndExtent(text, 0, text, 4);
        element.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'b', code: 'KeyB', keyCode: 66, ctrlKey: true, bubbles: true, cancelable: true }),
        );
      });
      await expectStored(service, id, '**Read** this\n');
    });

    await test.step('has a toolbar that shows what holds at the cursor, by keyboard too', async () => {
      const { id, editor } = await turnTo(page, service, 'Bar', 'Some **bold** text\n');
      await editor.getByText('bold').click();
      const bar = page.getByRole('toolbar', { name: 'Formatting' });
      await expect(bar.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
      await bar.getByRole('button', { name: /Kind of block/ }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(bar.getByRole('button', { name: 'Bold' })).toBeFocused();
      await bar.getByRole('button', { name: /Kind of block/ }).click();
      await page.getByRole('menuitem', { name: 'Heading 2' }).click();
      await expect(editor).toBeFocused();
      await expect(editor.getByRole('heading', { level: 2 })).toHaveText('Some bold text');
      await expectStored(service, id, '## Some **bold** text\n');
    });
  });

  test('shows and changes what markdown has besides: front matter, HTML, formulas', push, async ({ page, service }) => {
    const id = await makeNote(
      service,
      'All',
      '---\ntags: [a]\n---\n\n<div>raw</div>\n\n$$\nx^2\n$$\n\nWith <kbd>Ctrl</kbd> and ![far](https://elsewhere.example/i.png).\n',
    );
    const editor = await openNote(page, service, id);
    await expect(editor.locator('.code-head', { hasText: 'HTML' })).toBeVisible();
    await expect(editor.locator('.drawn-source math msup')).toBeVisible();
    await editor.getByRole('table', { name: 'Front matter' }).click();
    await expect(editor.locator('.code-head', { hasText: 'Front matter' })).toBeVisible();
    await page.keyboard.press('End');
    await page.keyboard.type('\ndraft: true');
    await editor.locator('[data-raw-inline]').first().click();
    const card = page.getByRole('group', { name: 'Source' });
    await card.getByLabel('HTML').fill('<kbd class="x">');
    await card.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(async () => (await stored(service, id)).content).toContain('tags: [a]\ndraft: true\n---');
    await expectStored(
      service,
      id,
      '---\ntags: [a]\ndraft: true\n---\n\n<div>raw</div>\n\n$$\nx^2\n$$\n\nWith <kbd class="x">Ctrl</kbd> and ![far](https://elsewhere.example/i.png).\n',
    );
    await expectAccessible(page);
  });
});
