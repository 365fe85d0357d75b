import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { push } from '../../support/tiers.ts';
import { expectAccessible } from './axe.ts';
import { enter, type RunningService, sharedTest as test, test as alone, today, visit } from './fixtures.ts';

const project = 'Relaunch';
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

interface Made {
  readonly cardId: string;
  readonly path: string;
  readonly columns: readonly string[];
}

async function makeCard({ send }: RunningService, fields: object = {}): Promise<Made> {
  const columns = [
    (await send('POST', '/api/columns', { title: 'To do', projectId: project })).id,
    (await send('POST', '/api/columns', { title: 'Done', projectId: project })).id,
  ];
  const { id: cardId } = await send('POST', '/api/cards', { title: 'Write', columnId: columns[0], ...fields });
  return { cardId, columns, path: `/boards/${project}/cards/${cardId}` };
}

async function openCard(page: Page, service: RunningService, path: string): Promise<void> {
  await enter(page, service, path);
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Write');
}

/** The editor of the description. */
const descriptionOf = (page: Page): Locator => page.getByRole('dialog').locator('.note-text');

async function stored({ baseUrl, token }: RunningService, id: string): Promise<Record<string, unknown>> {
  return (await (await fetch(`${baseUrl}/api/cards/${id}`, { headers: { Authorization: `Bearer ${token}` } })).json()) as Record<
    string,
    unknown
  >;
}

