import { expect, type Page, type Route } from '@playwright/test';
import { push } from '../../support/tiers.ts';
import { leave, sharedTest as test, visit, type RunningService } from './fixtures.ts';
import { expectStored, makeNote, openNote, paste, status, stored } from './notes-fixtures.ts';

/** A note whose markdown is edited, with the cursor at its end. */
async function openSource(page: Page, service: RunningService, content: string): Promise<string> {
  const id = await makeNote(service, 'Source', content);
  await openNote(page, service, id);
  await page.getByRole('button', { name: 'Edit the markdown' }).click();
  await page.getByRole('textbox', { name: 'Markdown of the note' }).click();
  await page.keyboard.press('Control+End');
  return id;
}

const others = (service: RunningService, id: string, append: string) =>
  service.send('POST', `/api/notes/${id}/delta`, { edits: [{ append }] });

/** The service gets the request, and the page no answer. It may have been left meanwhile. */
async function loseAnswer(route: Route): Promise<void> {
  try {
    await route.fetch();
    await route.abort();
  } catch {
    // It has no reader any more.
  }
}

/** Leaves the page while nothing gets through, and loads it anew. */
async function comeBack(page: Page, service: RunningService, id: string): Promise<void> {
  await leave(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(`${service.frontendUrl}/notes/${id}`);
}

test('markdown that was sent without an answer is there once after a reload, beside what others wrote meanwhile', async ({
  page,
  service,
}) => {
  const id = await openSource(page, service, 'One');
  await page.route(/\/delta$/, async (route) => {
    await loseAnswer(route);
  });
  await page.keyboard.insertText(' two');
  await expectStored(service, id, 'One two');
  await page.keyboard.insertText(' and a half');
  await expect(status(page)).toHaveText(/waiting/);
  await others(service, id, '\nThree\n');
  await comeBack(page, service, id);
  await expectStored(service, id, 'One two and a half\nThree\n');
  await expect(status(page)).toHaveText('Saved');
  await expect(page.getByRole('textbox', { name: 'Markdown of the note' })).toContainText('Three');
});

test(
  'the markdown has the focus when it is asked for, with the cursor where it was, and so has the text again',
  push,
  async ({ page, service }) => {
    const id = await makeNote(service, 'Source', '# H\n\nfoo *bar* baz\n\n-   x\n');
    const editor = await openNote(page, service, id);
    await editor.getByText('baz').click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Edit the markdown' }).click();
    await expect(page.getByRole('textbox', { name: 'Markdown of the note' })).toBeFocused();
    await page.keyboard.type('Q');
    await expectStored(service, id, '# H\n\nfoo *bar* baQz\n\n-   x\n');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Edit as text' }).click();
    await expect(editor).toBeFocused();
    await page.keyboard.type('R');
    await expectStored(service, id, '# H\n\nfoo *bar* baQz\n\n-   xR\n');
  },
);

test('what others write keeps its ends of lines where nothing was typed, and what is pasted has those of the note', async ({
  page,
  service,
}) => {
  const id = await openSource(page, service, 'one\r\ntwo\r\n');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/delta')) sent.push(request.postData() ?? '');
  });
  await others(service, id, 'three\n');
  const source = page.getByRole('textbox', { name: 'Markdown of the note' });
  await expect(source).toContainText('three');
  await expect(status(page)).toHaveText('Saved');
  expect([sent, (await stored(service, id)).content]).toEqual([[], 'one\r\ntwo\r\nthree\n']);
  await page.keyboard.press('Control+Home');
  await paste(source, { 'text/plain': 'a\nb\0\n' });
  await expectStored(service, id, 'a\r\nb\r\none\r\ntwo\r\nthree\n');
});

