import { expect, type Page } from '@playwright/test';
import { enter, sharedTest as test, visit } from './fixtures.ts';
import { expectStored, makeNote, openNote, stored } from './notes-fixtures.ts';
import { contrastIn } from './pictures.ts';

test('each block is shown in the direction of its text, and lists, quotes and tables with their signs', async ({ page, service }) => {
  const many = '**מילה** word '.repeat(300).trim();
  const id = await makeNote(
    service,
    'שלום',
    '# שלום עולם\n\nEnglish\n\nعربي with English\n\n- אחד\n- two\n\n> ציטוט\n\n| א | b |\n|---|---|\n| 1 | 2 |\n\n- left\n' +
      `\n${'**מילה** word '.repeat(300)}\n\n${'**word** מילה '.repeat(300)}\n` +
      `\n## ${many}\n\n| ${many} | b |\n|---|---|\n| ${many} | 2 |\n`,
  );
  const editor = await openNote(page, service, id);
  const direction = (locator: string): Promise<string> =>
    editor.locator(locator).evaluate((element) => getComputedStyle(element).direction);
  await expect(editor.locator('table').first()).toHaveAttribute('dir', 'rtl');
  await expect.poll(() => direction('h1')).toBe('rtl');
  await expect.poll(() => direction('p:text-is("English")')).toBe('ltr');
  await expect.poll(() => direction('p:has-text("عربي")')).toBe('rtl');
  await expect.poll(() => direction('ul >> nth=0')).toBe('rtl');
  await expect.poll(() => direction('li p:text-is("two")')).toBe('ltr');
  // It stands beside the sign of its list, and numbers below the head of their column.
  await expect(editor.locator('li p:text-is("two")')).toHaveCSS('text-align', 'right');
  await expect(editor.locator('td >> nth=0')).toHaveCSS('text-align', 'right');
  await expect(editor.locator('li p:text-is("left")')).toHaveCSS('text-align', 'left');
  await expect.poll(() => direction('blockquote')).toBe('rtl');
  await expect.poll(() => direction('table >> nth=0')).toBe('rtl');
  await expect.poll(() => direction('ul >> nth=1')).toBe('ltr');
  // Of many parts, the browser is told: to find it out itself takes it long each time that one comes in.
  for (const [part, dir] of [
    ['מילה word', 'rtl'],
    ['word מילה', 'ltr'],
  ] as const) {
    const paragraph = editor.locator('> p', { hasText: new RegExp(`^${part}`) });
    await expect(paragraph).toHaveAttribute('dir', dir);
  }
  for (const part of ['h2', 'table >> nth=1 >> th >> nth=0', 'table >> nth=1 >> td >> nth=0'])
    await expect(editor.locator(part)).toHaveAttribute('dir', 'rtl');
  for (const part of ['> p >> nth=0', 'h1', 'td >> nth=0']) await expect(editor.locator(part)).toHaveAttribute('dir', 'auto');
  // In such a table the key to the left leads on.
  await editor.getByText('1', { exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('X');
  await expect(editor.locator('td').nth(1)).toHaveText('X2');
  await expect.poll(async () => (await stored(service, id)).content).toContain('| 1 | X2 |');
});

test('signs that are hidden decide no direction, and properties have their own', async ({ page, service }) => {
  const content =
    '---\nauthor: אדה (x)!\n---\n\n> [!info] כותרת\n> ראו את Sync!\n\n- ![[icon.svg]] פריט!\n\n[[Sync|סנכרון]] שירות!\n\n' +
    '## [[Sync|סנכרון]]\n\n| [[Sync\\|א]] | b |\n|---|---|\n| [[Sync\\|ב]]! | c |\n';
  const id = await makeNote(service, 'Hidden', content);
  const editor = await openNote(page, service, id);
  for (const each of [
    '.properties td',
    '.callout',
    '.callout p',
    'ul',
    'li p',
    '> p',
    'h2',
    'table[dir=rtl]',
    'table[dir=rtl] th >> nth=0',
  ])
    await expect(editor.locator(each), each).toHaveCSS('direction', 'rtl');
  await expect(editor.locator('tr:nth-child(2) td').first()).toHaveCSS('direction', 'rtl');
  await expect(editor.locator('.properties th')).toHaveCSS('direction', 'ltr');
  // What is typed before it is shown.
  await editor.locator('h2').click();
  await page.keyboard.press('Home');
  await page.keyboard.type('x ');
  await expect(editor.locator('h2')).toHaveCSS('direction', 'ltr');
  await expectStored(service, id, content.replace('## ', '## x '));
});

test('what was done to a card is read from the left, also where it begins with the name of a file that is not', async ({
  page,
  service,
}) => {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
  const { id } = await service.send('POST', '/api/cards', { title: 'Seeds', columnId });
  await enter(page, service, `/boards/Garden/cards/${id}`);
  const picker = page.getByTestId('file-picker');
  await picker.setInputFiles({ name: 'מסמך.txt', mimeType: 'text/plain', buffer: Buffer.from('A text.\n') });
  await page.getByText('Activity', { exact: true }).click();
  await expect(page.locator('.activity-phrase', { hasText: 'attached' })).toHaveCSS('direction', 'ltr');
});

test('a name that is read from the right and cut short shows its beginning', async ({ page, service }) => {
  const name = 'مرحبا بالعالم '.repeat(12).trim();
  await service.send('POST', '/api/notebooks', { name });
  await service.send('POST', '/api/events', { title: name, date: '2026-03-18', start: '10:00', end: '11:00', timeZone: 'Europe/Berlin' });
  await makeNote(service, name, 'x\n');
  const beginnings = (within: string) =>
    page.locator(`${within} > bdi`, { hasText: name }).evaluateAll((elements) =>
      elements.map((element) => {
        const range = document.createRange();
        range.setStart(element.firstChild ?? element, 0);
        range.setEnd(element.firstChild ?? element, 1);
        const [letter, box] = [range.getBoundingClientRect(), element.parentElement?.getBoundingClientRect()];
        return box !== undefined && letter.left >= box.left && letter.right <= box.right + 1;
      }),
    );
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, service, '/notes');
  await expect.poll(() => beginnings('.place-name')).toEqual([true]);
  await expect.poll(() => beginnings('.note-title')).toEqual([true]);
  await visit(page, '/calendar?date=2026-03-18');
  await expect.poll(() => beginnings('.cal-title')).toEqual([true]);
  // On a phone it has two lines in the palette.
  await page.setViewportSize({ width: 380, height: 800 });
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('مرحبا');
  const found = page.locator('.palette-name', { hasText: name }).first();
  await expect(found).toBeVisible();
  expect(await found.evaluate((element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight))).toBeLessThan(
    2.5,
  );
});

test('Home and End stay on a line of pictures alone', async ({ page, service }) => {
  const picture = '![a](https://elsewhere.example/a.png)';
  const id = await makeNote(
    service,
    'Pictures',
    `${picture} ${picture}\n\nafter\n`.replace(`${picture} ${picture}`, `${picture}\n${picture}`),
  );
  const editor = await openNote(page, service, id);
  await editor.locator('.picture').first().click();
  await page.keyboard.press('End');
  await page.keyboard.type('E');
  await expectStored(service, id, `${picture}\n${picture}E\n\nafter\n`);
  await page.keyboard.press('Backspace');
  await editor.locator('.picture').last().click();
  await page.keyboard.press('Home');
  await page.keyboard.type('H');
  await expectStored(service, id, `H${picture}\n${picture}\n\nafter\n`);
});

test('the question about a conflict stands above the markdown, which keeps its width, in a wide and in a narrow window', async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const id = await makeNote(service, 'Conflict', 'One line\n');
  await openNote(page, service, id);
  await page.getByRole('button', { name: 'Edit the markdown' }).click();
  const source = page.locator('.source-editor');
  await source.getByText('One line').click();
  await page.keyboard.press('End');
  await page.route(/\/delta$/, (route) => route.abort());
  await page.keyboard.type(' of mine');
  await service.send('POST', `/api/notes/${id}/delta`, { edits: [{ oldText: 'One line', newText: 'Another one' }] });
  await page.unroute(/\/delta$/);
  const banner = page.locator('.source-view').getByRole('alert');
  await expect(banner).toBeVisible();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(banner).toBeInViewport();
    const boxes = () => Promise.all([banner, source, page.locator('.source-view')].map((each) => each.boundingBox()));
    await expect
      .poll(async () => {
        const [above, text, whole] = await boxes();
        return [text?.width === whole?.width, (above?.y ?? Infinity) + (above?.height ?? 0) <= (text?.y ?? 0)];
      }, `at ${width} pixels`)
      .toEqual([true, true]);
  }
});

