import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { notify } from '../../../ui/toasts.ts';
import { strings } from './strings.ts';

/** How long the user must have stopped typing before it is saved, in milliseconds. */
const pause = 700;

/** What came of saving a text: `disputed` where another client has changed it since it was seen, and nothing was saved. */
export type Outcome = 'settled' | 'disputed';

export interface Draft {
  /** What stands in the field. */
  readonly text: string;
  readonly change: (text: string) => void;
  /** Saves at once what is not saved yet, as when the field loses the focus. */
  readonly flush: () => void;
  /** Another client has changed it meanwhile: nothing is saved until it is settled whose is to stay. */
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
 * unless something else is being written here. `save` is never called with what is saved already; it gets what the text is written over
 * as well. What it gives settles when the service has answered. Until then the text is kept under `name`, so that it outlives the page.
 * With `lastWins` nothing is ever disputed: for what is chosen rather than written.
 */
export function useDraft(
  name: string,
  saved: string,
  save: (text: string, base: string) => Promise<Outcome | void> | undefined,
  lastWins = false,
): Draft {
  const { drafts } = useService();
  const [draft, become] = useState<Written | null>(() => drafts.read(name) as Written | null);
  const setDraft = (next: Written | null): void => {
    if (next === null) drafts.drop(name);
    else drafts.write(name, next);
    become(next);
  };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isShown = useRef(false);
  const isDisputed = !lastWins && draft !== null && !draft.isSent && saved !== draft.base && saved !== draft.text;
  const send = async (text: string): Promise<void> => {
    // It stays in the field until the service has it: an answer to something earlier must not stand there meanwhile.
    const sent: Written = { text, base: text, isSent: true };
    become(sent);
    // On a page to come, and if it is disputed, it is what was written over what the service has now.
    const kept: Written = { text, base: saved, isSent: false };
    drafts.write(name, kept);
    if ((await save(text, saved)) === 'disputed') {
      become((now) => (now === sent ? kept : now));
      if (!isShown.current) notify({ title: strings.theirs, text: strings.mineKept, kind: 'problem' });
      return;
    }
    // Also when the card was closed meanwhile; what was written since is kept.
    if ((drafts.read(name) as Written | null)?.text === text) drafts.drop(name);
    become((now) => (now === sent ? null : now));
  };
  const flush = useEffectEvent(() => {
    clearTimeout(timer.current);
    if (draft === null || draft.isSent || isDisputed) return;
    if (draft.text === saved) setDraft(null);
    else void send(draft.text);
  });
  const later = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      flush();
    }, pause);
  };
  // Closing is no reason to lose anything; what was left unsaved before is saved now, unless another client has changed it.
  useEffect(() => {
    isShown.current = true;
    flush();
    return () => {
      isShown.current = false;
      flush();
    };
  }, []);
  return {
    text: draft?.text ?? saved,
    change: (text) => {
      setDraft({ text, base: draft?.base ?? saved, isSent: false });
      later();
    },
    flush: () => {
      flush();
    },
    isDisputed,
    resolve: (whose) => {
      if (whose === 'mine' && draft !== null) void send(draft.text);
      else setDraft(null);
    },
  };
}

/** Asks whose text shall stay when two have written at once. */
export function Dispute({ draft: { isDisputed, resolve } }: { readonly draft: Draft }): ReactNode {
  if (!isDisputed) return null;
  return (
    <div className="dispute" role="alert">
      <p>{strings.theirs}</p>
      <Button
        onClick={() => {
          resolve('theirs');
        }}
      >
        {strings.takeTheirs}
      </Button>
      <Button
        onClick={() => {
          resolve('mine');
        }}
      >
        {strings.keepMine}
      </Button>
    </div>
  );
}