test('so it is where others were faster, also without a reload', async ({ page, service }) => {
  const id = await openSource(page, service, 'One\n');
  let isFirst = true;
  let losesAnswers = true;
  await page.route(/\/delta$/, async (route) => {
    if (isFirst) await others(service, id, 'Others\n');
    const isStale = isFirst;
    isFirst = false;
    if (isStale || !losesAnswers) {
      await route.continue();
      return;
    }
    await loseAnswer(route);
  });
  await page.keyboard.insertText('Mine\n');
  await expectStored(service, id, 'One\nMine\nOthers\n');
  await expect(status(page)).toHaveText(/waiting/);
  losesAnswers = false;
  await page.keyboard.insertText('More\n');
  await expectStored(service, id, 'One\nMine\nMore\nOthers\n');
  await expect(status(page)).toHaveText('Saved');
  await comeBack(page, service, id);
  await expect(page.getByRole('textbox', { name: 'Text of the note' })).toContainText('Others');
  await expectStored(service, id, 'One\nMine\nMore\nOthers\n');
});

test('what one page has not sent, another page of the browser does not send', async ({ page, service }) => {
  const id = await openSource(page, service, 'One\n');
  await page.context().route(/\/delta$/, (route) => route.abort());
  await page.keyboard.insertText('Mine\n');
  await expect(status(page)).toHaveText(/waiting/);
  const other = await page.context().newPage();
  await other.goto(`${service.frontendUrl}/notes/${id}`);
  const source = other.getByRole('textbox', { name: 'Markdown of the note' });
  await expect(source).toContainText('One');
  await expect(source).not.toContainText('Mine');
  await source.click();
  await other.keyboard.press('Control+Home');
  await other.keyboard.insertText('Yours\n');
  await expect(status(other)).toHaveText(/waiting/);
  await page.context().unrouteAll();
  await expectStored(service, id, 'Yours\nOne\nMine\n');
  for (const each of [page, other]) await expect(status(each)).toHaveText('Saved');
  await other.close();
});

