// A checklist that is written here takes the place of what was seen there: what other clients have changed in it meanwhile is brought in.

import type { Card, ChecklistItem } from '../../../../main/contract/cards.ts';
import { ServiceError, type Client } from '../../../api/client.ts';
import { forgetOldest } from '../../../api/forget-oldest.ts';
import { routes } from '../../../api/routes.ts';
import { mergedItems, sameItems } from './checklist-items.ts';

export interface ChecklistWriting {
  readonly items: readonly ChecklistItem[];
  /** The list that they were made of, */
  readonly base: readonly ChecklistItem[];
  /** in this version of the card. */
  readonly version: number;
}

interface Written {
  readonly sent: readonly ChecklistItem[];
  readonly saved: Card;
}

/** To what the writings of this page have led, by the card and the version that they were made in. */
const written = new Map<string, Written>();
/** Of how many writings that is remembered: those that wait for one that is on its way. */
const maxWritten = 50;

const asIs = (item: ChecklistItem): ChecklistItem => item;

/** With what others have done to the list that it was made of. */
function onto({ items, base }: ChecklistWriting, { checklist, version }: Card): ChecklistWriting {
  return { items: mergedItems(base, items, checklist, asIs), base: checklist, version };
}

/**
 * The card with the list, and with what others have changed in it. Writings that are made of one version follow each other, each with what
 * is in those before it; one that was refused leaves the next as it is, which is then brought in by what it was made of.
 */
export async function writeChecklist(client: Client, id: string, writing: ChecklistWriting): Promise<Card> {
  let next = writing;
  for (let done = written.get(`${id}:${next.version}`); done !== undefined; done = written.get(`${id}:${next.version}`))
    next = onto({ ...next, base: done.sent }, done.saved);
  const tried: ChecklistWriting[] = [];
  const remembered = (saved: Card): Card => {
    for (const { items, version } of tried) if (saved.version > version) written.set(`${id}:${version}`, { sent: items, saved });
    forgetOldest(written, maxWritten);
    return saved;
  };
  for (;;) {
    const { items, version } = next;
    tried.push(next);
    try {
      return remembered(await client.call(routes.replaceChecklist, { params: { id }, body: { checklist: [...items] }, ifMatch: version }));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'version_mismatch') throw error;
    }
    const card = await client.call(routes.readCard, { params: { id } });
    // It may have been sent before, and the answer was lost.
    if (sameItems(card.checklist, items)) return remembered(card);
    next = onto(next, card);
  }
}
