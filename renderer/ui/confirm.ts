// Asks before something that cannot be undone.

import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { inPlaceOf, openerOf } from './focus-after-press.ts';
import { Questions, useAsked, type AskedQuestion } from './questions.ts';

interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button says that goes ahead, as in "Delete column". */
  readonly action: string;
  /** What has the focus after the answer; what had it before, when absent or null. For what goes with the answer. */
  readonly focusAfter?: (isWanted: boolean) => HTMLElement | null;
}

const questions = new Questions<Question, boolean>(false);
/** What had the focus when it was asked, of a menu the button; null for a menu without one. */
let before: HTMLElement | null = null;

/** Whether the user wants to go ahead. */
export function confirm(question: Question): Promise<boolean> {
  const opener = openerOf(document.activeElement);
  before = opener?.closest('[role=menu]') === null ? opener : null;
  return questions.ask(question);
}

/** What takes the focus when the question closes; true for what had it before, and the page itself where nothing has come in its place. */
export function focusAfterQuestion(): HTMLElement | true {
  const { answered } = questions;
  const wanted = answered?.question.focusAfter?.(answered.answer);
  if (wanted !== null && wanted !== undefined) return wanted;
  return before === null || before.isConnected || (inPlaceOf(before) ?? document.querySelector<HTMLElement>('#main') ?? true);
}

/** The question that waits for an answer. Back and Forward leave it: it is about what was on the page before. */
export function useQuestion(): AskedQuestion<Question, boolean> | null {
  const [path] = useLocation();
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current !== path) questions.leave();
    shown.current = path;
  }, [path]);
  return useAsked(questions);
}
