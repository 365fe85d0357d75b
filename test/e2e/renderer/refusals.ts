import { expect, type Locator, type Page } from '@playwright/test';

/** Says in a form, once, that there is no room left, and tries once more: what was typed stays, beside what is wrong. */
export async function expectRefusalStays(
  page: Page,
  {
    path,
    field,
    failed,
    send,
  }: { readonly path: RegExp; readonly field: Locator; readonly failed: string; readonly send: () => Promise<void> },
): Promise<void> {
  const typed = await field.inputValue();
  const problem = { type: 'about:blank', title: 'No room', status: 507, detail: 'The disk is full', code: 'storage_full', requestId: 'x' };
  const refuse = { status: 507, contentType: 'application/problem+json', body: JSON.stringify(problem) };
  await page.route(path, (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill(refuse)));
  await send();
  await expect(field).toHaveAccessibleDescription(new RegExp(`${failed}: The disk is full\\.$`));
  await expect(field).toHaveValue(typed);
  await expect(field).toBeFocused();
  await expect(page.locator('.toast', { hasText: failed })).toHaveCount(0);
  await page.unrouteAll({ behavior: 'wait' });
  await send();
}
