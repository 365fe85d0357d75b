// What stands where in narrow windows, and under a finger.

import { expect, type Locator } from '@playwright/test';
import { push } from '../../support/tiers.ts';
import { entry } from './calendar-fixtures.ts';
import { enter, sharedTest as test, today, visit } from './fixtures.ts';
import { makeNote, openNote } from './notes-fixtures.ts';

/** The middle of an element by its height, in pixels from the top of the window. */
const height = async (element: Locator): Promise<number> => {
  const box = await element.boundingBox();
  return (box?.y ?? 0) + (box?.height ?? 0) / 2;
};

/** Whether a square of 24 pixels around the middle of an element belongs to it: what a finger is to meet. */
const isForFingers = (element: Locator): Promise<boolean> =>
  element.evaluate((target) => {
    const { left, top, width, height: high } = target.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + high / 2];
    return [-11.5, 11.5].every((by) =>
      [document.elementFromPoint(x + by, y), document.elementFromPoint(x, y + by)].every((met) => target.contains(met)),
    );
  });

test('facts that go on in another line have no dot at its beginning nor at the end of the one before', push, async ({ page, service }) => {
  const { id } = await service.send('POST', '/api/columns', { title: 'A column', projectId: 'Garden' });
  await page.setViewportSize({ width: 360, height: 740 });
  await service.send('POST', '/api/trash', { type: 'column', id });
  await enter(page, service);
  await page.getByRole('link', { name: 'Trash' }).click();
  const details = page.locator('.trash-details');
  await expect(details).toContainText('goes for good');
  const lines = await details.evaluate((element) => {
    const { left } = element.getBoundingClientRect();
    const facts = [...element.children].map((fact) => ({
      ...{ top: fact.getBoundingClientRect().top, edge: fact.getBoundingClientRect().left - left },
      ...{ before: getComputedStyle(fact, '::before').content, after: getComputedStyle(fact, '::after').content },
    }));
    return [...Map.groupBy(facts, ({ top }) => top).values()];
  });
  expect(lines.length).toBeGreaterThan(1);
  for (const [first, ...others] of lines) {
    // What is left of the edge is not shown.
    expect(first?.edge).toBe(-14);
    for (const { before } of others) expect(before).toBe('"·"');
    for (const { after } of [first, ...others].filter((fact) => fact !== undefined)) expect(after).toBe('none');
  }
});

