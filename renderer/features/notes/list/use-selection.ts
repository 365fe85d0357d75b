import { useMemo, useState } from 'react';
import { announce } from '../../../ui/announce.tsx';
import { strings } from '../notebooks/strings.ts';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  /** All from the one that was chosen last, or from another one, to this one. */
  readonly extendTo: (id: string, from?: string) => void;
  readonly all: () => void;
  readonly clear: () => void;
  /** From where `extendTo` goes. */
  readonly anchorAt: (id: string) => void;
}

/** Which notes of the list are chosen together. Those that are not in the list any more do not count. */
export function useChosenNotes(listed: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  const ids = useMemo(() => {
    const there = new Set(listed);
    return new Set([...chosen].filter((id) => there.has(id)));
  }, [chosen, listed]);
  const become = (next: ReadonlySet<string>): void => {
    setChosen(next);
    announce(strings.selected(next.size));
  };
  return {
    ids,
    toggle: (id) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setAnchor(id);
      become(next);
    },
    extendTo: (id, given = anchor ?? id) => {
      const start = listed.includes(given) ? given : id;
      const [from = 0, to = 0] = [listed.indexOf(start), listed.indexOf(id)].toSorted((a, b) => a - b);
      setAnchor(start);
      become(new Set(listed.slice(from, to + 1)));
    },
    all: () => {
      become(new Set(listed));
    },
    clear: () => {
      if (chosen.size > 0) become(new Set());
    },
    anchorAt: setAnchor,
  };
}
