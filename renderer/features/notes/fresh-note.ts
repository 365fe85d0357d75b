// A note that is being made: what is typed until its title is there is its title.

import { strings } from './strings.ts';
import type { Note } from '../../../main/contract/notes.ts';

interface Holder {
  /** Has the focus, unseen, until what the keys are for takes over. */
  readonly area: HTMLTextAreaElement;
  /** What had the focus before. */
  readonly from: Element | null;
  /** The note that the keys are for; null where that is the next one that comes. */
  readonly noteId: string | null;
}

let holder: Holder | null = null;
let fresh: string | null = null;

interface HeldKeys {
  /** The only note that may take them; any may when absent. */
  readonly noteId?: string;
  /** What was typed before. */
  readonly typed?: string;
}

/**
 * Takes the keys from now on: they neither get lost nor are they shortcuts of the page. To be called when the user asks for a new note, or
 * goes from the text of one to another, or from its text to its markdown. `name` says what is typed.
 */
export function holdKeys(name: string = strings.titleField, { noteId, typed = '' }: HeldKeys = {}): void {
  releaseKeys();
  const area = document.createElement('textarea');
  area.className = 'visually-hidden';
  area.setAttribute('aria-label', name);
  area.value = typed;
  const from = document.activeElement;
  document.body.append(area);
  holder = { area, from, noteId: noteId ?? null };
  area.focus();
  const ended = new AbortController();
  // What closes meanwhile, such as the palette, gives the focus back to where it was; who points or goes somewhere means it.
  area.addEventListener('blur', () => {
    setTimeout(() => {
      if (holder?.area === area && !ended.signal.aborted) area.focus();
    });
  });
  area.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    const leaves = key === 'Tab' || key === 'Escape';
    if (leaves || ctrlKey || metaKey || altKey) ended.abort();
    // Before the key itself goes on from there.
    if (leaves) focusAgain(from);
  });
  document.addEventListener(
    'pointerdown',
    () => {
      ended.abort();
    },
    { signal: ended.signal },
  );
}

export function isHolding(): boolean {
  return holder !== null;
}

/** Whether keys are held that this note may take. */
export function isHoldingFor(noteId: string): boolean {
  return holder !== null && (holder.noteId === null || holder.noteId === noteId);
}

/** What was typed since `holdKeys`, null when nothing is held; keys are the page's again. */
export function releaseKeys(): string | null {
  const area = holder?.area;
  holder = null;
  area?.remove();
  return area?.value ?? null;
}

/** Ends the holding of keys that no other note may take; the focus goes back to where it was. */
export function dropKeys(noteId: string): void {
  if (holder?.noteId !== noteId) return;
  const { area, from } = holder;
  const hadFocus = document.activeElement === area;
  releaseKeys();
  if (hadFocus) focusAgain(from);
}

function focusAgain(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus();
}

export function markFresh(id: string): void {
  fresh = id;
}

/**
 * What was typed for the title of this note, if it was made a moment ago; null for any other, and the second time. After Enter it was the
 * text that was typed: that stays held until the editor is there.
 */
export function takeFresh(id: string): string | null {
  if (fresh !== id) return null;
  fresh = null;
  const typed = holder?.area.value ?? '';
  const end = typed.indexOf('\n');
  if (end === -1) return releaseKeys() ?? '';
  if (holder !== null) holder.area.value = typed.slice(end + 1);
  return typed.slice(0, end);
}

/** A note with the place of the cursor in it, which is found in its text elsewhere: the first screen makes notes, and loads no editor. */
export type MadeNote = Pick<Note, 'id' | 'content' | 'cursor'>;

let last: MadeNote | null = null;

/** To be called with a note that was just made, before it is shown. */
export function markCursor(note: MadeNote): void {
  last = note.cursor === undefined ? null : note;
}

/** The note with this id, if it has just been made with a place for the cursor; null for any other, and the second time. */
export function takeCursor(id: string): MadeNote | null {
  if (last?.id !== id) return null;
  const made = last;
  last = null;
  return made;
}
