import { useRef, useState, type FocusEvent, type HTMLAttributes } from 'react';

interface KeptFocus {
  /** For the element around all entries. */
  readonly attributes: Pick<HTMLAttributes<HTMLElement>, 'onFocus'>;
  /** To be called with each entry that appears, which names itself in `data-entry`. */
  readonly restore: (entry: HTMLElement) => void;
}

/** An entry that moves to another day is drawn anew there: it keeps the focus that it had. */
export function useKeptFocus(): KeptFocus {
  const focused = useRef<string | undefined>(undefined);
  const [kept] = useState((): KeptFocus => ({
    attributes: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) => { focused.current = target.closest<HTMLElement>('[data-entry]')?.dataset['entry']; },
    },
    restore: (entry) => {
      if (entry.dataset['entry'] === focused.current && document.activeElement === document.body) entry.focus({ preventScroll: true });
    },
  }));
  return kept;
}

/** The id of the event that has the focus; null when none has. */
export function focusedEntry(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-entry]')?.dataset['entry'] ?? null;
}
