// What can be done with the card that has the focus, by keys, the palette and its menu alike.

import type { Card } from '../../../main/contract/cards.ts';
import { useActions } from '../../actions/registry.ts';
import { useService } from '../../api/service.ts';
import { announce } from '../../ui/announce.tsx';
import { showUndoMessage } from '../../ui/toasts.ts';
import { boardActions, type BoardActions } from './actions.ts';
import type { BoardControl, ShownColumn } from './board-context.ts';
import { cardThatStays, stepFrom, type CardStep } from './card-list.ts';
import { strings } from './strings.ts';
import { archiveChange, doneChange, useBulk, type BulkChange } from './use-bulk.ts';
import { useChangeCard, useDeleteCard } from './use-card-changes.ts';
import { useDuplicateCard } from './use-duplicate.ts';
import { chosenWith, type Chosen } from './use-selection.ts';

export interface Known {
  readonly cards: readonly Card[];
  readonly shown: readonly ShownColumn[];
}

interface Current extends Known {
  readonly projectId: string;
  readonly isCardOpen: boolean;
  /** The card that has, or had, the focus. */
  readonly current: Card | undefined;
  readonly selection: Chosen;
}

/** Offers what can be done with the board and the card that has the focus; if that is one of several that are chosen, with all of them. */
export function useCardActions(
  { projectId, cards, shown, isCardOpen, current, selection }: Current,
  { moveCard, focusCard, toggleDone, select }: BoardControl,
  cardActions: Pick<BoardActions, 'addCard' | 'addColumn' | 'filter' | 'hasSelection' | 'clearSelection' | 'toggleTable'>,
): void {
  const service = useService();
  const deleteCard = useDeleteCard();
  const duplicateCard = useDuplicateCard();
  const changeCard = useChangeCard();
  const bulk = useBulk(projectId);
  const move = (step: CardStep): void => {
    if (current === undefined) return;
    const visible = new Map(shown.map(({ column, cards: its }) => [column.id, its]));
    const to = stepFrom(
      cards,
      visible,
      shown.map(({ column }) => column.id),
      current.id,
      step,
    );
    if (to === null) {
      announce(strings.atEdge);
      return;
    }
    const historyEntry = moveCard(current, to);
    // One step is taken back by the other way as well.
    if (step === 'top' || step === 'bottom') showUndoMessage(service, historyEntry);
    focusCard(current.id);
  };
  const takeAway = (one: (card: Card) => void, several: BulkChange): void => {
    if (current === undefined) return;
    const gone = chosenWith(current, selection);
    const next = cardThatStays(
      shown.map((column) => column.cards),
      current.id,
      new Set(gone.map(({ id }) => id)),
    );
    if (gone.length === 1) one(current);
    else {
      bulk(gone, several);
      selection.clear();
    }
    if (next !== null) focusCard(next);
  };
  useActions(
    boardActions({
      ...cardActions,
      hasCard: () => !isCardOpen && current !== undefined,
      move,
      remove: () => {
        takeAway(deleteCard, { how: 'delete' });
      },
      archive: () => {
        takeAway((card) => {
          changeCard(card, { isArchived: true }, (historyEntry) => showUndoMessage(service, historyEntry));
        }, archiveChange);
      },
      toggleDone: () => {
        if (current === undefined) return;
        const changed = chosenWith(current, selection);
        if (changed.length === 1) toggleDone(current);
        else bulk(changed, doneChange(changed));
      },
      select: () => {
        if (current !== undefined) select(current.id, false);
      },
      duplicate: () => {
        if (current === undefined) return;
        duplicateCard(current, {
          done: ({ id }) => {
            focusCard(id);
          },
        });
      },
    }),
  );
}
