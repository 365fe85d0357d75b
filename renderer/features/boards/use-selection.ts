import { useCallback, useMemo, useState } from 'react';
import type { Card } from '../../../main/contract/cards.ts';
import { useLatest } from '../../ui/use-latest.ts';
import type { ShownColumn } from './board-context.ts';

/** The cards of a board that are chosen. */
export interface Chosen {
  readonly ids: ReadonlySet<string>;
  /** Those of them that are shown. */
  readonly cards: readonly Card[];
  /** Chooses a card, or no longer; with `isRange` all from the one chosen last on. */
  readonly select: (id: string, isRange: boolean) => void;
  readonly clear: () => void;
}

/** What is done to this card is done to these: all that are chosen if it is one of several, else it alone. */
export function chosenWith(card: Card, { ids, cards }: Chosen): readonly Card[] {
  return ids.has(card.id) && cards.length > 1 ? cards : [card];
}

interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The one that was chosen last. */
  readonly anchor: string | null;
}

const noSelection: Selection = { ids: new Set(), anchor: null };

export function useChosenCards(shown: readonly ShownColumn[]): Chosen {
  const [selection, setSelection] = useState(noSelection);
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
    setSelection(noSelection);
  }, []);
  const cards = useMemo(
    () => (selection.ids.size === 0 ? [] : shown.flatMap((column) => column.cards.filter(({ id }) => selection.ids.has(id)))),
    [shown, selection],
  );
  return { ids: selection.ids, cards, select, clear };
}
