// What is written into a card takes the place of what its writer saw there, and of nothing else: where another client has changed that text
// meanwhile, both are still there, and it is asked whose is to stay.

import { useRef } from 'react';
import type { Card } from '../../../../main/contract/cards.ts';
import { isVersionMismatch, type Client } from '../../../api/client.ts';
import type { Changes } from '../../../api/history.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { useHistoryMutation } from '../../../api/undoable.ts';
import { expectCard, keepCard, readAgain } from '../card-cache.ts';
import { cardChangeKey, type CardChange } from '../changes-under-way.ts';
import { strings as boardStrings } from '../strings.ts';
import { cardKey } from '../use-board.ts';
import { touchedCard } from '../use-card-changes.ts';
import type { SaveOutcome } from './use-draft.tsx';
import { strings } from './strings.ts';

type Field = 'title' | 'description';

interface Writing extends CardChange {
  readonly text: string;
  /** What its writer saw there, */
  readonly base: string;
  /** in this version of the card; where what was seen is on its way itself, in the version that it is written over. */
  readonly version: number;
  /** What stands there where what was seen does not get there. */
  readonly under: readonly string[];
  readonly historyEntry: Changes;
}

interface Written {
  readonly card: Card;
  readonly isDisputed: boolean;
}

const changeOf = (field: Field, text: string): Partial<Pick<Card, Field>> => ({
  [field]: field === 'description' && text === '' ? null : text,
});

/** Changes the field, unless another client has changed it since: then nothing is changed. */
async function write(client: Client, id: string, field: Field, { text, base, under, ...seen }: Writing): Promise<Written> {
  const body = changeOf(field, text);
  let { version } = seen;
  for (;;) {
    try {
      return { card: await client.call(routes.updateCard, { params: { id }, body, ifMatch: version }), isDisputed: false };
    } catch (error) {
      if (!isVersionMismatch(error)) throw error;
    }
    const card = await client.call(routes.readCard, { params: { id } });
    const now = card[field] ?? '';
    // It may have been sent before, and the answer was lost.
    if (now === text || ![base, ...under].includes(now)) return { card, isDisputed: now !== text };
    version = card.version;
  }
}

/** What was seen in a version stands there still after what was written over it right here. */
function newestOwn(own: ReadonlyMap<number, number>, version: number): number {
  const next = own.get(version) ?? version;
  return next === version ? version : newestOwn(own, next);
}

/** Writes one field of a card. The promise settles, and never rejects, when the service has answered. */
export function useWriteCard(card: Card, field: Field): (text: string, base: string) => Promise<SaveOutcome> {
  const { client, queries, history } = useService();
  /** To which version the writing in each has led. */
  const own = useRef(new Map<number, number>());
  // A card that could not be read, as it is gone, is not there by being written.
  const expect = (changes: Partial<Card>): void => {
    if (queries.getQueryState(cardKey(card.id))?.status !== 'error') expectCard(queries, card, changes);
  };
  const mutationKey = [...cardChangeKey, 'write', card.id, field];
  const { mutateAsync } = useHistoryMutation({
    mutationKey,
    scope: { id: `boards.card.${card.id}` },
    meta: { failed: strings.saveFailed },
    mutationFn: (writing: Writing) =>
      writing.historyEntry.make(
        async () => {
          const version = newestOwn(own.current, writing.version);
          const written = await write(client, card.id, field, { ...writing, version });
          if (!written.isDisputed) own.current.set(version, written.card.version);
          return written;
        },
        (written) => (written.isDisputed ? [] : touchedCard(written.card)),
      ),
    onMutate: ({ expects }) => {
      expect(expects);
    },
    onSuccess: (written, sent) => {
      keepCard(queries, written.card, sent);
    },
    onError: (_error, { text, base, version }) => {
      // It shall not stand there as what the service has, where nothing can be read either.
      if ((queries.getQueryData<Card>(cardKey(card.id))?.[field] ?? '') === text) expect({ ...changeOf(field, base), version });
      readAgain(queries, card);
    },
  });
  return async (text, base) => {
    try {
      const historyEntry = history.begin(boardStrings.cardEdited(card.title), `card ${card.id} ${field}`);
      const change: CardChange = { cardId: card.id, expects: changeOf(field, text) };
      // While an earlier text is on its way it shows in whatever is read of the card, which may have another one of another client.
      const earlier = queries.getMutationCache().findAll({ mutationKey, status: 'pending' });
      const underWay = earlier.map(({ state }) => state.variables as Writing);
      const seen = { version: underWay[0]?.version ?? card.version, under: underWay.map((writing) => writing.base) };
      const { isDisputed } = await mutateAsync({ ...change, ...seen, text, base, historyEntry });
      return isDisputed ? 'disputed' : 'settled';
    } catch {
      // It has been told of, and what the service has is read again.
      return 'refused';
    }
  };
}
