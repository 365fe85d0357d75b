import { expect, type Locator } from '@playwright/test';
import { enter, sharedTest as test } from './fixtures.ts';

test('with colours that the system forces, what is chosen stands out, and a colour is seen', async ({ page, service }) => {
  await enter(page, service, '/calendar?new');
  const ground = (part: Locator): Promise<string> => part.evaluate((element) => getComputedStyle(element).backgroundColor);
  const swatch = page.getByRole('radio', { name: 'Teal' });
  await expect(swatch).toBeVisible();
  const color = await ground(swatch);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await ground(swatch)).toBe(color);
  const view = (name: string): Locator => page.getByRole('button', { name, exact: true, includeHidden: true });
  expect(await ground(view('Month'))).not.toBe(await ground(view('Day')));
});
