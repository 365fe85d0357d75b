import { expect } from '@playwright/test';
import { push } from '../../support/tiers.ts';
import { expectAccessible } from './axe.ts';
import { sharedTest as test } from './fixtures.ts';
import { makeNote, openNote } from './notes-fixtures.ts';

const everything = `---
tags: [a]
---

# One

Text with **bold**, [a link](https://example.org/), \`code\`, <kbd>raw</kbd> and ![far](https://elsewhere.example/i.png).[^1]

- [x] done
- [ ] open

> A quote

| a | b |
| - | - |
| 1 | 2 |

\`\`\`ts
// A comment
const value: string = 'text' + 12 + name(true);
\`\`\`

## Two

### Three

[^1]: A footnote
`;

test('all that a note can hold is accessible', push, async ({ page, service }) => {
  const id = await makeNote(service, 'All', everything);
  await service.send('POST', `/api/notes/${id}/delta`, { edits: [{ oldText: 'A quote', newText: 'Another quote' }] });
  const editor = await openNote(page, service, id);
  await expect(editor.locator('.hljs-keyword').first()).toBeVisible();
  await page.getByRole('button', { name: 'Outline' }).click();
  await expectAccessible(page);
  // The outline takes the room of the notebooks, which can be shown instead of the list; nothing is cut off.
  const hidden = (element: HTMLElement): number => element.scrollWidth - element.clientWidth;
  expect(await page.getByRole('toolbar', { name: 'Formatting' }).evaluate(hidden)).toBe(0);
  await page.getByRole('button', { name: 'Notebooks' }).click();
  await expect(page.getByRole('button', { name: 'All notes' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Notes', exact: true })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Back to the list' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'All notes' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit the markdown' }).click();
  await expect(page.getByRole('textbox', { name: 'Markdown of the note' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('button', { name: /earlier change/ }).click();
  await page.getByRole('navigation', { name: 'Versions' }).getByRole('button').last().click();
  await expect(page.getByRole('dialog').locator('ins')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
});
