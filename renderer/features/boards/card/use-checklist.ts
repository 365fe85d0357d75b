import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Card, ChecklistItem } from '../../../../main/contract/cards.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { expectCard, keepCard, readAgain } from '../card-cache.ts';
import { keyed, sameItems, sendable, type KeyedItem } from './checklist-items.ts';
import { strings } from './strings.ts';

/** How long nothing must have been typed before it is saved, in milliseconds. */
const pause = 700;

/**
 * The checklist of a card while it is edited. What others change shows, unless something is being written here that the service does not
 * have yet.
 */
export function useChecklist(card: Card) {
  const { client, queries } = useService();
  const [items, setItems] = useState(() => keyed(card.checklist, [], newKey));
  const [isDirty, setDirty] = useState(false);
  const [seen, setSeen] = useState(card.checklist);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const mutationKey = ['boards', 'checklist', card.id];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `boards.card.${card.id}` },
    meta: { failed: strings.checklistFailed },
    mutationFn: (checklist: readonly ChecklistItem[]) =>
      client.call(routes.replaceChecklist, { params: { id: card.id }, body: { checklist: [...checklist] } }),
    onSuccess: (saved) => {
      keepCard(queries, saved);
    },
    onError: () => readAgain(queries, card),
  });
  const isOnTheWay = useIsMutating({ mutationKey }) > 0;
  const flush = useEffectEvent(() => {
    clearTimeout(timer.current);
    setDirty(false);
    const checklist = sendable(items);
    // What is on its way counts before what the service has said last.
    if (!isOnTheWay && sameItems(checklist, card.checklist)) return;
    expectCard(queries, card, { checklist: [...checklist] });
    mutate(checklist);
  });
  const leave = useEffectEvent(() => {
    if (isDirty) flush();
  });
  // Closing is no reason to lose anything.
  useEffect(
    () => () => {
      leave();
    },
    [],
  );
  // The answer to an earlier change must not take back what was written since.
  if (seen !== card.checklist && !isDirty && !isOnTheWay) {
    setSeen(card.checklist);
    if (!sameItems(sendable(items), card.checklist)) setItems((before) => keyed(card.checklist, before, newKey));
  }
  return {
    items,
    /** `later`: while the user types. */
    change: (by: (items: readonly KeyedItem[]) => readonly KeyedItem[], when: 'now' | 'later' = 'now') => {
      setItems(by);
      setDirty(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(
        () => {
          flush();
        },
        when === 'now' ? 0 : pause,
      );
    },
    flush: () => {
      if (isDirty) flush();
    },
  };
}

export function newKey(): string {
  return crypto.randomUUID();
}
