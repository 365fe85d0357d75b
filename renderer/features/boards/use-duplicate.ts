import { useMutation } from '@tanstack/react-query';
import type { Card } from '../../../main/contract/cards.ts';
import type { Changes } from '../../api/history.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { created } from '../../api/undoable.ts';
import { tellOfDeed } from '../../ui/toasts.ts';
import { keepCard } from './card-cache.ts';
import { strings } from './strings.ts';

interface Duplicate {
  readonly id: string;
  readonly key: string;
  readonly deed: Changes;
}

/** Puts a copy of a card right behind it. */
export function useDuplicateCard(): (card: Pick<Card, 'id' | 'title'>, done?: (copy: Card) => void) => void {
  const service = useService();
  const { client, queries, history } = service;
  const { mutate } = useMutation({
    meta: { failed: strings.duplicateFailed },
    scope: { id: 'boards.add' },
    mutationFn: ({ id, key, deed }: Duplicate) =>
      deed.make(
        () => client.call(routes.duplicateCard, { params: { id }, body: {}, idempotencyKey: key }),
        (copy) => [created('card', copy)],
      ),
    onSuccess: (copy, { deed }) => {
      keepCard(queries, copy);
      tellOfDeed(service, deed);
    },
    onSettled: (_made, _error, { deed }) => {
      deed.settle();
    },
  });
  return ({ id, title }, done) => {
    mutate({ id, key: crypto.randomUUID(), deed: history.begin(strings.cardDuplicated(title)) }, { onSuccess: (copy) => done?.(copy) });
  };
}
