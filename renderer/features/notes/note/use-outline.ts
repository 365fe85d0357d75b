import { useState, type KeyboardEvent } from 'react';
import { readSetting, writeSetting } from '../../../api/remembered.ts';
import { useMedia } from '../../../ui/use-media.ts';

/** The headings of the note as a list to jump from. */
interface OutlineShown {
  readonly open: boolean;
  /** It lies over the text, because there is no room beside it. */
  readonly isOver: boolean;
  readonly toggle: () => void;
  /** It lies over the text no more. */
  readonly uncover: () => void;
  /** For the note: Escape uncovers the text. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** What the page decides for the note in it. */
export interface FrameOptions {
  /** The note has the page for itself. */
  readonly narrow: boolean;
  readonly outline: OutlineShown;
}

/**
 * Whether the outline is shown. Beside the text: in very wide windows, until the user chooses, which is remembered. Over the text:
 * as long as `note`, a key of the open one, stays the same. With another note `beside` it, there is no room but over the text.
 */
export function useOutline(note: string | null, beside: boolean): OutlineShown {
  const isNarrow = useMedia('(width < 72rem)');
  const isOver = isNarrow || beside;
  const isVeryWide = useMedia('(width >= 100rem)');
  const [chosen, setChosen] = useState(() => readSetting('notes.outline'));
  const [over, setOver] = useState<string | null>(null);
  const isShown = chosen === null ? isVeryWide : chosen === 'shown';
  const open = note !== null && (isOver ? over === note : isShown);
  const toggle = (): void => {
    if (isOver) {
      setOver(open ? null : note);
      return;
    }
    const next = open ? 'hidden' : 'shown';
    setChosen(next);
    writeSetting('notes.outline', next);
  };
  const uncover = (): void => {
    if (open && isOver) toggle();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || !open || !isOver) return;
    // Menus and dialogs of the note stand elsewhere on the page, and close by themselves.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    uncover();
  };
  return { open, isOver, toggle, uncover, onKeyDown };
}
