import { expect, type Locator } from '@playwright/test';
import { enter, sharedTest as test, test as alone, visit } from './fixtures.ts';

const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(3);

/** Whether what stands within an element, and is shown, stays between its left and right edge. */
const holds = (box: Locator, parts: string): Promise<boolean> =>
  box.evaluate((element, selector) => {
    const { left, right } = element.getBoundingClientRect();
    const inner = [...element.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
    return inner.length > 0 && inner.every((each) => each.left >= left - 1 && each.right <= right + 1);
  }, parts);

test.describe('a word that does not break', () => {
  test('stays within a card, its dialog, the properties of a note and a formula', async ({ page, service }) => {
    const column = await service.send('POST', '/api/columns', { title: word, projectId: 'Long' });
    const label = await service.send('POST', '/api/projects/Long/labels', { name: word.slice(0, 100) });
    const card = await service.send('POST', '/api/cards', { title: word, columnId: column.id });
    await service.send('PUT', `/api/cards/${card.id}`, { labelIds: [label.id] });
    await service.send('PUT', `/api/cards/${card.id}/checklist`, { checklist: [{ text: word, completed: false }] });
    await enter(page, service, `/boards/Long/cards/${card.id}`);
    const dialog = page.getByRole('dialog');
    const item = dialog.getByRole('textbox', { name: 'Item 1' });
    await expect(item).toHaveValue(word);
    expect(await holds(page.locator('.card'), '.card-title, .label-chip')).toBe(true);
    expect(await holds(dialog, '.select, .label-chip, .card-title-field')).toBe(true);
    // All of an item is to be read, in as many lines as it takes; it has none itself.
    expect(await item.evaluate((element) => element.scrollHeight <= element.clientHeight && element.clientHeight > 40)).toBe(true);
    await item.press('Enter');
    await expect(item).toHaveValue(word);
    await expect(dialog.getByRole('textbox', { name: 'Item 2' })).toBeFocused();

    await test.step('the labels to filter by', async () => {
      await visit(page, '/boards/Long');
      await page.getByRole('combobox', { name: 'Labels: Any label' }).click();
      const name = page.getByRole('option', { name: word.slice(0, 100) }).locator('.menu-name');
      await expect(name).toBeVisible();
      expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
      await page.keyboard.press('Escape');
    });

    await test.step('an event', async () => {
      const calendar = await service.send('POST', '/api/calendars', { name: word });
      const event = await service.send('POST', '/api/events', { title: word, date: '2026-11-27', calendarId: calendar.id });
      await visit(page, `/calendar?event=${event.id}`);
      await expect(dialog.getByRole('combobox', { name: 'Calendar' })).toBeVisible();
      expect(await holds(dialog, '.select, .input')).toBe(true);
    });

    const sum = Array.from({ length: 60 }, (_, index) => String.raw`\frac{a_{${index}}}{b}`).join('+');
    const content = `---\ntitle: ${word}\n---\n\nA formula $${sum}$ here.\n`;
    const note = await service.send('POST', '/api/notes', { title: 'Wide', content });
    await visit(page, `/notes/${note.id}`);
    const text = page.locator('.note-text');
    await expect(text.locator('math')).toBeVisible();
    await expect(text.locator('.properties')).toBeVisible();
    expect(await holds(text, '.properties, p')).toBe(true);
    expect(await text.locator('p').evaluate((element) => getComputedStyle(element).overflowX)).toBe('auto');

    await service.send('POST', '/api/notes', { title: `Minutes of ${word}`, content: 'See [[Wide]].' });
    const linked = page.locator('.note-links');
    await expect(linked.getByRole('link')).toHaveCount(1);
    expect(await holds(linked, '.record-link')).toBe(true);
    await service.send('POST', '/api/links', { from: { type: 'note', id: note.id }, to: { type: 'card', id: card.id } });
    await expect(linked.getByRole('link')).toHaveCount(2);
    expect(await holds(linked, '.record-link, .icon-button')).toBe(true);
  });

  test('leaves room for the names of notebooks that lie deep, and is cut where one is chosen', async ({ page, service }) => {
    let parentId: string | null = null;
    for (let depth = 0; depth < 9; depth += 1) {
      parentId = (await service.send('POST', '/api/notebooks', { name: depth === 2 ? word : `Level ${depth}`, parentId })).id;
    }
    const note = await service.send('POST', '/api/notes', { title: 'Deep', content: '', notebookId: parentId });
    await enter(page, service, `/notes/${note.id}`);
    const name = page.getByRole('treeitem', { name: /^Level 8/ }).locator('.place-name');
    await expect(name).toBeVisible();
    expect((await name.boundingBox())?.width).toBeGreaterThan(30);
    await page.locator('article').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: /^Move to notebook/ }).click();
    const choices = page.locator('.notebook-choices');
    await expect(choices.getByRole('button', { name: 'Level 8' })).toBeVisible();
    expect(await holds(choices, '.place-name')).toBe(true);
  });
});

alone(
  'fields are as high as their text where the browser does not see to it; nothing on the page is against its policy',
  async ({ page, service }) => {
    await page.addInitScript(() => {
      const { supports } = CSS;
      CSS.supports = (condition: string, value?: string) =>
        condition !== 'field-sizing' && (value === undefined ? supports(condition) : supports(condition, value));
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('textarea { field-sizing: fixed !important }');
      document.adoptedStyleSheets.push(sheet);
      const breaches: string[] = [];
      Object.assign(window, { breaches });
      addEventListener('securitypolicyviolation', ({ violatedDirective }) => breaches.push(violatedDirective));
    });
    const title = 'a title of many words '.repeat(9).trim();
    const column = await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Long' });
    const card = await service.send('POST', '/api/cards', { title, columnId: column.id });
    await service.send('PUT', `/api/cards/${card.id}/checklist`, { checklist: [{ text: title, completed: false }] });
    const note = await service.send('POST', '/api/notes', { title });
    const expectHigh = (field: Locator) =>
      expect.poll(() => field.evaluate(({ clientHeight, scrollHeight }) => clientHeight > 45 && scrollHeight === clientHeight)).toBe(true);
    await enter(page, service, `/boards/Long/cards/${card.id}`);
    await expectHigh(page.locator('.card-title-field'));
    await expectHigh(page.getByRole('textbox', { name: 'Item 1' }));
    await visit(page, `/notes/${note.id}`);
    const field = page.locator('.note-title-field');
    await expectHigh(field);
    const height = (): Promise<number> => field.evaluate(({ clientHeight }) => clientHeight);
    const before = await height();
    await page.setViewportSize({ width: 800, height: 720 });
    await expect.poll(height).not.toBe(before);
    await expectHigh(field);
    await field.fill('Short');
    await expect.poll(height).toBeLessThan(45);
    expect(await page.evaluate(() => (window as unknown as { readonly breaches: readonly string[] }).breaches)).toEqual([]);
  },
);
