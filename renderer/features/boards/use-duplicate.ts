import type { Card, DuplicateCard } from '../../../main/contract/cards.ts';
import type { Changes } from '../../api/history.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { useHistoryMutation, created } from '../../api/undoable.ts';
import { showUndoMessage } from '../../ui/toasts.ts';
import { keepCard } from './card-cache.ts';
import { strings } from './strings.ts';

interface Duplicate {
  readonly id: string;
  readonly body: DuplicateCard;
  readonly key: string;
  readonly historyEntry: Changes;
}

interface Copying {
  /** What was done, in words; that it was duplicated when absent. */
  readonly what?: string;
  readonly body?: DuplicateCard;
  readonly done?: (copy: Card) => void;
}

/** Makes a copy of a card, right behind it unless the body says otherwise. */
export function useDuplicateCard(): (card: Pick<Card, 'id' | 'title'>, copying?: Copying) => void {
  const service = useService();
  const { client, queries, history } = service;
  const { mutate } = useHistoryMutation({
    meta: { failed: strings.duplicateFailed },
    scope: { id: 'boards.add' },
    mutationFn: ({ id, body, key, historyEntry }: Duplicate) =>
      historyEntry.make(
        () => client.call(routes.duplicateCard, { params: { id }, body, idempotencyKey: key }),
        (copy) => [created('card', copy)],
      ),
    onSuccess: (copy, { historyEntry }) => {
      keepCard(queries, copy);
      showUndoMessage(service, historyEntry);
    },
  });
  return ({ id, title }, { what = strings.cardDuplicated(title), body = {}, done } = {}) => {
    mutate({ id, body, key: crypto.randomUUID(), historyEntry: history.begin(what) }, { onSuccess: (copy) => done?.(copy) });
  };
}
