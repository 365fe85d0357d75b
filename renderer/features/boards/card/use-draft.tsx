import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { notify } from '../../../ui/toasts.ts';
import { strings as uiStrings } from '../../../ui/strings.ts';
import { strings } from './strings.ts';

/** How long the user must have stopped typing before it is saved, in milliseconds. */
const debounceMs = 700;

/**
 * What came of saving a text. Nothing was saved where it is `disputed`, as another client has changed it since it was seen, and where it
 * was `refused`, of which the user has been told.
 */
export type SaveOutcome = 'settled' | 'disputed' | 'refused';

export interface Draft {
  /** What stands in the field. */
  readonly text: string;
  readonly change: (text: string) => void;
  /** Saves at once what is not saved yet, as when the field loses the focus. */
  readonly flush: () => void;
  /** Another client has changed it meanwhile: nothing is saved until it is settled whose is to stay. */
  readonly isDisputed: boolean;
  /** The service has refused it, and the user has not changed it since. */
  readonly isRefused: boolean;
  readonly resolve: (whose: 'mine' | 'theirs') => void;
}

/** What is written here. */
interface Written {
  readonly text: string;
  /** What it began from. */
  readonly base: string;
  /** On its way to the service. */
  readonly isSent: boolean;
  readonly isRefused?: boolean;
}

/**
 * A text that is saved as it is written. `saved` is what the service has, as far as the page knows: also what others write shows,
 * unless something else is being written here. `save` is never called with what is saved already; it gets what the text is written over
 * as well. What it gives settles when the service has answered; `undefined`: the text cannot be saved as it is. Until the service has the
 * text it is kept under `name`, so that it outlives the page. What was refused is sent again with the next change, when the field is left,
 * or when the record is opened again.
 * With `lastWins` nothing is ever disputed: for what is chosen rather than written.
 */
export function useDraft(
  name: string,
  saved: string,
  save: (text: string, base: string) => Promise<SaveOutcome> | undefined,
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
  /** What was sent last: leaving a field can ask twice before it is drawn that it is on its way. */
  const sentLast = useRef<Written | null>(null);
  /** How many texts are on their way. */
  const way = useRef({ sent: 0, known: saved });
  /** What the service has while texts are on their way to it, of which `saved` is what the page expects; null while none is. */
  const [known, setKnown] = useState<string | null>(null);
  const isOthers = draft !== null && ![draft.base, draft.text, known].includes(saved);
  const isDisputed = !lastWins && draft !== null && !draft.isSent && isOthers;
  const knowAs = (text: string): void => {
    way.current.known = text;
    setKnown(text);
  };
  const send = async (text: string): Promise<void> => {
    const saving = save(text, saved);
    if (saving === undefined) {
      // It stays in the field, and with it alone.
      sentLast.current = null;
      drafts.drop(name);
      return;
    }
    // It stays in the field until the service has it: an answer to something earlier must not stand there meanwhile.
    const sent: Written = { text, base: text, isSent: true };
    become(sent);
    // On a page to come, and if it is disputed, it is what was written over what the service has now.
    const kept: Written = { text, base: saved, isSent: false };
    drafts.write(name, kept);
    if (way.current.sent === 0) knowAs(saved);
    way.current.sent += 1;
    const outcome = await saving;
    way.current.sent -= 1;
    if (outcome === 'settled') knowAs(text);
    if (way.current.sent === 0) setKnown(null);
    if (outcome === 'refused') {
      const base = way.current.known;
      const last = drafts.read(name) as Written | null;
      if (last !== null) drafts.write(name, { ...last, base });
      become((now) => (now === sent ? { ...kept, base, isRefused: true } : now === null || now.isSent ? now : { ...now, base }));
      return;
    }
    if (outcome === 'disputed') {
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
    if (draft === null || draft.isSent || draft === sentLast.current || isDisputed) return;
    sentLast.current = draft;
    if (draft.text === saved) setDraft(null);
    else void send(draft.text);
  });
  /** What was refused just now is sent when the record is opened again. */
  const leave = useEffectEvent(() => {
    if (draft?.isRefused !== true) flush();
  });
  const later = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      flush();
    }, debounceMs);
  };
  // Closing is no reason to lose anything; what was left unsaved before is saved now, unless another client has changed it.
  useEffect(() => {
    isShown.current = true;
    flush();
    return () => {
      isShown.current = false;
      leave();
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
    isRefused: draft?.isRefused === true && !isDisputed,
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

/** Says in its place that the service has refused what stands there, which a message that passes has given the reason of. */
export function Refusal({ isRefused, onRetry }: { readonly isRefused: boolean; readonly onRetry: () => void }): ReactNode {
  if (!isRefused) return null;
  return (
    <div className="dispute">
      <p>{strings.refused}</p>
      <Button onClick={onRetry}>{uiStrings.tryAgain}</Button>
    </div>
  );
}
