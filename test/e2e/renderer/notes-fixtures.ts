// What the tests of notes do over and over.

import { expect, type Locator, type Page } from '@playwright/test';
import type { Note } from '../../../main/contract/notes.ts';
import { enter, visit, type RunningService } from './fixtures.ts';

/** The note as the service has it. */
export async function stored(service: RunningService, id: string): Promise<Note> {
  return (await service.send('GET', `/api/notes/${id}`)) as Note;
}

/** Waits until the service has this markdown. */
export async function expectStored(service: RunningService, id: string, content: string): Promise<void> {
  await expect.poll(async () => (await stored(service, id)).content).toBe(content);
}

export async function makeNote(service: RunningService, title: string, content = ''): Promise<string> {
  return (await service.send('POST', '/api/notes', { title, content })).id;
}

/** Enters by the link and goes to a note. */
export async function openNote(page: Page, service: RunningService, id: string): Promise<Locator> {
  await enter(page, service, `/notes/${id}`);
  const editor = page.getByRole('textbox', { name: 'Text of the note' });
  await editor.waitFor();
  return editor;
}

/** From a page that is inside to a note with this title, as by a link. */
export async function goToNote(page: Page, id: string, title: string): Promise<Locator> {
  await visit(page, `/notes/${id}`);
  await expect(page.getByRole('article').getByRole('textbox', { name: 'Title' })).toHaveValue(title);
  return page.getByRole('textbox', { name: 'Text of the note' });
}

/** From a page that is inside to a new note. */
export async function turnTo(
  page: Page,
  service: RunningService,
  title: string,
  content = '',
): Promise<{ readonly id: string; readonly editor: Locator }> {
  const id = await makeNote(service, title, content);
  return { id, editor: await goToNote(page, id, title) };
}

export const status = (page: Page): Locator => page.getByTestId('note-status');

/** Puts text into the clipboard event, as a paste from elsewhere would. */
export async function paste(editor: Locator, data: Readonly<Record<string, string>>): Promise<void> {
  await editor.evaluate((element, entries) => {
    const transfer = new DataTransfer();
    for (const [type, text] of Object.entries(entries)) transfer.setData(type, text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }));
  }, data);
}
