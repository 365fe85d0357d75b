import { expect, type Locator } from '@playwright/test';
import sharp from 'sharp';
import { picture, wavFile } from '../../support/sample-files.ts';
import { expectAccessible } from './axe.ts';
import { enter, leave, ownersTest, sharedTest, visit } from './fixtures.ts';
import { makeNote, openNote, status, stored } from './notes-fixtures.ts';

interface Pasted {
  readonly texts?: Readonly<Record<string, string>>;
  readonly files?: readonly { readonly name: string; readonly type: string; readonly base64: string }[];
}

/** What other programs put into the clipboard, or drop. */
async function give(editor: Locator, kind: 'paste' | 'drop', { texts = {}, files = [] }: Pasted): Promise<void> {
  await editor.evaluate(
    (element, [event, entries, sent]) => {
      const transfer = new DataTransfer();
      for (const [type, text] of Object.entries(entries)) transfer.setData(type, text);
      for (const { name, type, base64 } of sent) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      const { left, top } = (element.lastElementChild ?? element).getBoundingClientRect();
      const options = { bubbles: true, cancelable: true, clientX: left + 2, clientY: top + 2 };
      element.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
          : new DragEvent('drop', { ...options, dataTransfer: transfer }),
      );
    },
    [kind, texts, files] as const,
  );
}

const file = (name: string, type: string, content: Buffer): NonNullable<Pasted['files']>[number] => ({
  name,
  type,
  base64: content.toString('base64'),
});

