// Asks before something that cannot be undone.

import { useSyncExternalStore } from 'react';
import { inPlaceOf, openerOf } from './focus-after-press.ts';

export interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button says that goes ahead, as in "Delete column". */
  readonly action: string;
  /** What has the focus after the answer; what had it before, when absent or null. For what goes with the answer. */
  readonly focusAfter?: (isWanted: boolean) => HTMLElement | null;
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void;
}

const listeners = new Set<() => void>();
let asked: Asked | null = null;
let last: Question | null = null;
/** How `last` was answered. */
let isWanted = false;
/** What had the focus when it was asked, of a menu the button; null for a menu without one. */
let before: HTMLElement | null = null;

function become(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Whether the user wants to go ahead. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  last = question;
  const opener = openerOf(document.activeElement);
  before = opener?.closest('[role=menu]') === null ? opener : null;
  return new Promise((resolve) => {
    become({
      ...question,
      answer: (yes) => {
        isWanted = yes;
        become(null);
        resolve(yes);
      },
    });
  });
}

/** What takes the focus when the question closes; true for what had it before, and the page itself where nothing has come in its place. */
export function focusAfterQuestion(): HTMLElement | true {
  const wanted = last?.focusAfter?.(isWanted);
  if (wanted !== null && wanted !== undefined) return wanted;
  return before === null || before.isConnected || (inPlaceOf(before) ?? document.querySelector<HTMLElement>('#main') ?? true);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The question that waits for an answer. */
export function useQuestion(): Asked | null {
  return useSyncExternalStore(subscribe, () => asked);
}
