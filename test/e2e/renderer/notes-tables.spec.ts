import { expect } from '@playwright/test';
import { enter, sharedTest as test } from './fixtures.ts';
import { expectStored, paste, stored, turnTo } from './notes-fixtures.ts';

const table = '| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n| x | y | z |\n';

test('a table keeps its shape under keys, selections, clicks and what is pasted', async ({ page, service }) => {
  await enter(page, service, '/notes');

  await test.step('arrow keys go from cell to cell, as in a spreadsheet, and typing never changes its shape', async () => {
    const { id, editor } = await turnTo(page, service, 'Table', `before\n\n${table}\nafter\n`);
    const cells = editor.locator('th, td');
    await editor.getByText('1', { exact: true }).click();
    await page.keyboard.press('End');
    const press = async (keys: string, typed: string): Promise<void> => {
      for (const key of keys.split(' ')) await page.keyboard.press(key);
      await page.keyboard.type(typed);
    };
    await press('ArrowDown', 'D');
    await expect(cells).toHaveText(['a', 'b', 'c', '1', '2', '3', /^(?:xD|Dx)$/, 'y', 'z']);
    await press('End ArrowRight', 'R');
    await expect(cells.nth(7)).toHaveText('Ry');
    await press('Home ArrowLeft', 'L');
    await expect(cells.nth(6)).toHaveText(/L$/);
    await press('ArrowUp ArrowUp', 'U');
    await expect(cells.first()).toHaveText(/U/);
    // Out of it at the top, and in again.
    await press('ArrowUp', 'T');
    await expect(editor.locator('p').first()).toHaveText(/T/);
    await press('ArrowDown', 'I');
    await expect(cells.first()).toHaveText(/I/);
    // Out of it at the end of the last cell, and in again from below.
    await editor.getByText('z', { exact: true }).click();
    await press('End ArrowRight', 'A');
    await expect(editor.locator('p').last()).toHaveText('Aafter');
    await press('Home ArrowLeft', 'B');
    await expect(cells.last()).toHaveText('zB');
    await press('ArrowDown', 'C');
    await expect(editor.locator('p').last()).toHaveText(/C/);
    await press('ArrowUp', 'E');
    await expect(editor.locator('td').filter({ hasText: 'E' })).toHaveCount(1);
    // Nothing to take away at the edges of a cell.
    await editor.getByText('2', { exact: true }).click();
    await press('Home Backspace', '');
    await press('End Delete', '!');
    await expect(editor.locator('tr').nth(1).locator('td')).toHaveText(['1', '2!', '3']);
    for (const line of [0, 1, 2]) await expect(editor.locator('tr').nth(line).locator('th, td')).toHaveCount(3);
    await expect
      .poll(async () =>
        (await stored(service, id)).content
          .split('\n')
          .filter((line) => line.startsWith('|'))
          .map((line) => line.split('|').length),
      )
      .toEqual([5, 5, 5, 5]);
  });

  await test.step('with Shift whole cells are selected, and what is typed takes their place', async () => {
    const { editor } = await turnTo(page, service, 'Cells', table);
    await editor.getByText('1', { exact: true }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(editor.locator('.selectedCell')).toHaveText(['1', '2', 'x', 'y']);
    await page.keyboard.type('N');
    await expect(editor.locator('th, td')).toHaveText(['a', 'b', 'c', '', '', '3', '', 'N', 'z']);
  });

  await test.step('below one at the end of a note a click gives a line', async () => {
    const { id, editor } = await turnTo(page, service, 'End', `before\n\n${table}`);
    const box = await editor.locator('table').boundingBox();
    if (box === null) throw new Error('the table has no place');
    await page.mouse.click(box.x + 40, box.y + box.height + 60);
    await page.keyboard.type('below');
    await expectStored(service, id, `before\n\n${table}\nbelow\n`);
  });

  await test.step('one alone in a note can be left by keys, above and below', async () => {
    const { id, editor } = await turnTo(page, service, 'Alone', table);
    await editor.getByText('z', { exact: true }).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('below');
    await editor.getByText('a', { exact: true }).click();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('above');
    await expectStored(service, id, `above\n\n${table}\nbelow\n`);
  });

  await test.step('keeps its cells when text is selected across its edge and replaced, and takes pasted text on one line', async () => {
    const { id, editor } = await turnTo(page, service, 'Across', `before\n\n${table}`);
    await editor.getByText('before').click({ position: { x: 20, y: 8 } });
    await page.keyboard.press('Home');
    const from = await editor.getByText('before').boundingBox();
    const to = await editor.getByText('2', { exact: true }).boundingBox();
    if (from === null || to === null) throw new Error('no place');
    await page.mouse.move(from.x + 1, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width - 20, to.y + to.height / 2, { steps: 8 });
    await page.mouse.up();
    await page.keyboard.type('new');
    await expect(editor.locator('p').first()).toHaveText('new');
    await expect(editor.locator('th, td')).toHaveText(['', '', '', '', '', '3', 'x', 'y', 'z']);
    await editor.getByText('x', { exact: true }).click();
    await page.keyboard.press('End');
    await paste(editor, { 'text/plain': 'one\n\n- two\n- three' });
    await expect(editor.locator('th, td')).toHaveCount(9);
    await expect.poll(async () => (await stored(service, id)).content).toContain('xone<br>two<br>three');
  });
});
