import { expect, type Locator } from '@playwright/test';
import { push } from '../../support/tiers.ts';
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
> Folded \`text\`, ==marked==, ![[gone.png]] and
> **more
> of** ![it](attachments/gone.png).
>
> Second.

> [!note]
> Plain.

> A quote

End

[^a]: Says Albert. See \`c\` there:

    \`\`\`js
    let c = 1;
    \`\`\`
`;

test(
  'markdown is shown as what it means, and as its source where the cursor is; nothing of it changes',
  push,
  async ({ page, service }) => {
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
    await expect(editor.locator('.callout-folded .picture')).toHaveCount(2);
    await expect(editor.locator('.callout-folded').locator('code, mark, .picture').filter({ visible: true })).toHaveCount(0);
    await editor.getByRole('button', { name: 'Show what is folded' }).click();
    await expect(editor.getByText('Second.')).toBeVisible();
    await expect(editor.locator('.callout-tip .picture').filter({ visible: true })).toHaveCount(2);
    await expectAccessible(page);

    // To the footnote and back.
    await expect(editor.locator('.footnote')).toContainText('Says Albert.');
    await expect(editor.locator('.footnote p code')).toHaveCSS('display', 'inline');
    await expect(editor.locator('.footnote pre')).toHaveCSS('opacity', '1');
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
    await expectStored(service, id, content.replace('End\n', 'End \\$a_1$ and [^a]\n'));
  },
);

test('links in properties are chips that lead to their notes, and the source is edited beside them', async ({ page, service }) => {
  const other = await makeNote(service, 'Other note', 'There.\n');
  const card = `daybook://note/${other}`;
  const text = `---\nrelated: "see [[other note#Part|that]], [[Gone]]"\nlist:\n  - '[[Other note]]'\n  - ${card}\nno: [[Nested]]\n---\n\nText\n`;
  const id = await makeNote(service, 'Linked', text);
  const editor = await openNote(page, service, id);
  const properties = editor.getByRole('table', { name: 'Front matter' });
  const links = properties.getByRole('link');
  await expect(links).toHaveText(['that', 'Gone', 'Other note', 'Other note']);
  await expect(properties.getByRole('cell').first()).toHaveText('see that, Gone');
  await expect(properties.locator('.mention-nothing')).toHaveText(['Gone']);
  await expect(links.first()).toHaveAttribute('href', `/notes/${other}#Part`);
  await expectAccessible(page);

  await properties.getByText('related').click();
  await expect(editor.locator('.source-here')).toContainText('[[Nested]]');
  await page.keyboard.type('\nmore: "[[Other note|more]]"');
  await expect(links).toHaveText(['that', 'Gone', 'Other note', 'Other note', 'more']);
  await expectStored(service, id, text.replace('[[Nested]]\n', '[[Nested]]\nmore: "[[Other note|more]]"\n'));
  await links.last().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/notes/${other}$`));
  await expect(page.getByRole('complementary').getByText('related: see [[other note#Part|that]], [[Gone]]')).toBeVisible();
});

test('links in properties are completed while they are typed, in quotes', async ({ page, service }) => {
  await makeNote(service, 'It’s "so"', '');
  await makeNote(service, "Ada's plan", '');
  const id = await makeNote(service, 'Typed', '---\ntitle: x\n---\n\nText\n');
  const editor = await openNote(page, service, id);
  await editor.getByRole('table', { name: 'Front matter' }).getByText('title').click();
  await expect(editor.locator('.source-here')).toContainText('title: x');
  const typed = async (text: string, option: string): Promise<void> => {
    await page.keyboard.type(text);
    await expect(page.getByRole('option', { selected: true })).toContainText(option);
    await page.keyboard.press('Enter');
  };
  await typed('\na: [[It’s', 'It’s "so"');
  await typed(String.raw`${'\n'}b: "it's \"x\" [[It’s`, 'It’s "so"');
  await typed(`"\nc: ["a", 'see [[Ada`, "Ada's plan");
  await typed("']\nd: it's [[Ada", "Ada's plan");
  const written = String.raw`a: "[[It’s \"so\"]]"
b: "it's \"x\" [[It’s \"so\"]]"
c: ["a", 'see [[Ada''s plan]]']
d: it's [[Ada's plan]]`;
  await expectStored(service, id, `---\ntitle: x\n${written}\n---\n\nText\n`);
  await expect(editor.getByRole('table', { name: 'Front matter' }).getByRole('link')).toHaveText([
    'It’s "so"',
    'It’s "so"',
    "Ada's plan",
    "Ada's plan",
  ]);
  await page.keyboard.type('\ne: "[[Gone]]"');
  const gone = editor.locator('.mention-nothing').getByText('Gone');
  await gone.click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Gone');
});