test('the title of a card is at the height of the button beside it, and choices are as high as fields', async ({
  page,
  phone,
  service,
}) => {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
  const { id } = await service.send('POST', '/api/cards', { title: 'Seeds', columnId });
  for (const each of [page, phone]) {
    await enter(each, service, '/boards/Garden');
    await visit(each, `/boards/Garden/cards/${id}`);
    const dialog = each.getByRole('dialog');
    const title = dialog.getByRole('textbox', { name: 'Title' });
    await expect(title).toHaveValue('Seeds');
    // The dialog grows, and moves, until all of the card is there.
    await expect
      .poll(async () => Math.abs((await height(title)) - (await height(dialog.getByRole('button', { name: 'Close' })))))
      .toBeLessThan(2);
    // Nothing above the title is scrolled away by the focus that the card takes.
    await expect.poll(() => dialog.locator('.dialog-body').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    // What is scrolled does not pass below the button, which would cover the corner of a field.
    await dialog.getByRole('button', { name: 'Delete card' }).scrollIntoViewIfNeeded();
    expect(Math.abs((await height(title)) - (await height(dialog.getByRole('button', { name: 'Close' }))))).toBeLessThan(2);
  }
  const [choice, field] = [phone.getByRole('combobox', { name: 'Column' }), phone.getByLabel('Due date').first()];
  expect((await choice.boundingBox())?.height).toBe((await field.boundingBox())?.height);
});

test('boxes, handles, and entries of a month are large enough for fingers', async ({ service, phone: page }) => {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
  const { id } = await service.send('POST', '/api/cards', { title: 'Seeds', columnId });
  await service.send('PUT', `/api/cards/${id}/checklist`, { checklist: ['Dig', 'Sow'].map((text) => ({ text, completed: false })) });
  for (let index = 0; index < 9; index += 1) await service.plan({ title: `Holiday ${index}`, date: today });
  await service.plan({ title: 'Talk', date: '2026-11-18', start: '10:00', end: '11:00' });
  const noteId = await makeNote(service, 'Plan', '- [ ] paint\n- [ ] rest\n');
  const editor = await openNote(page, service, noteId);
  const box = editor.locator('.task-box').first();
  await expect.poll(() => isForFingers(box)).toBe(true);
  // Beside what is drawn.
  await box.tap({ position: { x: -3, y: 8 }, force: true });
  await expect(box).toBeChecked();
  await visit(page, `/boards/Garden/cards/${id}`);
  const dialog = page.getByRole('dialog');
  await expect.poll(() => isForFingers(dialog.getByRole('checkbox', { name: 'Done: Dig' }))).toBe(true);
  await expect.poll(() => isForFingers(dialog.getByRole('button', { name: /^Move Dig/ }))).toBe(true);
  await visit(page, '/calendar?view=month');
  for (const title of ['Holiday 0', 'Talk']) await expect.poll(() => isForFingers(entry(page, title))).toBe(true);
  await expect.poll(() => isForFingers(page.locator('.cal-more[role=button]'))).toBe(true);
  await visit(page, '/calendar');
  await page.getByRole('button', { name: 'New event', exact: true }).click();
  await expect.poll(() => isForFingers(dialog.getByRole('switch', { name: 'All day' }))).toBe(true);
});

test('the title of the calendar is never cut on a phone, whatever it shows', async ({ service, phone: page }) => {
  await enter(page, service, '/calendar');
  const name = page.locator('.calendar-date-name');
  for (const [query, text] of [
    ['view=list', 'From 20 Nov'],
    ['view=day', 'Fri 20 Nov'],
    ['view=week', '20 – 22 Nov'],
    ['view=month&date=2026-09-01', 'September 2026'],
    ['view=week&date=2026-12-31', '31 Dec 2026 – 2 Jan 2027'],
    ['view=day&date=2027-09-29', 'Wed, 29 Sept 2027'],
    ['view=list&date=2027-09-29', 'From 29 Sept 2027'],
  ] as const) {
    await visit(page, `/calendar?${query}`);
    await expect(name).toHaveText(text);
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), text).toBe(0);
    // The buttons of both lines end at one edge.
    const [step, create] = [page.getByRole('button', { name: /^Next/ }), page.getByRole('button', { name: 'New event', exact: true })];
    const edge = async (button: Locator): Promise<number> => ((box) => (box?.x ?? 0) + (box?.width ?? 0))(await button.boundingBox());
    expect(await edge(create)).toBeCloseTo(await edge(step), 0);
  }
  // At the narrowest a time stands below its day, whose year would be cut off beside it.
  await page.setViewportSize({ width: 320, height: 740 });
  await page.getByRole('button', { name: 'New event', exact: true }).click();
  const [day, clock] = [page.getByLabel('Start date'), page.getByLabel('Start time')];
  expect(await height(clock)).toBeGreaterThan((await height(day)) + 20);
  expect((await day.boundingBox())?.width).toBeGreaterThan(160);
});

test('the title of the calendar keeps its year in windows of any width, and beside the chat', async ({ page, service }) => {
  await enter(page, service, '/calendar?view=day&date=2026-09-30');
  const name = page.locator('.calendar-date-name');
  const cut = (): Promise<number> => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  for (const width of [640, 720, 1200, 1280, 1340]) {
    await page.setViewportSize({ width, height: 720 });
    await expect(name).toHaveText('Wednesday, 30 September 2026');
    await expect.poll(cut, String(width)).toBe(0);
  }
  await page.keyboard.press('Control+j');
  await expect(page.getByRole('complementary', { name: 'Chat' })).toBeVisible();
  await expect.poll(cut).toBe(0);
});

test('the part of the settings that is shown is in sight among the others', async ({ service, phone: page }) => {
  await enter(page, service, '/settings');
  for (const [part, name] of [
    ['about', 'About'],
    ['appearance', 'Appearance'],
  ] as const) {
    await visit(page, `/settings/${part}`);
    await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name })).toBeInViewport({ ratio: 0.9 });
  }
  // Nor is one that gets the focus cut at the edge.
  const parts = page.getByRole('navigation', { name: 'Settings' });
  await parts.evaluate((element) => {
    element.scrollLeft = 40;
  });
  await parts.getByRole('link', { name: 'Appearance' }).focus();
  await expect(parts.getByRole('link', { name: 'Appearance' })).toBeInViewport({ ratio: 0.99 });
});

