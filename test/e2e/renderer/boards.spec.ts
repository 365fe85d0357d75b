import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, sharedTest as test, visit, type RunningService } from './fixtures.ts';
import { expectRefusalStays } from './refusals.ts';

const project = 'Relaunch v1.0';

/** Columns with cards, by their titles; gives the ids of both. */
async function makeBoard(
  { send }: RunningService,
  columns: Readonly<Record<string, readonly (string | object)[]>>,
): Promise<Readonly<Record<string, string>>> {
  const ids: Record<string, string> = {};
  for (const [title, cards] of Object.entries(columns)) {
    const { id: columnId } = await send('POST', '/api/columns', { title, projectId: project });
    ids[title] = columnId;
    for (const card of cards) {
      const body = typeof card === 'string' ? { title: card } : (card as { title: string });
      ids[body.title] = (await send('POST', '/api/cards', { ...body, columnId })).id;
    }
  }
  return ids;
}

async function openBoard(page: Page, service: RunningService): Promise<void> {
  await enter(page, service, '/boards');
  await page.getByRole('link', { name: project }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(project);
}

const column = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });
const titles = (page: Page, title: string): Locator => column(page, title).locator('.card-title');
const card = (page: Page, title: string): Locator => page.locator('.card', { hasText: title });
const said = (page: Page): Locator => page.getByTestId('announcer');

/** What the service has, in its order. */
async function stored({ baseUrl, token }: RunningService, columnId: string | undefined): Promise<readonly string[]> {
  const response = await fetch(`${baseUrl}/api/cards/column/${columnId}`, { headers: { Authorization: `Bearer ${token}` } });
  return ((await response.json()) as { items: { title: string }[] }).items.map(({ title }) => title);
}