/** Left and right of what stands in each cell of a formula, and the top of its last sign, in whole pixels. */
const places = (formula: Locator): Promise<{ readonly left: number; readonly right: number; readonly top: number }[]> =>
  formula.evaluate((math) =>
    [...math.querySelectorAll('mtd')].map((cell) => {
      const signs = [...cell.querySelectorAll('mi, mn, mo, mtext')].map((sign) => sign.getBoundingClientRect());
      const of = (edge: 'left' | 'right' | 'top', at: number): number => Math.round(signs.at(at)?.[edge] ?? 0);
      return { left: of('left', 0), right: of('right', -1), top: of('top', -1) };
    }),
  );

const display = (tex: string): string => `$$\n${tex}\n$$\n`;

test('a formula of several rows and columns stands in rows and columns', push, async ({ page, service }) => {
  const id = await makeNote(service, 'Matrix', display(String.raw`\begin{pmatrix} 1 & 0\\ 2 & 1\end{pmatrix}`));
  const editor = await openNote(page, service, id);
  const formula = editor.locator('math');
  expect(await formula.evaluate(({ textContent }) => textContent)).toBe('(1021)');
  const [a, b, c, d] = await places(formula);
  expect([b?.top, d?.top, c?.left, d?.left]).toEqual([a?.top, c?.top, a?.left, b?.left]);
});

test('alphabets, alignment, rules and numbers of equations are drawn as TeX has them', push, async ({ page, service }) => {
  const formulas = [
    String.raw`\mathbb{RA} \mathbf{v1} \mathcal{LA} \mathfrak{gC} \mathsf{S} \mathtt{t} \boldsymbol{\alpha} \mathbf{\Gamma} \mathrm{d} \textbf{b}`,
    String.raw`\begin{align} x+y &= 1 \tag{1}\\ 3x &= 7000\end{align}`,
    String.raw`\begin{array}{r|l} 1 & 20000 \\ \hline 30000 & 4\end{array}`,
    String.raw`\boxed{x}`,
  ];
  const id = await makeNote(service, 'Formulas', formulas.map(display).join('\n'));
  const editor = await openNote(page, service, id);
  await expect(editor.locator('math')).toHaveCount(formulas.length);
  const [letters, equations, array, box] = await editor.locator('math').all();
  if (letters === undefined || equations === undefined || array === undefined || box === undefined) throw new Error('there are four');
  expect(await letters.evaluate(({ textContent }) => textContent)).toBe('ℝ𝔸𝐯𝟏ℒ𝒜𝔤ℭ𝖲𝚝𝜶𝚪db');
  await expect(letters.locator('mtext')).toHaveCSS('font-weight', '700');
  const [x, one, label, y, seven] = await places(equations);
  expect([x?.right, one?.left]).toEqual([y?.right, seven?.left]);
  expect(label?.top).toBeLessThan((seven?.top ?? 0) - 10);
  expect(label?.left).toBeGreaterThan(seven?.right ?? Infinity);
  const cells = array.locator('mtd');
  for (const [at, edges] of [
    ['solid', 'solid'],
    ['none', 'solid'],
    ['solid', 'none'],
    ['none', 'none'],
  ].entries())
    for (const [edge, style] of edges.entries())
      await expect(cells.nth(at)).toHaveCSS(edge === 0 ? 'border-right-style' : 'border-bottom-style', style);
  await expect(box.locator('menclose')).toHaveCSS('border-top-style', 'solid');
});
