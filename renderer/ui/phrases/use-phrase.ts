// What a line that is being typed says about the time: read a moment after the last key, and at once when it is saved.

import { useEffect, useState } from 'react';
import type { PhrasePiece, PhraseSlot, Understood } from '../../../main/contract/phrases/phrase.ts';
import { dayFirst } from '../format.ts';

/** How long nothing must have been typed before the line is read, in milliseconds. */
const debounceMs = 120;

interface PhraseContext {
  /** Empty: nothing is read. */
  readonly text: string;
  /** What holds where the line says nothing else. */
  readonly slot: PhraseSlot;
  /** IANA. */
  readonly timeZone: string;
}

export interface Phrase {
  /** What the line says; as it was a moment ago while it is being typed. Null where it says nothing of the time. */
  readonly understood: Understood | null;
  /** Leaves what was recognised of this kind as text. */
  readonly keep: (kind: PhrasePiece['kind']) => void;
  /** The line has been rewritten: what it said counts no more. */
  readonly reset: () => void;
  /** What the line says now; null where it says nothing of the time. */
  readonly settle: () => Promise<Understood | null>;
}

const noPhrases: readonly string[] = [];

export function usePhrase({ text, slot, timeZone }: PhraseContext): Phrase {
  const [kept, setKept] = useState(noPhrases);
  const [known, setKnown] = useState<Understood | null>(null);
  if (text === '' && kept.length > 0) setKept(noPhrases);
  if (text === '' && known !== null) setKnown(null);
  const { day, clock, minutes, days = 1 } = slot;
  useEffect(() => {
    if (text === '') return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      void read(text, { day, clock, minutes, days }, timeZone, kept).then((understood) => {
        if (!isOver) setKnown(understood);
      });
    }, debounceMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text, day, clock, minutes, days, timeZone, kept]);
  return {
    understood: known,
    keep: (kind) => {
      if (known === null) return;
      const words = known.pieces.filter((piece) => piece.kind === kind).map(({ start, end }) => text.slice(start, end));
      setKept([...kept, ...words]);
    },
    reset: () => {
      setKnown(null);
    },
    settle: () => (text === '' ? Promise.resolve(null) : read(text, slot, timeZone, kept)),
  };
}

/** Loads what reads phrases, before it is needed. */
export const preloadPhrases = (): Promise<unknown> => import('../../../main/contract/phrases/phrase.ts').then(({ prepare }) => prepare());

async function read(text: string, slot: PhraseSlot, timeZone: string, kept: readonly string[]): Promise<Understood | null> {
  try {
    const { understand } = await import('../../../main/contract/phrases/phrase.ts');
    const understood = await understand(text, { now: Date.now(), timeZone, dayFirst, slot, kept });
    return understood.pieces.length === 0 ? null : understood;
  } catch {
    // Without it the line is a title, as it stands there.
    return null;
  }
}
