import { expect, type Locator } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, sharedTest as test, today, visit } from './fixtures.ts';
import { makeNote, openNote } from './notes-fixtures.ts';
import { contrastIn } from './pictures.ts';

test('with colours that the system forces, what is chosen stands out, and a colour is seen', async ({ page, service }) => {
  await enter(page, service, '/calendar?new');
  const ground = (part: Locator): Promise<string> => part.evaluate((element) => getComputedStyle(element).backgroundColor);
  const swatch = page.getByRole('radio', { name: 'Teal' });
  await expect(swatch).toBeVisible();
  const color = await ground(swatch);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await ground(swatch)).toBe(color);
  const view = (name: string): Locator => page.getByRole('button', { name, exact: true, includeHidden: true });
  const chosen = await ground(view('Month'));
  expect(await ground(view('Day'))).not.toBe(chosen);
  await visit(page, '/capture');
  const kind = (name: string): Locator => page.locator('.capture-kind', { hasText: name });
  await expect(kind('Note')).toBeVisible();
  expect(await ground(kind('Note'))).toBe(chosen);
  expect(await ground(kind('Card'))).not.toBe(chosen);
});

test('with colours that the system forces, what is chosen in a list, and what was found in it, can be read', async ({ page, service }) => {
  for (const title of ['Beans', 'Peas']) {
    await service.send('POST', '/api/notes', { title, content: `Sown in rows. ${title} like the sun.\n` });
  }
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await enter(page, service, '/notes?q=sun');
  const rows = page.locator('.note-link');
  await rows.first().click();
  await expect(rows.first()).toHaveAttribute('aria-current', 'page');
  const colors = (part: Locator): Promise<readonly [string, string]> =>
    part.evaluate((element) => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor] as const);
  const ink = async (part: Locator): Promise<string> => (await colors(part))[0];
  expect(await ink(rows.first().locator('.note-time'))).toBe(await ink(rows.first()));
  expect(await ink(rows.first().locator('.note-excerpt'))).toBe(await ink(rows.first()));
  // Black on yellow, in each of them.
  for (const row of [rows.first(), rows.last()]) {
    expect(await colors(row.locator('mark'))).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 0)']);
  }
  const ground = (await colors(rows.first()))[1];
  await page.keyboard.press('Control+k');
  await page.keyboard.type('sun');
  const chosen = page.locator('.palette [cmdk-item][data-selected="true"]').filter({ has: page.locator('mark') });
  await expect(chosen).toBeVisible();
  expect(await colors(chosen)).toEqual([await ink(rows.first()), ground]);
  await page.keyboard.press('Escape');
  await rows.last().click({ modifiers: ['Control'] });
  await expect(rows.last()).toHaveAttribute('data-selected', 'true');
  const edge = rows.last().evaluate((element) => getComputedStyle(element).borderInlineStart);
  expect(await edge).toContain(ground);
});

