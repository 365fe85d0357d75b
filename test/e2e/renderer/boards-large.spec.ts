// What a board of many columns draws anew: counted by the browser's own coverage, as time on a busy machine proves nothing.

import { expect, type Page } from '@playwright/test';
import { enter, sharedTest as test, type RunningService } from './fixtures.ts';

const columns = 20;
const cards = 4;

async function fill(service: RunningService): Promise<void> {
  const ids: string[] = [];
  for (let number = 0; number < columns; number += 1)
    ids.push((await service.send('POST', '/api/columns', { title: `Column ${number}`, projectId: 'Wide' })).id);
  await service.createAll(
    '/api/cards',
    ids.flatMap((columnId, at) => Array.from({ length: cards }, (_, number) => ({ title: `Card ${at}.${number}`, columnId }))),
  );
}

/** How often the function ran that draws what has this class, the innermost around its name, while `work` did. */
async function drawnDuring(page: Page, className: string, work: () => Promise<void>): Promise<number> {
  await page.coverage.startJSCoverage();
  await work();
  const counts = (await page.coverage.stopJSCoverage()).flatMap(({ source = '', functions }) => {
    const at = new RegExp(`["'\`]${className}["'\`]`).exec(source)?.index;
    const around = functions.flatMap(({ ranges: [range] }) =>
      range !== undefined && at !== undefined && range.startOffset <= at && at < range.endOffset ? [range] : [],
    );
    const [innermost] = around.toSorted((one, other) => one.endOffset - one.startOffset - (other.endOffset - other.startOffset));
    return innermost === undefined ? [] : [innermost.count];
  });
  expect(counts).toHaveLength(1);
  return counts[0] ?? 0;
}

test('going from card to card and changing one draws no other columns anew', async ({ page, service }) => {
  await fill(service);
  await enter(page, service, '/boards/Wide');
  await page.getByRole('link', { name: 'Card 0.0' }).focus();
  const keys = await drawnDuring(page, 'column-scroller', async () => {
    for (let number = 1; number < cards; number += 1) {
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('link', { name: `Card 0.${number}` })).toBeFocused();
    }
  });
  expect(keys).toBeLessThan(columns);
  const changed = await drawnDuring(page, 'column-scroller', async () => {
    const { items } = (await service.send('GET', '/api/cards?projectId=Wide&limit=1')) as unknown as { items: { id: string }[] };
    await service.send('PUT', `/api/cards/${items[0]?.id}`, { title: 'Renamed' });
    await expect(page.getByRole('link', { name: 'Renamed' })).toBeVisible();
  });
  expect(changed).toBeGreaterThan(0);
  expect(changed).toBeLessThan(columns);
});

test('choosing cards draws no other columns anew', async ({ page, service }) => {
  await fill(service);
  await enter(page, service, '/boards/Wide');
  const chosen = page.locator('.card-item[data-selected=true]');
  const choose = async (number: number): Promise<void> => {
    await page.getByRole('link', { name: `Card 0.${number}` }).click({ modifiers: ['Control'] });
    await expect(chosen).toHaveCount(number + 1);
  };
  await choose(0);
  const drawn = await drawnDuring(page, 'column-scroller', async () => {
    for (let number = 1; number < cards; number += 1) await choose(number);
    await page.keyboard.press('Escape');
    await expect(chosen).toHaveCount(0);
  });
  expect(drawn).toBeGreaterThan(0);
  expect(drawn).toBeLessThan(columns);
});
