import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What may lie outside of all landmarks: besides dialogs, which axe knows, what opens above the page for a moment. */
const layers = 'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], .tooltip, svg';

/** Fails with the rules and elements that axe objects to, on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // axe takes options of single checks, which its types do not tell of.
  const options: object = { checks: { region: { options: { regionMatcher: layers } } } };
  const { violations } = await new AxeBuilder({ page }).options(options).analyze();
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)])).toEqual([]);
}
