import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { push } from '../../support/tiers.ts';
import { openCalendar } from './calendar-fixtures.ts';
import { enter, sharedTest as test, today } from './fixtures.ts';

interface Printed {
  /** The text of each page. */
  readonly pages: readonly string[];
  /** The lightest corner of the first page, from 0 (black) to 255. */
  readonly corner: number;
}

/** The page as it comes out of a printer. */
async function print(page: Page): Promise<Printed> {
  const file = test.info().outputPath('printed.pdf');
  await writeFile(file, await page.pdf({ preferCSSPageSize: true, printBackground: true }));
  const text = execFileSync('pdftotext', ['-layout', file, '-']).toString();
  const picture = execFileSync('pdftoppm', ['-gray', '-r', '20', '-l', '1', file]);
  return { pages: text.split('\f').slice(0, -1), corner: picture.at(-1) ?? 0 };
}

test.describe('on paper', () => {
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
  });

  test('a note is its whole text, over several pages, light, with the addresses of its links', async ({ page, service }) => {
    const sections = Array.from(
      { length: 40 },
      (_, index) =>
        `## Section ${index}\n\nWhat [the source](https://example.org/path/${index}) says. ${'It goes on and on. '.repeat(25)}\n`,
    );
    const { id } = await service.send('POST', '/api/notes', {
      title: 'Minutes',
      content: `${sections.join('\n')}\n\`\`\`\n${'code '.repeat(60)}last word\n\`\`\`\n\nThe very end.\n`,
    });
    await service.send('POST', '/api/notes', { title: 'Another note', content: 'Its text' });
    await enter(page, service, `/notes/${id}`);
    await expect(page.getByText('The very end.')).toBeAttached();
    const { pages, corner } = await print(page);
    expect(pages.length).toBeGreaterThan(4);
    expect(pages.length).toBeLessThan(15);
    expect(pages[0]).toContain('Minutes');
    expect(pages.at(-1)).toContain('The very end.');
    const text = pages.join(' ');
    for (let index = 0; index < 40; index += 1) expect(text).toContain(`Section ${index}`);
    expect(text).toContain('(https://example.org/path/39)');
    expect(text).toContain('last word');
    // Nothing of what stands around it.
    for (const around of ['Another note', 'Settings', 'Calendar', 'Search', 'words', 'Saved', 'Linked']) expect(text).not.toContain(around);
    expect(corner).toBe(255);
    // The address is there on paper alone.
    await expect(page.locator('.note-text')).not.toContainText('(https://example.org');
  });

  test('the list of notes is all of them, and no sheet is empty', async ({ page, service }) => {
    const titles = Array.from({ length: 90 }, (_, index) => `Note no. ${index} of many`);
    await service.createAll(
      '/api/notes',
      titles.map((title) => ({ title, content: 'Its text' })),
    );
    await enter(page, service, '/notes');
    await expect(page.getByText('Note no. 89 of many')).toBeVisible();
    const drawn = await page.locator('.note-row').count();
    expect(drawn).toBeLessThan(50);
    const { pages } = await print(page);
    const text = pages.join(' ');
    for (const title of titles) expect(text).toContain(title);
    expect(pages.filter((each) => each.trim() === '')).toEqual([]);
    expect(pages.length).toBeLessThan(9);
    for (const around of ['Settings', 'Choose a note', 'All notes', 'Calendar']) expect(text).not.toContain(around);
    await expect(page.locator('.note-row')).toHaveCount(drawn);
  });

  test('a short note is one sheet', async ({ page, service }) => {
    await service.createAll(
      '/api/notebooks',
      Array.from({ length: 30 }, (_, index) => ({ name: `Notebook ${index}` })),
    );
    const { id } = await service.send('POST', '/api/notes', { title: 'Short', content: 'A line' });
    await enter(page, service, `/notes/${id}`);
    await expect(page.locator('.note-text').getByText('A line')).toBeVisible();
    await expect(page.getByText('Notebook 29')).toBeAttached();
    const { pages } = await print(page);
    expect(pages).toHaveLength(1);
  });

  test('of two notes side by side the one with the focus is printed, without an empty sheet for the other', async ({ page, service }) => {
    const { id } = await service.send('POST', '/api/notes', { title: 'Short', content: 'A line' });
    const { id: besideId } = await service.send('POST', '/api/notes', { title: 'Long', content: 'Another line\n\n'.repeat(30) });
    await enter(page, service, `/notes/${id}?beside=${besideId}`);
    const text = (name: string): Locator => page.getByRole('article', { name }).getByRole('textbox', { name: 'Text of the note' });
    await expect(text('Short')).toBeVisible();
    await expect(text('Long')).toBeVisible();
    const { pages } = await print(page);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('A line');
    expect(pages[0]).not.toContain('Another line');
    await text('Long').click();
    const [second = ''] = (await print(page)).pages;
    expect(second).toContain('Another line');
    expect(second).not.toContain('A line');
  });

  test('a board is all its columns and cards, without buttons and what stands around it', async ({ page, service }) => {
    for (const title of ['To do', 'Doing', 'Done']) {
      const { id: columnId } = await service.send('POST', '/api/columns', { title, projectId: 'Garden' });
      if (title !== 'To do') continue;
      await service.createAll(
        '/api/cards',
        Array.from({ length: 70 }, (_, index) => ({
          title: `Plant no. ${index} of many`,
          columnId,
          ...(index === 3 ? { dueDate: '2026-11-12' } : {}),
        })),
      );
    }
    await enter(page, service, '/boards/Garden');
    await expect(page.getByText('Plant no. 0 of many')).toBeVisible();
    const drawn = await page.locator('.card').count();
    expect(drawn).toBeLessThan(70);
    const { pages, corner } = await print(page);
    const text = pages.join(' ');
    expect(pages[0]).toContain('Garden');
    for (const title of ['To do', 'Doing', 'Done', ...Array.from({ length: 70 }, (_, index) => `Plant no. ${index} of many`)])
      expect(text).toContain(title);
    expect(text.match(/Plant no\./g)).toHaveLength(70);
    // Each sheet says which column its cards are in.
    expect(pages.length).toBeGreaterThan(1);
    for (const each of pages) expect(each).toContain('To do');
    for (const around of ['Settings', 'Filter', 'Add card', 'Add column', 'Calendar']) expect(text).not.toContain(around);
    expect(corner).toBe(255);
    // On the screen it is again as it was.
    await expect(page.locator('.card')).toHaveCount(drawn);
  });

  test('the table of a board is printed with whole titles, with all labels, and with the names of its columns on each sheet', async ({
    page,
    service,
  }) => {
    const { id: columnId } = await service.send('POST', '/api/columns', {
      title: 'Waiting for an answer from outside',
      projectId: 'Garden',
    });
    const names = ['Vegetables', 'Greenhouse', 'Neighbours', 'Compost', 'Next spring'];
    const labels = [];
    for (const name of names) labels.push(await service.send('POST', '/api/projects/Garden/labels', { name, color: 'teal' }));
    const title = 'Ask next door whether they want some of the seeds of last summer, and which of them';
    const { id } = await service.send('POST', '/api/cards', { title, columnId });
    await service.send('PUT', `/api/cards/${id}`, { labelIds: labels.map((label) => label.id) });
    const others = Array.from({ length: 40 }, (_, index) => ({ title: `Plant no. ${index}`, columnId }));
    await service.createAll('/api/cards', others);
    await enter(page, service, '/boards/Garden?view=table');
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    const { pages } = await print(page);
    expect(pages.length).toBeGreaterThan(1);
    for (const each of pages) expect(each).toContain('Due date');
    // Where it is drawn, as the text of a PDF has what is cut off as well.
    await page.setViewportSize({ width: 1032, height: 700 });
    await page.emulateMedia({ media: 'print' });
    const isWhole = (part: Locator): Promise<boolean> =>
      part.evaluate((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        const { right, bottom } = text.getBoundingClientRect();
        const cell = element.closest('td, th')?.getBoundingClientRect();
        const own = element.getBoundingClientRect();
        return cell !== undefined && right <= Math.min(cell.right, own.right) + 1 && bottom <= cell.bottom + 1;
      });
    const row = page.getByRole('row').filter({ hasText: title });
    for (const name of names) expect(await isWhole(row.getByText(name, { exact: true })), name).toBe(true);
    expect(await isWhole(row.getByRole('rowheader').locator('bdi'))).toBe(true);
    expect(await isWhole(row.getByText('Waiting for'))).toBe(true);
  });

  test('a card that is open is printed alone, whole, and without its buttons', async ({ page, service }) => {
    const name = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstelle';
    const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
    await service.send('POST', '/api/columns', { title: name, projectId: 'Garden' });
    await service.send('POST', '/api/columns', { title: 'Last', projectId: 'Garden' });
    await service.send('POST', '/api/cards', { title: 'Another', columnId });
    const description = `${'Deep down. '.repeat(400)}\n\n\`\`\`\n${'code '.repeat(60)}last word\n\`\`\`\n`;
    const { id } = await service.send('POST', '/api/cards', { title: 'Dig', columnId, description, dueDate: '2026-11-12' });
    const checklist = Array.from({ length: 40 }, (_, index) => ({ text: `Hole ${index}`, completed: index === 0 }));
    await service.send('PUT', `/api/cards/${id}/checklist`, { checklist });
    await enter(page, service, '/boards/Garden');
    // The longest word of a name keeps to its column.
    await page.emulateMedia({ media: 'print' });
    const ends = await page.getByRole('button', { name }).evaluate((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      return [range.getBoundingClientRect().right, button.closest('.column')?.getBoundingClientRect().right ?? 0];
    });
    expect(ends[0]).toBeLessThanOrEqual(ends[1] ?? 0);
    await page.emulateMedia({ media: null });

    await page.getByRole('link', { name: 'Dig' }).click();
    await expect(page.getByRole('textbox', { name: 'Item 40' })).toHaveValue('Hole 39');
    await expect(page.getByText('last word')).toBeVisible();
    const { pages, corner } = await print(page);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.filter((each) => each.trim() === '')).toEqual([]);
    const text = pages.join(' ');
    expect(pages[0]).toContain('Dig');
    for (const part of ['last word', 'Hole 0', 'Hole 39', '11/12/2026']) expect(text).toContain(part);
    expect(text.match(/Deep/g)).toHaveLength(400);
    for (const around of ['Another', 'Settings', 'Add', 'Attach', 'Delete', 'Linked', 'Labels', 'Reminders', 'Activity'])
      expect(text).not.toContain(around);
    expect(corner).toBe(255);
    await page.emulateMedia({ media: 'print' });
    const box = page.getByRole('checkbox', { name: 'Done: Hole 0' });
    await expect(box).toHaveCSS('print-color-adjust', 'exact');
    expect((await box.boundingBox())?.x).toBeGreaterThanOrEqual(0);
    await page.emulateMedia({ media: null });
    await expect(page.getByRole('button', { name: 'Delete card' })).toBeVisible();
  });

  test('each card of a board has its own tick', push, async ({ page, service }) => {
    const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
    await service.createAll('/api/cards', [
      { title: 'Dig', columnId },
      { title: 'Sow', columnId },
    ]);
    const { id } = await service.send('POST', '/api/cards', { title: 'Weed', columnId });
    await service.send('PUT', `/api/cards/${id}`, { progress: 40 });
    await enter(page, service, '/boards/Garden');
    await expect(page.getByText('40%', { exact: true })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    // Also where no backgrounds are printed: how far it is, and the colour of the board.
    for (const colored of ['.card-check', '.card-bar', '.card-bar span', '.board-color'])
      await expect(page.locator(colored).first()).toHaveCSS('print-color-adjust', 'exact');
    const tick = await page.getByRole('checkbox', { name: 'Done: Sow' }).boundingBox();
    const card = await page.locator('.card-item', { hasText: 'Sow' }).boundingBox();
    if (tick === null || card === null) throw new Error('They are not there');
    expect(tick.y).toBeGreaterThan(card.y);
    expect(tick.y + tick.height).toBeLessThan(card.y + card.height);
    await page.emulateMedia({ media: null });
  });

  test('a week fits on one sheet, also below many entries of whole days', async ({ page, service }) => {
    for (let index = 0; index < 9; index += 1) await service.plan({ title: `Holiday ${index}`, date: today });
    await service.plan({ title: 'Night train', date: today, start: '23:00', end: '23:45' });
    await openCalendar(page, service, '?view=week');
    await expect(page.getByText('Holiday 0')).toBeVisible();
    const { pages } = await print(page);
    expect(pages).toHaveLength(1);
    for (const text of ['Holiday 8', 'Night', '23:00']) expect(pages[0]).toContain(text);
  });

  test('below more entries of whole days than a sheet has room for, the hours of a week stand on the next, with the names of its days', async ({
    page,
    service,
  }) => {
    for (let index = 0; index < 20; index += 1) await service.plan({ title: `Holiday ${index}`, date: today });
    await service.plan({ title: 'Night train', date: today, start: '23:00', end: '23:45' });
    await openCalendar(page, service, '?view=week');
    await expect(page.getByText('Holiday 0')).toBeVisible();
    const { pages } = await print(page);
    expect(pages).toHaveLength(2);
    for (const text of ['Mon', 'Sun', 'Holiday 19']) expect(pages[0]).toContain(text);
    expect(pages[0]).not.toContain('01:00');
    for (const text of ['Mon', 'Sun', '01:00', '23:00', 'Night']) expect(pages[1]).toContain(text);
  });

  test('a list begins on its first sheet, also with a day that needs two', async ({ page, service }) => {
    for (let index = 10; index < 50; index += 1) await service.plan({ title: `Talk ${index}`, date: today, start: '10:00', end: '11:00' });
    await openCalendar(page, service, '?view=list');
    await expect(page.getByText('Talk 10')).toBeVisible();
    const { pages } = await print(page);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages[0]).toContain('Talk 10');
    for (let index = 10; index < 50; index += 1) expect(pages.filter((text) => text.includes(`Talk ${index}`))).toHaveLength(1);
  });

  test('a week has all its events, also those that stand beside each other', async ({ page, service }) => {
    for (const title of ['Ann', 'Bob', 'Cid', 'Dan']) await service.plan({ title, date: today, start: '10:00', end: '12:00' });
    await openCalendar(page, service, '?view=week');
    const more = page.getByText(/^\+\d$/);
    await expect(more).toBeVisible();
    const { pages } = await print(page);
    for (const title of ['Ann', 'Bob', 'Cid', 'Dan']) expect(pages[0]).toContain(title);
    expect(pages[0]).not.toContain('+');
    // On the screen it is again as it was.
    await expect(more).toBeVisible();
  });

  test('a day cuts long titles, and has none above the hours of its event', async ({ page, service }) => {
    for (let index = 0; index < 6; index += 1)
      await service.plan({ title: `Talk ${index} about beginnings and the endings`, date: today, start: '10:00', end: '14:00' });
    await openCalendar(page, service, '?view=day');
    await expect(page.getByText('Talk 5 about')).toBeVisible();
    const { pages } = await print(page);
    for (const text of ['Talk 5', '10:00–14:00']) expect(pages[0]).toContain(text);
    expect(pages[0]).not.toContain('endings');
  });
});
