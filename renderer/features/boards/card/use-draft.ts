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
  readonly resolve: (whose: 'mine' | 'theirs') => void;
}

/** What is written here. */
interface Written {
  readonly text: string;
  /** What it began from. */
  readonly base: string;
  /** On its way to the service. */
  readonly isSent: boolean;
}

/**
 * A text that is saved as it is written. `saved` is what the service has, as far as the page knows: also what others write shows,
 * unless something else is being written here. `save` is never called with what is saved already; what it gives settles when the service has
 * answered. With `lastWins` nothing is ever disputed: for what is chosen rather than written.
 */
export function useDraft(saved: string, save: (text: string) => Promise<void> | undefined, lastWins = false): Draft {
  const [draft, setDraft] = useState<Written | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDisputed = !lastWins && draft !== null && !draft.isSent && saved !== draft.base && saved !== draft.text;
  const send = async (text: string): Promise<void> => {
    // It stays in the field until the service has it: an answer to something earlier must not stand there meanwhile.
    const sent: Written = { text, base: text, isSent: true };
    setDraft(sent);
    await save(text);
    setDraft((now) => (now === sent ? null : now));
  };
  const flush = useEffectEvent(() => {
    clearTimeout(timer.current);
    if (draft === null || draft.isSent || isDisputed) return;
    if (draft.text === saved) setDraft(null);
    else void send(draft.text);
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
      setDraft((before) => ({ text, base: before?.base ?? saved, isSent: false }));
      later();
    },
    flush: () => { flush(); },
    isDisputed,
    resolve: (whose) => {
      if (whose === 'mine' && draft !== null) void send(draft.text);
      else setDraft(null);
    },
  };
}