test('what is written from the right in a field stands at its right, in each paragraph by itself', async ({ page, service }) => {
  const { id } = await service.plan({ title: 'פגישה', description: 'שלום\nHello', date: '2026-03-18', start: '10:00', end: '11:00' });
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
  const { id: cardId } = await service.send('POST', '/api/cards', { title: 'כרטיס', columnId });
  await service.send('PUT', `/api/cards/${cardId}/checklist`, { checklist: [{ text: 'פריט', completed: false }] });
  await enter(page, service, `/calendar?event=${id}`);
  const dialog = page.getByRole('dialog');
  /** Whether there is ink in the left, and in the right third of a line of a field, counted from 0. */
  const inkOf = async (name: string, line = 0): Promise<readonly boolean[]> => {
    const field = dialog.getByRole('textbox', { name, exact: true });
    await expect(field).toBeVisible();
    const style = await field.evaluate((element) => {
      element.blur();
      const { lineHeight, fontSize, paddingTop } = getComputedStyle(element);
      return { line: Number.parseFloat(lineHeight) || Number.parseFloat(fontSize) * 1.3, top: Number.parseFloat(paddingTop) };
    });
    await field.scrollIntoViewIfNeeded();
    const box = await field.boundingBox();
    if (box === null) throw new Error('It is not shown');
    const third = (box.width - 16) / 3;
    const y = box.y + style.top + 3 + line * style.line;
    const shots = [box.x + 8, box.x + 8 + 2 * third].map((x) =>
      page.screenshot({ clip: { x, y, width: third, height: Math.min(style.line - 4, box.height - 8) } }),
    );
    return Promise.all(shots.map(async (shot) => hasInk(page, (await shot).toString('base64'))));
  };
  expect(await inkOf('Notes')).toEqual([false, true]);
  expect(await inkOf('Notes', 1)).toEqual([true, false]);
  expect(await inkOf('Title')).toEqual([false, true]);
  await visit(page, `/boards/Garden/cards/${cardId}`);
  expect(await inkOf('Title')).toEqual([false, true]);
  expect(await inkOf('Item 1')).toEqual([false, true]);
});

/** Whether a picture holds more than one colour. */
async function hasInk(page: Page, picture: string): Promise<boolean> {
  return (await contrastIn(page, picture)) > 60;
}