test.describe('boards', () => {
  test('are made, shown, and gone back from', async ({ page, service }) => {
    await enter(page, service, '/boards');
    await expect(page.getByRole('heading', { name: 'No boards yet' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Bring in from another program' })).toHaveAttribute('href', '/settings/moving');
    await page.getByRole('button', { name: 'New board' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(project);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    await expectRefusalStays(page, {
      path: /\/api\/batch$/,
      field: page.getByRole('dialog').getByLabel('Name'),
      failed: 'The board could not be created',
      send: async () => {
        sent.length = 0;
        await page.keyboard.press('Enter');
      },
    });
    await expect(page.locator('.column-title')).toHaveText(['To do', 'Doing', 'Done']);
    await expect(page).toHaveTitle(`${project} – Daybook`);
    // All of it is one change, which is taken back as one.
    expect(sent).toEqual(['/api/batch']);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Control+z');
    await expect(page.locator('.toast').filter({ hasText: `Undone: Board “${project}” added` })).toContainText('It is in the trash.');
    await expect(page.locator('.column-title')).toHaveCount(0);
    await page.keyboard.press('Control+Shift+z');
    await expect(page.locator('.column-title')).toHaveText(['To do', 'Doing', 'Done']);
    expect(sent).toEqual(['/api/batch', '/api/undo', '/api/undo']);
    // Its name has characters that an address could be torn apart at.
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(project);
    await page.getByRole('main').getByRole('link', { name: 'Boards' }).click();
    await expect(page.getByRole('link', { name: project })).toContainText('3 columns · 0 cards');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(project);
  });

  test('go into the trash by one request, of which a failure is told, and come back; another board may get the name', async ({
    page,
    service,
  }) => {
    const { A } = await makeBoard(service, { A: ['One'], B: ['Two'], C: [] });
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') bodies.push(request.url());
      if (request.method() === 'POST' && request.url().endsWith('/api/trash')) bodies.push(request.postDataJSON());
    });
    await openBoard(page, service);
    const remove = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More for this board' }).click();
      await page.getByRole('menuitem', { name: 'Delete board' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boards');
    };
    await page.route('**/api/trash', (route) =>
      route.fulfill({
        status: 507,
        contentType: 'application/problem+json',
        headers: { 'Access-Control-Allow-Origin': service.frontendUrl },
        body: JSON.stringify({
          status: 507,
          code: 'storage_full',
          detail: 'The disk is full',
          title: 'x',
          type: 'about:blank',
          requestId: '1',
        }),
      }),
    );
    await remove();
    await expect(page.getByText('The board could not be deleted').first()).toBeVisible();
    await page.unroute('**/api/trash');
    await page.getByRole('link', { name: project }).click();
    await remove();
    await expect(page.getByRole('heading', { name: 'No boards yet' })).toBeVisible();
    await expect.poll(() => bodies).toEqual([1, 2].map(() => ({ type: 'project', id: project })));
    // The newest message is in front.
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(page.getByRole('link', { name: project })).toContainText('3 columns · 2 cards');
    await expect.poll(() => stored(service, A)).toEqual(['One']);
    await page.getByRole('link', { name: project }).click();
    await remove();
    await expect.poll(() => service.send('GET', `/api/columns/${A}`).catch(String)).toContain('not_found');
    const { Fresh } = await makeBoard(service, { Fresh: [] });
    await expect(page.getByRole('link', { name: project })).toContainText('1 column · 0 cards');
    await page.getByRole('link', { name: project }).click();
    await expect(column(page, 'Fresh')).toBeVisible();
    await service.send('POST', '/api/trash', { type: 'column', id: Fresh });
    await expect(page.getByRole('heading', { name: 'This board has no columns' })).toBeVisible();
    // Deleted by another client while it is open, it is no empty board.
    await service.send('POST', '/api/trash', { type: 'project', id: project });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This board was deleted');
    await expect(page.getByRole('button', { name: 'Add column' })).toHaveCount(0);
    await page.getByRole('button', { name: 'To the boards' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boards');
  });
});

test.describe('columns', () => {
  test('are added, renamed and put into another order; they go into the trash with their cards, and come back to their place', async ({
    page,
    service,
  }) => {
    const { A } = await makeBoard(service, { A: ['One'], B: [] });
    await openBoard(page, service);
    await page.getByRole('button', { name: 'Add column' }).click();
    const name = page.getByLabel('Name of the column');
    await page.route(/\/api\/(columns|batch)$/, (route) => route.fulfill({ status: 507, body: '' }));
    await name.fill('C');
    await page.keyboard.press('Enter');
    // What is refused comes back into the field, on a line of its own: what is typed next is another one.
    await expect(page.getByText('The column could not be added').first()).toBeVisible();
    await expect(name).toHaveValue('C\n');
    await page.unrouteAll();
    await page.keyboard.type('D');
    await name.press('Enter');
    await expect(page.locator('.column-title')).toHaveText(['A', 'B', 'C', 'D']);
    // Who leaves a field by a key is back where it was opened.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Add column' })).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(page.locator('.column-title')).toHaveText(['A', 'B', 'C']);
    await column(page, 'C').getByRole('button', { name: 'C', exact: true }).click();
    await expect(page.getByLabel('Name of the column')).toBeFocused();
    await page.keyboard.type('Renamed');
    await page.keyboard.press('Enter');
    await expect(page.locator('.column-title')).toHaveText(['A', 'B', 'Renamed']);
    await expect(page.getByRole('button', { name: 'Renamed', exact: true })).toBeFocused();
    await page.getByRole('button', { name: 'More for Renamed' }).click();
    await page.getByRole('menuitem', { name: 'Move left' }).click();
    await expect(page.locator('.column-title')).toHaveText(['A', 'Renamed', 'B']);
    await expect(said(page)).toHaveText('Renamed: column 2 of 3');
    await column(page, 'A')
      .locator('.column-head')
      .dragTo(column(page, 'B'), { targetPosition: { x: 270, y: 20 } });
    await expect(page.locator('.column-title')).toHaveText(['Renamed', 'B', 'A']);
    await expect
      .poll(async () => {
        const { items } = (await service.send('GET', `/api/columns?projectId=${project}`)) as unknown as {
          items: readonly { readonly title: string }[];
        };
        return items.map(({ title }) => title);
      })
      .toEqual(['Renamed', 'B', 'A']);

    // Into the trash and back.
    await page.getByRole('button', { name: 'More for A' }).click();
    await page.getByRole('menuitem', { name: 'Delete column' }).click();
    await expect(page.locator('.column-title')).toHaveText(['Renamed', 'B']);
    await expect.poll(() => service.send('GET', `/api/columns/${A}`).catch(String)).toContain('not_found');
    await page.locator('.toast', { hasText: 'Column “A” moved to the trash' }).getByRole('button', { name: 'Undo' }).click();
    await expect(page.locator('.column-title')).toHaveText(['Renamed', 'B', 'A']);
    await expect(titles(page, 'A')).toHaveText(['One']);
  });

  test('whose new name is refused keep it in their field, to be tried again', async ({ page, service }) => {
    const { A } = await makeBoard(service, { A: [], B: [] });
    await openBoard(page, service);
    const name = page.getByLabel('Name of the column');
    await page.route('**/api/columns/*', (route) => route.fulfill({ status: 500, body: '' }));
    await column(page, 'A').getByRole('button', { name: 'A', exact: true }).click();
    await name.fill('Considered');
    await name.press('Enter');
    await expect(page.getByText('The column could not be changed').first()).toBeVisible();
    await expect(name).toHaveValue('Considered');
    await expect(name).toBeFocused();
    // Emptied it is still there, for another name.
    await name.fill('');
    await name.pressSequentially('Considered', { timeout: 5000 });
    await expect(name).toHaveValue('Considered');
    // Refused while the user is elsewhere, it leaves the focus there.
    const answer = Promise.withResolvers<void>();
    await page.unrouteAll();
    await page.route('**/api/columns/*', async (route) => {
      await answer.promise;
      await route.fulfill({ status: 500, body: '' });
    });
    await name.press('Enter');
    await page.getByRole('button', { name: 'Add column' }).focus();
    answer.resolve();
    await expect(name).toHaveValue('Considered');
    await expect(page.getByRole('button', { name: 'Add column' })).toBeFocused();
    await page.unrouteAll();
    await name.press('Enter');
    await expect(page.locator('.column-title')).toHaveText(['Considered', 'B']);
    await expect.poll(() => service.send('GET', `/api/columns/${A}`)).toMatchObject({ title: 'Considered' });
  });

  test('that have the same name are told apart', async ({ page, service }) => {
    await makeBoard(service, { Doing: ['One'] });
    await service.send('POST', '/api/columns', { title: 'Doing', projectId: project });
    await openBoard(page, service);
    await expect(page.getByRole('region', { name: 'Doing', exact: true }).locator('.card')).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Doing (2)' }).getByRole('button', { name: 'More for Doing (2)' })).toBeVisible();
    await page.locator('.card').click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Column' }).click();
    await page.getByRole('option', { name: 'Doing (2)' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Doing (2)' }).locator('.card')).toHaveCount(1);
  });
});

test.describe('cards', () => {
  test('are added one after the other, moved by keyboard and by the mouse, and deleted with a way back', async ({ page, service }) => {
    const { A, B } = await makeBoard(service, { A: [], B: ['Four'] });
    await openBoard(page, service);

    await test.step('added one after the other', async () => {
      await page.getByRole('button', { name: 'Add card to A' }).click();
      await page.keyboard.type('One');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Two');
      await page.keyboard.press('Enter');
      await expect(titles(page, 'A')).toHaveText(['One', 'Two']);
      await expect(said(page)).toHaveText('Two added to A');
      await page.keyboard.press('Escape');
      await expect.poll(() => stored(service, A)).toEqual(['One', 'Two']);
      await card(page, 'One').focus();
      await page.keyboard.press('c');
      await expect(page.getByLabel('Title of the card')).toBeFocused();
      await page.keyboard.type('Three');
      await page.keyboard.press('Enter');
      await expect(titles(page, 'A')).toHaveText(['One', 'Two', 'Three']);
      await page.keyboard.press('Escape');
      await expect(page.getByLabel('Title of the card')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Add card to A' })).toBeFocused();
    });

    await test.step('moved by keyboard, they keep the focus', async () => {
      await card(page, 'One').focus();
      await page.keyboard.press('ArrowDown');
      await expect(card(page, 'Two')).toBeFocused();
      await page.keyboard.press('Shift+ArrowUp');
      await expect(titles(page, 'A')).toHaveText(['Two', 'One', 'Three']);
      await expect(said(page)).toHaveText('Two: A, place 1 of 3');
      await expect(card(page, 'Two')).toBeFocused();
      await page.keyboard.press('Shift+ArrowRight');
      await expect(titles(page, 'B')).toHaveText(['Two', 'Four']);
      await expect(card(page, 'Two')).toBeFocused();
      await page.keyboard.press('Shift+ArrowDown');
      await expect(titles(page, 'B')).toHaveText(['Four', 'Two']);
      await expect(card(page, 'Two')).toBeFocused();
      await page.keyboard.press('Shift+ArrowRight');
      await expect(said(page)).toHaveText('It can go no further');
      await page.keyboard.press('ArrowLeft');
      await expect(card(page, 'Three')).toBeFocused();
      await expect.poll(() => stored(service, A)).toEqual(['One', 'Three']);
      await expect.poll(() => stored(service, B)).toEqual(['Four', 'Two']);
    });

    await test.step('dragged within a column and to others', async () => {
      await makeBoard(service, { C: [] });
      await expect(column(page, 'C')).toBeVisible();
      await card(page, 'Three').dragTo(card(page, 'One'), { targetPosition: { x: 90, y: 4 } });
      await expect(titles(page, 'A')).toHaveText(['Three', 'One']);
      await card(page, 'One').dragTo(card(page, 'Four'), { targetPosition: { x: 90, y: 30 } });
      await expect(titles(page, 'B')).toHaveText(['Four', 'One', 'Two']);
      await expect(said(page)).toHaveText('One: B, place 2 of 3');
      await card(page, 'Two').dragTo(column(page, 'C').locator('.column-head'));
      await expect(titles(page, 'C')).toHaveText(['Two']);
      await expect.poll(() => stored(service, A)).toEqual(['Three']);
      await expect.poll(() => stored(service, B)).toEqual(['Four', 'One']);
    });

    await test.step('deleted with a way back, also by keyboard', async () => {
      await card(page, 'Four').focus();
      await page.keyboard.press('Delete');
      await expect(titles(page, 'B')).toHaveText(['One']);
      await expect(card(page, 'One')).toBeFocused();
      await page.keyboard.press('Control+z');
      await expect(titles(page, 'B')).toHaveText(['Four', 'One']);
      await card(page, 'Four').focus();
      await page.keyboard.press('Delete');
      await expect(titles(page, 'B')).toHaveText(['One']);
      await expect.poll(() => stored(service, B)).toEqual(['One']);
    });
  });

  test('show at once what a script does, wait for a service that is away, and go back when it refuses', async ({ page, service }) => {
    const ids = await makeBoard(service, { A: ['One', 'Two'], B: [] });
    await openBoard(page, service);

    await test.step('what a script does', async () => {
      await expect(titles(page, 'A')).toHaveText(['One', 'Two']);
      await service.send('PUT', `/api/cards/${ids['One']}`, { title: 'Renamed', priority: 'urgent' });
      await expect(titles(page, 'A')).toHaveText(['Renamed', 'Two']);
      await service.send('POST', `/api/cards/${ids['Two']}/move`, { columnId: ids['A'], position: 0 });
      await expect(titles(page, 'A')).toHaveText(['Two', 'Renamed']);
      await service.send('POST', `/api/cards/${ids['Two']}/move`, { columnId: ids['B'] });
      await expect(titles(page, 'B')).toHaveText(['Two']);
      await service.send('POST', '/api/cards', { title: 'New', columnId: ids['A'] });
      await expect(titles(page, 'A')).toHaveText(['Renamed', 'New']);
      await service.send('DELETE', `/api/cards/${ids['One']}`);
      await expect(titles(page, 'A')).toHaveText(['New']);
      await Promise.all(
        Array.from({ length: 30 }, (_, index) => service.send('POST', '/api/cards', { title: `Many ${index}`, columnId: ids['B'] })),
      );
      await expect(column(page, 'B').locator('.column-count')).toHaveText('31');
      await service.send('POST', '/api/columns', { title: 'C', projectId: project });
      await expect(page.locator('.column-title')).toHaveText(['A', 'B', 'C']);
    });

    await test.step('a service that is away: nothing is lost', async () => {
      await service.stop();
      await expect(page.getByRole('region', { name: 'Connection' })).toBeVisible();
      await page.getByRole('button', { name: 'Add card to A' }).click();
      await page.keyboard.type('Typed meanwhile');
      await page.keyboard.press('Enter');
      await expect(column(page, 'A').getByText('Not saved yet')).toBeVisible();
      await page.keyboard.type('Half a wo');
      await service.start();
      await expect(titles(page, 'A')).toHaveText(['New', 'Typed meanwhile']);
      await expect(page.getByLabel('Title of the card')).toHaveValue('Half a wo');
      await expect.poll(() => stored(service, ids['A'])).toEqual(['New', 'Typed meanwhile']);
    });

    await test.step('back to where they were when the service refuses, with its reason', async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByLabel('Title of the card')).toHaveCount(0);
      await page.route('**/api/cards/*/move', (route) =>
        route.request().method() === 'OPTIONS'
          ? route.fallback()
          : route.fulfill({
              status: 507,
              headers: { 'Access-Control-Allow-Origin': service.frontendUrl, 'Content-Type': 'application/problem+json' },
              body: JSON.stringify({ code: 'storage_full', detail: 'The disk is full' }),
            }),
      );
      await card(page, 'New').focus();
      await page.keyboard.press('Shift+ArrowRight');
      await expect(page.locator('.toast')).toContainText('The card could not be moved');
      await expect(page.locator('.toast')).toContainText('The disk is full');
      await expect(titles(page, 'A')).toHaveText(['New', 'Typed meanwhile']);
      await expect(column(page, 'B').locator('.column-count')).toHaveText('31');
    });
  });
});

test.describe('filters', () => {
  test('choose cards by words, priority and due date, and stand in the address', async ({ page, service }) => {
    await makeBoard(service, {
      A: [
        { title: 'Paint the fence', priority: 'high', dueDate: '2026-11-18' },
        { title: 'Buy paint', dueDate: '2026-11-20' },
        { title: 'Rest', description: 'Watch the PAINT dry' },
        'Other',
      ],
      B: ['Something else'],
    });
    await openBoard(page, service);
    await page.keyboard.press('f');
    await expect(page.locator('input:focus')).toBeVisible();
    await page.keyboard.type('paint');
    await expect(titles(page, 'A')).toHaveText(['Paint the fence', 'Buy paint', 'Rest']);
    await expect(page.getByText('3 of 5')).toBeVisible();
    await expect(page).toHaveURL(/\?q=paint$/);
    await page.getByRole('combobox', { name: 'Due date' }).click();
    await page.getByRole('option', { name: 'Overdue' }).click();
    await expect(titles(page, 'A')).toHaveText(['Paint the fence']);
    const { pathname, search } = new URL(page.url());
    await page.getByRole('main').getByRole('link', { name: 'Boards' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boards');
    await visit(page, pathname + search);
    await expect(titles(page, 'A')).toHaveText(['Paint the fence']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('combobox', { name: 'Priority' }).click();
    await page.getByRole('option', { name: 'High' }).click();
    await expect(titles(page, 'A')).toHaveText(['Paint the fence']);
    await expect(page).toHaveURL(/\?priority=high$/);
  });

  test('leave moves among the shown cards where they mean to go', async ({ page, service }) => {
    const { A } = await makeBoard(service, { A: ['x1', 'hidden', 'x2', 'x3'] });
    await openBoard(page, service);
    await page.keyboard.press('f');
    await expect(page.locator('input:focus')).toBeVisible();
    await page.keyboard.type('x');
    await expect(titles(page, 'A')).toHaveText(['x1', 'x2', 'x3']);
    await card(page, 'x3').focus();
    await page.keyboard.press('Shift+ArrowUp');
    await expect(titles(page, 'A')).toHaveText(['x1', 'x3', 'x2']);
    await expect.poll(() => stored(service, A)).toEqual(['x1', 'hidden', 'x3', 'x2']);
  });
});

test.describe('five thousand cards', () => {
  test('are scrolled through, reached by keyboard, and drawn only where they are seen', async ({ page, service }) => {
    const { A, B } = await makeBoard(service, { A: [], B: [] });
    await service.createAll(
      '/api/cards',
      Array.from({ length: 5_000 }, (_, index) => ({ title: `Card ${index}`, columnId: index % 5 === 0 ? B : A, priority: 'low' })),
    );
    await openBoard(page, service);
    await expect(column(page, 'A').locator('.column-count')).toHaveText('4000');
    expect(await page.locator('.card').count()).toBeLessThan(80);
    const scroller = column(page, 'A').locator('.column-scroller');
    await scroller.hover();
    for (let turn = 0; turn < 5; turn += 1) await page.mouse.wheel(0, 6_000);
    const deepest = (): Promise<number> =>
      column(page, 'A')
        .locator('[aria-posinset]')
        .last()
        .evaluate((element) => Number(element.getAttribute('aria-posinset')));
    await expect.poll(deepest).toBeGreaterThan(300);
    await scroller.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await expect(column(page, 'A').locator('[aria-posinset="4000"]')).toBeVisible();
    await column(page, 'A').locator('[aria-posinset="4000"] .card').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(column(page, 'B').locator('.column-count')).toHaveText('1001');
    await expect(column(page, 'B').locator('.card:focus')).toBeVisible();
  });
});

test.describe('thirty columns', () => {
  test('are drawn with their cards where they are near, on paper all, and are gone to by keys and by dragging', async ({
    page,
    service,
  }) => {
    const names = Array.from({ length: 30 }, (_, index) => `Lane ${index + 1}`);
    const ids = await makeBoard(service, Object.fromEntries(names.map((name) => [name, []])));
    await service.createAll(
      '/api/cards',
      names.flatMap((name) => Array.from({ length: 6 }, (_, index) => ({ title: `${name}, ${index}`, columnId: ids[name] }))),
    );
    await openBoard(page, service);
    const drawn = page.locator('.card');
    const far = page.locator('.column', { has: page.getByRole('heading', { name: 'Lane 30' }) });
    await expect(titles(page, 'Lane 1')).toHaveCount(6);
    await expect(page.locator('.column-count')).toHaveText(names.map(() => '6'));
    expect(await drawn.count()).toBeLessThan(75);
    const { width, height } = (await far.boundingBox()) ?? { width: 0, height: 0 };
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await drawn.count()).toBe(180);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect.poll(() => drawn.count()).toBeLessThan(75);

    await test.step('keys', async () => {
      await card(page, 'Lane 1, 2').focus();
      for (let turn = 2; turn <= 8; turn += 1) {
        await page.keyboard.press('ArrowRight');
        await expect(card(page, `Lane ${turn}, 2`)).toBeFocused();
      }
      await expect(card(page, 'Lane 8, 2')).toBeInViewport();
      expect(await drawn.count()).toBeLessThan(110);
    });
    await test.step('the other end', async () => {
      await far.scrollIntoViewIfNeeded();
      await expect(card(page, 'Lane 30, 5')).toBeInViewport();
      await expect.poll(() => drawn.count()).toBeLessThan(75);
      const box = await far.boundingBox();
      expect(Math.abs((box?.width ?? 0) - width)).toBeLessThan(1);
      // A card with a title of one line is as high as was expected of it.
      expect(Math.abs((box?.height ?? 0) - height)).toBeLessThan(30);
      // What has the focus is still there, and what comes above it does not bring it back into sight.
      await expect(card(page, 'Lane 8, 2')).toBeFocused();
      const { id } = await service.send('POST', '/api/cards', { title: 'Above', columnId: ids['Lane 1'] });
      await service.send('POST', `/api/cards/${id}/move`, { columnId: ids['Lane 8'], position: 0 });
      await expect(page.locator('.column-count').nth(7)).toHaveText('7');
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      await expect(card(page, 'Lane 30, 5')).toBeInViewport();
    });
    await test.step('dragging', async () => {
      const scroll = (left: number): Promise<void> =>
        page.locator('.board-columns').evaluate((board, to) => {
          board.scrollTo({ left: to });
        }, left);
      await scroll(0);
      await card(page, 'Lane 1, 0').hover();
      await page.mouse.down();
      await page.mouse.move(500, 300, { steps: 3 });
      await expect(page.locator('.column [data-dragged="true"]')).toHaveCount(1);
      // As it does by itself while the pointer is at its edge. The cards over there were not drawn when this one was taken.
      await scroll(4_000);
      const onto = await card(page, 'Lane 16, 3').boundingBox();
      await page.mouse.move((onto?.x ?? 0) + 100, (onto?.y ?? 0) + 4, { steps: 3 });
      await page.mouse.move((onto?.x ?? 0) + 102, (onto?.y ?? 0) + 5);
      await expect(page.locator('.board-columns [data-edge]').first()).toBeInViewport();
      await page.mouse.up();
      await expect.poll(() => stored(service, ids['Lane 16'])).toContain('Lane 1, 0');
      await expect(card(page, 'Lane 1, 0')).toBeInViewport();
    });
  });
});

test('of the cards that are seen those alone are drawn anew that the focus leaves and goes to', async ({ page, service }) => {
  const { A } = await makeBoard(service, { A: [] });
  await service.createAll(
    '/api/cards',
    Array.from({ length: 30 }, (_, index) => ({ title: `Card ${index}.`, columnId: A, description: 'Counted' })),
  );
  await openBoard(page, service);
  await card(page, 'Card 0.').focus();
  // Each card looks whether it has a description when it is drawn.
  const drawn = await page.evaluateHandle(() => {
    const trim = String.prototype.trim;
    const counted = { count: 0, end: () => Object.assign(String.prototype, { trim }) };
    Object.assign(String.prototype, {
      trim(this: string) {
        if (this.startsWith('Counted')) counted.count += 1;
        return trim.call(this);
      },
    });
    return counted;
  });
  await page.keyboard.press('ArrowDown');
  await expect(card(page, 'Card 1.')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(card(page, 'Card 2.')).toBeFocused();
  expect(await drawn.evaluate(({ count, end }) => (end(), count))).toBeLessThan(12);
});

test.describe('with what assistive technology needs', () => {
  test('no fault that axe knows', async ({ page, service }) => {
    await makeBoard(service, {
      A: [
        { title: 'Paint', priority: 'high', dueDate: '2026-11-18', description: 'x' },
        { title: 'Buy', priority: 'urgent', dueDate: '2026-11-20' },
        { title: 'Low', priority: 'low' },
        { title: 'Medium', priority: 'medium' },
      ],
      B: [],
    });
    await enter(page, service, '/boards');
    await expect(page.getByRole('link', { name: project })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: project }).click();
    await expect(titles(page, 'A')).toHaveCount(4);
    await page.getByRole('button', { name: 'More for A' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page, '[role=menu]');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

test('Enter that ends a word of an input method neither makes a card nor ends the renaming of a column', async ({ page, service }) => {
  const { A: id } = await makeBoard(service, { A: [] });
  await openBoard(page, service);
  // As Safari tells of it, after the word; as all others do, within it.
  const endWord = (field: Locator, within: boolean) =>
    field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: within, bubbles: true, cancelable: true });
  await page.getByRole('button', { name: 'Add card to A' }).click();
  const title = page.getByRole('textbox', { name: 'Title of the card' });
  for (const within of [false, true]) {
    await title.fill('日本');
    await endWord(title, within);
    await expect(title).toHaveValue('日本');
  }
  await title.press('Enter');
  await expect(titles(page, 'A')).toHaveText(['日本']);
  expect(await stored(service, id)).toEqual(['日本']);
  await page.getByRole('button', { name: 'A', exact: true }).click();
  const name = page.getByRole('textbox', { name: 'Name of the column' });
  await name.fill('日本');
  await endWord(name, false);
  await endWord(name, true);
  await expect(name).toBeFocused();
  await name.press('Enter');
  await expect(page.locator('.column-title')).toHaveText(['日本']);
});
