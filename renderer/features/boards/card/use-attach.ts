import { useSyncExternalStore } from 'react';
import type { Card } from '../../../../main/contract/cards.ts';
import { useService } from '../../../api/service.ts';
import { announce } from '../../../ui/announce.tsx';
import { readAgain } from '../card-cache.ts';
import { strings } from './strings.ts';
import { currentTransfers, sendToCard, subscribeTransfers, type Transfer } from './uploads.ts';

/** A function that attaches files to the card. */
export function useAttach(card: Card): (files: readonly File[]) => void {
  const { client, queries } = useService();
  return (files) => {
    sendToCard(client, card.id, files, ({ filename }) => {
      announce(strings.attached(filename));
      void readAgain(queries, card);
    });
  };
}

/** The files that are on their way to the card, and those that were refused. */
export function useTransfers(cardId: string): readonly Transfer[] {
  return useSyncExternalStore(subscribeTransfers, currentTransfers).filter((transfer) => transfer.cardId === cardId);
}
