import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

type Axe = typeof axe;

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What may lie outside of all landmarks: besides dialogs, which axe knows, what opens above the page for a moment. */
const layers = 'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], .tooltip, svg';
/** The rules that can find something else when the theme is another. */
const rulesOfColor = ['color-contrast', 'link-in-text-block'];

/**
 * Fails with the rules and elements that axe objects to, on the page as it stands, in both themes. `within` is a selector of what is
 * looked at alone, such as a menu: for what has opened above a page that is looked at elsewhere.
 */
export async function expectAccessible(page: Page, within: string | null = null): Promise<void> {
  const moves = await page.evaluate(() => !matchMedia('(prefers-reduced-motion)').matches);
  // What fades in would be judged half-way.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const faults = await faultsOf(page, within, null);
  await page.emulateMedia({ colorScheme: 'dark' });
  faults.push(...(await faultsOf(page, within, rulesOfColor)).map((fault) => ['in the dark theme', ...fault]));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: moves ? null : 'reduce' });
  expect(faults).toEqual([]);
}

async function faultsOf(page: Page, within: string | null, rules: string[] | null): Promise<string[][]> {
  // axe takes options of single checks, which its types do not tell of.
  const options: axe.RunOptions & { readonly checks: object } = {
    resultTypes: ['violations'],
    checks: { region: { options: { regionMatcher: layers } } },
    ...(rules === null ? {} : { runOnly: { type: 'rule', values: rules } }),
  };
  // Once for a document: reading axe takes as long as looking at a page. There are no frames here that would need it, too.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const violations = await page.evaluate(
    async ([selector, wanted]): Promise<axe.Result[]> => {
      const loaded = (globalThis as unknown as { readonly axe: Axe }).axe;
      // Colors go over into those of the other theme, those of what is inside after those of what it is in.
      for (let quiet = 0; quiet < 3; quiet += 1) {
        await new Promise(requestAnimationFrame);
        const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
        if (changes.length > 0) quiet = 0;
        await Promise.allSettled(changes.map(({ finished }) => finished));
      }
      // The guards that the components set at the edges of a layer pass the focus on; axe sees that they can have it.
      const exclude = [['[data-base-ui-focus-guard]']];
      return (await loaded.run(selector === null ? { exclude } : { include: [[selector]], exclude }, wanted)).violations;
    },
    [within, options] as const,
  );
  return violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)]);
}