test('unsaved markdown that cannot be read is not told as saved, and is there and sent once the service is back', async ({
  page,
  context,
  service,
}) => {
  const id = await openSource(page, service, 'One\n');
  // What is asked fails at once, as the page does not know yet that the service is away.
  await page.route(/\/api\/notes\//, (route) => route.abort());
  await page.keyboard.insertText('Mine\n');
  await expect(status(page)).toHaveText(/waiting/);
  await visit(page, '/boards');
  await visit(page, `/notes/${id}`);
  await expect(page.getByRole('alert')).toContainText('could not be read');
  await expect(status(page)).toHaveText(/waiting/);
  await page.getByRole('button', { name: 'Edit as text' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Some changes have not been saved yet');
  await page.unrouteAll();
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByRole('textbox', { name: 'Markdown of the note' })).toContainText('Mine');
  await expect(status(page)).toHaveText('Saved');
  await expectStored(service, id, 'One\nMine\n');
});

test('markdown that is left and asked for again at once is shown as it was saved', async ({ page, service }) => {
  const id = await openSource(page, service, 'One\n');
  await page.keyboard.insertText('Two\n');
  await expectStored(service, id, 'One\nTwo\n');
  await expect(status(page)).toHaveText('Saved');
  await page.evaluate(pressBothAtOnce);
  const source = page.getByRole('textbox', { name: 'Markdown of the note' });
  await expect(source).toContainText('Two');
  await source.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('Three\n');
  await expectStored(service, id, 'One\nTwo\nThree\n');
});

/** Runs in the page: asks for the text and, as soon as it is there, for the markdown again, before any timer. */
async function pressBothAtOnce(): Promise<void> {
  for (const label of ['Edit as text', 'Edit the markdown']) {
    const button = () => document.querySelector<HTMLElement>(`.note-tools [aria-label="${label}"]`);
    while (button() === null) {
      const { port1, port2 } = new MessageChannel();
      const { promise, resolve } = Promise.withResolvers<unknown>();
      port1.addEventListener('message', resolve);
      port1.start();
      port2.postMessage(null);
      await promise;
    }
    button()?.click();
  }
}

test('what is typed right after the markdown was asked for goes there, and so it is with the text', async ({ page, service }) => {
  const id = await makeNote(service, 'Source', 'one\r\n');
  const editor = await openNote(page, service, id);
  await editor.click();
  await page.keyboard.press('Control+End');
  let gate = Promise.withResolvers<void>();
  let waiting = 0;
  await page.route(/\/api\/notes\//, async (route) => {
    waiting++;
    await gate.promise;
    waiting--;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Edit the markdown' }).click();
  await expect.poll(() => waiting).toBeGreaterThan(0);
  await page.keyboard.type(' two\n  three');
  gate.resolve();
  const source = page.getByRole('textbox', { name: 'Markdown of the note' });
  await expect(source).toBeFocused();
  await page.keyboard.type('!');
  await expectStored(service, id, 'one two\r\n  three!\r\n');
  await expect(status(page)).toHaveText('Saved');
  gate = Promise.withResolvers();
  await page.keyboard.type(' four');
  await page.getByRole('button', { name: 'Edit as text' }).press('Enter');
  await expect.poll(() => waiting).toBeGreaterThan(0);
  await page.keyboard.type(' five');
  gate.resolve();
  await expect(editor).toBeFocused();
  await page.keyboard.type('!');
  await expectStored(service, id, 'one two\r\n  three! four five!\r\n');
});

/** Has what is asked of a note wait from now on: the functions wait until something does, and let it go on. */
async function holdUp(page: Page, id: string): Promise<{ readonly isAsked: () => Promise<void>; readonly end: () => void }> {
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  await page.route(new RegExp(`/api/notes/${id}`), async (route) => {
    waiting += 1;
    await gate.promise;
    await route.continue();
  });
  return { isAsked: () => expect.poll(() => waiting).toBeGreaterThan(0), end: gate.resolve };
}

test('what is typed for markdown that is not there yet goes into no other note', async ({ page, service }) => {
  const other = await makeNote(service, 'Other', 'Its text\n');
  const editor = await openNote(page, service, await makeNote(service, 'Slow', 'One\n'));
  await editor.click();
  const asked = await holdUp(page, page.url().split('/').at(-1) ?? '');
  await page.getByRole('button', { name: 'Edit the markdown' }).click();
  await asked.isAsked();
  await page.keyboard.type('Mine');
  await visit(page, `/notes/${other}`);
  await expect(editor).toHaveText('Its text');
  await editor.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('!');
  await expectStored(service, other, 'Its text!\n');
  asked.end();
});

test('markdown asked for twice at once is there, with what was typed; Tab goes on from its button, and so it is where it cannot be read', async ({
  page,
  service,
}) => {
  const id = await makeNote(service, 'Slow', 'One\n');
  const editor = await openNote(page, service, id);
  await editor.click();
  await page.keyboard.press('Control+End');
  const asked = await holdUp(page, id);
  await page.keyboard.type(' two');
  const button = page.getByRole('button', { name: 'Edit the markdown' });
  await button.dblclick();
  await asked.isAsked();
  await page.keyboard.type(' three');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'History' })).toBeFocused();
  asked.end();
  await expect(page.getByRole('textbox', { name: 'Markdown of the note' })).toBeFocused();
  await expectStored(service, id, 'One two three\n');
  const back = page.getByRole('button', { name: 'Edit as text' });
  await back.press('Enter');
  await expect(editor).toBeFocused();
  await page.route(/\/api\/notes\//, (route) => route.abort());
  await button.press('Enter');
  await expect(page.getByRole('alert')).toContainText('could not be read');
  await expect(back).toBeFocused();
});

test('undo and redo go on in the text with what was changed in the markdown, and the other way round, and leave alone what others write', async ({
  page,
  service,
}) => {
  const id = await makeNote(service, 'Both', 'one\n\n* two\n');
  const editor = await openNote(page, service, id);
  const source = page.getByRole('textbox', { name: 'Markdown of the note' });
  const change = async (to: 'Edit the markdown' | 'Edit as text'): Promise<void> => {
    await page.getByRole('button', { name: to }).press('Enter');
    await expect(to === 'Edit as text' ? editor : source).toBeFocused();
  };
  const press = async (key: string, content: string): Promise<void> => {
    await page.keyboard.press(key);
    await expectStored(service, id, content);
  };
  await editor.getByText('one').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' rich');
  await change('Edit the markdown');
  await page.keyboard.press('Control+End');
  await paste(source, { 'text/plain': '\nthree\n' });
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('# ');
  await expectStored(service, id, '# one rich\n\n* two\n\nthree\n');
  await others(service, id, '\nTheirs\n');
  await expect(source).toContainText('Theirs');
  await test.step('in the markdown, with what was changed there and in the text before', async () => {
    await press('Control+z', 'one rich\n\n* two\n\nthree\n\nTheirs\n');
    await press('Control+z', 'one rich\n\n* two\n\nTheirs\n');
    await press('Control+z', 'one\n\n* two\n\nTheirs\n');
    await expect(source).not.toContainText('rich');
    await press('Control+Shift+Z', 'one rich\n\n* two\n\nTheirs\n');
    await expect(source).toContainText('rich');
    await press('Control+y', 'one rich\n\n* two\n\nthree\n\nTheirs\n');
    await press('Control+Shift+Z', '# one rich\n\n* two\n\nthree\n\nTheirs\n');
  });
  await test.step('in the text', async () => {
    await change('Edit as text');
    await others(service, id, '\nMore\n');
    await expect(editor).toContainText('More');
    await press('Control+z', 'one rich\n\n* two\n\nthree\n\nTheirs\n\nMore\n');
    await press('Control+z', 'one rich\n\n* two\n\nTheirs\n\nMore\n');
    await press('Control+z', 'one\n\n* two\n\nTheirs\n\nMore\n');
    await press('Control+Shift+Z', 'one rich\n\n* two\n\nTheirs\n\nMore\n');
    await press('Control+Shift+Z', 'one rich\n\n* two\n\nthree\n\nTheirs\n\nMore\n');
  });
  await test.step('in the markdown again, where what was taken back in the text is brought back', async () => {
    await change('Edit the markdown');
    await press('Control+Shift+Z', '# one rich\n\n* two\n\nthree\n\nTheirs\n\nMore\n');
    await press('Control+z', 'one rich\n\n* two\n\nthree\n\nTheirs\n\nMore\n');
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('> ');
    await expectStored(service, id, '> one rich\n\n* two\n\nthree\n\nTheirs\n\nMore\n');
    await press('Control+z', 'one rich\n\n* two\n\nthree\n\nTheirs\n\nMore\n');
  });
  await test.step('and what was taken back in the markdown is brought back in the text', async () => {
    await change('Edit as text');
    await press('Control+y', '> one rich\n\n* two\n\nthree\n\nTheirs\n\nMore\n');
    await expect(page.getByRole('button', { name: 'Redo' })).toBeDisabled();
  });
});

