import { expect, type Locator } from '@playwright/test';
import { enter, sharedTest as test, visit } from './fixtures.ts';

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
