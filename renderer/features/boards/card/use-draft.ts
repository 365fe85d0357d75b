import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** How long somebody must have stopped typing before it is saved, in milliseconds. */
const pause = 700;

export interface Draft {
  /** What stands in the field. */
  readonly text: string;
  readonly change: (text: string) => void;
  /** Saves at once what is not saved yet, as when the field loses the focus. */
  readonly flush: () => void;
  /** Somebody else has changed it meanwhile: nothing is saved until it is settled whose is to stay. */
  readonly isDisputed: boolean;
  readonly settle: (whose: 'mine' | 'theirs') => void;
}

/**
 * A text that is saved as it is written. `saved` is what the service has, as far as the page knows: also what others write shows,
 * unless something else is being written here. `save` is never called with what is saved already. With `lastWins` nothing is ever
 * disputed: for what is chosen rather than written.
 */
export function useDraft(saved: string, save: (text: string) => void, lastWins = false): Draft {
  // Null: nothing is written that is not sent. `base` is what it began from.
  const [draft, setDraft] = useState<{ readonly text: string; readonly base: string } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDisputed = !lastWins && draft !== null && saved !== draft.base && saved !== draft.text;
  const flush = useEffectEvent(() => {
    clearTimeout(timer.current);
    if (draft === null || isDisputed) return;
    if (draft.text !== saved) save(draft.text);
    setDraft(null);
  });
  const later = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => { flush(); }, pause);
  };
  // Closing is no reason to lose anything.
  useEffect(() => () => { flush(); }, []);
  return {
    text: draft?.text ?? saved,
    change: (text) => {
      setDraft((before) => ({ text, base: before?.base ?? saved }));
      later();
    },
    flush: () => { flush(); },
    isDisputed,
    settle: (whose) => {
      if (whose === 'mine' && draft !== null) save(draft.text);
      setDraft(null);
    },
  };
}