test('the notebooks give way to the chat, so that a note keeps its width', async ({ page, service }) => {
  const id = await makeNote(service, 'Plan', 'Paint the hall.\n');
  const editor = await openNote(page, service, id);
  const notebooks = page.getByRole('tree', { name: 'Notebooks' });
  await page.setViewportSize({ width: 1280, height: 720 });
  await service.send('POST', '/api/notebooks', { name: 'Home' });
  await expect(notebooks).toBeVisible();
  await page.keyboard.press('Control+j');
  await expect(notebooks).toBeHidden();
  expect((await editor.boundingBox())?.width).toBeGreaterThan(280);
  await page.keyboard.press('Control+j');
  await expect(notebooks).toBeVisible();
});

test('in the form of an event its times have names, what saves stays in sight, and covers nothing that has the focus; what is missing is in sight', async ({
  service,
  phone: page,
}) => {
  await enter(page, service, '/calendar');
  await page.getByRole('button', { name: 'New event', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New event' });
  for (const width of [320, 390, 600]) {
    await page.setViewportSize({ width, height: 740 });
    for (const name of ['Starts', 'Ends']) await expect(dialog.getByText(name, { exact: true })).toBeVisible();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const save = dialog.getByRole('button', { name: 'Create event' });
  await expect(save).toBeInViewport({ ratio: 1 });
  for (const name of ['Place', 'Notes']) {
    const field = dialog.getByRole('textbox', { name });
    await field.evaluate((element) => {
      element.focus();
    });
    const [box, top] = [await field.boundingBox(), (await save.boundingBox())?.y ?? 0];
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(top);
  }
  await save.click();
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeInViewport();
  await expect(dialog.getByText('Give it a title')).toBeInViewport();
});

test('a note that is not there is the heading of its page', async ({ service, phone: page }) => {
  await enter(page, service, '/notes');
  await visit(page, '/notes/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such note');
});

test('in a window that is low, or enlarged four times, the page scrolls, and texts and columns have room', async ({ page, service }) => {
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await service.send('POST', '/api/cards', { title, columnId });
  const noteId = await makeNote(service, 'Long', 'A line of it\n\n'.repeat(40));
  const days = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((title) => ({ title, date: today, isAllDay: true }));
  await service.createAll('/api/events', days);
  await page.setViewportSize({ width: 320, height: 256 });
  await enter(page, service, '/boards/Garden');
  for (const [path, scroller, least] of [
    ['/boards/Garden', '.column-scroller', 130],
    [`/calendar?view=day&date=${today}`, '.cal-view [role=rowgroup][tabindex]', 140],
    [`/calendar?view=month&date=${today}`, '.cal-grid', 250],
    [`/calendar?view=list&date=${today}`, '.cal-grid', 250],
    ['/notes', '.note-list-scroller', 140],
    [`/notes/${noteId}`, '.note-scroller', 140],
  ] as const) {
    await visit(page, path);
    await expect(page.locator(scroller)).toBeVisible();
    expect((await page.locator(scroller).boundingBox())?.height, path).toBeGreaterThan(least);
    expect(await page.locator('#main').evaluate((main) => main.scrollHeight - main.clientHeight), path).toBeGreaterThan(100);
  }
  // What is behind the end of the text comes once the text is at its end.
  await page.locator('.note-scroller').hover({ position: { x: 100, y: 20 } });
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 5_000);
      return page.locator('#main').evaluate(({ scrollTop }) => scrollTop);
    })
    .toBeGreaterThan(100);
  await expect(page.locator('.note-foot')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 667, height: 320 });
  await visit(page, '/boards/Garden');
  expect((await page.locator('.column-scroller').boundingBox())?.height).toBeGreaterThan(130);
});

