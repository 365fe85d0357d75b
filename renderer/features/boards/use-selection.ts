import { useCallback, useMemo, useState } from 'react';
import type { Card } from '../../../main/contract/cards.ts';
import { useLatest } from '../../ui/use-latest.ts';
import type { ShownColumn } from './board-context.ts';

interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The one that was chosen last. */
  readonly anchor: string | null;
}

const nothing: Selection = { ids: new Set(), anchor: null };

/** The cards of a board that are chosen, among those that are shown. */
export function useSelection(shown: readonly ShownColumn[]): {
  readonly ids: ReadonlySet<string>;
  readonly cards: readonly Card[];
  readonly select: (id: string, isRange: boolean) => void;
  readonly clear: () => void;
} {
  const [selection, setSelection] = useState(nothing);
  const latest = useLatest(shown);
  const select = useCallback(
    (id: string, isRange: boolean) => {
      setSelection(({ ids, anchor }) => {
        if (isRange && anchor !== null) {
          const all = latest.current.flatMap(({ cards }) => cards.map((card) => card.id));
          const [from, to] = [all.indexOf(anchor), all.indexOf(id)];
          if (from !== -1 && to !== -1) return { ids: new Set([...ids, ...all.slice(Math.min(from, to), Math.max(from, to) + 1)]), anchor };
        }
        const next = new Set(ids);
        if (!next.delete(id)) next.add(id);
        return { ids: next, anchor: id };
      });
    },
    [latest],
  );
  const clear = useCallback(() => {
    setSelection(nothing);
  }, []);
  const cards = useMemo(
    () => (selection.ids.size === 0 ? [] : shown.flatMap((column) => column.cards.filter(({ id }) => selection.ids.has(id)))),
    [shown, selection],
  );
  return { ids: selection.ids, cards, select, clear };
}
