import { expect } from '@playwright/test';
import { clipboards } from './clipboards.ts';
import { enter, sharedTest as test } from './fixtures.ts';
import { expectStored, paste, stored, turnTo } from './notes-fixtures.ts';

/** Runs in the page: below each paragraph of the note goes a new one, and into that what is pasted there. */
function pasteBelowEach(editor: Element, pasted: readonly Readonly<Record<string, string>>[]): void {
  const paragraphs = [...editor.querySelectorAll('p')];
  for (const [index, data] of pasted.entries()) {
    const paragraph = paragraphs[index];
    if (paragraph === undefined) throw new Error('There are too few paragraphs');
    getSelection()?.selectAllChildren(paragraph);
    getSelection()?.collapseToEnd();
    editor.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }));
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }
}

test('what is copied and pasted is markdown, formulas and footnotes as well', async ({ page, service }) => {
  await enter(page, service, '/notes');

  await test.step('markdown that is pasted into an empty note is the note, to the last byte, and can be undone', async () => {
    const { id, editor } = await turnTo(page, service, 'Pasted');
    const text = 'Setext\n===\n\nText[^1] and $E=mc^2$.\n\n$$\na_1*b*c\n$$\n\n[^1]: note\n\n* a\n* b\n';
    await editor.click();
    await paste(editor, { 'text/plain': text });
    await page.keyboard.press('Home');
    await expect(editor.getByRole('heading', { name: 'Setext' })).toBeVisible();
    await expect(editor.locator('.code-head', { hasText: 'Formula' })).toBeVisible();
    await expectStored(service, id, text);
    await page.keyboard.press('Control+z');
    await expect(editor).toHaveText('');
    await page.keyboard.press('Control+Shift+z');
    await expect(editor.getByRole('heading', { name: 'Setext' })).toBeVisible();
  });

  await test.step('so are blocks that are pasted into a note that holds others, and what is typed next', async () => {
    const { id, editor } = await turnTo(page, service, 'Blocks', 'Text\n\n*  end\n');
    await editor.getByText('Text').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' here');
    await page.keyboard.press('Enter');
    const text = '| a | b |\n|---|:-:|\n| `x|y` | z |\n\nso \\(x_1\\)  \n**on**';
    await paste(editor, { 'text/plain': text });
    await expectStored(service, id, `Text here\n\n${text}\n\n*  end\n`);
    await page.keyboard.type(' and on');
    await expect
      .poll(async () => (await stored(service, id)).content)
      .toMatch(/^Text here\n\n\| a \| b \|\n\|---\|:-:\|\n[^]*on and on\*\*\n\n\*  end\n$/);
  });

  await test.step('the formula of the menu has its signs, and the cursor between them', async () => {
    const { id, editor } = await turnTo(page, service, 'Formula');
    await editor.click();
    await page.keyboard.type('/formula');
    await page.keyboard.press('Enter');
    await page.keyboard.type('a_1*b*c');
    await expectStored(service, id, '$$\na_1*b*c\n$$\n');
  });

  await test.step('what is typed into a formula is kept as one, and a blank line leaves it', async () => {
    const { id, editor } = await turnTo(page, service, 'Lines');
    await editor.click();
    await page.keyboard.type('/formula');
    await page.keyboard.press('Enter');
    await page.keyboard.type('a\nb\n\nbelow');
    await expectStored(service, id, '$$\na\nb\n$$\n\nbelow\n');
    await expect(editor.locator('.code-head', { hasText: 'Formula' })).toBeVisible();
    await editor.locator('code').click();
    await paste(editor, { 'text/plain': '\nc\n\nd' });
    await expect.poll(async () => (await stored(service, id)).content).toMatch(/^\$\$\n(?:\S[^\n]*\n)+\$\$\n\nbelow\n$/);
  });

  await test.step('formulas and footnotes that are pasted into text stay what they are', async () => {
    const { id, editor } = await turnTo(page, service, 'Inline', 'Text \n');
    await editor.getByText('Text').click();
    await page.keyboard.press('End');
    await page.keyboard.type(': ');
    await paste(editor, { 'text/plain': '$E=mc^2$ and x[^1]' });
    // The blank at the end of the line was there before.
    await expectStored(service, id, 'Text: $E=mc^2$ and x[^1] \n');
  });

  await test.step('what is copied is markdown for programs that take plain text, formulas and tables as well', async () => {
    const text = '# T\n\n| a | b |\n| --- | --- |\n| 1 | $x$ |\n\n- [x] done';
    const { editor } = await turnTo(page, service, 'Copied', text);
    await editor.getByRole('heading', { name: 'T' }).click();
    await page.keyboard.press('Control+a');
    const copied = await editor.evaluate((element) => {
      const clipboardData = new DataTransfer();
      element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
      return { text: clipboardData.getData('text/plain'), html: clipboardData.getData('text/html') };
    });
    expect(copied).toEqual({ text, html: expect.stringContaining('data-daybook-note') });
  });

  await test.step('a table that is copied has its columns aligned where it is pasted, and breaks no policy of the page', async () => {
    const aligned = '| a | b |\n| :-: | --: |\n| c | d |\n';
    const { id, editor } = await turnTo(page, service, 'Columns', `${aligned}\nend\n`);
    await editor.getByText('c', { exact: true }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await editor.getByText('end').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+v');
    await expectStored(service, id, `${aligned}\nend\n\n${aligned}\nend\n`);
    await expect(editor.locator('td').last()).toHaveCSS('text-align', 'right');
  });

  await test.step('lists of others have the bullet of the note, and its way to mark emphasis', async () => {
    const { id, editor } = await turnTo(page, service, 'Bullets', '* _a_\n\nb\n');
    await editor.getByText('b', { exact: true }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await paste(editor, { 'text/html': '<p>c</p><ul><li>d <i>e</i></li></ul><p>f</p>', 'text/plain': 'c d e f' });
    await expectStored(service, id, '* _a_\n\nb\n\nc\n\n* d _e_\n\nf\n');
  });

  await test.step('what other programs put on the clipboard comes in as the markdown that it means', async () => {
    // All of them in one note, each below the name of what it is of, in one go: the note is drawn and saved once.
    const labels = clipboards.map(({ of }) => `${of}\n`).join('\n');
    const { id, editor } = await turnTo(page, service, 'Clipboards', labels);
    await expect(editor.locator('p')).toHaveCount(clipboards.length);
    await editor.click();
    const pasted = clipboards.map(({ html, text }) => ({ 'text/html': html, 'text/plain': text ?? html.replace(/<[^>]*>/g, ' ') }));
    await editor.evaluate(pasteBelowEach, pasted);
    await expectStored(service, id, clipboards.map(({ of, markdown }) => `${of}\n\n${markdown}`).join('\n'));
    // What is pasted over all of a note is the note.
    await page.keyboard.press('Control+a');
    const [first] = clipboards;
    if (first === undefined) throw new Error('There is no clipboard');
    await paste(editor, { 'text/html': first.html, 'text/plain': 'Report' });
    await expectStored(service, id, first.markdown);
  });

  await test.step('lines of code are code in an empty note as well, a part of one is text, and markdown is the note', async () => {
    for (const [text, markdown] of [
      ['def f(a):\n    return a\n', '```\ndef f(a):\n    return a\n```\n'],
      ['return a', 'return a'],
      ['* a\n*  b\n', '* a\n*  b\n'],
    ] as const) {
      const { id, editor } = await turnTo(page, service, 'Code');
      await editor.click();
      const html = `<html><body><pre style="font-family:'JetBrains Mono',monospace"><span>${text.slice(0, 1)}</span>${text.slice(1)}</pre></body></html>`;
      await paste(editor, { 'text/html': html, 'text/plain': text });
      await expectStored(service, id, markdown);
    }
  });

  await test.step('pictures of Word and LibreOffice come along in its RTF; where they do not, the user is told', async () => {
    const { id, editor } = await turnTo(page, service, 'Pictures');
    await editor.click();
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ).toString('hex');
    const blip = `{\\*\\shppict{\\pict{\\*\\picprop\\shplid1025}\\picw53\\pngblip\\bliptag-18{\\*\\blipuid 92a1}\n${png.slice(0, 40)}\n${png.slice(40)}}}`;
    const rtf = `{\\rtf1 one ${blip}{\\nonshppict {\\pict\\wmetafile8 0100}} two}`;
    const html =
      '<p class=MsoNormal>one <![if !vml]><img width=1 src="file:///C:/Users/ada/clip_image002.png" alt="Lake"><![endif]> two<o:p></o:p></p>';
    await paste(editor, { 'text/html': html, 'text/plain': 'one two', 'text/rtf': rtf });
    await expect.poll(async () => (await stored(service, id)).content).toMatch(/^one !\[Lake\]\(attachments\/[\d-]+[\da-f]+\.png\) two\n$/);
    await expect(page.getByRole('alert').getByText('Pictures did not come along')).toHaveCount(0);
    await page.keyboard.press('Control+a');
    await paste(editor, { 'text/html': html, 'text/plain': 'one two', 'text/rtf': '{\\rtf1 one two}' });
    await expect(page.getByRole('alert').getByText('Pictures did not come along')).toBeVisible();
    await expectStored(service, id, 'one two\n');
  });

  await test.step('so it does behind text: only a line joins that of the text', async () => {
    const { id, editor } = await turnTo(page, service, 'Behind', 'before\n');
    await editor.click();
    await page.keyboard.press('Control+End');
    const tasks = '<li role="checkbox" aria-checked="true"><p>done</p></li><li role="checkbox" aria-checked="false"><p>open</p></li>';
    const word = '<p style="mso-list:l0 level1 lfo1">a</p><p style="mso-list:l0 level2 lfo1">b</p><p style="mso-list:l0 level1 lfo1">c</p>';
    for (const [html, markdown] of [
      ['<h2>line</h2>', 'beforeline\n'],
      [`<ul>${tasks}</ul>`, 'before\n\n- [x] done\n- [ ] open\n'],
      [word, 'before\n\n- a\n  - b\n- c\n'],
      ['<h2>H</h2><p>text</p>', 'before\n\n## H\n\ntext\n'],
    ] as const) {
      await paste(editor, { 'text/html': html, 'text/plain': 'x' });
      await expectStored(service, id, markdown);
      await page.keyboard.press('Control+z');
      await expect(editor).toHaveText('before');
    }
  });

  await test.step('what no note can hold is left out, also in the title, and the rest is saved', async () => {
    const { id, editor } = await turnTo(page, service, 'Held', 'x\n');
    await editor.click();
    await page.keyboard.press('Control+End');
    await paste(editor, { 'text/plain': 'a\0b\ud83dc' });
    await expectStored(service, id, 'xabc\n');
    const quotes = (text: string, levels: number): string => '<blockquote>'.repeat(levels) + text + '</blockquote>'.repeat(levels);
    await paste(editor, { 'text/html': quotes('<p>deep</p>', 400), 'text/plain': 'deep' });
    await expect(page.getByRole('alert').getByText('cannot be nested as deep')).toBeVisible();
    await expect.poll(async () => (await stored(service, id)).content).toMatch(/^xabc\n*[> ]*deep\n$/);
    const title = page.getByRole('article').getByRole('textbox', { name: 'Title' });
    await title.evaluate((field: HTMLTextAreaElement) => {
      field.focus();
      field.select();
    });
    await page.keyboard.insertText('A\0B');
    await expect.poll(async () => (await stored(service, id)).title).toBe('AB');
  });
});

