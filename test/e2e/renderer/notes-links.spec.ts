import { expect, type Locator } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, sharedTest as test } from './fixtures.ts';
import { expectStored, makeNote, openNote, stored } from './notes-fixtures.ts';

test('links and tags are chips that open what they name, and are completed while they are typed', async ({ page, service }) => {
  const garden = await makeNote(service, 'Garden', '## Beds\n\nLettuce.\n\n## Tools\n\nSpade.\n');
  await makeNote(service, 'Garden plan', 'See [[Garden#Tools|the tools]] #home/garden\n');
  const id = await makeNote(service, 'Week', `Look at [[garden]], [[Nobody]], #Home and daybook://note/${garden}.\n\nEnd\n`);
  const editor = await openNote(page, service, id);
  await expect(editor.locator('.mention')).toHaveCount(4);
  await expect(editor.locator('.mention-address')).toHaveAttribute('data-title', 'Garden');
  await expect(editor.locator('.mention-nothing')).toHaveText('Nobody');
  await expect(editor.getByRole('link', { name: 'garden', exact: true })).toHaveAttribute('href', `/notes/${garden}`);
  await expectAccessible(page);

  // A link is completed with the keys, and its text is what was typed.
  await editor.getByText('End').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' [[gard');
  const notes = page.getByRole('listbox', { name: 'Notes to link to' });
  await expect(notes.getByRole('option')).toHaveText(['Garden', 'Garden plan', /^gard/]);
  await expect(editor).toHaveAttribute('aria-activedescendant', 'completion-0');
  await expectAccessible(page, '[role=listbox]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' [[Garden#to');
  await expect(page.getByRole('listbox', { name: 'Headings to link to' }).getByRole('option')).toHaveText(['Tools']);
  await page.keyboard.press('Enter');
  await page.keyboard.type(' #hom');
  // What is typed so far can be a tag itself by now, as the note is saved meanwhile.
  await expect(page.getByRole('listbox', { name: 'Tags' }).getByRole('option', { name: '#home/garden' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.keyboard.type('estead @next fri');
  await expect(page.getByRole('option', { name: /next fri/ })).toContainText('Nov 2026');
  await page.keyboard.press('Enter');
  await page.keyboard.type('.');
  const typed = `Look at [[garden]], [[Nobody]], #Home and daybook://note/${garden}.\n\nEnd [[Garden plan]] [[Garden#Tools]] #homestead 2026-11-27.\n`;
  await expectStored(service, id, typed);

  // Where the cursor is, the source is.
  await editor.getByText('Nobody').evaluate((chip) => {
    getSelection()?.setPosition(chip.firstChild, 2);
  });
  await expect(editor).toContainText('[[Nobody]]');
  await page.keyboard.press('Alt+Enter');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Nobody');
  const backlinks = page.getByRole('complementary', { name: 'Linked' });
  await expect(backlinks.getByRole('link', { name: 'Week' })).toBeVisible();
  await expect(
    backlinks.getByText('Look at [[garden]]', { exact: false }).or(backlinks.getByText('Look at garden', { exact: false })),
  ).toBeVisible();
  await backlinks.getByRole('link', { name: 'Week' }).click();
  await editor.getByRole('link', { name: 'Garden plan' }).click();
  // With its heading.
  await editor.getByRole('link', { name: 'the tools' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Garden');
  await expect(page).toHaveURL(/#Tools$/);
  await expect.poll(() => page.evaluate(() => getSelection()?.anchorNode?.parentElement?.closest('h2')?.textContent)).toBe('Tools');
});

test('a double click on a link to nothing makes one note', async ({ page, service }) => {
  const editor = await openNote(page, service, await makeNote(service, 'Week', 'Look at [[Nobody]].\n'));
  let made = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/notes') made += 1;
  });
  await editor.locator('.mention-nothing').dblclick();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Nobody');
  expect(made).toBe(1);
});

test('what is typed beside a chip or marked text at the edge of a line stays out of it', async ({ page, service }) => {
  const id = await makeNote(service, 'Edges', '- [ ] ask [[Ada]]\n- [ ] read ==well==\n\n[[Bo]][[Cy]]\n\n==x== y\n');
  const editor = await openNote(page, service, id);
  await expect(editor.locator('.sign-edge')).toHaveCount(10);
  await editor.getByRole('paragraph').last().click();
  await page.keyboard.press('Home');
  await page.keyboard.type('a');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await page.keyboard.type('.');
  await expectStored(service, id, '- [ ] ask [[Ada]]\n- [ ] read ==well==\n\n[[Bo]][[Cy]].\n\na==x== y\n');
  await page.keyboard.press('Home');
  await page.keyboard.type('b');
  // Beside the line, and not at its last letter.
  const line = await editor.getByRole('listitem').nth(1).getByRole('paragraph').boundingBox();
  await page.mouse.click((line?.x ?? 0) + (line?.width ?? 0) - 5, (line?.y ?? 0) + (line?.height ?? 0) / 2);
  await page.keyboard.type('!');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('new');
  await expectStored(service, id, '- [ ] ask [[Ada]]\n- [ ] new\n- [ ] read ==well==!\n\nb[[Bo]][[Cy]].\n\na==x== y\n');
  // What was a link before Enter is none for what follows at once.
  for (const key of ['ArrowUp', 'End', 'ArrowLeft', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await page.keyboard.type('own');
  await expect.poll(async () => (await stored(service, id)).content).toMatch(/^- \[ \] ask \[\[Ada\n- \[ \] own\]\]\n/);
});

test('tags filter the list and are renamed with a way back; records are linked from a note and from a card', async ({ page, service }) => {
  const column = await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'Home' });
  const card = await service.send('POST', '/api/cards', { title: 'Buy seeds', description: '[[Plan]]', columnId: column.id });
  const id = await makeNote(service, 'Plan', 'Now #garden/beds and #spring.\n');
  await makeNote(service, 'Other', '#garden\n');
  await makeNote(service, 'Without', 'nothing\n');
  const editor = await openNote(page, service, id);
  const rows = page.locator('.note-title');
  await expect(rows).toHaveCount(3);
  await editor.getByRole('link', { name: '#spring' }).click();
  await expect(rows).toHaveText(['Plan']);
  await expect(page).toHaveURL(new RegExp(`/notes/${id}\\?tag=spring$`));
  await page.getByRole('button', { name: 'Show notes without #spring too' }).click();
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Tags', exact: true }).click();
  await page.getByRole('button', { name: /^# ?garden ?2 notes$/ }).click();
  await expect(rows).toHaveText(['Other', 'Plan']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'More for #garden', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Rename tag…' }).click();
  await page.getByLabel('New name').fill('home/yard');
  await page.keyboard.press('Enter');
  await expectStored(service, id, 'Now #home/yard/beds and #spring.\n');
  await expect(page.getByRole('button', { name: /^Show notes without/ })).toHaveText('#home/yard');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expectStored(service, id, 'Now #garden/beds and #spring.\n');
  await expect(page.getByRole('button', { name: /^Show notes without/ })).toHaveText('#garden');
  await expect(rows).toHaveCount(2);
  await expect(editor).toHaveText('Now #garden/beds and #spring.');
  // From within a tag the keys lead to the ends of the line, not to those of the tag.
  await editor.getByText('Now').click();
  for (const key of ['Home', ...Array.from({ length: 6 }, () => 'ArrowRight'), 'End']) await page.keyboard.press(key);
  await page.keyboard.type('!');
  await expectStored(service, id, 'Now #garden/beds and #spring.!\n');

  const part = page.getByRole('complementary', { name: 'Linked' });
  await expect(part.getByRole('link', { name: 'Buy seeds' })).toBeVisible();
  await part.getByRole('button', { name: /^Linked/, expanded: false }).click();
  await part.getByRole('button', { name: 'Link…' }).click();
  await page.keyboard.type('seeds');
  await page.getByRole('option', { name: 'Buy seeds' }).click();
  await expect(part.getByRole('button', { name: 'Remove the link to “Buy seeds”' })).toBeVisible();
  await part.getByRole('link', { name: 'Buy seeds' }).first().click();
  const dialog = page.getByRole('dialog');
  const linked = dialog.getByRole('region', { name: 'Linked' });
  await expect(linked.getByRole('link', { name: 'Plan' })).toHaveCount(1);
  await expectAccessible(page, '[role=dialog]');
  await linked.getByRole('button', { name: 'Remove the link to “Plan”' }).click();
  await expect(linked.getByRole('link', { name: 'Plan' })).toHaveCount(0);
  expect(await service.send('GET', `/api/cards/${card.id}/links`)).toMatchObject({ backlinks: [] });
});

test('of hundreds of tags those are drawn that can be seen; keys and the wheel lead to all of them', async ({ page, service }) => {
  const tags = Array.from({ length: 500 }, (_, number) => `t${String(number).padStart(3, '0')}`);
  const content = (from: number): string =>
    `${tags
      .slice(from, from + 100)
      .map((tag) => `#${tag}`)
      .join(' ')}\n`;
  await service.createAll(
    '/api/notes',
    [0, 100, 200, 300, 400].map((from) => ({ title: `From ${from}`, content: content(from) })),
  );
  await enter(page, service, '/notes');
  await page.getByRole('button', { name: 'Tags', exact: true }).click();
  const rows = page.locator('.tag-row');
  const tagged = (tag: string): Locator => page.getByRole('button', { name: new RegExp(`^# ?${tag} ?1 note$`) });
  for (const size of [
    { width: 1800, height: 900 },
    { width: 800, height: 720 },
  ]) {
    await page.setViewportSize(size);
    await expect(tagged('t000')).toBeVisible();
    expect(await rows.count()).toBeLessThan(100);
    await expect(rows.first()).toHaveAttribute('aria-setsize', '500');
    await tagged('t000').focus();
    for (let stop = 0; stop < 60; stop += 1) await page.keyboard.press('Tab');
    await expect(tagged('t030')).toBeFocused();
    await rows.last().hover();
    // What has the focus is kept, however far one goes from it.
    await page.mouse.wheel(0, 100_000);
    await expect(tagged('t499')).toBeVisible();
    await expect(tagged('t030')).toBeFocused();
    expect(await rows.count()).toBeLessThan(100);
    await tagged('t499').click();
    await expect(page.locator('.note-title')).toHaveText(['From 400']);
    await page.getByRole('button', { name: 'Show notes without #t499 too' }).click();
    await expect(page.locator('.note-title')).toHaveCount(5);
    await rows.last().hover();
    await page.mouse.wheel(0, -100_000);
    await expect(tagged('t000')).toBeVisible();
  }
});

test('tags that come into sight as notebooks above them are folded are drawn', async ({ page, service }) => {
  const root = await service.send('POST', '/api/notebooks', { name: 'Root' });
  await service.createAll(
    '/api/notebooks',
    Array.from({ length: 60 }, (_, number) => ({ name: `Inner ${number}`, parentId: root.id })),
  );
  await makeNote(service, 'Tagged', Array.from({ length: 60 }, (_, number) => `#f${String(number).padStart(2, '0')}`).join(' '));
  await page.setViewportSize({ width: 1800, height: 900 });
  await enter(page, service, '/notes');
  const tree = page.getByRole('tree');
  await tree.getByRole('treeitem', { name: /Root/ }).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(tree.getByRole('treeitem', { name: /Inner 3/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Tags', exact: true }).click();
  await tree.getByRole('treeitem', { name: /Root/ }).first().focus();
  await expect(page.locator('.tag-row').first()).not.toBeInViewport();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: /^# ?f00 ?1 note$/ })).toBeInViewport();
  await expect(page.getByRole('button', { name: /^# ?f15 ?1 note$/ })).toBeInViewport();
});

test('where more notes link to one than are listed, the number of them says so', async ({ page, service }) => {
  const id = await makeNote(service, 'Hub', 'Text\n');
  await service.createAll(
    '/api/notes',
    Array.from({ length: 501 }, (_, number) => ({ title: `Spoke ${number}`, content: '[[Hub]]\n' })),
  );
  await openNote(page, service, id);
  const part = page.getByRole('complementary', { name: 'Linked' });
  await expect(part.getByRole('button', { name: /^Linked from/ })).toHaveText('Linked from500+');
  await expect(part.locator('.backlink')).toHaveCount(500);
});

test('Enter right behind the last letter links the record that is found for all of them', async ({ page, service }) => {
  await makeNote(service, 'Garden plan');
  await makeNote(service, 'Garage');
  const id = await makeNote(service, 'House', 'text\n');
  await openNote(page, service, id);
  const part = page.getByRole('complementary', { name: 'Linked' });
  await part.getByRole('button', { name: /^Linked \d/ }).click();
  await part.getByRole('button', { name: 'Link…' }).click();
  await page.keyboard.type('gar');
  await expect(page.getByRole('option')).toHaveCount(2);
  const first = (await page.getByRole('option').first().textContent()) ?? '';
  const other = first === 'Garage' ? 'Garden plan' : 'Garage';
  const asked = Promise.withResolvers<void>();
  await page.route(/[?&]q=gard?a?g?e?n?(?:&|$)/, async (route) => {
    await asked.promise;
    await route.continue();
  });
  await page.keyboard.type(other === 'Garage' ? 'age' : 'den');
  await page.keyboard.press('Enter');
  asked.resolve();
  await expect(part.getByRole('button', { name: /^Remove the link to/ })).toHaveAccessibleName(`Remove the link to “${other}”`);
});

test('a changed title offers to change the links to the note, and takes that back', async ({ page, service }) => {
  const id = await makeNote(service, 'Old name', 'Text\n');
  const source = await makeNote(service, 'Source', '*  [[old name#Part|p]]\n');
  await openNote(page, service, id);
  await expect(page.getByRole('complementary', { name: 'Linked' }).getByRole('link', { name: 'Source' })).toBeVisible();
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('New name');
  await title.press('Enter');
  await page.getByRole('button', { name: 'Change links' }).click();
  await expectStored(service, source, '*  [[New name#Part|p]]\n');
  await page.locator('.toast').getByRole('button', { name: 'Undo', exact: true }).click();
  await expectStored(service, source, '*  [[old name#Part|p]]\n');
  await expect(title).toHaveValue('New name');
});

test('a link shows what its note says, to the pointer and by keys, and leaves the text where it is', async ({ page, service }) => {
  const notebook = await service.send('POST', '/api/notebooks', { name: 'Yard' });
  const content = [
    '---\ntags: [x]\n---\n\nFirst **bold** and [[Week|this]].\n\n- [ ] dig\n',
    '![hut](https://elsewhere.example/hut.png) <b onclick="x()">raw</b>\n\n## Tools\n\nSpade.\n',
  ].join('\n');
  const { id: garden } = await service.send('POST', '/api/notes', { title: 'Garden', content, notebookId: notebook.id });
  const id = await makeNote(service, 'Week', `[[Garden]], [[Garden#Tools]], [[Nobody]] and daybook://note/${garden}.\n\nEnd\n`);
  const editor = await openNote(page, service, id);
  await expect(editor.locator('.mention-nothing')).toHaveText('Nobody');
  const card = page.getByRole('group', { name: 'Preview' });
  const below = editor.getByText('End');
  const place = await below.boundingBox();

  await editor.getByRole('link', { name: 'Garden', exact: true }).hover();
  await expect(card.locator('.preview-title')).toHaveText('Garden');
  await expect(card).toContainText('Yard');
  await expect(card.locator('.preview-text')).toHaveText(
    /^First bold and this\.\s*☐ dig\s*hut <b onclick="x\(\)">raw<\/b>\s*Tools\s*Spade\.$/,
  );
  await expect(card.locator('strong')).toHaveText('bold');
  await expect(card.locator('a, img, button, [tabindex]')).toHaveCount(0);
  expect(await below.boundingBox()).toEqual(place);
  await expectAccessible(page);
  // The pointer can go onto the card, and Escape closes it.
  await card.hover();
  await expect(card).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);

  await editor.getByRole('link', { name: 'Garden#Tools' }).hover();
  await expect(card.locator('.preview-text')).toHaveText(/^Tools\s*Spade\.$/);
  await editor.locator('.mention-nothing').hover();
  await expect(card).toHaveText('There is no note “Nobody” yet: a click makes it');
  // Its text has no size, what stands before it has: an element without height, to Playwright.
  const address = await editor.locator('.mention-address').evaluate((chip) => chip.getBoundingClientRect().toJSON());
  await page.mouse.move(address.left + address.width / 2, address.bottom - 4);
  await expect(card.locator('.preview-title')).toHaveText('Garden');
  await page.mouse.move(0, 0);
  await expect(card).toHaveCount(0);

  // By keys the focus stays in the text, and the card is read out.
  await editor.getByText('Nobody').evaluate((chip) => {
    getSelection()?.setPosition(chip.firstChild, 2);
  });
  await page.keyboard.press('Alt+Shift+Enter');
  await expect(card).toHaveText(/There is no note “Nobody”/);
  await expect(page.getByTestId('announcer')).toContainText('There is no note “Nobody” yet');
  await expect(editor).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await page.keyboard.press('Alt+Shift+Enter');
  await expect(card).toBeVisible();
  await page.keyboard.press('End');
  await expect(card).toHaveCount(0);
  expect((await stored(service, id)).version).toBe(0);
});

test('what is selected or typed right after another note is opened is of that note, however late the answers come', async ({
  page,
  service,
}) => {
  const target = await makeNote(service, 'Garden', 'Lettuce.\n');
  const start = await makeNote(service, 'Start', 'Nothing yet.\n');
  const content = 'See [[Garden]], [[Start]] and [[Nobody]].\n\nSow beans\n';
  const id = await makeNote(service, 'Week', content);
  const editor = await openNote(page, service, target);
  const link = (name: string): Locator => editor.getByRole('link', { name });
  /** Holds the answers to such requests until it is called. */
  const hold = async (address: string): Promise<() => Promise<void>> => {
    const held = Promise.withResolvers<undefined>();
    const path = new RegExp(`/api/notes/${address}(\\?|$)`);
    await page.route(path, async (route) => {
      await held.promise;
      await route.fallback();
    });
    return async () => {
      held.resolve(undefined);
      await page.unroute(path);
    };
  };
  /** Puts the cursor into a link and follows it, without waiting for anything. */
  const follow = async (name: string): Promise<void> => {
    await link(name).evaluate((chip) => getSelection()?.setPosition(chip.firstChild, 2));
    await expect(editor).toContainText(`[[${name}]]`);
    await page.keyboard.press('Alt+Enter');
  };

  await test.step('a selection of which the browser has not told yet, when the links are known', async () => {
    await page.evaluate(() => {
      Object.assign(globalThis, { isLate: false });
      const wait = (event: Event): void => {
        if ((globalThis as unknown as { isLate: boolean }).isLate) event.stopImmediatePropagation();
      };
      document.addEventListener('selectionchange', wait, { capture: true });
    });
    const release = await hold(`${id}/links`);
    await page.locator('.note-link', { hasText: 'Week' }).click();
    await editor.getByText('Sow beans').click();
    await page.keyboard.press('Home');
    await page.evaluate(() => Object.assign(globalThis, { isLate: true }));
    await page.keyboard.press('Shift+End');
    await release();
    await expect(link('Garden')).toHaveAttribute('href', `/notes/${target}`);
    expect(await page.evaluate(() => String(getSelection()))).toBe('Sow beans');
    await page.evaluate(() => Object.assign(globalThis, { isLate: false }));
  });

  await test.step('what is typed after a link was followed by keys, before its note is there', async () => {
    const release = await hold(start);
    await follow('Start');
    await page.keyboard.type('New words. ');
    await expect(editor).toHaveCount(0);
    await page.keyboard.type('n');
    await release();
    await expect(editor).toBeFocused();
    await page.keyboard.type('2 ');
    await expectStored(service, start, 'New words. n2 Nothing yet.\n');
    await page.goBack();
    await expect(editor).toContainText('Sow beans');
    await expect(editor).toBeFocused();
  });

  await test.step('and before it is known which note that is', async () => {
    const release = await hold(`${id}/links`);
    await follow('Nobody');
    await page.keyboard.type('Hello');
    await release();
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Nobody');
    await expect(editor).toHaveText('Hello');
    await expect(editor).toBeFocused();
    expect((await stored(service, id)).content).toBe(content);
  });
});

test('what is shown beside a link goes out of sight with it', async ({ page, service }) => {
  const id = await makeNote(service, 'Long', `See [the page](https://example.com/a).\n${'\nA line of it\n'.repeat(60)}`);
  const editor = await openNote(page, service, id);
  await editor.getByText('the page').click();
  const card = page.getByRole('group', { name: 'Link' });
  await expect(card).toBeVisible();
  const scrollTo = (top: number): Promise<void> =>
    page.locator('.note-scroller').evaluate((element, to) => {
      element.scrollTop = to;
    }, top);
  await scrollTo(1_200);
  await expect(card).toBeHidden();
  await scrollTo(0);
  await expect(card).toBeVisible();
});

test('a rename of a tag tells the notes in which it could not be changed', async ({ page, service }) => {
  await makeNote(service, 'Held', '#garden\n');
  await openNote(page, service, await makeNote(service, 'Free', '#garden\n'));
  await page.route('**/api/tags/rename', async (route) => {
    const response = await route.fetch();
    const renamed = (await response.json()) as { changed: unknown[] };
    await route.fulfill({
      response,
      json: { ...renamed, skipped: [{ type: 'note', id: '01890a5d-ac96-774b-bcce-b302099a8057', title: 'Held' }] },
    });
  });
  await page.getByRole('button', { name: 'Tags', exact: true }).click();
  await page.getByRole('button', { name: 'More for #garden', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Rename tag…' }).click();
  await page.getByLabel('New name').fill('yard');
  await page.keyboard.press('Enter');
  await expect(page.locator('.toast-title', { hasText: '#garden could not be changed in: Held' })).toBeVisible();
});
