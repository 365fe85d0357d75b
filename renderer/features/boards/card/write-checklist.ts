// A checklist that is written here takes the place of what was seen there: what other clients have changed in it meanwhile is brought in.

import type { Card, ChecklistItem } from '../../../../main/contract/cards.ts';
import { isVersionMismatch, type Client } from '../../../api/client.ts';
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
/** How many versions are remembered, of all cards. */
const maxWritten = 200;

/** As the newest: what still waits for its turn is made of a version in which something was written last. */
function remember(id: string, { items, version }: Pick<ChecklistWriting, 'items' | 'version'>, saved: Card): void {
  if (saved.version <= version) return;
  const key = `${id}:${version}`;
  written.delete(key);
  written.set(key, { sent: items, saved });
}

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
    // The version that it was made in leads to what is there now, however many others were made in it.
    for (const each of [...tried, writing]) remember(id, each, saved);
    forgetOldest(written, maxWritten);
    return saved;
  };
  for (;;) {
    const { items, version } = next;
    tried.push(next);
    try {
      return remembered(await client.call(routes.replaceChecklist, { params: { id }, body: { checklist: [...items] }, ifMatch: version }));
    } catch (error) {
      if (!isVersionMismatch(error)) throw error;
    }
    const card = await client.call(routes.readCard, { params: { id } });
    // It may have been sent before, and the answer was lost.
    if (sameItems(card.checklist, items)) return remembered(card);
    next = onto(next, card);
  }
}