test.describe('a card', () => {
  test('has an address of its own, is deleted and comes back, and follows what others do to it', async ({ page, service }) => {
    const { path, cardId } = await makeCard(service);
    await openCard(page, service, path);

    await test.step('left by Escape and by going back', async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL(`${service.frontendUrl}/boards/${project}`);
      await page.locator('.card').click();
      await expect(page).toHaveURL(service.frontendUrl + path);
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.locator('.card')).toBeFocused();
    });

    await test.step('deleted, and back', async () => {
      await page.locator('.card').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete card' }).click();
      await expect(page.locator('.card')).toHaveCount(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.locator('.card')).toHaveText(['Write']);
    });

    await test.step('what a script changes shows at once', async () => {
      await page.locator('.card').click();
      await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Write');
      await service.send('PUT', `/api/cards/${cardId}`, { title: 'Renamed', progress: 70, description: 'From a *script*' });
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByLabel('Title')).toHaveValue('Renamed');
      await expect(dialog.locator('output')).toHaveText('70%');
      await expect(descriptionOf(page).locator('em')).toHaveText('script');
    });

    await test.step('what is written while the service is away is kept', async () => {
      await service.stop();
      await page.getByRole('dialog').getByLabel('Title').fill('Written in the dark');
      await page.keyboard.press('Escape');
      await service.start();
      await expect.poll(async () => (await stored(service, cardId))['title']).toBe('Written in the dark');
    });

    await test.step('that it is gone is told', async () => {
      await service.send('DELETE', `/api/cards/${cardId}`);
      await visit(page, path);
      await expect(page.getByRole('heading', { name: 'There is no such card' })).toBeVisible();
    });

    await test.step('what was being written into it is there still', async () => {
      const other = await makeCard(service, { title: 'Write' });
      await visit(page, other.path);
      // The service has nothing of it by then.
      await page.route(`**/api/cards/${other.cardId}{,/checklist}`, (route) =>
        route.request().method() === 'PUT' ? route.abort() : route.continue(),
      );
      await page.getByRole('dialog').getByLabel('Title').fill('Written in vain');
      const item = page.getByRole('dialog').getByRole('textbox', { name: 'Add an item' });
      await item.fill('Added in vain');
      await item.press('Enter');
      await item.fill('And begun');
      await service.send('DELETE', `/api/cards/${other.cardId}`);
      const unsaved = page.getByRole('region', { name: 'What you had written and not saved:' });
      await expect(unsaved.locator('pre')).toHaveText('Written in vain\nAdded in vain\nAnd begun');
      await expectAccessible(page, '[role=dialog]');
      await page.unrouteAll({ behavior: 'wait' });
    });
  });

  test('keeps what is written and chosen', push, async ({ page, service }) => {
    const { path, cardId, columns } = await makeCard(service);
    await openCard(page, service, path);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Write it all down');
    await dialog.getByRole('button', { name: 'Add a description…' }).click();
    await expect(descriptionOf(page)).toBeFocused();
    await page.keyboard.type('Some **bold** words');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(descriptionOf(page).locator('strong')).toHaveText('bold');
    await expect(dialog.getByRole('toolbar', { name: 'Formatting' })).toHaveCount(0);
    await dialog.getByRole('combobox', { name: 'Priority' }).click();
    await page.getByRole('option', { name: 'Urgent' }).click();
    await dialog.getByLabel('Due date', { exact: true }).fill('2026-12-01');
    await dialog.getByLabel('Time').fill('17:30');
    await dialog.getByLabel('Progress').fill('40');
    await dialog.getByRole('combobox', { name: 'Column' }).click();
    await page.getByRole('option', { name: 'Done' }).click();
    await page.keyboard.press('Escape');
    await expect(page.locator('.card')).toContainText('1 Dec, 17:30');
    await expect
      .poll(() => stored(service, cardId))
      .toMatchObject({
        title: 'Write it all down',
        priority: 'urgent',
        dueDate: '2026-12-01T17:30:00',
        progress: 40,
        columnId: columns[1],
      });
    await expect.poll(async () => (await stored(service, cardId))['description']).toBe('Some **bold** words');
  });

  alone('asks whose words shall stay when two write at once', async ({ page, service }) => {
    const { path, cardId } = await makeCard(service, { description: 'Old' });
    await page.clock.install({ time: `${today}T14:10:00+01:00` });
    await openCard(page, service, path);
    await descriptionOf(page).click();
    await page.keyboard.press('End');
    // From here on nothing is saved because time has passed.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await page.keyboard.type(' and mine');
    await service.send('PUT', `/api/cards/${cardId}`, { description: 'Theirs' });
    const ask = page.getByRole('alert').filter({ hasText: 'changed elsewhere' });
    await expect(ask).toBeVisible();
    await expect(descriptionOf(page)).toHaveText('Old and mine');
    await expect.poll(async () => (await stored(service, cardId))['description']).toBe('Theirs');
    await ask.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(async () => (await stored(service, cardId))['description']).toBe('Old and mine');
    await expect(ask).toHaveCount(0);
  });

  test('tells what was done to it, by whom, and goes on to tell', async ({ page, service }) => {
    const { path, cardId, columns } = await makeCard(service);
    for (let progress = 1; progress <= 20; progress += 1) await service.send('PUT', `/api/cards/${cardId}`, { progress });
    await service.send('POST', `/api/cards/${cardId}/move`, { columnId: columns[1] });
    await openCard(page, service, path);
    await page.getByText('Activity', { exact: true }).click();
    const entries = page.getByRole('dialog').locator('.activity-item');
    await expect(entries.first()).toHaveText(/^Moved from “To do” to “Done”You/);
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect(entries).toHaveCount(22);
    await expect(entries.last()).toHaveText(/^CreatedYou/);
    await service.send('PUT', `/api/cards/${cardId}`, { priority: 'high', dueDate: '2026-12-01' });
    await expect(entries.first().locator('.activity-phrase')).toHaveText(['Priority set to High', 'Due date set to 1 Dec']);
    await expectAccessible(page, '[role=dialog]');
  });
});

test.describe('a description', () => {
  // Written as people write: none of it as the editor would.
  const odd = '*  one\n*  two\n\n+ [ ]  call\n\n| a|b |\n|-|-|\n| c|d |\n\nSee [[Plan]], #home and ![a picture](https://example.org/p.png)';

  test('has tasks, tables, tags and links, and keeps the bytes of what is not changed', push, async ({ page, service }) => {
    const { id: noteId } = await service.send('POST', '/api/notes', { title: 'Plan', content: '' });
    const { path, cardId } = await makeCard(service, { description: odd });
    await openCard(page, service, path);
    const text = descriptionOf(page);
    await expect(text.getByRole('link', { name: 'Plan' })).toHaveAttribute('href', `/notes/${noteId}`);
    await expect(text.locator('.mention-tag')).toHaveText('#home');
    await expect(text.locator('.picture img')).toHaveCount(0);
    await text.getByRole('checkbox').click();
    await expect.poll(async () => (await stored(service, cardId))['description']).toBe(odd.replace('[ ]', '[x]'));
    await text.getByText('two').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' /');
    await expect(page.getByRole('listbox', { name: 'Insert' })).toBeVisible();
    await expectAccessible(page, '[role=listbox]');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('three');
    // It leaves the text, not the card.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('toolbar', { name: 'Formatting' })).toHaveCount(0);
    const changed = odd.replace('[ ]', '[x]').replace('two', 'two three');
    await expect.poll(async () => (await stored(service, cardId))['description']).toBe(changed);

    await page.getByRole('button', { name: 'Show as Markdown' }).click();
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue(changed);
    await page.getByRole('textbox', { name: 'Description' }).fill('# Only this');
    await page.getByRole('button', { name: 'Show as formatted text' }).click();
    await expect(text.getByRole('heading', { name: 'Only this' })).toBeVisible();
    await expect.poll(async () => (await stored(service, cardId))['description']).toBe('# Only this');
  });
});

