// What a board shows, read once and kept true card by card: a board may hold thousands.

import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Card } from '../../../main/contract/cards.ts';
import type { ChangeEntry } from '../../../main/contract/changes.ts';
import type { Column } from '../../../main/contract/columns.ts';
import { maxOperations } from '../../../main/contract/limits.ts';
import { refusalOf, ServiceError, type Client } from '../../api/client.ts';
import { coalesceInSight } from '../../api/in-sight.ts';
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
    const end = connection.onChange((change) => {
      if (change === null || change.type === 'card') follow(change);
    });
    return () => {
      end();
      follow(null);
    };
  }, [client, connection, queries, projectId]);
  return useQuery({
    queryKey: cardsKey(projectId),
    meta: { patched: true },
    queryFn: async ({ signal }): Promise<readonly Card[]> =>
      allWithUnderWay(queries, (await client.call(routes.listCards, { query: { projectId }, signal, timeoutMs })).items),
  });
}

/**
 * Gives a function that takes changes of cards and brings them into the list of the board, once no card is on its way elsewhere. null:
 * changes may have been missed, or will be.
 */
export function patcher(client: Client, queries: QueryClient, projectId: string): (change: ChangeEntry | null) => void {
  let waiting = new Map<string, CardChanged>();
  /** The batch whose card was the last to get a place. */
  let batch: string | null = null;
  /** Cards that are on other boards: nothing but a move brings them here. */
  const elsewhere = new Set<string>();
  /** How often changes may have been missed: what was asked for before may be answered when something newer has been read. */
  let missed = 0;
  const queryKey = cardsKey(projectId);
  const change = (by: (cards: readonly Card[]) => readonly Card[]): void => {
    queries.setQueryData<readonly Card[]>(queryKey, (cards) => (cards === undefined ? undefined : by(cards)));
  };
  const knownCard = (id: string): Card | undefined => queries.getQueryData<readonly Card[]>(queryKey)?.find((card) => card.id === id);
  const readListAnew = (): Promise<void> => queries.invalidateQueries({ queryKey });
  const isNews = ({ id, action, version }: CardChanged): boolean => {
    if (action === 'deleted') return knownCard(id) !== undefined;
    const known = knownCard(id);
    if (known === undefined) return action !== 'updated' || !elsewhere.has(id);
    // What this page did itself it knows already.
    return version === null || known.version < version;
  };
  const rememberElsewhere = (news: readonly CardChanged[], cards: ReadonlyMap<string, Card>): void => {
    for (const { id } of news) {
      const read = cards.get(id);
      if (read !== undefined && read.projectId !== projectId) elsewhere.add(id);
      else elsewhere.delete(id);
    }
  };
  const bringIn = async (changes: readonly CardChanged[]): Promise<void> => {
    const news = changes.filter(isNews);
    const toRead = news.flatMap(({ id, action }) => (action === 'deleted' ? [] : [id]));
    // What is being read now may be older than a change.
    if (toRead.length > maxOperations || (changes.length > 0 && queries.isFetching({ queryKey }) > 0)) return readListAnew();
    const before = missed;
    const cards = await readCards(client, toRead);
    if (missed !== before) return readListAnew();
    // What was read while a move began does not know of it.
    if (isMoving(queries)) {
      await movesOver(queries);
      return bringIn(changes);
    }
    rememberElsewhere(news, cards);
    const isHere = (card: Card | undefined): card is Card => card?.projectId === projectId && !card.isArchived;
    const placed = news.filter(({ id, action }) => (action === 'moved' || action === 'created') && isHere(cards.get(id)));
    const goesOn = batch !== null && placed.some(({ batchId }) => batchId === batch);
    if (placed.length > 0) batch = placed.at(-1)?.batchId ?? null;
    // A place says where a card is among others that may have moved as well.
    if (placed.length > 1 || goesOn) return readListAnew();
    for (const { id, action } of news) {
      const read = cards.get(id);
      // Archived cards are in lists of their own.
      if (!isHere(read)) {
        if (knownCard(id) !== undefined) change((all) => withoutCards(all, new Set([id])));
        continue;
      }
      const card = withUnderWay(queries, read);
      if (action === 'updated' && knownCard(id)?.columnId === card.columnId) change((all) => withCardChanges(all, card));
      else change((all) => withCard(all, card, card.position));
    }
  };
  const refresh = coalesceInSight(async () => {
    // Else a card would go back to where a move before the last one has brought it, and the next key would move it from there.
    await movesOver(queries);
    const changes = [...waiting.values()];
    waiting = new Map();
    try {
      await bringIn(changes);
    } catch {
      // Away or refused: with the connection everything is read anew.
      await readListAnew();
    }
  });
  return (one) => {
    if (one === null) {
      missed += 1;
      elsewhere.clear();
      if (waiting.size > 0) void readListAnew();
      waiting = new Map();
    }
    const id = one?.id ?? null;
    if (one === null || id === null) return;
    const earlier = waiting.get(id);
    // A move that is followed by another change is still a move.
    const action = earlier !== undefined && earlier.action !== 'updated' && one.action === 'updated' ? earlier.action : one.action;
    waiting.set(id, { ...one, id, action });
    refresh();
  };
}

type CardChanged = ChangeEntry & { readonly id: string };

/** Those of these cards that are there, by their ids, with one request. */
async function readCards(client: Client, ids: readonly string[]): Promise<ReadonlyMap<string, Card>> {
  const [first, ...others] = ids;
  if (first === undefined) return new Map();
  if (others.length === 0) {
    const card = await readCard(client, first);
    return new Map(card === null ? [] : [[first, card]]);
  }
  const { failed, results } = await client.call(routes.runBatch, {
    body: { operations: ids.map((id) => ({ method: 'GET' as const, path: `/api/cards/${id}` })) },
  });
  const cards = new Map(results.map(({ body }) => [(body as Card).id, body as Card]));
  if (failed === null) return cards;
  if (failed.problem.status !== 404) throw refusalOf(failed);
  // It is gone; those after it were not read.
  return new Map([...cards, ...(await readCards(client, ids.slice(failed.index + 1)))]);
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
