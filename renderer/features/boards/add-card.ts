// How a card is added: by the page that the user is on, and by the next one if that did not hear of it.

import { routes } from '../../api/routes.ts';
import { ServiceError } from '../../api/client.ts';
import type { CreationOptions, Keyed } from '../../api/creations.ts';
import type { Card } from '../../../main/contract/cards.ts';
import type { Service } from '../../api/service.ts';
import { keepCard } from './card-cache.ts';
import { strings } from './strings.ts';

export interface NewCard extends Keyed {
  readonly projectId: string;
  readonly columnId: string;
  readonly title: string;
}

export const addCardKey = ['boards', 'add'] as const;

/** The name under which is kept what is being written in the field of a column. */
export function newCardDraft(columnId: string): string {
  return `column/${columnId}/card`;
}

export function addCardOptions({
  client,
  queries,
  drafts,
}: Pick<Service, 'client' | 'queries' | 'drafts'>): CreationOptions<NewCard, Card> {
  return {
    mutationKey: addCardKey,
    scope: { id: 'boards.add' },
    meta: { failed: strings.addCardFailed, keptAs: 'card' },
    mutationFn: ({ key, columnId, title }) => client.call(routes.createCard, { body: { columnId, title }, idempotencyKey: key }),
    onSuccess: (card) => {
      keepCard(queries, card);
    },
    onError: (error, { title, columnId }) => {
      // Without the column there is no field of it any more.
      const isGone = error instanceof ServiceError && (error.problem?.errors ?? []).some(({ path }) => path === 'columnId');
      drafts.giveBack(isGone ? 'capture' : newCardDraft(columnId), title);
    },
  };
}