test('in a window that is low, or enlarged, the palette ends within it', async ({ page, service }) => {
  await service.createAll(
    '/api/notes',
    Array.from({ length: 8 }, (_, index) => ({ title: `Beans ${index}`, content: 'Sown in rows.\n' })),
  );
  await enter(page, service, '/notes');
  for (const size of [
    { width: 640, height: 400 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(size);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    await expect(palette).toBeVisible();
    const within = async (): Promise<void> => {
      const box = await palette.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(size.height);
      expect((await palette.getByRole('listbox').boundingBox())?.height).toBeGreaterThan(60);
    };
    await within();
    await page.keyboard.type('rows');
    await expect(palette.getByRole('option', { name: /Beans/ }).first()).toBeAttached();
    await within();
    await page.keyboard.press('Escape');
  }
});

test('in a window that is low, or enlarged four times, a version of a note is seen below the list of them', async ({ page, service }) => {
  const noteId = await makeNote(service, 'Long', 'A line of it\n');
  await service.send('POST', `/api/notes/${noteId}/delta`, { edits: [{ oldText: 'A line', newText: 'A longer line' }] });
  await page.setViewportSize({ width: 320, height: 256 });
  await enter(page, service, `/notes/${noteId}`);
  await page.getByRole('button', { name: 'History' }).click();
  const versions = page.getByRole('navigation', { name: 'Versions' });
  await versions.getByRole('button', { name: /earlier change/ }).click();
  await versions.getByRole('button').last().click();
  const compared = page.getByRole('region', { name: 'Compared with now' });
  await compared.getByText('A longer line').scrollIntoViewIfNeeded();
  await expect(compared.getByText('A longer line')).toBeInViewport({ ratio: 1 });
  const list = await versions.boundingBox();
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual((await compared.boundingBox())?.y ?? 0);
});

test('the day of the list lies over the events that are scrolled past', async ({ service, phone: page }) => {
  await service.plan({ title: 'Talk', date: today, start: '10:00', end: '10:15' });
  await enter(page, service, `/calendar?view=list&date=${today}`);
  const head = page.locator('.cal-list-header').first();
  await expect(head).toBeVisible();
  expect(await head.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)');
});

test('with large letters a short event shows the whole line of its title', async ({ page, service }) => {
  await service.plan({ title: 'Talk', date: today, start: '10:00', end: '10:15' });
  await enter(page, service, '/notes');
  const setLetters = (size: string): Promise<void> =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
  await setLetters('32px');
  try {
    await visit(page, `/calendar?view=day&date=${today}`);
    await expect(entry(page, 'Talk')).toBeVisible();
    const line = await entry(page, 'Talk').evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
    expect((await entry(page, 'Talk').boundingBox())?.height).toBeGreaterThanOrEqual(line - 2);
  } finally {
    await setLetters('');
  }
});

test('the menu of a note is as high as there is room', async ({ service, phone: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openNote(page, service, await makeNote(service, 'Long'));
  await page.getByRole('button', { name: 'More for this note' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete note' })).toBeInViewport({ ratio: 1 });
  const menu = page.getByRole('menu');
  expect(await menu.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
});

test('a message leaves the buttons of a dialog free, in wide windows and in narrow ones', async ({ page, service }) => {
  await enter(page, service, '/calendar?view=month');
  const dialog = page.locator('.dialog');
  await page.keyboard.press('c');
  await dialog.getByLabel('Title').fill('Picnic');
  await dialog.getByRole('button', { name: 'Create event' }).click();
  const toast = page.locator('.toast', { hasText: '“Picnic” added' });
  // It stays as long as the pointer is there.
  await toast.hover();
  await page.keyboard.press('c');
  await expect(dialog).toBeVisible();
  for (const width of [1440, 1280, 900, 320]) {
    await page.setViewportSize({ width, height: 720 });
    const covered = await dialog.getByRole('button').evaluateAll((buttons) => {
      const message = document.querySelector('.toast')?.getBoundingClientRect();
      return buttons
        .filter((button) => {
          const box = button.getBoundingClientRect();
          const { left = 0, right = Infinity, top = 0, bottom = Infinity } = message ?? {};
          return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
        })
        .map((button) => button.textContent);
    });
    expect(covered, `${width} pixels`).toEqual([]);
  }
});

test('the note says that it is in the archive and that it is not, as other clients put it there and take it out', async ({
  page,
  service,
}) => {
  const id = await makeNote(service, 'Tides');
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, service, `/notes/${id}`);
  const line = page.getByText('This note is in the archive.');
  for (const isArchived of [true, false, true]) {
    await service.send('POST', `/api/notes/${id}/delta`, { version: 0, isArchived });
    await expect(line).toHaveCount(isArchived ? 1 : 0);
  }
});