test('with colours that the system forces, what is chosen on boards, in the calendar, among notebooks and in settings stands out', async ({
  page,
  service,
}) => {
  const column = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
  for (const title of ['Seeds', 'Spade']) await service.send('POST', '/api/cards', { title, columnId: column.id });
  for (const name of ['Italy', 'Spain']) await service.send('POST', '/api/notebooks', { name });
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await enter(page, service, '/boards/Garden?view=table');
  const ground = (part: Locator): Promise<string> => part.evaluate((element) => getComputedStyle(element).backgroundColor);
  /** What there is to see of a part besides its words. */
  const look = (part: Locator): Promise<string> =>
    part.evaluate((element) => {
      const { backgroundColor, outline, borderInlineStart } = getComputedStyle(element);
      return [backgroundColor, outline, borderInlineStart].join();
    });
  const expectToldApart = async (chosen: Locator, other: Locator): Promise<void> => {
    await page.mouse.move(0, 0);
    expect(await look(chosen)).not.toBe(await look(other));
  };
  await page.getByRole('link', { name: 'Seeds' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Select card' }).click();
  await expect(page.getByRole('toolbar', { name: 'Selected cards' })).toBeVisible();
  const mark = page.locator('tr[data-selected="true"] > td:first-child').evaluate((cell) => {
    const { content, backgroundColor } = getComputedStyle(cell, '::before');
    return [content, backgroundColor];
  });
  expect(await mark).toEqual(['""', await ground(page.locator('[aria-current=page]').first())]);
  await visit(page, '/boards/Garden');
  await expectToldApart(page.locator('.card').first(), page.locator('.card').last());
  await visit(page, '/notes');
  await page.getByRole('treeitem', { name: 'Italy' }).click();
  await expectToldApart(page.getByRole('treeitem', { name: 'Italy' }), page.getByRole('treeitem', { name: 'Spain' }));
  await visit(page, '/calendar');
  const days = page.locator('.mini-day');
  await days.filter({ hasText: /^17$/ }).click();
  const chosen = page.locator('[aria-selected=true] > .mini-day');
  await expect(chosen).toHaveText('17');
  await expectToldApart(chosen, days.filter({ hasText: /^18$/ }));
  await visit(page, '/settings');
  await expectToldApart(page.locator('.theme-choice[data-chosen=true]'), page.locator('.theme-choice[data-chosen=false]').first());
});

test('lines that were added and removed are told apart by more than their colours, each in the direction of its text', async ({
  page,
  service,
}) => {
  const id = await makeNote(service, 'Launch', 'Same\n\nOld\n\nمرحبا بالعالم.\n');
  await service.send('POST', `/api/notes/${id}/delta`, { edits: [{ oldText: 'Old', newText: 'New' }] });
  await enter(page, service, `/notes/${id}`);
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('button', { name: /earlier change/ }).click();
  await page.getByRole('navigation', { name: 'Versions' }).getByRole('button').last().click();
  const lines = page.getByRole('region', { name: 'Compared with now' }).locator('.diff-line');
  const sign = (line: Locator): Promise<string> => line.first().evaluate((element) => getComputedStyle(element, '::before').content);
  await expect(lines.filter({ hasText: 'Old' })).toHaveCount(1);
  expect(await sign(lines.filter({ hasText: 'Same' }))).toBe('none');
  expect(await sign(lines.filter({ hasText: 'Old' }))).toContain('−');
  expect(await sign(lines.filter({ hasText: 'New' }))).toContain('+');
  const room = await lines.filter({ hasText: 'مرحبا' }).evaluate((line) => {
    const text = document.createRange();
    text.selectNodeContents(line);
    return line.getBoundingClientRect().right - text.getBoundingClientRect().right;
  });
  expect(room).toBeLessThan(24);
});

test('with colours that the system forces, those of events, calendars and boards are seen', async ({ page, service }) => {
  await service.send('POST', '/api/projects', { name: 'Garden', id: 'Garden', color: 'teal' });
  await service.plan({ title: 'Talk', date: today, start: '10:00', end: '12:00', color: 'teal' });
  await page.emulateMedia({ forcedColors: 'active' });
  await enter(page, service, '/boards/Garden');
  const ground = (part: Locator, pseudo?: string): Promise<string> =>
    part.evaluate((element, name) => getComputedStyle(element, name).backgroundColor, pseudo);
  expect(await ground(page.locator('.board-color'))).toBe('rgb(0, 128, 128)');
  await visit(page, `/calendar?view=week&date=${today}`);
  const block = page.locator('.cal-column-event', { hasText: 'Talk' });
  await expect(block).toBeVisible();
  // The strip at its beginning: as the page draws the colour, which may be lighter or darker.
  expect(await ground(block, '::before')).toMatch(/^oklch\(0\.\d+ 0\.0[5-9]/);
  await block.click();
  const marks = page.locator('.calendar-mark');
  await expect(marks.first()).toBeVisible();
  expect(await ground(marks.first())).toBe('rgb(128, 0, 128)');
});

/** How much the brightness, from 0 to 255, changes within a part and 2 px around it, on a line through its first 8 px where no text is. */
async function edgeOf(part: Locator): Promise<number> {
  const box = await part.boundingBox();
  if (box === null) throw new Error('It is not shown');
  const clip = { x: box.x - 2, y: box.y + Math.floor(box.height / 2), width: 7, height: 1 };
  return contrastIn(part.page(), (await part.page().screenshot({ clip })).toString('base64'));
}

test('a white label has an edge on a white card, and a black one on a dark card', async ({ page, service }) => {
  const column = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Pale' });
  const labelIds: unknown[] = [];
  for (const [name, color] of Object.entries({ Snow: '#ffffff', Coal: '#000000' })) {
    labelIds.push((await service.send('POST', '/api/projects/Pale/labels', { name, color }))['id']);
  }
  const { id } = await service.send('POST', '/api/cards', { title: 'Seeds', columnId: column.id });
  await service.send('PUT', `/api/cards/${id}`, { labelIds });
  await enter(page, service, '/boards/Pale');
  const label = (name: string): Locator => page.locator('.card .label-chip', { hasText: name });
  await expect(label('Snow')).toBeVisible();
  expect(await edgeOf(label('Snow'))).toBeGreaterThan(40);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await edgeOf(label('Coal'))).toBeGreaterThan(40);
});

test('the box of a calendar has an edge whatever its colour, shown or not', async ({ page, service }) => {
  for (const [name, color] of Object.entries({ Snow: '#ffffff', Coal: '#000000' })) {
    const { id } = await service.send('POST', '/api/calendars', { name, color });
    await service.send('PUT', `/api/calendars/${id}`, { isVisible: false });
  }
  for (const [name, color] of Object.entries({ Chalk: '#ffffff', Night: '#000000' }))
    await service.send('POST', '/api/calendars', { name, color });
  await enter(page, service, '/calendar');
  const box = (name: string): Locator => page.getByRole('checkbox', { name });
  await expect(box('Snow')).not.toBeChecked();
  await expect(box('Chalk')).toBeChecked();
  // What is 3 to 1 on the page.
  for (const name of ['Snow', 'Chalk']) expect(await edgeOf(box(name)), name).toBeGreaterThan(106);
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const name of ['Coal', 'Night']) expect(await edgeOf(box(name)), name).toBeGreaterThan(76);
});

test('what is marked in quiet text, and what is found there, can be read in both themes', async ({ page, service }) => {
  const content = '> Sown in ==long rows== in [spring](https://example.com) or ==autumn==.\n\n- [x] Rows\n';
  const editor = await openNote(page, service, await makeNote(service, 'Beans', content));
  await expect(editor.locator('mark')).not.toHaveCount(0);
  await editor.locator('li').click();
  await page.keyboard.press('Control+f');
  await page.getByRole('search', { name: 'Find in this note' }).getByRole('textbox', { name: 'Find' }).fill('row');
  await expect(editor.locator('.find-match')).not.toHaveCount(0);
  await expectAccessible(page, '.note-text');
});

test('a drawing without a ground is seen in both themes, in dark ink and in light', async ({ page, service }) => {
  await enter(page, service, '/notes');
  const drawing = (color: string): Promise<string> =>
    page.evaluate((ink) => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      if (context !== null) {
        context.fillStyle = ink;
        context.fillRect(0, 20, canvas.width, 10);
      }
      return canvas.toDataURL();
    }, color);
  const [dark, light, seen] = [await drawing('#000'), await drawing('#fff'), await drawing('#d33')];
  const editor = await openNote(
    page,
    service,
    await makeNote(service, 'Drawings', `![dark](${dark})\n\n![light](${light})\n\n![seen](${seen})\n`),
  );
  const ground = (alt: string): Promise<string> => editor.getByAltText(alt).evaluate((img) => getComputedStyle(img).backgroundColor);
  const none = 'rgba(0, 0, 0, 0)';
  await expect.poll(() => ground('light')).not.toBe(none);
  expect([await ground('dark'), await ground('seen')]).toEqual([none, none]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await ground('dark')).not.toBe(none);
  expect([await ground('light'), await ground('seen')]).toEqual([none, none]);
});
