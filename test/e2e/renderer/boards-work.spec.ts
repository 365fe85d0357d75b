// Finishing things on a board: done, labels, limits, several cards at once, the table.

import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, type RunningService, sharedTest as test } from './fixtures.ts';
import { expectRefusalStays } from './refusals.ts';

const project = 'Website';

async function makeBoard({ send }: RunningService, columns: Readonly<Record<string, readonly string[]>>): Promise<void> {
  for (const [title, cards] of Object.entries(columns)) {
    const { id: columnId } = await send('POST', '/api/columns', { title, projectId: project });
    for (const card of cards) await send('POST', '/api/cards', { title: card, columnId });
  }
}

async function cards({ send }: RunningService): Promise<readonly { readonly id: string; readonly title: string }[]> {
  const list: object = await send('GET', `/api/cards?projectId=${project}`);
  return 'items' in list ? (list.items as Awaited<ReturnType<typeof cards>>) : [];
}

const column = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });
const titles = (page: Page, title: string): Locator => column(page, title).locator('.card-title');
const card = (page: Page, title: string): Locator => page.locator('.card', { hasText: title });
const toast = (page: Page, text: string): Locator => page.locator('.toast').filter({ hasText: text });

test.describe('a board to finish things on', () => {
  test('marks cards as done, archives them, labels them, and finds them by their label', async ({ page, service }) => {
    await makeBoard(service, { 'To do': ['One', 'Two', 'Three'], Done: [] });
    await enter(page, service, `/boards/${project}`);
    await page.getByRole('checkbox', { name: 'Done: One' }).click();
    await expect(page.getByRole('checkbox', { name: 'Done: One' })).toBeChecked();
    // By key, and taken back.
    await card(page, 'Two').focus();
    await page.keyboard.press('d');
    await expect(page.getByRole('checkbox', { name: 'Done: Two' })).toBeChecked();
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('checkbox', { name: 'Done: Two' })).not.toBeChecked();

    await card(page, 'Two').click();
    const dialog = page.getByRole('dialog', { name: 'Two' });
    await dialog.getByRole('button', { name: 'Edit labels' }).click();
    await page.getByLabel('Name of the label').fill('Bug');
    await page.getByRole('radio', { name: 'Red' }).click();
    await expectRefusalStays(page, {
      path: /\/labels$/,
      field: page.getByLabel('Name of the label'),
      failed: 'The labels could not be changed',
      send: () => page.getByRole('button', { name: 'Add label' }).click(),
    });
    await expect(dialog.locator('.label-chip')).toHaveText('Bug');
    await page.keyboard.press('Escape');
    await dialog.getByRole('checkbox', { name: 'Done', exact: true }).click();
    await expect(dialog.getByText(/^Done /)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card(page, 'Two').locator('.label-chip')).toHaveText('Bug');

    await page.getByRole('combobox', { name: 'Labels' }).click();
    await page.getByRole('option', { name: 'Bug' }).click();
    await expect(titles(page, 'To do')).toHaveText(['Two']);
    await expect(page).toHaveURL(/label=/);
    // Also what is being typed when they are cleared.
    const clear = page.getByRole('button', { name: 'Clear filters' });
    const text = page.getByRole('searchbox', { name: 'Filter cards' });
    await text.evaluate(
      (input: HTMLInputElement, button) => {
        input.select();
        document.execCommand('insertText', false, 'Tw');
        (button as HTMLElement).click();
      },
      await clear.elementHandle(),
    );
    await expect(text).toHaveValue('');
    // Nothing is to come: longer than the field waits for the next key.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    await expect(text).toHaveValue('');
    await expect(page).not.toHaveURL(/[?&]q=/);

    // The list of labels gives the focus back when it has closed.
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await card(page, 'Three').press('e');
    await expect(titles(page, 'To do')).toHaveText(['One', 'Two']);
    // It stays away once the page has heard of it from the service: what is changed later comes later.
    await expect.poll(async () => (await cards(service)).length).toBe(2);
    await service.send('PUT', `/api/cards/${(await cards(service)).find(({ title }) => title === 'One')?.id}`, { title: 'First' });
    await expect(titles(page, 'To do')).toHaveText(['First', 'Two']);
    await page.getByRole('button', { name: 'More for this board' }).click();
    await page.getByRole('menuitem', { name: 'Archived cards' }).click();
    // Opened from there, it says where it is, and has the way back.
    await page.getByRole('link', { name: 'Three' }).click();
    await expect(page.getByText('This card is archived.')).toBeVisible();
    await page.getByRole('button', { name: 'Bring back' }).click();
    await expect(page.getByText('This card is archived.')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Archive card' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(titles(page, 'To do')).toHaveText(['First', 'Two']);
    await page.getByRole('button', { name: 'More for this board' }).click();
    await page.getByRole('menuitem', { name: 'Archived cards' }).click();
    await page.getByRole('button', { name: 'Bring back' }).click();
    await expect(page.getByText('No card of this board is archived.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(titles(page, 'To do')).toHaveText(['First', 'Two', 'Three']);
    await expectAccessible(page);
  });

  test('lists all archived cards of a board, however many there are', async ({ page, service }) => {
    const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: project });
    const made = Array.from({ length: 520 }, (_, number) => ({ title: `Card ${number}`, columnId }));
    await service.createAll('/api/cards', made);
    const ids = (await cards(service)).map(({ id }) => id);
    expect(ids).toHaveLength(520);
    for (let from = 0; from < ids.length; from += 200) {
      const some = ids.slice(from, from + 200);
      const operations = some.map((id) => ({ method: 'PUT', path: `/api/cards/${id}`, body: { isArchived: true } }));
      await service.send('POST', '/api/batch', { operations });
    }
    await enter(page, service, `/boards/${project}`);
    await page.getByRole('button', { name: 'More for this board' }).click();
    await page.getByRole('menuitem', { name: 'Archived cards' }).click();
    const listed = page.locator('.archived-cards > li');
    await expect(page.getByText('200 of 520')).toBeVisible();
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(listed).toHaveCount(400);
    await expectAccessible(page, '[role=dialog]');
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(listed).toHaveCount(520);
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
    // One that comes back leaves the list, which is read anew with all that it shows.
    const last = (await listed.last().getByRole('link').textContent()) ?? '';
    await listed.last().getByRole('button', { name: 'Bring back' }).click();
    await expect(listed).toHaveCount(519);
    await page.keyboard.press('Escape');
    await expect(titles(page, 'To do')).toHaveText([last]);
  });

  test('keeps labels that are chosen while a new one is on its way', async ({ page, service }) => {
    await makeBoard(service, { 'To do': ['One'] });
    await service.send('POST', `/api/projects/${project}/labels`, { name: 'Bug' });
    await enter(page, service, `/boards/${project}`);
    await card(page, 'One').click();
    const dialog = page.getByRole('dialog').first();
    await dialog.getByRole('button', { name: 'Edit labels' }).click();
    await page.getByRole('button', { name: 'New label' }).click();
    const held = Promise.withResolvers<void>();
    await page.route(/\/labels$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByLabel('Name of the label').fill('Idea');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Bug' }).click();
    await expect(dialog.locator('.label-chip')).toHaveText(['Bug']);
    held.resolve();
    await expect(dialog.locator('.label-chip')).toHaveText(['Bug', 'Idea']);
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('saves filters of a board under names, which scripts see too, and takes a deletion back', async ({ page, service }) => {
    await makeBoard(service, { 'To do': ['One', 'Two', 'Three'] });
    await enter(page, service, `/boards/${project}`);
    await page.getByRole('checkbox', { name: 'Done: One' }).click();
    await page.getByRole('combobox', { name: 'Done or not' }).click();
    await page.getByRole('option', { name: 'Not done' }).click();
    await expect(titles(page, 'To do')).toHaveText(['Two', 'Three']);
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: 'Save these filters…' }).click();
    const filterName = page.getByLabel('Name of the filter');
    await filterName.fill('Open');
    await expectRefusalStays(page, {
      path: /\/filters$/,
      field: filterName,
      failed: 'The saved filters could not be changed',
      send: () => filterName.press('Enter'),
    });
    await expect(page.getByRole('button', { name: 'Saved filter: Open' })).toBeVisible();
    await service.send('POST', `/api/projects/${project}/filters`, { name: 'With an o', q: 'o', completed: false });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Saved filter: Open' }).click();
    await page.getByRole('menuitem', { name: 'With an o' }).click();
    await expect(titles(page, 'To do')).toHaveText(['Two']);
    await expect(page).toHaveURL(/done=false&q=o/);
    await page.getByRole('button', { name: 'Saved filter: With an o' }).click();
    await page.getByRole('menuitem', { name: 'Delete saved filter' }).click();
    await toast(page, 'Filter “With an o” deleted').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Saved filter: With an o' })).toBeVisible();
    // Deleted elsewhere while it gets another name, it is not made anew.
    const filters = async () => {
      const board: object = await service.send('GET', `/api/projects/${project}`);
      return 'filters' in board ? (board.filters as { id: string; name: string }[]) : [];
    };
    // The page shows it before the service has taken its deletion back.
    await expect.poll(async () => (await filters()).map(({ name }) => name)).toContain('With an o');
    await page.getByRole('button', { name: 'Saved filter: With an o' }).click();
    await page.getByRole('menuitem', { name: 'Rename saved filter' }).click();
    await filterName.fill('With another');
    await service.send('DELETE', `/api/projects/${project}/filters/${(await filters()).find(({ name }) => name === 'With an o')?.id}`);
    await expect(page.locator('.saved-filter-name')).toHaveText('Saved filters');
    await expect(page.getByRole('dialog', { name: 'Rename saved filter' })).toBeVisible();
    await filterName.press('Enter');
    await expect(filterName).toHaveAccessibleDescription(/^The saved filters could not be changed: /);
    expect((await filters()).map(({ name }) => name)).toEqual(['Open']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(titles(page, 'To do')).toHaveText(['One', 'Two', 'Three']);
  });

  test('makes cards of templates, which no column holds', async ({ page, service }) => {
    await makeBoard(service, { 'To do': ['Release'], Doing: ['Other'] });
    await enter(page, service, `/boards/${project}`);
    await card(page, 'Release').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save as template' }).click();
    await expect(toast(page, '“Release” saved as a template')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(titles(page, 'To do')).toHaveText(['Release']);
    await page.getByRole('button', { name: 'More for Doing' }).click();
    await page.getByRole('menuitem', { name: 'New card from template…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New card from a template' });
    await expect(dialog.getByRole('button', { name: 'Edit template Release' })).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Release', exact: true }).click();
    await expect(titles(page, 'Doing')).toHaveText(['Other', 'Release']);
    await expect(column(page, 'Doing').locator('.column-count')).toHaveText('2');
  });

  test('changes several cards at once, and takes that back as one; pasted lines become cards when that is wanted', async ({
    page,
    service,
  }) => {
    await makeBoard(service, { 'To do': ['One', 'Two', 'Three', 'Four'], Done: [] });
    await enter(page, service, `/boards/${project}`);
    await card(page, 'One').click({ modifiers: ['Control'] });
    await card(page, 'Three').click({ modifiers: ['Shift'] });
    const bar = page.getByRole('toolbar', { name: 'Selected cards' });
    await expect(bar).toContainText('3 selected');
    await expectAccessible(page, '.board, [role=toolbar]');
    await bar.getByRole('combobox', { name: 'Move to…' }).click();
    await page.getByRole('option', { name: 'Done' }).click();
    await expect(titles(page, 'Done')).toHaveText(['One', 'Two', 'Three']);
    await bar.getByRole('button', { name: 'Done' }).click();
    await expect(column(page, 'Done').getByRole('checkbox', { checked: true })).toHaveCount(3);
    await bar.getByRole('button', { name: 'Delete' }).click();
    await expect(titles(page, 'Done')).toHaveCount(0);
    await toast(page, '3 cards moved to the trash').getByRole('button', { name: 'Undo' }).click();
    await expect(titles(page, 'Done')).toHaveText(['One', 'Two', 'Three']);
    await expect(bar).toHaveCount(0);

    await column(page, 'To do').getByRole('button', { name: 'Add card to To do' }).click();
    const field = page.getByLabel('Title of the card');
    await field.evaluate((element) => {
      const data = new DataTransfer();
      data.setData('text/plain', '- [ ] Milk\r\n\r\n- Bread\n3. Salt');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await page.getByRole('button', { name: 'Add 3 cards' }).click();
    await expect(titles(page, 'To do')).toHaveText(['Four', 'Milk', 'Bread', 'Salt']);
  });

  test('keeps keys off the cards of a collapsed column', async ({ page, service }) => {
    await makeBoard(service, { 'To do': ['First', 'Second'], Later: ['Hidden', 'Hidden too'], Done: ['Third'] });
    await enter(page, service, `/boards/${project}`);
    await card(page, 'Hidden too').focus();
    await page.getByRole('button', { name: 'More for Later' }).click();
    await page.getByRole('menuitem', { name: 'Collapse' }).click();
    await expect(page.getByRole('button', { name: 'Expand Later' })).toBeFocused();
    // It had the focus last, and is shown no more.
    await page.keyboard.press('Delete');
    await card(page, 'First').focus();
    await page.keyboard.press('ArrowRight');
    await expect(card(page, 'Third')).toBeFocused();
    await page.keyboard.press('d');
    await expect(page.getByRole('checkbox', { name: 'Done: Third' })).toBeChecked();
    await page.keyboard.press('ArrowLeft');
    await expect(card(page, 'First')).toBeFocused();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(titles(page, 'Done')).toHaveText(['First', 'Third']);
    await expect(card(page, 'First')).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(card(page, 'Third')).toBeFocused();
    await expect
      .poll(async () => (await cards(service)).map(({ title }) => title).toSorted())
      .toEqual(['Hidden', 'Hidden too', 'Second', 'Third']);
  });

  test('shows a limit, collapsed columns and a table; boards have a name, a colour and an archive', async ({ page, service }) => {
    await makeBoard(service, { 'To do': ['Banana', 'Apple'], Done: [] });
    await enter(page, service, `/boards/${project}`);
    await page.getByRole('button', { name: 'More for To do' }).click();
    await page.getByRole('menuitem', { name: 'Limit of cards…' }).click();
    await page.getByLabel('Maximum number of cards').fill('1');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(column(page, 'To do').getByRole('img', { name: '2 cards, over the limit of 1' })).toHaveText('2/1');
    await page.getByRole('button', { name: 'More for Done' }).click();
    await page.getByRole('menuitem', { name: 'Collapse' }).click();
    await expect(page.getByRole('button', { name: 'Expand Done' })).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole('button', { name: 'Expand Done' })).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('button', { name: 'More for Done' })).toBeFocused();
    await page.keyboard.press('Control+Shift+z');
    await expect(page.getByRole('button', { name: 'Expand Done' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'More for Done' })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Add card to Done' })).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('button', { name: 'Expand Done' })).toBeFocused();
    await page.keyboard.press('Enter');

    await page.getByRole('button', { name: 'Show as table' }).click();
    const rows = page.getByRole('table').getByRole('rowheader');
    await expect(rows).toHaveText(['Banana', 'Apple']);
    await page.getByRole('table').getByRole('button', { name: 'Card', exact: true }).click();
    await expect(rows).toHaveText(['Apple', 'Banana']);
    await expect(page).toHaveURL(/view=table/);
    await expectAccessible(page);
    // However long the names are, the other columns are seen.
    const { id } = await service.send('POST', '/api/columns', {
      projectId: project,
      title: 'Review by a reader from outside of the company',
    });
    await service.send('POST', '/api/cards', { title: 'Cherry', columnId: id });
    await expect(page.getByRole('cell', { name: 'Review by a reader' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Changed' })).toBeInViewport({ ratio: 1 });

    await page.getByRole('main').getByRole('link', { name: 'Boards', exact: true }).click();
    await page.getByRole('button', { name: 'More for Website' }).click();
    await page.getByRole('menuitem', { name: 'Name and colour' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('New website');
    await page.getByRole('radio', { name: 'Teal' }).click();
    await expectRefusalStays(page, {
      path: /\/api\/projects\//,
      field: page.getByRole('dialog').getByLabel('Name'),
      failed: 'The board could not be changed',
      send: () => page.getByRole('button', { name: 'Save' }).click(),
    });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'New website' })).toBeVisible();
    // Refused when the form is closed already, it is told of, and stands in the form when that is opened again.
    const answer = Promise.withResolvers<void>();
    await page.route(/\/api\/projects\//, async (route) => {
      await answer.promise;
      await route.fulfill({ status: 500, body: '' });
    });
    const name = page.getByRole('dialog').getByLabel('Name');
    const open = async (): Promise<void> => {
      await page.getByRole('button', { name: /^More for .*website$/ }).click();
      await page.getByRole('menuitem', { name: 'Name and colour' }).click();
    };
    await open();
    await name.fill('Newest website');
    await name.press('Enter');
    await expect(page.getByRole('button', { name: 'Saving…' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    answer.resolve();
    await expect(page.locator('.toast', { hasText: 'The board could not be changed' })).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await open();
    await expect(name).toHaveValue('Newest website');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // What another client has called it meanwhile stays when its colour alone is changed here.
    await open();
    await expect(name).toHaveValue('New website');
    await service.send('PUT', '/api/projects/Website', { name: 'Our website' });
    await page.getByRole('radio', { name: 'Green' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await service.send('GET', '/api/projects/Website')).toMatchObject({ name: 'Our website', color: 'seagreen' });
    await service.send('PUT', '/api/projects/Website', { name: 'New website' });
    // Elsewhere it is called so as well.
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search, or do something…').fill('Banana');
    await expect(page.getByRole('option', { name: 'Banana' })).toContainText('New website');
    await page.keyboard.press('Escape');
    await expect(page.getByPlaceholder('Search, or do something…')).toHaveCount(0);
    await page.keyboard.press('q');
    await page.getByRole('radio', { name: 'Card' }).check();
    await expect(page.getByRole('combobox', { name: 'Board: New website' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'More for New website' }).click();
    await page.getByRole('menuitem', { name: 'Archive board' }).click();
    await page.getByText('Archived boards (1)').click();
    await expect(page.getByRole('link', { name: 'New website' })).toBeVisible();
    await page.getByRole('link', { name: 'New website' }).click();
    const archived = page.getByText('This board is archived.');
    await expect(archived).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(archived).toHaveCount(0);
    await page.keyboard.press('Control+Shift+z');
    await expect(archived).toBeVisible();
    await page.getByRole('button', { name: 'Bring board back' }).click();
    await expect(archived).toHaveCount(0);
  });

  test('tells in the table, too, which cards are overdue, and of what is done none', async ({ page, service }) => {
    await makeBoard(service, { 'To do': ['Late', 'Done late', 'Next year'] });
    for (const { id, title } of await cards(service)) {
      const dueDate = title === 'Next year' ? '2027-11-20' : '2026-11-02';
      await service.send('PUT', `/api/cards/${id}`, { dueDate, ...(title === 'Done late' ? { completedAt: '2026-11-03T09:00:00Z' } : {}) });
    }
    await enter(page, service, `/boards/${project}?view=table`);
    const row = (title: string): Locator => page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
    await expect(row('Late').getByRole('cell', { name: 'Overdue: 2 Nov' })).toBeVisible();
    await expect(row('Done late').getByRole('cell', { name: 'Due: 2 Nov' })).toBeVisible();
    await expect(row('Next year').getByRole('cell', { name: 'Due: 20 Nov 2027' })).toBeVisible();
  });

  test('shows in the table the labels that have room, and how many more there are', async ({ page, service }) => {
    await makeBoard(service, { 'To do': ['Many', 'One'] });
    const names = ['Bug', 'Documentation', 'Needs review', 'Good first issue'];
    const labelIds: unknown[] = [];
    for (const name of names) labelIds.push((await service.send('POST', `/api/projects/${project}/labels`, { name }))['id']);
    for (const { id, title } of await cards(service)) {
      await service.send('PUT', `/api/cards/${id}`, { labelIds: title === 'Many' ? labelIds : labelIds.slice(1, 2) });
    }
    await enter(page, service, `/boards/${project}?view=table`);
    const cell = (title: string): Locator =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name: title, exact: true }) })
        .getByRole('cell')
        .nth(2);
    const more = cell('Many').locator('.label-more');
    // Of each name that stands there all is to be read, and the others are told by the count.
    const shown = (): Promise<string[]> =>
      cell('Many').evaluate((element) => {
        const { right } = element.getBoundingClientRect();
        const whole = [...element.querySelectorAll('.label-chip:not([data-hidden=true]) bdi')].filter(
          (name) => name.scrollWidth <= name.clientWidth && name.getBoundingClientRect().right <= right,
        );
        return whole.map((name) => name.textContent);
      });
    await expect(more).toHaveText('+3');
    await expect(more).toHaveAttribute('title', 'Documentation, Needs review, Good first issue');
    expect(await shown()).toEqual(['Bug']);
    await expect(cell('Many')).toHaveAccessibleName(names.join(' '));
    await expect(cell('One').locator('.label-more')).toHaveCount(0);
    await page.setViewportSize({ width: 3400, height: 800 });
    await expect.poll(shown).toEqual(names);
    await expect(more).toBeHidden();
  });
});
