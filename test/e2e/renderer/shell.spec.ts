import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, sharedTest as test, test as alone, today, visit } from './fixtures.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const palette = (page: Page) => page.getByPlaceholder('Search, or do something…');

test.describe('the sections', () => {
  test('are reached past the sidebar by the skip link; have addresses, can be gone back from, and take the focus', async ({
    page,
    service,
  }) => {
    await enter(page, service);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    for (const name of ['Notes', 'Boards', 'Calendar', 'Settings']) {
      await page.getByRole('navigation').getByRole('link', { name }).click();
      await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}`));
      await expect(page.getByRole('navigation').getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('main')).toBeFocused();
      await expect(page.getByTestId('announcer')).toHaveText(name);
      await expect(page).toHaveTitle(/ – Daybook$/);
    }
    await page.goBack();
    await expect(page).toHaveURL(/\/calendar/);
    await expect(page.getByRole('link', { name: 'Calendar' })).toHaveAttribute('aria-current', 'page');
    // Those that do not exist lead back.
    await page.goto(`${service.frontendUrl}/nowhere/at/all`);
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to Today' }).click();
    await expect(heading(page)).toHaveText('Friday 20 November');
  });

  test('are where one was by Back, Forward and a reload, down to what they were scrolled to', async ({ page, service }) => {
    const content = Array.from({ length: 80 }, (_, index) => `Paragraph ${index}\n`).join('\n');
    await service.createAll(
      '/api/notes',
      Array.from({ length: 150 }, (_, index) => ({ title: `Note ${index}` })),
    );
    await service.createAll(
      '/api/columns',
      Array.from({ length: 9 }, (_, index) => ({ title: `Column ${index}`, projectId: 'Wide' })),
    );
    const { id } = await service.send('POST', '/api/notes', { title: 'Long', content });
    await enter(page, service, `/notes/${id}`);
    const [list, note, board] = ['.note-list-scroller', '.note-scroller', '.board-columns'].map((box) => page.locator(box)) as [
      Locator,
      Locator,
      Locator,
    ];
    const place = (box: Locator) => box.evaluate(({ scrollLeft, scrollTop }) => Math.round(scrollLeft + scrollTop));
    const scroll = async (box: Locator, to: ScrollToOptions): Promise<void> => {
      await expect(async () => {
        await box.evaluate((element, options) => element.scrollTo(options), to);
        expect(await place(box)).toBe((to.left ?? 0) + (to.top ?? 0));
      }).toPass();
    };
    const expectNotes = async (): Promise<void> => {
      await expect.poll(() => place(note)).toBe(1_200);
      await expect.poll(() => place(list)).toBe(9_000);
    };
    await scroll(list, { top: 9_000 });
    await scroll(note, { top: 1_200 });
    await page.getByRole('list', { name: 'Boards' }).getByRole('link', { name: 'Wide' }).click();
    await scroll(board, { left: 700 });
    await page.goBack();
    await expectNotes();
    await page.goForward();
    await expect.poll(() => place(board)).toBe(700);
    await page.reload();
    await expect.poll(() => place(board)).toBe(700);
    await page.goBack();
    await expectNotes();

    // Where the user scrolls before all is there, the rest stays as it comes. What is opened begins at its top.
    const answer = Promise.withResolvers<undefined>();
    await page.route(/\/api\/notes\?/, async (route) => {
      await answer.promise;
      await route.fallback();
    });
    await page.reload();
    await expect.poll(() => place(note)).toBe(1_200);
    await note.hover();
    await page.mouse.wheel(0, -200);
    await expect.poll(() => place(note)).toBe(1_000);
    answer.resolve(undefined);
    await expect(list.getByRole('link', { name: 'Note 149' })).toBeVisible();
    // Nothing is to come: the place in the list, within the next frames.
    await page.waitForTimeout(200);
    expect(await place(list)).toBe(0);
    await list.getByRole('link', { name: 'Note 149' }).click();
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Note 149');
    await list.getByRole('link', { name: 'Long' }).click();
    await expect(page.getByText('Paragraph 0', { exact: true })).toBeInViewport();
    expect(await place(note)).toBe(0);
  });

  test('fold into icons, which is remembered, and into a bar on a narrow window', async ({ page, service }) => {
    await enter(page, service);
    const sidebar = page.getByRole('banner');
    await page.getByRole('button', { name: 'Fold sidebar' }).click();
    await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeLessThan(64);
    await page.reload();
    await expect(heading(page)).toBeVisible();
    await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeLessThan(64);
    await page.keyboard.press('Control+b');
    await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeGreaterThan(200);
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expect
        .poll(async () => {
          const bar = await page.getByRole('navigation').boundingBox();
          return (bar?.y ?? 0) + (bar?.height ?? 0);
        }, 'the bar ends at the bottom edge')
        .toBeCloseTo(740, 0);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    // At twice its size the window is as low as this: the icons scroll, and the frame does not.
    await page.setViewportSize({ width: 640, height: 360 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBe(360);
    await page.getByRole('link', { name: 'Boards' }).click();
    await expect(heading(page)).toHaveText('Boards');
    await page.setViewportSize({ width: 3840, height: 2160 });
    await expect(heading(page)).toBeInViewport();
  });
});

alone('what is typed right after the keys that open a layer is for its field, and no shortcut', async ({ page, service }) => {
  await enter(page, service);
  const capture = page.locator('.capture-text');
  for (const [keys, part, field] of [
    ['q', 'CaptureDialog', capture],
    ['Control+k', 'Palette', palette(page)],
  ] as const) {
    await test.step(`${keys}, while its layer is still being loaded`, async () => {
      const { promise: isTyped, resolve: goOn } = Promise.withResolvers<void>();
      await page.route(`**/${part}*`, async (route) => {
        await isTyped;
        await route.continue();
      });
      await page.getByRole('link', { name: 'Today' }).focus();
      await page.keyboard.press(keys);
      await page.keyboard.type('n c');
      goOn();
      await expect(field).toHaveValue('n c');
      await expect(field).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('link', { name: 'Today' })).toBeFocused();
    });
  }
  await test.step('before the next frame', async () => {
    await page.evaluate(() => {
      window.requestAnimationFrame = () => 0;
    });
    await page.keyboard.press('q');
    await page.keyboard.type('n c');
    await expect(capture).toHaveValue('n cn c');
  });
  await expect(page).toHaveURL(`${service.frontendUrl}/`);
});

test.describe('the palette', () => {
  test('finds cards and events, and goes to them', async ({ page, service }) => {
    await service.plan({ title: 'Dentist', date: today, start: '16:00', end: '17:00' });
    // It begins on the 19th here.
    await service.send('POST', '/api/events', { title: 'Dentists in Tokyo', date: today, isAllDay: true, timeZone: 'Asia/Tokyo' });
    const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Home' });
    await service.send('POST', '/api/cards', { title: 'Call the dentist', columnId });
    await enter(page, service);
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeFocused();
    await page.keyboard.type('dentist');
    await expect(page.getByRole('option', { name: 'Call the dentist' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Dentist 20 Nov 2026' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Dentists in Tokyo 20 Nov 2026' })).toBeVisible();
    // What came first is chosen, also when it came late.
    await expect(page.getByRole('option', { selected: true })).toContainText('Call the dentist');
    // It stays while another text is searched for.
    const { promise: isTime, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/api/search?*', async (route) => {
      await isTime;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/api\/search\?q=dentis(?!t)/);
    await page.keyboard.press('Backspace');
    await asked;
    await expect(page.getByRole('status').filter({ hasText: 'Searching' })).toBeAttached();
    await expect(palette(page).locator('..').getByText('Searching…')).toBeVisible();
    await expect(page.getByRole('option', { selected: true })).toContainText('Call the dentist');
    // Enter that comes before the answer means the first that is found.
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeFocused();
    goOn();
    await expect(page).toHaveURL(/\/boards\/Home\/cards\//);
    await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Call the dentist');
  });

  test('finds files too, with operators, all of a kind, and says what is wrong with an operator', async ({ page, service }) => {
    const { id: noteId } = await service.send('POST', '/api/notes', { title: 'Trip to the coast', content: 'Harbour and #sea\n' });
    // However many there are of a kind, others are shown as well.
    for (let at = 1; at <= 45; at += 1) await service.send('POST', '/api/notes', { title: `Pier ${at}` });
    for (let day = 1; day <= 8; day += 1) {
      const title = `Harbour walk ${day}`;
      await service.plan({ title, date: `2026-12-0${day}`, start: '16:00', end: '17:00', location: 'Old harbour, north pier' });
    }
    const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Home' });
    const { id: cardId } = await service.send('POST', '/api/cards', { title: 'Ask the harbour office for a berth', columnId });
    const form = new FormData();
    form.append('file', new Blob(['Tides at the harbour']), 'harbour tides.txt');
    const headers = { Authorization: `Bearer ${service.token}` };
    const sent = await fetch(`${service.baseUrl}/api/cards/${cardId}/attachments`, { method: 'POST', body: form, headers });
    expect(sent.status).toBe(201);
    // Its words are read after the answer.
    await expect.poll(() => service.send('GET', '/api/search?q=harbour')).toMatchObject({ totals: { file: 1 } });
    await enter(page, service);
    await page.keyboard.press('Control+k');
    await expect(page.getByText('Narrow a search:')).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('q=')) asked.push(new URL(request.url()).pathname);
    });
    await palette(page).fill('harbour');
    for (const group of ['Notes', 'Cards', 'Calendar', 'Files']) await expect(page.getByRole('group', { name: group })).toBeVisible();
    await expect(page.getByText('Narrow a search:')).toHaveCount(0);
    expect(asked).toEqual(['/api/search']);
    // What a title says is not said again beside it.
    await expect(page.getByRole('option', { name: /^Ask the harbour/ })).toHaveText('Ask the harbour office for a berthHome');
    await expect(page.getByRole('group', { name: 'Calendar' }).getByRole('option')).toHaveCount(6);
    await page.getByRole('option', { name: 'Show all 8' }).click();
    await expect(page.getByRole('option', { name: /^Harbour walk/ })).toHaveCount(8);
    await expect(palette(page)).toBeFocused();
    const selected = page.locator('[role=option][aria-selected=true]');
    await expect(palette(page)).toHaveAttribute('aria-activedescendant', (await selected.getAttribute('id')) ?? '');
    await expectAccessible(page, '[role=dialog]');
    await page.getByRole('option', { name: 'Back to all kinds' }).click();
    await expect(page.getByRole('group', { name: 'Notes' })).toBeVisible();
    await palette(page).fill('pier');
    await expect(page.getByRole('group').getByRole('option', { name: /^Show all/ })).toHaveText(['Show all 45', 'Show all 8']);
    await expect(page.getByRole('option', { name: /^Harbour walk/ })).toHaveCount(5);
    // The word is seen, however much stands before it, also on a narrow window.
    const reads = 'What there is to read on the way stands in a list that the library keeps near its pier, and the catalogue with it';
    await service.send('POST', '/api/notes', { title: 'Reading list', content: `${reads}\n\nThen Botany of dunes\n` });
    await palette(page).fill('botany');
    const hit = page.getByRole('option', { name: /^Reading list/ }).locator('mark');
    await expect(hit).toHaveText('Botany');
    const isSeen = () =>
      hit.evaluate((mark) => {
        const own = mark.getBoundingClientRect();
        const line = mark.parentElement?.getBoundingClientRect() ?? own;
        return own.left >= line.left && own.right <= line.right && own.bottom <= line.bottom + 1;
      });
    expect(await isSeen()).toBe(true);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await isSeen()).toBe(true);
    // The whole width is the title's there.
    await palette(page).fill('harbour');
    const card = page.getByRole('option', { name: /^Ask the harbour/ }).getByText('Ask the harbour office for a berth');
    expect(await card.evaluate((title) => title.scrollWidth - title.clientWidth)).toBe(0);
    await expectAccessible(page, '[role=dialog]');
    await palette(page).fill('harbour is:lost');
    await expect(page.getByText('The search has an unknown value of is: (it knows done, open, archived).')).toBeVisible();
    await expect(page.getByText(/Nothing fits/)).toHaveCount(0);
    await expect(page.getByRole('option')).toHaveCount(0);
    await palette(page).fill('harbour tag:sea');
    await expect(page.getByRole('option')).toHaveText([/^Trip to the coast/, 'Save this search', 'Search the archive for it']);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/notes/${noteId}`));
    // What is archived is found when it is asked for, and says so.
    await service.send('POST', `/api/notes/${noteId}/delta`, { version: 0, isArchived: true });
    await expect(page.getByText('This note is in the archive.')).toBeVisible();
    await page.keyboard.press('Control+k');
    await palette(page).fill('coast');
    await page.getByRole('option', { name: 'Search the archive for it' }).click();
    await expect(palette(page)).toHaveValue('is:archived coast');
    await expect(page.getByRole('option', { name: /^Trip to the coast/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Take out of the archive' }).click();
    await expect(page.getByText('This note is in the archive.')).toHaveCount(0);
    // A file opens what it belongs to.
    await page.keyboard.press('Control+k');
    await palette(page).fill('tides');
    await page.getByRole('option', { name: /^harbour tides\.txt/ }).click();
    await expect(page).toHaveURL(new RegExp(`/boards/Home/cards/${cardId}`));
  });

  test('finds boards, notebooks and calendars by their names', async ({ page, service }) => {
    await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Café at the lake' });
    const { id: parentId } = await service.send('POST', '/api/notebooks', { name: 'Lake trips' });
    await service.send('POST', '/api/notebooks', { name: 'Plans' });
    await service.send('POST', '/api/notebooks', { name: 'Plans', parentId });
    await service.send('POST', '/api/calendars', { name: 'Lake club' });
    await service.send('POST', '/api/notes', { title: 'Flakes', content: 'A lake\n' });
    await enter(page, service);
    await page.keyboard.press('Control+k');
    const names = page.getByRole('group', { name: 'Boards, notebooks and calendars' }).getByRole('option');
    await palette(page).fill('lake');
    await expect(names).toHaveText(['Lake tripsNotebook', 'Lake clubCalendar', 'Café at the lakeBoard']);
    await expect(names.first()).toHaveAttribute('aria-selected', 'true');
    // What is called exactly so comes first, be it a note or one of these.
    const { id: noteId } = await service.send('POST', '/api/notes', { title: 'Lake' });
    await palette(page).fill('lake ');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/notes/${noteId}`));
    await service.send('POST', '/api/calendars', { name: 'Lake' });
    await page.keyboard.press('Control+k');
    await palette(page).fill('lake');
    await expect(names.first()).toHaveText('LakeCalendar');
    await expect(names.first()).toHaveAttribute('aria-selected', 'true');
    // Notebooks of the same name are told apart.
    await palette(page).fill('plans');
    await expect(names).toHaveText(['PlansNotebook in “Lake trips”', 'PlansNotebook']);
    await palette(page).fill('cafe la');
    await expect(names).toHaveText(['Café at the lakeBoard']);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Café at the lake' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await palette(page).fill('lake trips');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This notebook is empty')).toBeVisible();
    await page.keyboard.press('Control+k');
    await palette(page).fill('lake club');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/calendar/);
  });

  test('does what there is to do, with what others call it, and gives the focus back', async ({ page, service }) => {
    await enter(page, service);
    const search = page.getByRole('button', { name: 'Search', exact: true });
    await search.click();
    await palette(page).fill('night');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(search).toBeFocused();
    // The page stays for other tests, and it remembers the theme.
    await page.keyboard.press('Control+k');
    await palette(page).fill('theme of the system');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).not.toHaveAttribute('data-theme');
    await expect(search).toBeFocused();
    await page.keyboard.press('Control+k');
    await palette(page).fill('zzzz');
    await expect(page.getByText('Nothing fits “zzzz”.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
  });
});

test.describe('shortcuts', () => {
  test('go to sections, do nothing while the user types, and are listed, those of the page that is shown as well', async ({
    page,
    service,
  }) => {
    await enter(page, service);
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await expect(heading(page)).toHaveText('Boards');
    await page.getByRole('button', { name: 'New board' }).click();
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('g t ? / big');
    await expect(page.getByLabel('Name')).toHaveValue('g t ? / big');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('/');
    await expect(palette(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
    // They are listed, those of the page that is shown as well.
    await page.keyboard.press('Shift+?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet.getByText('Go to Boards')).toBeVisible();
    await expect(sheet.getByText('Move card left')).toHaveCount(0);
    await expectAccessible(page, '[role=dialog]');
    // In a low window keys scroll them.
    const usual = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 480, height: 400 });
    await expectAccessible(page, '[role=dialog]');
    const last = sheet.locator('dt').last();
    await expect(last).not.toBeInViewport();
    await page.keyboard.press('End');
    await expect(last).toBeInViewport();
    await page.setViewportSize(usual);
    // A tooltip that is shown does not keep the key for itself.
    await page.keyboard.press('Tab');
    await expect(page.locator('.tooltip')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Home' });
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByText('To do')).toBeVisible();
    await page.keyboard.press('Shift+?');
    await expect(sheet.getByText('Move card left')).toBeVisible();
  });
});

test.describe('the theme', () => {
  alone('is the system’s until the user chooses one, which stays without a flash', async ({ page, service }) => {
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.emulateMedia({ colorScheme: 'light' });
    await enter(page, service);
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.keyboard.press('Control+k');
    await palette(page).fill('light theme');
    await page.keyboard.press('Enter');
    await expect.poll(background).toBe(light);
    // Before any script of the page itself has run.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload();
    await expect.poll(() => background()).toBe(light);
  });

  alone('is that of every window at once, whatever they show', async ({ page, service }) => {
    await enter(page, service);
    const other = await page.context().newPage();
    await enter(other, service);
    await other.keyboard.press('Control+k');
    await palette(other).fill('dark theme');
    await other.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});

test.describe('a service that is away', () => {
  alone('is told of, and what was on the page stays', async ({ page, service }) => {
    await service.plan({ title: 'Before', date: today, start: '16:00', end: '17:00' });
    await enter(page, service);
    await expect(page.getByText('Before')).toBeVisible();
    // Before there was time to fetch the other pages beforehand.
    await page.route('**/assets/BoardsPage*', (route) => route.abort());
    await service.stop();
    await expect(page.getByRole('region', { name: 'Connection' })).toContainText('reconnects by itself');
    await page.getByRole('link', { name: 'Boards' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting for Daybook' })).toBeVisible();
    await page.getByRole('link', { name: 'Today' }).click();
    await expect(page.getByText('Before')).toBeVisible();
    await page.getByRole('link', { name: 'Boards' }).click();
    await page.unroute('**/assets/BoardsPage*');
    await service.start();
    await expect(page.getByRole('heading', { name: 'No boards yet' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Connection' })).toHaveCount(0);
    // What an update of Daybook has replaced does not come back.
    for (const part of ['TrashPage', 'KeysSheet']) await page.route(`**/assets/${part}*`, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.keyboard.press('Shift+?');
    await expect(page.getByRole('main').getByRole('button', { name: 'Reload' })).toBeVisible();
    await expect(page.getByRole('alertdialog').getByText('Reload the page to go on')).toBeVisible();
    await page.getByRole('link', { name: 'Today' }).click();
    await expect(page.getByText('Before')).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeFocused();
  });
});

test.describe('with what assistive technology needs', () => {
  test('no fault that axe knows in the frame', async ({ page, service }) => {
    await service.plan({ title: 'Dentist', date: today, start: '16:00', end: '17:00' });
    await enter(page, service);
    await page.setViewportSize({ width: 700, height: 800 });
    await page.getByRole('link', { name: 'Boards' }).hover();
    await expect(page.locator('.tooltip')).toHaveText(/^Boards/);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    await visit(page, '/nowhere');
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
    await expectAccessible(page, 'main');
  });
});