test('while undo of what was changed in the text is on its way, the cursor stays where the user types, and the focus where it is', async ({
  page,
  service,
}) => {
  const id = await makeNote(service, 'Both', 'one\n\nlast');
  const editor = await openNote(page, service, id);
  const source = page.getByRole('textbox', { name: 'Markdown of the note' });
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await editor.getByText('one').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' rich');
  await page.getByRole('button', { name: 'Edit the markdown' }).press('Enter');
  await expect(source).toBeFocused();
  await page.keyboard.press('Control+End');
  /** Undoes, and lets the answers through once `meanwhile` is done. */
  const undo = async (key: string, content: string, meanwhile: () => Promise<void>): Promise<void> => {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route(new RegExp(`/notes/${id}$`), async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press(key);
    await expectStored(service, id, content);
    await meanwhile();
    answer();
  };
  await undo('Control+z', 'one\n\nlast', () => title.focus());
  await expect(source).not.toContainText('rich');
  await expect(title).toBeFocused();
  await source.focus();
  await page.keyboard.press('Control+End');
  await undo('Control+Shift+Z', 'one rich\n\nlast', () => page.keyboard.type('a'));
  await expectStored(service, id, 'one rich\n\nlasta');
  await expect(status(page)).toHaveText('Saved');
  await page.keyboard.type('b');
  await expectStored(service, id, 'one rich\n\nlastab');
});

test('the cursor is in sight where the text comes in the place of the markdown', async ({ page, service }) => {
  const lines = Array.from({ length: 80 }, (_, line) => `Line ${line}`);
  const id = await openSource(page, service, `${lines.join('\n\n')}\n`);
  await page.keyboard.type('last');
  await page.getByRole('button', { name: 'Edit as text' }).click();
  await expect(page.getByText('Line 79 last')).toBeInViewport();
  await page.keyboard.type('!');
  await expectStored(service, id, `${lines.join('\n\n')}\nlast!`);
});