test('links that are cut and pasted are written as they were where their definitions are or come along', async ({ page, service }) => {
  await enter(page, service, '/notes');
  const line = 'see [text][lab], [lab], [Lab][], ![alt][lab], <https://ex.org/a> and <me@ex.org> end';
  const rest = 'last\n\n[lab]: https://ex.org/x "T"\n';
  const { id, editor } = await turnTo(page, service, 'Labels', `${line}\n\n${rest}`);
  await editor.getByText('last').click();
  await page.keyboard.press('Control+Home');
  await editor.evaluate((element) => getSelection()?.selectAllChildren(element.querySelector('p') ?? element));
  await page.keyboard.press('Control+x');
  await expect(editor.getByText('see')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.type(': ');
  await page.keyboard.press('Control+v');
  const moved = `last: ${line}`;
  await expect.poll(async () => (await stored(service, id)).content).toContain(`${moved}\n`);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  const whole = await turnTo(page, service, 'With labels', 'before\n');
  await whole.editor.getByText('before').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+v');
  await expect.poll(async () => (await stored(service, whole.id)).content).toContain(`${moved}\n\n[lab]: https://ex.org/x "T"`);
  const other = await turnTo(page, service, 'Other labels', 'before\n\n[lab]: https://other.org/\n');
  await other.editor.getByText('before').click();
  await page.keyboard.press('End');
  await paste(other.editor, {
    'text/html':
      '<p data-daybook-note=""><a href="https://ex.org/x" data-ref="lab">t</a> <a href="https://other.org/" data-ref="LAB">u</a> <a href="https://ex.org/" data-ref="&lt;&gt;">https://other.org/</a></p>',
    'text/plain': 'x',
  });
  await expectStored(
    service,
    other.id,
    'before[t](https://ex.org/x) [u][LAB] [https://other.org/](https://ex.org/)\n\n[lab]: https://other.org/\n',
  );
  await paste(other.editor, {
    'text/html': '<p data-pm-slice="0 0 []"><a href="https://other.org/" data-ref="lab">v</a></p>',
    'text/plain': 'x',
  });
  await expect.poll(async () => (await stored(service, other.id)).content).toContain('[v](https://other.org/)');
});
