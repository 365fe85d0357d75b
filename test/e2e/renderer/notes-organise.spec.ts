import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, sharedTest as test, visit } from './fixtures.ts';
import { expectRefusalStays } from './refusals.ts';
import { makeNote } from './notes-fixtures.ts';

const tree = (page: Page) => page.getByRole('tree', { name: 'Notebooks' });
const rows = (page: Page) => page.getByRole('region', { name: 'Notes' }).getByRole('listitem');

async function makeNotebook(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a notebook' }).click();
  await page.getByRole('textbox', { name: 'Name of the new notebook' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Add a notebook' })).toBeFocused();
  await expect(tree(page).getByRole('treeitem', { name })).toHaveAttribute('aria-selected', 'true');
}

test.describe('notebooks', () => {
  test('are made, filled by drag and by keys, renamed, moved and deleted, with a way back', async ({ page, service }) => {
    for (const title of ['Third', 'Second', 'First']) await makeNote(service, title);
    await enter(page, service, '/notes');
    await makeNotebook(page, 'Travel');
    await expect(page.getByRole('heading', { name: 'This notebook is empty' })).toBeVisible();
    await page.getByRole('button', { name: 'All notes' }).click();
    await makeNotebook(page, 'Italy');
    await page.getByRole('button', { name: 'All notes' }).click();

    // By drag.
    await rows(page)
      .getByRole('link', { name: /First/ })
      .dragTo(tree(page).getByRole('treeitem', { name: 'Travel' }));
    await expect(page.getByText('1 note moved to “Travel”').first()).toBeVisible();
    // By keys: the list, then the dialog.
    await rows(page)
      .getByRole('link', { name: /Second/ })
      .focus();
    await page.keyboard.press('v');
    await page.getByRole('dialog', { name: 'Move 1 note to' }).getByRole('button', { name: 'Travel' }).click();
    await tree(page).getByRole('treeitem', { name: 'Travel' }).click();
    await expect(rows(page)).toHaveCount(2);

    // A note that is begun here is in it.
    await page.keyboard.press('ControlOrMeta+Alt+n');
    await page.keyboard.type('Fourth');
    await expect(rows(page)).toHaveCount(3);

    // The tree by keys: renamed, moved, and put into the other one by drag.
    const travel = tree(page).getByRole('treeitem', { name: 'Travel' });
    await travel.focus();
    await page.keyboard.press('F2');
    const name = page.getByRole('textbox', { name: 'Name of the notebook' });
    await name.fill('Journeys');
    await expectRefusalStays(page, {
      path: /\/api\/notebooks\//,
      field: name,
      failed: 'The notebook could not be changed',
      send: () => name.press('Enter'),
    });
    const journeys = tree(page).getByRole('treeitem', { name: 'Journeys' });
    await expect(journeys).toBeFocused();
    // Its menu gives the focus back to it, and a field that the menu opens has it.
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(journeys).toBeFocused();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Add a notebook inside' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name of the new notebook' })).toBeFocused();
    await page.keyboard.press('Escape');
    await journeys.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(tree(page).getByRole('treeitem')).toHaveText(['Italy', 'Journeys']);
    await expect(journeys).toHaveAccessibleDescription('3 notes');
    await tree(page).getByRole('treeitem', { name: 'Italy' }).dragTo(journeys);
    await expect(tree(page).getByRole('treeitem', { name: 'Italy' })).toHaveAttribute('aria-level', '2');
    await journeys.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(tree(page).getByRole('treeitem')).toHaveCount(1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(tree(page).getByRole('treeitem', { name: 'Italy' })).toBeFocused();
    await expectAccessible(page);

    // Deleted, its notes and notebooks stay, and it comes back with them.
    await journeys.focus();
    await page.keyboard.press('Delete');
    await expect(tree(page).getByRole('treeitem')).toHaveText(['Italy']);
    await expect(rows(page)).toHaveCount(4);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(tree(page).getByRole('treeitem', { name: 'Italy' })).toHaveAttribute('aria-level', '2');
    await journeys.click();
    await expect(rows(page)).toHaveCount(3);

    // One that a script deletes a moment before is gone, as was asked for; then one that is refused.
    await page.route(
      '**/api/batch',
      async (route) => {
        const { operations } = route.request().postDataJSON() as { readonly operations: readonly [{ readonly path: string }] };
        await service.send('DELETE', operations[0].path);
        await route.continue();
      },
      { times: 1 },
    );
    // By a route: a request that is made while the route before it ends, as it is used up, can be one that no event tells of.
    let goesOn = false;
    await page.route('**/api/changes?since=*', async (route) => {
      goesOn ||= route.request().headers()['accept'] === 'application/json';
      await route.continue();
    });
    await journeys.focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => goesOn).toBe(true);
    await expect(tree(page).getByRole('treeitem')).toHaveText(['Italy']);
    const problem = { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'Not today', code: 'forbidden' };
    const refusal = { batchId: null, applied: false, results: [], failed: { index: 0, problem } };
    await page.route('**/api/batch', (route) => route.fulfill({ json: refusal }), { times: 1 });
    await tree(page).getByRole('treeitem').focus();
    await page.keyboard.press('Delete');
    await expect(page.getByText('The notebook could not be changed').first()).toBeVisible();
  });

  test('of templates give new notes, and the day has its note', async ({ page, service }) => {
    const notebook = await service.send('POST', '/api/notebooks', { name: 'Forms', isTemplates: true });
    await service.send('POST', '/api/notes', {
      title: 'Meeting',
      content: '# {{title}}\n\nOn {{date}} with {{cursor}}.\n',
      notebookId: notebook.id,
    });
    await service.send('POST', '/api/notes', {
      title: 'Daily',
      content: 'Today is {{date}}\n\n{{cursor}}\n\n## Later\n',
      notebookId: notebook.id,
    });
    await enter(page, service, '/notes');
    await page.keyboard.press('d');
    const text = page.getByRole('textbox', { name: 'Text of the note' });
    await expect(text).toHaveText('Today is 2026-11-20Later');
    await expect(text).toBeFocused();
    // Where the template has {{cursor}} the cursor stands: in a line of its own, and amid others.
    await page.keyboard.type('Rain');
    await expect(text).toHaveText('Today is 2026-11-20RainLater');
    await page.getByRole('button', { name: 'Sort notes' }).click();
    await page.getByRole('menuitem', { name: 'New note from a template…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New note from a template' });
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused();
    await dialog.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Meeting' }).click();
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Monday');
    await expectAccessible(page, '[role=dialog]');
    await page.keyboard.press('Enter');
    await expect(text).toContainText('Monday');
    await expect(text).toBeFocused();
    await page.keyboard.type('Eva');
    await expect(text).toHaveText(/^MondayOn \d{4}-\d\d-\d\d with Eva\.$/);
  });
});

