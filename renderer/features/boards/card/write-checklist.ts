// A checklist that is written here takes the place of what was seen there: what other clients have changed in it meanwhile is brought in.

import type { Card, ChecklistItem } from '../../../../main/contract/cards.ts';
import { ServiceError, type Client } from '../../../api/client.ts';
import { routes } from '../../../api/routes.ts';
import { mergedItems, sameItems } from './checklist-items.ts';

export interface ChecklistWriting {
  readonly items: readonly ChecklistItem[];
  /** The list that they were made of, */
  readonly base: readonly ChecklistItem[];
  /** in this version of the card. */
  readonly version: number;
}

/** To what the writings of a page have led, by the versions that they were made in. */
export type OwnWritings = Map<number, { readonly sent: readonly ChecklistItem[]; readonly saved: Card }>;

const asIs = (item: ChecklistItem): ChecklistItem => item;

/** With what others have done to the list that it was made of. */
function onto({ items, base }: ChecklistWriting, { checklist, version }: Card): ChecklistWriting {
  return { items: mergedItems(base, items, checklist, asIs), base: checklist, version };
}

/** The card with the list, and with what others have changed in it. */
export async function writeChecklist(client: Client, id: string, writing: ChecklistWriting, own: OwnWritings): Promise<Card> {
  let next = writing;
  for (let done = own.get(next.version); done !== undefined; done = own.get(next.version))
    next = onto({ ...next, base: done.sent }, done.saved);
  for (;;) {
    const { items, version } = next;
    try {
      const saved = await client.call(routes.replaceChecklist, { params: { id }, body: { checklist: [...items] }, ifMatch: version });
      if (saved.version > writing.version) own.set(writing.version, { sent: writing.items, saved });
      return saved;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'version_mismatch') throw error;
    }
    const card = await client.call(routes.readCard, { params: { id } });
    // It may have been sent before, and the answer was lost.
    if (sameItems(card.checklist, items)) return card;
    next = onto(next, card);
  }
}
