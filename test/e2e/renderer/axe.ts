import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What may lie outside of all landmarks: besides dialogs, which axe knows, what opens above the page for a moment. */
const layers = 'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], .tooltip, svg';
/** The rules that can find something else when the theme is another. */
const rulesOfColor = ['color-contrast', 'link-in-text-block'];

/** Fails with the rules and elements that axe objects to, on the page as it stands, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  // What fades in would be judged half-way.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const faults = await faultsOf(page, null);
  await page.emulateMedia({ colorScheme: 'dark' });
  faults.push(...(await faultsOf(page, rulesOfColor)).map((fault) => ['in the dark theme', ...fault]));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  expect(faults).toEqual([]);
}

async function faultsOf(page: Page, rules: readonly string[] | null): Promise<string[][]> {
  // axe takes options of single checks, which its types do not tell of.
  const options: object = {
    resultTypes: ['violations'],
    checks: { region: { options: { regionMatcher: layers } } },
    ...(rules === null ? {} : { runOnly: { type: 'rule', values: rules } }),
  };
  // Without the legacy mode it opens another page for each run; there are no frames here that would need one.
  // The guards that the components set at the edges of a layer pass the focus on; axe sees that they can have it.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().exclude('[data-base-ui-focus-guard]').options(options).analyze();
  return violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)]);
}