test.describe('the list of notes', () => {
  // The page remembers the order.
  test('pins, sorts, archives and trashes, several at a time, with a way back', async ({ page, service }) => {
    for (const title of ['Delta', 'Charlie', 'Bravo', 'Alpha']) await makeNote(service, title);
    const problem = JSON.stringify({ status: 500, code: 'internal', detail: 'The disk has a bad day' });
    const headers = { 'Access-Control-Allow-Origin': service.frontendUrl };
    // Each until its own button is pressed: the page reads what has failed anew by itself as well, when there is reason to.
    const failing = new Set(['notebooks', 'saved-searches']);
    await page.route(/\/api\/(notebooks|saved-searches)$/, (route) =>
      failing.has(route.request().url().split('/').at(-1) ?? '')
        ? route.fulfill({ status: 500, contentType: 'application/problem+json', headers, body: problem })
        : route.fallback(),
    );
    const tryAgain = async (alert: Locator, what: string): Promise<void> => {
      const button = alert.getByRole('button', { name: 'Try again' });
      await expect(button).toBeVisible();
      failing.delete(what);
      await button.click();
    };
    await enter(page, service, '/notes');
    const failed = page.getByRole('alert').filter({ hasText: 'The notebooks could not be read' });
    const none = page.getByText('Notes can be put into notebooks.');
    const failedSearches = page.getByRole('alert').filter({ hasText: 'The saved searches could not be read' });
    await expect(failed).toBeVisible();
    await expect(failedSearches).toBeVisible();
    await expect(none).toHaveCount(0);
    await tryAgain(failedSearches, 'saved-searches');
    await expect(failedSearches).toBeHidden();
    await tryAgain(failed, 'notebooks');
    await expect(none).toBeVisible();
    await page.unrouteAll();
    const titles = rows(page).locator('.note-title');
    await expect(titles).toHaveText(['Alpha', 'Bravo', 'Charlie', 'Delta']);
    await rows(page).getByRole('link', { name: /Delta/ }).focus();
    await page.keyboard.press('p');
    await expect(titles).toHaveText(['Delta', 'Alpha', 'Bravo', 'Charlie']);
    await expect(page.getByRole('img', { name: 'Pinned' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Sort notes' }).click();
    await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText('Last changed');
    await page.getByRole('menuitemradio', { name: 'Newest first' }).click();
    await expect(titles).toHaveText(['Delta', 'Alpha', 'Bravo', 'Charlie']);

    await rows(page)
      .getByRole('link', { name: /Alpha/ })
      .click({ modifiers: ['ControlOrMeta'] });
    await rows(page)
      .getByRole('link', { name: /Charlie/ })
      .click({ modifiers: ['Shift'] });
    await expect(page.getByRole('toolbar', { name: 'Selected notes' })).toContainText('3 selected');
    await expectAccessible(page);
    await page.getByRole('toolbar', { name: 'Selected notes' }).getByRole('button', { name: 'Archive' }).click();
    await expect(titles).toHaveText(['Delta']);
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await expect(titles).toHaveText(['Alpha', 'Bravo', 'Charlie']);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByRole('heading', { name: 'Nothing is archived' })).toBeVisible();
    await page.getByRole('button', { name: 'All notes' }).click();
    await expect(titles).toHaveText(['Delta', 'Alpha', 'Bravo', 'Charlie']);

    await rows(page).getByRole('link', { name: /Alpha/ }).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Delete');
    await expect(titles).toHaveText(['Delta', 'Charlie']);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(titles).toHaveText(['Delta', 'Alpha', 'Bravo', 'Charlie']);

    // A note that is open has the same in its menu.
    await rows(page).getByRole('link', { name: /Bravo/ }).click();
    await page.getByRole('button', { name: 'More for this note' }).click();
    await page.getByRole('menuitem', { name: 'Pin note' }).click();
    await expect(titles.first()).toHaveText(/Delta|Bravo/);
    await expect(page.getByRole('img', { name: 'Pinned' })).toHaveCount(2);
  });
});

test('the menus of notebooks, which are not seen, stay at them when the column is scrolled, and take no clicks of others', async ({
  page,
  service,
}) => {
  await service.createAll(
    '/api/notebooks',
    Array.from({ length: 40 }, (_, at) => ({ name: `Notebook ${at}` })),
  );
  await enter(page, service, '/notes');
  await page.getByRole('treeitem').first().press('End');
  const last = page.getByRole('treeitem', { name: /^Notebook 39/ });
  await expect(last).toBeInViewport();
  const astray = page.locator('.notebook').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const [menu, own] = [row.querySelector('.notebook-menu')?.getBoundingClientRect(), row.getBoundingClientRect()];
        return menu === undefined || menu.top < own.top - 1 || menu.bottom > own.bottom + 1 || menu.right > own.right + 1;
      }).length,
  );
  expect(await astray).toBe(0);
  for (const x of [24, 40, 56]) await last.click({ position: { x, y: 12 } });
  await expect(last).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('of many notebooks only those near what is seen are drawn; keys, drags and what is chosen reach all', async ({ page, service }) => {
  await makeNote(service, 'Adrift');
  const { id: parentId } = await service.send('POST', '/api/notebooks', { name: 'All' });
  await service.createAll(
    '/api/notebooks',
    Array.from({ length: 300 }, (_, at) => ({ name: `Notebook ${at}`, parentId })),
  );
  await enter(page, service, '/notes');
  const items = tree(page).getByRole('treeitem');
  const all = items.and(page.getByLabel('All', { exact: true }));
  await all.focus();
  await expect.poll(() => items.count()).toBeGreaterThan(10);
  expect(await items.count()).toBeLessThan(60);
  expect(await page.locator('.places *').count()).toBeLessThan(1_500);
  await page.keyboard.press('End');
  const last = items.and(page.getByLabel('Notebook 299'));
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  await expect(last).toHaveAttribute('aria-posinset', '300');
  await expect(last).toHaveAttribute('aria-setsize', '300');
  await page.keyboard.press('Enter');
  await expect(last).toHaveAttribute('aria-selected', 'true');
  // What has the focus stays, also where another one is near.
  await page.locator('.places').evaluate((column) => {
    column.scrollTop = 2_000;
  });
  const amid = items.and(page.getByLabel('Notebook 60', { exact: true }));
  await expect(amid).toBeInViewport();
  await expect(last).toBeFocused();
  expect(await items.count()).toBeLessThan(60);
  await page.keyboard.press('ArrowUp');
  await expect(items.and(page.getByLabel('Notebook 298'))).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(all).toBeFocused();
  await expect(all).toBeInViewport();
  await page.getByRole('button', { name: 'All notes' }).click();
  await page.locator('.places').evaluate((column) => {
    column.scrollTop = 2_000;
  });
  await rows(page)
    .getByRole('link', { name: /Adrift/ })
    .dragTo(amid);
  await expect(amid).toHaveAccessibleDescription('1 note');
  // Its field takes part: the rows below make room for it.
  await amid.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Add a notebook inside' }).click();
  const field = page.getByRole('textbox', { name: 'Name of the new notebook' });
  await field.fill('Inner');
  const next = items.and(page.getByLabel('Notebook 61', { exact: true }));
  const [below, above] = await Promise.all([next.boundingBox(), field.boundingBox()]);
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? Infinity) + (above?.height ?? 0));
  await field.press('Enter');
  await expect(items.and(page.getByLabel('Inner'))).toHaveAttribute('aria-level', '3');
  await amid.press('Home');
  await all.press('ArrowLeft');
  await expect(items).toHaveCount(1);
});

test('a question that is left open with its page is not asked again when the user comes back', async ({ page, service }) => {
  const note = await service.send('POST', '/api/notes', { title: 'Plan', content: '' });
  await enter(page, service, '/boards');
  await visit(page, `/notes/${note.id}`);
  await page.locator('article').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /^Move to notebook/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Move/ });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('textbox', { name: 'Text of the note' })).toBeVisible();
  await expect(dialog).toBeHidden();
});