test.describe('a checklist', () => {
  test('is written, checked, moved by mouse and keyboard, and counted', push, async ({ page, service }) => {
    const { path, cardId } = await makeCard(service);
    await openCard(page, service, path);
    const add = page.getByLabel('Add an item');
    for (const text of ['One', 'Two', 'Three']) {
      await add.fill(text);
      await add.press('Enter');
    }
    const texts = page.locator('.checklist-row .checklist-text');
    const values = (): Promise<string[]> => texts.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
    await expect.poll(values).toEqual(['One', 'Two', 'Three']);
    await page.getByRole('checkbox', { name: 'Done: Two' }).click();
    await expect(page.getByText('1 of 3 checked').first()).toBeVisible();
    await page.getByRole('button', { name: /^Move One/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(values).toEqual(['Two', 'One', 'Three']);
    await expect(page.getByTestId('announcer')).toHaveText('One: place 2 of 3');
    await page.getByRole('button', { name: /^Move Three/ }).dragTo(texts.first(), { targetPosition: { x: 40, y: 3 } });
    await expect.poll(values).toEqual(['Three', 'Two', 'One']);
    await texts.nth(1).press('Enter');
    await page.keyboard.type('Between');
    await texts.nth(3).fill('');
    await texts.nth(3).press('Backspace');
    await expect.poll(values).toEqual(['Three', 'Two', 'Between']);
    await expect
      .poll(async () => (await stored(service, cardId))['checklist'])
      .toMatchObject([
        { text: 'Three', completed: false },
        { text: 'Two', completed: true },
        { text: 'Between', completed: false },
      ]);
    await page.getByRole('button', { name: 'Set a due date of Two' }).click();
    await page.getByLabel('Due date of Two').fill('2099-03-01');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Two: Due, 1 Mar 2099' })).toBeFocused();
    await expect
      .poll(async () => (await stored(service, cardId))['checklist'])
      .toMatchObject([{ dueDate: null }, { dueDate: '2099-03-01', completed: true }, { dueDate: null }]);
    await service.send('PUT', `/api/cards/${cardId}/checklist`, { checklist: [{ text: 'By a script', completed: true }] });
    await expect.poll(values).toEqual(['By a script']);
  });
});

test('what is written while an earlier change of it is on its way stays', async ({ page, service }) => {
  const { path, cardId } = await makeCard(service, { title: 'Write' });
  await service.send('PUT', `/api/cards/${cardId}/checklist`, { checklist: [{ text: 'One', completed: false }] });
  await openCard(page, service, path);
  const held: (() => void)[] = [];
  await page.route(new RegExp(`/api/cards/${cardId}(?:/checklist)?$`), async (route) => {
    if (route.request().method() === 'PUT')
      await new Promise<void>((resolve) => {
        held.push(resolve);
      });
    await route.fallback();
  });
  const dialog = page.getByRole('dialog');
  const release = async (): Promise<void> => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const answered = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().includes(cardId));
    held.shift()?.();
    await answered;
  };
  for (const [field, before] of [
    [dialog.getByLabel('Item 1', { exact: true }), 'One'],
    [dialog.getByLabel('Title'), 'Write'],
  ] as const) {
    await expect(field).toHaveValue(before);
    await field.press('End');
    await page.keyboard.type(' a');
    await expect.poll(() => held.length).toBe(1);
    await page.keyboard.type('b');
    // Leaving the field sends that too, right after the first.
    await field.blur();
    await release();
    await expect.poll(() => held.length).toBe(1);
    await expect(field).toHaveValue(`${before} ab`);
    await field.press('End');
    await page.keyboard.type('c');
    await release();
    await release();
    await expect(field).toHaveValue(`${before} abc`);
  }
  await expect.poll(() => stored(service, cardId)).toMatchObject({ title: 'Write abc', checklist: [{ text: 'One abc' }] });
});