/** A picture of `megabytes` at least that no compression makes smaller. */
async function noise(megabytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt((megabytes * 1024 * 1024) / 3));
  const channels = 3;
  return sharp({ create: { width: side, height: side, channels, background: 'white', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

const name = (extension: string): string => String.raw`attachments/\d{8}-\d{6}-[0-9a-f]{8}\.${extension}`;

ownersTest(
  'pictures, sound and documents go into a note as files: pasted, dropped, chosen; they are shown, saved, and unused ones deleted',
  async ({ page, service }) => {
    const data = `data:image/png;base64,${(await picture(30, 20).png().toBuffer()).toString('base64')}`;
    const id = await makeNote(service, 'Holiday', `![Old](${data})\n\nText\n`);
    const editor = await openNote(page, service, id);
    const content = async (): Promise<string> => (await stored(service, id)).content;
    await editor.getByText('Text').click();
    await page.keyboard.press('End');

    // As a browser copies a picture: the file, and HTML with its address elsewhere.
    const large = await noise(2);
    await give(editor, 'paste', {
      texts: { 'text/html': '<meta charset="utf-8"><img src="https://elsewhere.example/sea.png" alt="sea">' },
      files: [file('image.png', 'image/png', large)],
    });
    await expect(editor.locator('.picture img').nth(1)).toHaveAttribute('width', /\d+/);
    await expect.poll(content).toMatch(new RegExp(String.raw`\nText!\[image\]\(${name('png')}\)\n$`));
    expect((await content()).length - data.length).toBeLessThan(100 + '![Old]()\n\nText\n'.length);
    await expect(editor.locator('.picture img').nth(1)).toHaveJSProperty('complete', true);

    // As a program for files copies several: their names as text.
    await page.keyboard.press('Enter');
    await give(editor, 'paste', {
      texts: { 'text/plain': 'plan.pdf\ntone.wav' },
      files: [file('plan.pdf', 'application/pdf', Buffer.from('%PDF-1.4\n%%EOF\n')), file('tone.wav', 'audio/wav', wavFile(0.3))],
    });
    await expect(editor.locator('a.file-link')).toHaveText('plan.pdf');
    await expect(editor.locator('a.file-link')).toHaveAttribute('data-size', '15 bytes');
    await expect.poll(async () => editor.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).duration)).toBeCloseTo(0.3, 1);
    await expect.poll(content).toMatch(new RegExp(String.raw`\n\[plan\.pdf\]\(${name('pdf')}\) !\[tone\.wav\]\(${name('wav')}\)\n$`));

    // As Word and Google Docs copy: pictures among the text, of which some are files of that machine.
    await page.keyboard.press('Enter');
    await give(editor, 'paste', {
      texts: {
        'text/plain': 'From Word',
        'text/html':
          `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment--><p class=MsoNormal>From <b>Word</b>` +
          `<img width=10 src="file:///C:/Temp/msohtmlclip1/01/clip_image001.png" alt="lost"> <img src="${data}" alt="kept"></p>` +
          `<!--EndFragment--></body></html>`,
      },
      files: [file('image.png', 'image/png', await picture().png().toBuffer())],
    });
    await expect.poll(content).toMatch(new RegExp(String.raw`\nFrom \*\*Word\*\* ?!\[kept\]\(${name('png')}\)\n$`));
    await expect(page.getByRole('alertdialog', { name: 'Pictures did not come along' })).toBeVisible();

    await give(editor, 'drop', { files: [file('notes.csv', 'text/csv', Buffer.from('a;b\n'))] });
    await expect(editor.locator('a.file-link')).toHaveCount(2);
    await expect.poll(content).toMatch(new RegExp(String.raw`\[notes\.csv\]\(${name('csv')}\)`));

    // What is refused leaves no trace in the text.
    const before = await content();
    await give(editor, 'paste', { files: [file('program.exe', 'application/x-msdownload', Buffer.from('MZ\0\0'))] });
    await expect(page.getByText('“program.exe” could not be added').first()).toBeVisible();
    await expect(page.getByRole('alertdialog', { name: 'program.exe' }).getByRole('button', { name: 'Dismiss' })).toBeVisible();
    await expect(editor.getByText('program.exe')).toHaveCount(0);
    await expect(status(page)).toHaveText('Saved');
    expect(await content()).toBe(before);

    // The picture from before moves into a file when that is wanted.
    await editor.locator('.picture').first().click();
    await page.getByRole('button', { name: 'Move into a file' }).click();
    await expect.poll(content).toMatch(new RegExp(String.raw`^!\[Old\]\(${name('png')}\)\n`));

    await editor.locator('a.file-link').filter({ hasText: 'plan.pdf' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save' }).click()]);
    expect(download.suggestedFilename()).toBe('plan.pdf');

    await visit(page, '/boards');
    await expect(editor).toHaveCount(0);
    await visit(page, `/notes/${id}`);
    await expect(editor.locator('.picture img')).toHaveCount(3);
    await expect(editor.locator('audio')).toBeVisible();
    await expect
      .poll(() =>
        editor
          .locator('.picture img')
          .first()
          .evaluate((image) => (image as HTMLImageElement).naturalWidth),
      )
      .toBe(30);
    await expectAccessible(page, 'main');

    // A file that was never named is listed, and goes when the message does.
    await service.send('POST', '/api/notes', { title: 'Other', content: '' });
    const form = new FormData();
    form.append('file', new Blob(['never named']), 'forgotten.txt');
    await fetch(`${service.baseUrl}/api/notes/${id}/files`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.token}` },
      body: form,
    });
    await visit(page, '/settings/data');
    const unused = page.getByRole('listitem').filter({ hasText: 'forgotten.txt' });
    await expect(unused).toBeVisible();
    await unused.getByRole('button', { name: 'Delete forgotten.txt' }).click();
    await expect(unused).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).waitFor();
  },
);

sharedTest('a user who is not the owner has all unused files go at once, and come back with one undo', async ({ page, service }) => {
  const id = await makeNote(service, 'Emptied', 'Text\n');
  for (const name of ['one.txt', 'two.txt', 'three.txt']) {
    const form = new FormData();
    form.append('file', new Blob([name]), name);
    const headers = { Authorization: `Bearer ${service.token}` };
    expect((await fetch(`${service.baseUrl}/api/notes/${id}/files`, { method: 'POST', body: form, headers })).status).toBe(201);
  }
  await enter(page, service, '/settings/moving');
  const files = page.locator('.unused-file');
  await expect(files).toHaveCount(3);
  await page.getByRole('button', { name: 'Delete all 3' }).press('Enter');
  await expect(page.getByText('3 files moved to the trash')).toBeVisible();
  await expect(files).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(files).toHaveCount(3);
});

sharedTest(
  'what is pasted while the service is away is shown, kept when the page is left, and sent when it is back',
  async ({ page, service }) => {
    const id = await makeNote(service, 'Offline', 'Text\n');
    const editor = await openNote(page, service, id);
    await editor.getByText('Text').click();
    await page.keyboard.press('End');
    await service.stop();
    await give(editor, 'paste', { files: [file('sea.png', 'image/png', await picture(60, 40).png().toBuffer())] });
    await expect(editor.locator('.picture-sending img')).toBeVisible();
    await expect(editor.locator('.picture-sending')).toHaveAttribute('data-share', 'waits for the service');
    await page.keyboard.type(' and more');
    // Of each step the letter that it brings.
    const keptHere = (): Promise<string> =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([name]) => name.includes('/steps/'))
          .flatMap(([, text]) => Array.from(text.matchAll(/"text":"(.)"/g), ([, letter]) => letter))
          .join(''),
      );
    await expect.poll(keptHere).toContain(' and more');
    // Not by a reload that fails: what the browser still does about it may hold up the next one for ever.
    await leave(page);
    await service.start();
    await page.goto(`${service.frontendUrl}/notes/${id}`);
    await expect
      .poll(async () => (await stored(service, id)).content)
      .toMatch(new RegExp(String.raw`^Text!\[sea\]\(${name('png')}\) and more\n$`));
    await expect(editor.locator('.picture-sending')).toHaveCount(0);
    await expect.poll(() => editor.locator('.picture img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(60);
  },
);

sharedTest(
  'a document that a note embeds, also by the page, is shown by its name and size, and saved by a click',
  async ({ page, service }) => {
    const text = '![[Plan.pdf#page=2]] ![[table.csv]] ![[sea.png#center|100]] ![[gone.png|300x90]] ![[Other note#Part]]\n\n';
    const id = await makeNote(service, 'Embedded', text);
    const photo = new Blob([Uint8Array.from(await picture(60, 40).png().toBuffer())]);
    const send = async (...files: readonly (readonly [Blob, string])[]): Promise<Response> => {
      const form = new FormData();
      for (const [content, name] of files) form.append('file', content, name);
      const headers = { Authorization: `Bearer ${service.token}` };
      return fetch(`${service.baseUrl}/api/notes/${id}/files`, { method: 'POST', headers, body: form });
    };
    const sent = await send([new Blob(['%PDF-1.4\n%%EOF\n']), 'Plan.pdf'], [new Blob(['a,b\n']), 'table.csv'], [photo, 'sea.png']);
    const [plan] = ((await sent.json()) as { items: { name: string }[] }).items;
    await service.send('POST', `/api/notes/${id}/delta`, {
      edits: [{ append: `![A plan](attachments/${plan?.name}#page=3) [it](attachments/${plan?.name})\n` }],
    });
    const editor = await openNote(page, service, id);
    const plans = editor.getByRole('button', { name: 'Plan.pdf' });
    await expect(plans).toHaveCount(2);
    await expect(plans.first()).toHaveAttribute('data-size', '15 bytes');
    await expect(editor.getByRole('button', { name: 'table.csv' })).toBeVisible();
    await expect(editor.locator('.picture-absent')).toHaveText('gone.pngnot there');
    await expect(editor.getByText('300x90')).toBeHidden();
    // Of a note that is to stand there the link is shown, without the sign for that.
    await expect(editor.locator('.sign-edge:text-is("!") + .sign-hidden + .mention', { hasText: 'Other note#Part' })).toBeVisible();
    await expect
      .poll(() => editor.locator('.picture img').evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth)))
      .toEqual([60]);
    const [download] = await Promise.all([page.waitForEvent('download'), plans.first().click()]);
    expect(download.suggestedFilename()).toBe('Plan.pdf');
    await expectAccessible(page, 'main');
    // What comes while the note is open is shown.
    await send([photo, 'gone.png']);
    const measures = (): Promise<number[][]> =>
      editor.locator('.picture img').evaluateAll((all) => (all as HTMLImageElement[]).map((each) => [each.offsetWidth, each.offsetHeight]));
    // In the sizes that the note says, the height by the shape of the picture where it says none.
    await expect.poll(measures).toEqual([
      [100, 67],
      [300, 90],
    ]);
    await expect(editor.locator('.picture-absent')).toHaveCount(0);
    expect((await stored(service, id)).content).toContain(text.trim());
  },
);

sharedTest('pictures and sizes of files that could not be read are there once the service is back', async ({ page, context, service }) => {
  const id = await makeNote(service, 'Away', '![[sea.png]]\n\nText\n');
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(await picture(60, 40).png().toBuffer())]), 'sea.png');
  const headers = { Authorization: `Bearer ${service.token}` };
  const sent = await fetch(`${service.baseUrl}/api/notes/${id}/files`, { method: 'POST', headers, body: form });
  const [sea] = ((await sent.json()) as { items: { name: string }[] }).items;
  await service.send('POST', `/api/notes/${id}/delta`, {
    edits: [{ append: `![Sea](attachments/${sea?.name}) [it](attachments/${sea?.name})\n` }],
  });
  await page.route(/\/files(?:\/|\?|$)/, (route) => route.abort());
  const editor = await openNote(page, service, id);
  await expect(editor.locator('.picture-absent')).toHaveText(/^Sea/);
  await page.unrouteAll();
  await context.setOffline(true);
  await context.setOffline(false);
  await expect
    .poll(() => editor.locator('.picture img').evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth)))
    .toEqual([60, 60]);
  await expect(editor.locator('a.file-link')).toHaveAttribute('data-size', /bytes|KB/);
});
