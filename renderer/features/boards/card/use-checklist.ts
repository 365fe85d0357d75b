import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Card, ChecklistItem } from '../../../../main/contract/cards.ts';
import type { Drafts } from '../../../api/drafts.ts';
import type { Changes } from '../../../api/history.ts';
import { useService } from '../../../api/service.ts';
import { useHistoryMutation } from '../../../api/undoable.ts';
import { expectCard, expectNoMore, keepCard, readAgain } from '../card-cache.ts';
import { cardChangeKey, type CardChange } from '../changes-under-way.ts';
import { touchedCard } from '../use-card-changes.ts';
import { keyed, sameItems, sendable, type KeyedItem, mergedItems } from './checklist-items.ts';
import { strings } from './strings.ts';
import { writeChecklist, type ChecklistWriting } from './write-checklist.ts';

/** How long nothing must have been typed before it is saved, in milliseconds. */
const debounceMs = 700;

/** What is kept of a checklist that is being written. */
interface KeptList {
  readonly items: readonly KeyedItem[];
  /** What it was made of, */
  readonly base: readonly ChecklistItem[];
  /** in this version of the card. */
  readonly version: number;
  /** What was sent last, without an answer; null when the service has answered. */
  readonly sent: readonly ChecklistItem[] | null;
}

const checklistDraft = (cardId: string): string => `card/${cardId}/checklist`;

/** The name under which is kept what is being written for the next item. */
export const newItemDraft = (cardId: string): string => `card/${cardId}/item`;

/** The texts of items that were written into the card and that the service does not have. */
export function unsavedItems(drafts: Pick<Drafts, 'read'>, cardId: string): readonly string[] {
  const { items = [], base = [] } = (drafts.read(checklistDraft(cardId)) as KeptList | null) ?? {};
  const saved = new Set(base.map(({ text }) => text));
  const changed = items.filter(({ text }) => !saved.has(text)).map(({ text }) => text);
  return [...changed, (drafts.read(newItemDraft(cardId)) ?? '') as string];
}

interface UndoableWriting extends ChecklistWriting, CardChange {
  /** The card before. */
  readonly before: Card;
  readonly historyEntry: Changes;
}

const withKey = (item: ChecklistItem): KeyedItem => ({ ...item, key: newKey() });

/** What was left unsaved, with what others have changed since. */
function taken({ items, base, sent }: KeptList, now: readonly ChecklistItem[]): readonly KeyedItem[] {
  return sent !== null && sameItems(sent, now) ? items : mergedItems(base, items, now, withKey);
}

/**
 * The checklist of a card while it is edited. What others change shows, unless something is being written here that the service does not
 * have yet.
 */
export function useChecklist(card: Card) {
  const { client, queries, drafts, history } = useService();
  const name = checklistDraft(card.id);
  const kept = (): KeptList | null => drafts.read(name) as KeptList | null;
  const [left] = useState(kept);
  const [items, setItems] = useState(() => (left === null ? keyed(card.checklist, [], newKey) : taken(left, card.checklist)));
  const [isDirty, setDirty] = useState(left !== null);
  const [isRefused, setRefused] = useState(false);
  const [seen, setSeen] = useState(card.checklist);
  /** With what was changed since it was drawn. */
  const latest = useRef(items);
  useLayoutEffect(() => {
    latest.current = items;
  }, [items]);
  const show = (next: readonly KeyedItem[]): void => {
    latest.current = next;
    setItems(next);
  };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const mutationKey = [...cardChangeKey, 'checklist', card.id];
  const { mutate } = useHistoryMutation({
    mutationKey,
    scope: { id: `boards.card.${card.id}` },
    meta: { failed: strings.checklistFailed },
    mutationFn: ({ historyEntry, ...writing }: UndoableWriting) =>
      historyEntry.make(() => writeChecklist(client, card.id, writing), touchedCard),
    onSuccess: (saved, writing) => {
      const { items: sent } = writing;
      setRefused(false);
      keepCard(queries, saved, writing);
      const now = kept();
      if (now === null || sameItems(sendable(now.items), sent)) {
        drafts.drop(name);
        return;
      }
      // What was written since stays kept, with what others have changed.
      if (!sameItems(sent, saved.checklist)) show(mergedItems(sent, now.items, saved.checklist, withKey));
      drafts.write(name, { items: latest.current, base: saved.checklist, version: saved.version, sent: null } satisfies KeptList);
    },
    onError: (_error, { before, expects }) => {
      // What was refused stays in its fields.
      setDirty(true);
      setRefused(true);
      expectNoMore(queries, before, expects);
      readAgain(queries, card);
    },
  });
  const isOnTheWay = useIsMutating({ mutationKey }) > 0;
  const flush = useEffectEvent(() => {
    clearTimeout(timer.current);
    setDirty(false);
    setRefused(false);
    const before = kept();
    // While a change is on its way, the card shows that as well: it may be refused, and others may have changed the list meanwhile.
    const { base, version } = isOnTheWay && before !== null ? before : { base: card.checklist, version: card.version };
    if (!isOnTheWay && before !== null) show(taken({ ...before, items: latest.current }, card.checklist));
    const checklist = sendable(latest.current);
    // What is on its way counts before what the service has said last.
    if (!isOnTheWay && sameItems(checklist, card.checklist)) {
      drafts.drop(name);
      return;
    }
    drafts.write(name, { items: latest.current, base, version, sent: checklist } satisfies KeptList);
    const expects = { checklist: [...checklist] };
    expectCard(queries, card, expects);
    mutate({
      cardId: card.id,
      expects,
      items: checklist,
      base,
      version,
      before: card,
      historyEntry: history.begin(strings.checklistChanged(card.title)),
    });
  });
  const leave = useEffectEvent(() => {
    if (isDirty) flush();
  });
  // Closing is no reason to lose anything; what was left unsaved before is saved now.
  useEffect(() => {
    leave();
    return () => {
      leave();
    };
  }, []);
  // The answer to an earlier change must not take back what was written since.
  if (seen !== card.checklist && !isDirty && !isOnTheWay) {
    setSeen(card.checklist);
    if (!sameItems(sendable(items), card.checklist)) setItems((before) => keyed(card.checklist, before, newKey));
  }
  return {
    items,
    /** The service has refused what stands there. */
    isRefused,
    /** `later`: while the user types. */
    change: (by: (items: readonly KeyedItem[]) => readonly KeyedItem[], when: 'now' | 'later' = 'now') => {
      const next = by(latest.current);
      show(next);
      setDirty(true);
      const before = kept();
      const { base, version, sent } = before ?? { base: card.checklist, version: card.version, sent: null };
      drafts.write(name, { items: next, base, version, sent } satisfies KeptList);
      clearTimeout(timer.current);
      timer.current = setTimeout(
        () => {
          flush();
        },
        when === 'now' ? 0 : debounceMs,
      );
    },
    flush: () => {
      if (isDirty) flush();
    },
  };
}

function newKey(): string {
  return crypto.randomUUID();
}
