// What a board shows, read once and kept true card by card: a board may hold thousands.

import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Card } from '../../../main/contract/cards.ts';
import type { ChangeEntry } from '../../../main/contract/changes.ts';
import type { Column } from '../../../main/contract/columns.ts';
import { ServiceError, type Client } from '../../api/client.ts';
import { coalesce } from '../../api/live.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { withCard, withCardChanges, withoutCards } from './card-list.ts';
import { allWithUnderWay, isMoving, movesOver, withUnderWay } from './changes-under-way.ts';

export const columnsKey = (projectId: string) => ['column', 'board', projectId] as const;
export const cardsKey = (projectId: string) => ['card', 'board', projectId] as const;
export const cardKey = (id: string) => ['card', 'one', id] as const;

/** Thousands of cards take their time on a slow machine; in milliseconds. */
const timeoutMs = 60_000;

export function useColumns(projectId: string): UseQueryResult<readonly Column[]> {
  const { client } = useService();
  return useQuery({
    queryKey: columnsKey(projectId),
    queryFn: async ({ signal }) => (await client.call(routes.listColumns, { query: { projectId }, signal })).items,
  });
}

/** All cards of a board, column by column in their order. */
export function useCards(projectId: string): UseQueryResult<readonly Card[]> {
  const { client, connection, queries } = useService();
  useEffect(() => {
    const follow = patcher(client, queries, projectId);
    return connection.onChange((change) => {
      if (change !== null && change.type === 'card') follow(change);
    });
  }, [client, connection, queries, projectId]);
  return useQuery({
    queryKey: cardsKey(projectId),
    meta: { patched: true },
    queryFn: async ({ signal }): Promise<readonly Card[]> =>
      allWithUnderWay(queries, (await client.call(routes.listCards, { query: { projectId }, signal, timeoutMs })).items),
  });
}

/** From this many changed cards on, reading the whole board is the shorter way. */
const many = 20;

/** Gives a function that takes changes of cards and brings them into the list of the board, once no card is on its way elsewhere. */
export function patcher(client: Client, queries: QueryClient, projectId: string): (change: ChangeEntry) => void {
  let waiting = new Map<string, ChangeEntry>();
  /** The batch whose card was the last to get a place. */
  let batch: string | null = null;
  const queryKey = cardsKey(projectId);
  const change = (by: (cards: readonly Card[]) => readonly Card[]): void => {
    queries.setQueryData<readonly Card[]>(queryKey, (cards) => (cards === undefined ? undefined : by(cards)));
  };
  const readListAnew = (): Promise<void> => queries.invalidateQueries({ queryKey });
  const bringIn = async ({ id, action, version, ...rest }: ChangeEntry & { readonly id: string }): Promise<void> => {
    const known = queries.getQueryData<readonly Card[]>(queryKey)?.find((card) => card.id === id);
    // What this page did itself it knows already.
    if (action !== 'deleted' && known !== undefined && version !== null && known.version >= version) return;
    const read = action === 'deleted' ? null : await readCard(client, id);
    // What was read while a move began does not know of it.
    if (isMoving(queries)) {
      await movesOver(queries);
      await bringIn({ id, action, version, ...rest });
      return;
    }
    const card = read && withUnderWay(queries, read);
    // Archived cards are in lists of their own.
    if (card?.projectId !== projectId || card.isArchived) change((cards) => withoutCards(cards, new Set([id])));
    else if (action === 'updated' && known?.columnId === card.columnId) change((cards) => withCardChanges(cards, card));
    else change((cards) => withCard(cards, card, card.position));
  };
  const refresh = coalesce(async () => {
    // Else a card would go back to where a move before the last one has brought it, and the next key would move it from there.
    await movesOver(queries);
    const changes = [...waiting.values()];
    waiting = new Map();
    const moved = changes.filter(({ action }) => action === 'moved' || action === 'created');
    const goesOn = batch !== null && moved.some(({ batchId }) => batchId === batch);
    if (moved.length > 0) batch = moved.at(-1)?.batchId ?? null;
    try {
      // A place says where a card is among others that may have moved as well. And what is being read now may be older than the change.
      if (changes.length > many || moved.length > 1 || goesOn || queries.isFetching({ queryKey }) > 0) await readListAnew();
      else for (const each of changes) if (each.id !== null) await bringIn({ ...each, id: each.id });
    } catch {
      // Away or refused: with the connection everything is read anew.
      await readListAnew();
    }
  });
  return (one) => {
    if (one.id === null) return;
    const earlier = waiting.get(one.id);
    // A move that is followed by another change is still a move.
    waiting.set(
      one.id,
      earlier !== undefined && earlier.action !== 'updated' && one.action === 'updated' ? { ...one, action: earlier.action } : one,
    );
    refresh();
  };
}

/** Null when it is gone. */
async function readCard(client: Client, id: string): Promise<Card | null> {
  try {
    return await client.call(routes.readCard, { params: { id } });
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null;
    throw error;
  }
}