test.describe('attachments', () => {
  test('come by picker, drop and paste, and are downloaded and removed; can be stopped; say why they are refused', async ({
    page,
    service,
  }) => {
    const { path, cardId } = await makeCard(service);
    await openCard(page, service, path);

    await test.step('refused, with the reason', async () => {
      await page
        .getByTestId('file-picker')
        .setInputFiles({ name: 'program.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ\0\0') });
      await expect(page.getByRole('alert')).toContainText('program.exe could not be attached');
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.locator('.attachment')).toHaveCount(0);
    });

    await test.step('shown how far they are, and stopped', async () => {
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(`**/api/cards/${cardId}/attachments`, async (route) => {
        if (route.request().method() === 'POST') await held;
        await route.fallback().catch(() => undefined);
      });
      await page
        .getByTestId('file-picker')
        .setInputFiles({ name: 'big.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1_000_000, 'words ') });
      await expect(page.getByRole('progressbar', { name: 'Sending big.txt' })).toBeVisible();
      // Let go of before the browser has given it up, it would be sent all the same.
      const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/attachments'));
      await page.getByRole('button', { name: 'Stop' }).click();
      await expect(page.locator('.attachment')).toHaveCount(0);
      await givenUp;
      release();
      expect((await stored(service, cardId))['attachments']).toEqual([]);
      await page.unroute(`**/api/cards/${cardId}/attachments`);
    });

    await test.step('by picker, drop and paste; downloaded and removed', async () => {
      const dialog = page.getByRole('dialog');
      await page.getByTestId('file-picker').setInputFiles([
        { name: 'dot.png', mimeType: 'image/png', buffer: png },
        { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('Plain words\n') },
      ]);
      await expect(dialog.locator('.attachment-name')).toHaveText(['dot.png', 'words.txt']);
      await expect(dialog.locator('.thumbnail img')).toHaveAttribute('src', /^blob:/);
      await expect
        .poll(() => dialog.locator('.thumbnail img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
      for (const kind of ['drop', 'paste'] as const) {
        await dialog.locator('.file-drop').evaluate((element, type) => {
          const data = new DataTransfer();
          data.items.add(new File([`By ${type}\n`], `${type}.txt`, { type: 'text/plain' }));
          const event =
            type === 'drop'
              ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
              : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
          element.dispatchEvent(event);
        }, kind);
        await expect(dialog.locator('.attachment-name', { hasText: `${kind}.txt` })).toBeVisible();
      }
      const saved = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download words.txt' }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toBe('words.txt');
      expect(await readFile(await download.path(), 'utf8')).toBe('Plain words\n');
      await dialog.getByRole('button', { name: 'Remove drop.txt' }).click();
      await expect(dialog.locator('.attachment-name')).toHaveText(['dot.png', 'words.txt', 'paste.txt']);
      await page.locator('.toast').getByLabel('Dismiss').click();
      await expect
        .poll(async () =>
          ((await stored(service, cardId))['attachments'] as readonly { filename: string }[]).map(({ filename }) => filename),
        )
        .toEqual(['dot.png', 'words.txt', 'paste.txt']);
    });
  });
});

test('hands files that are pasted into its description to the card; no fault that axe knows in its dialog', async ({ page, service }) => {
  const { path, cardId } = await makeCard(service, {
    description: 'Some **bold** words\n\n> quoted\n\n`code`',
    priority: 'high',
    dueDate: '2026-11-18T10:00:00',
  });
  await service.send('PUT', `/api/cards/${cardId}/checklist`, {
    checklist: [
      { text: 'One', completed: true },
      { text: 'Two', completed: false },
    ],
  });
  await openCard(page, service, path);
  await descriptionOf(page).locator('p').first().click();
  await descriptionOf(page).evaluate(
    (element, bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'dot.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    },
    [...png],
  );
  await expect(page.getByRole('button', { name: 'Download dot.png' })).toHaveCount(1);
  await expect(descriptionOf(page)).toHaveText('Some bold wordsquotedcode');
  await page.getByRole('combobox', { name: 'Priority' }).click();
  await expect(page.getByRole('option', { name: 'Urgent' })).toBeVisible();
  await expectAccessible(page, '[role=listbox]');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expectAccessible(page, '[role=dialog]');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
});
