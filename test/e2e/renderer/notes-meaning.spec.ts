import { expect } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { sharedTest as test } from './fixtures.ts';
import { expectStored, makeNote, openNote } from './notes-fixtures.ts';

const content = `---
title: Plan
tags: [home, garden]
---

Energy is $E = mc^2$, ==very much== so.[^a]

$$
\\int_0^1 x^2\\,dx = \\frac{1}{3}
$$

> [!warning] Mind the step
> It is high.

> [!tip]- More
> Folded text.
>
> Second.

> [!note]
> Plain.

> A quote

End

[^a]: Says Albert.
`;

test('markdown is shown as what it means, and as its source where the cursor is; nothing of it changes', async ({ page, service }) => {
  const id = await makeNote(service, 'Meaning', content);
  const editor = await openNote(page, service, id);
  await expect(editor.locator('math')).toHaveCount(2);
  await expect(editor.locator('math').first().locator('msup')).toHaveCount(1);
  const properties = editor.getByRole('table', { name: 'Front matter' });
  await expect(properties.getByRole('listitem')).toHaveText(['home', 'garden']);
  await expect(editor.locator('.callout')).toHaveCount(3);
  await expect(editor.locator('mark')).toContainText(['very much']);
  await expect(editor.getByText('It is high.')).toBeVisible();
  await expect(editor.getByText('Second.')).toBeHidden();
  await editor.getByRole('button', { name: 'Show what is folded' }).click();
  await expect(editor.getByText('Second.')).toBeVisible();
  await expectAccessible(page);

  // To the footnote and back.
  await expect(editor.locator('.footnote')).toContainText('Says Albert.');
  await editor.locator('[data-drawn=footnote]').click();
  await expect(editor.locator('.source-here')).toContainText('Says Albert.');
  await editor.getByRole('button', { name: 'Back to the text' }).click();
  await expect(page.getByRole('group', { name: 'Source' }).getByLabel('Footnote')).toHaveValue('[^a]');
  await editor.getByText('A quote').click();
  await editor.locator('.footnote').getByRole('button', { name: 'Back to the text' }).click();
  await expect(page.getByRole('group', { name: 'Source' }).getByLabel('Footnote')).toHaveValue('[^a]');
  // The source of a formula is shown while the cursor is in it, from the keyboard as well.
  await editor.locator('.drawn-source math').click();
  await expect(editor.locator('.source-here')).toContainText('\\int_0^1');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(editor.locator('.source-here')).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await expect(editor.locator('.source-here')).toContainText('tags: [home, garden]');
  await editor.getByText('A quote').click();
  await expect(editor.locator('.source-here')).toHaveCount(0);
  await properties.click();
  await expect(editor.locator('.source-here')).toContainText('tags: [home, garden]');
  await expectStored(service, id, content);

  // What is typed becomes what it means, and Backspace makes it text again.
  await editor.getByText('End').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' $a_1$');
  await expect(editor.locator('math')).toHaveCount(3);
  await page.keyboard.press('Backspace');
  await expect(editor.getByText('End $a_1$')).toBeVisible();
  await page.keyboard.type(' and [^a]');
  await expectStored(service, id, content.replace('End\n', 'End \\$a_1\\$ and [^a]\n'));
});
