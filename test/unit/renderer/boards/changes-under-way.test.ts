import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Card } from '../../../../main/contract/cards.ts';
import type { ChangeEntry } from '../../../../main/contract/changes.ts';
import type { Client } from '../../../../renderer/api/client.ts';
import type { Connection } from '../../../../renderer/api/connection.ts';
import { Drafts } from '../../../../renderer/api/drafts.ts';
import { createQueries } from '../../../../renderer/api/live.ts';
import { expectCard, expectNoMore, keepCard } from '../../../../renderer/features/boards/card-cache.ts';
import {
  allWithUnderWay,
  cardChangeKey,
  moveKey,
  readAfterMoves,
  type CardChange,
} from '../../../../renderer/features/boards/changes-under-way.ts';
import { cardKey, cardsKey, patcher } from '../../../../renderer/features/boards/use-board.ts';

const card = (columnId: string, version: number): Card => ({ id: 'c', projectId: 'p', columnId, version, position: 0 }) as Card;
const moved = (version: number): ChangeEntry =>
  ({ seq: version, type: 'card', id: 'c', action: 'moved', version, at: '' }) as unknown as ChangeEntry;

function begin(
  queries: QueryClient,
  mutationKey: readonly string[],
  change: CardChange,
  answer = new Promise<unknown>(() => undefined),
): void {
  void new MutationObserver<unknown, Error, CardChange>(queries, { mutationKey, mutationFn: () => answer }).mutate(change);
}

it('what the feed tells of a card is brought in when no move is under way any more, also of one that began meanwhile', async () => {
  const queries = new QueryClient();
  queries.setQueryData(cardsKey('p'), [card('B', 1)]);
  const column = (): string | undefined => queries.getQueryData<readonly Card[]>(cardsKey('p'))?.[0]?.columnId;
  const move = (): ((value: unknown) => void) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    begin(queries, moveKey, { cardId: 'c', expects: {} }, promise);
    return resolve;
  };
  const first = move();
  const answers: ((card: Card) => void)[] = [];
  const call = vi.fn<() => Promise<Card>>(
    () =>
      new Promise<Card>((resolve) => {
        answers.push(resolve);
      }),
  );
  const follow = patcher({ call } as unknown as Client, queries, 'p');
  follow(moved(2));
  await new Promise(setImmediate);
  expect(call).not.toHaveBeenCalled();
  first(undefined);
  await expect.poll(() => call.mock.calls.length).toBe(1);
  const second = move();
  answers[0]?.(card('A', 2));
  await new Promise(setImmediate);
  expect(column()).toBe('B');
  second(undefined);
  await expect.poll(() => call.mock.calls.length).toBe(2);
  answers[1]?.(card('C', 3));
  await expect.poll(() => column()).toBe('C');
});

it('a card that comes while the board is read for the first time is on it: the board is read once more', async () => {
  const queries = createQueries(
    { retry: () => undefined } as unknown as Connection,
    new Drafts({ userId: null, storage: null }),
    () => undefined,
  );
  const answers: ((cards: readonly Card[]) => void)[] = [];
  const read = (): Promise<readonly Card[]> =>
    new Promise((resolve) => {
      answers.push(resolve);
    });
  const leave = new QueryObserver(queries, { queryKey: cardsKey('p'), queryFn: read }).subscribe(() => undefined);
  const follow = patcher({} as unknown as Client, queries, 'p');
  follow({ ...moved(1), action: 'created' });
  await new Promise(setImmediate);
  // It was read before the card was there.
  answers[0]?.([]);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.([card('A', 1)]);
  await expect.poll(() => queries.getQueryData<readonly Card[]>(cardsKey('p'))?.length).toBe(1);
  leave();
});

it('cards that get places in one batch are read with the whole board, also where the feed tells of them one by one', async () => {
  const queries = new QueryClient();
  const others = [{ ...card('A', 1), id: 'a' }];
  const all = ['s', 'g', 'a'].map((id, position) => ({ ...card('A', 1), id, position }));
  const read = vi.fn<() => Promise<readonly Card[]>>(() => Promise.resolve(all));
  const leave = new QueryObserver(queries, { queryKey: cardsKey('p'), queryFn: read, initialData: others, staleTime: Infinity }).subscribe(
    () => undefined,
  );
  const ids = (): string => (queries.getQueryData<readonly Card[]>(cardsKey('p')) ?? []).map(({ id }) => id).join('');
  const call = (_route: unknown, { params: { id } }: { readonly params: { readonly id: string } }) =>
    Promise.resolve(all.find((each) => each.id === id));
  const follow = patcher({ call } as unknown as Client, queries, 'p');
  // Its place is the one behind a card that the board does not have yet.
  follow({ ...moved(1), id: 'g', action: 'created', batchId: 'undo' });
  await expect.poll(ids).toBe('ag');
  follow({ ...moved(1), id: 's', action: 'created', batchId: 'undo' });
  await expect.poll(ids).toBe('sga');
  expect(read).toHaveBeenCalledOnce();
  leave();
});

it('a board whose reading a move has ended is read once that has arrived: what others did is on it', async () => {
  const queries = new QueryClient();
  const answers: ((cards: readonly Card[]) => void)[] = [];
  const read = (): Promise<readonly Card[]> =>
    new Promise((resolve) => {
      answers.push(resolve);
    });
  const options = { queryKey: cardsKey('p'), queryFn: read, initialData: [card('A', 1)], staleTime: Infinity };
  const leave = new QueryObserver(queries, options).subscribe(() => undefined);
  void queries.invalidateQueries({ queryKey: cardsKey('p') });
  expect(answers.length).toBe(1);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  readAfterMoves(queries, cardsKey('p'));
  begin(queries, moveKey, { cardId: 'c', expects: { columnId: 'B' } }, promise);
  queries.setQueryData(cardsKey('p'), [card('B', 1)]);
  answers[0]?.([card('A', 1)]);
  await new Promise(setImmediate);
  expect([answers.length, queries.getQueryData<readonly Card[]>(cardsKey('p'))]).toEqual([1, [card('B', 1)]]);
  resolve(undefined);
  await expect.poll(() => answers.length).toBe(2);
  const both = [card('B', 2), { ...card('B', 1), id: 'other' }];
  answers[1]?.(both);
  await expect.poll(() => queries.getQueryData<readonly Card[]>(cardsKey('p'))).toEqual(both);
  leave();
});

describe('a stream of changes', () => {
  const list = ['a', 'b', 'c'].map((id, position) => ({ ...card('A', 1), id, position }));
  const changeOf = (id: string, version: number, action: ChangeEntry['action'] = 'updated'): ChangeEntry => ({
    ...moved(version),
    id,
    action,
  });

  /** A board that follows the feed, and what it has asked the service for; `there`: cards of the service. */
  function followed(there: readonly Card[]) {
    const queries = new QueryClient();
    const read = vi.fn<() => Promise<readonly Card[]>>(() =>
      Promise.resolve(there.filter(({ projectId, isArchived }) => projectId === 'p' && !isArchived)),
    );
    const leave = new QueryObserver(queries, { queryKey: cardsKey('p'), queryFn: read, initialData: list, staleTime: Infinity }).subscribe(
      () => undefined,
    );
    const call = vi.fn<(route: unknown, input: CallInput) => Promise<unknown>>((_route, { params, body }) => {
      const cardOf = (id: string): Card | undefined => there.find((each) => each.id === id);
      if (params !== undefined) return Promise.resolve(cardOf(params.id));
      const cards = (body?.operations ?? []).map(({ path }) => cardOf(path.slice('/api/cards/'.length)));
      const gone = cards.indexOf(undefined);
      const results = (gone === -1 ? cards : cards.slice(0, gone)).map((each) => ({ status: 200, body: each }));
      return Promise.resolve({ failed: gone === -1 ? null : { index: gone, problem: { status: 404 } }, results });
    });
    const ids = (): string => (queries.getQueryData<readonly Card[]>(cardsKey('p')) ?? []).map(({ id }) => id).join('');
    return { follow: patcher({ call } as unknown as Client, queries, 'p'), call, read, ids, queries, leave };
  }

  interface CallInput {
    readonly params?: { readonly id: string };
    readonly body?: { readonly operations: readonly { readonly path: string }[] };
  }

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('of cards on other boards asks for each of them once, and never for the board', async () => {
    const others = Array.from({ length: 30 }, (_, index) => ({ ...card('Z', 2), id: `o${index}`, projectId: 'q' }));
    const { follow, call, read, leave } = followed([...list, ...others]);
    for (let change = 0; change < 200; change += 1) {
      follow(changeOf(`o${change % 30}`, change + 2, change < 30 ? 'created' : 'updated'));
      await vi.advanceTimersByTimeAsync(50);
    }
    await vi.advanceTimersByTimeAsync(5_000);
    const asked = call.mock.calls.flatMap(([, { params, body }]) => params?.id ?? body?.operations.map(({ path }) => path.slice(11)) ?? []);
    expect(asked.toSorted()).toEqual(others.map(({ id }) => id).toSorted());
    expect([call.mock.calls.length < 8, read.mock.calls.length]).toEqual([true, 0]);
    leave();
  });

  it('of cards of this board asks for those of a moment together; one that is gone meanwhile goes', async () => {
    const there = list.map((each) => ({ ...each, version: 9, title: 'Changed' })).filter(({ id }) => id !== 'b');
    const { follow, call, read, ids, queries, leave } = followed(there);
    follow(changeOf('a', 9));
    await vi.advanceTimersByTimeAsync(0);
    for (const id of ['b', 'c']) follow(changeOf(id, 9));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ids()).toBe('ac');
    expect(queries.getQueryData<readonly Card[]>(cardsKey('p'))).toMatchObject([{ title: 'Changed' }, { title: 'Changed' }]);
    expect([call.mock.calls.length, read.mock.calls.length]).toEqual([3, 0]);
    leave();
  });

  it('a card that comes here from another board is brought in', async () => {
    const there = [...list, { ...card('A', 2), id: 'o', projectId: 'q', position: 3 }];
    const { follow, ids, leave } = followed(there);
    follow(changeOf('o', 2));
    await vi.advanceTimersByTimeAsync(100);
    expect(ids()).toBe('abc');
    there.splice(3, 1, { ...card('A', 3), id: 'o', position: 3 });
    follow(changeOf('o', 3, 'moved'));
    await vi.advanceTimersByTimeAsync(100);
    expect(ids()).toBe('abco');
    leave();
  });

  it('cards that come here from another board together are kept true afterwards, an archived one that comes back as well', async () => {
    const [one, two, hidden] = ['o', 't', 'h'].map((id) => ({ ...card('A', 2), id, projectId: 'q', position: 3 })) as [Card, Card, Card];
    const there = [...list, one, two, { ...hidden, isArchived: true }];
    const { follow, ids, queries, leave } = followed(there);
    for (const id of ['o', 't', 'h']) follow(changeOf(id, 2));
    await vi.advanceTimersByTimeAsync(5_000);
    there.splice(3, 2, { ...one, projectId: 'p', version: 3 }, { ...two, projectId: 'p', version: 3 });
    there.splice(5, 1, { ...hidden, projectId: 'p', version: 3, isArchived: true });
    for (const id of ['o', 't', 'h']) follow({ ...changeOf(id, 3, 'moved'), batchId: 'all' });
    await vi.advanceTimersByTimeAsync(5_000);
    there.splice(3, 1, { ...one, projectId: 'p', version: 4, title: 'Changed' });
    there.splice(5, 1, { ...hidden, projectId: 'p', version: 4, position: 5 });
    for (const id of ['o', 'h']) follow(changeOf(id, 4));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ids().split('').toSorted().join('')).toBe('abchot');
    expect(queries.getQueryData<readonly Card[]>(cardsKey('p'))?.find(({ id }) => id === 'o')).toMatchObject({ title: 'Changed' });
    leave();
  });

  it('a card of another board that came here while changes were missed is kept true', async () => {
    const there = [...list, { ...card('A', 2), id: 'o', projectId: 'q', position: 3 }];
    const { follow, ids, queries, leave } = followed(there);
    follow(changeOf('o', 2));
    await vi.advanceTimersByTimeAsync(5_000);
    // It is archived, and comes back.
    there.splice(3, 1, { ...card('A', 4), id: 'o', position: 3 });
    follow(null);
    follow(changeOf('o', 4));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ids()).toBe('abco');
    there.splice(3, 1, { ...card('A', 5), id: 'o', position: 3, title: 'Changed' });
    follow(changeOf('o', 5));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(queries.getQueryData<readonly Card[]>(cardsKey('p'))?.at(-1)).toMatchObject({ title: 'Changed' });
    leave();
  });
});

describe('what is on its way to the service', () => {
  it('shows on the answer to an earlier change, but for the one that is answered', () => {
    const queries = new QueryClient();
    queries.setQueryData(cardsKey('p'), [card('A', 1)]);
    const changes: readonly CardChange[] = [
      { cardId: 'c', expects: { title: 'One', priority: 'high' } },
      { cardId: 'c', expects: { progress: 50 } },
      { cardId: 'c', expects: { columnId: 'B', position: 0 } },
      { cardId: 'other', expects: { title: 'Other' } },
    ];
    for (const change of changes) begin(queries, cardChangeKey, change);
    keepCard(queries, { ...card('A', 2), title: 'Of the service', progress: 0 }, changes[0]);
    const shown = { title: 'Of the service', progress: 50, columnId: 'B', version: 2 };
    expect(queries.getQueryData(cardsKey('p'))).toMatchObject([shown]);
    expect(queries.getQueryData(cardKey('c'))).toMatchObject(shown);
  });

  it('is of the version that it was made in where it is refused, also when a newer one was read with it', () => {
    const queries = new QueryClient();
    const before = { ...card('A', 1), title: 'Old' };
    queries.setQueryData(cardKey('c'), before);
    const change: CardChange = { cardId: 'c', expects: { title: 'New' } };
    begin(queries, cardChangeKey, change);
    expectCard(queries, before, change.expects);
    keepCard(queries, { ...card('A', 2), title: 'Of another client' });
    expect(queries.getQueryData(cardKey('c'))).toMatchObject({ title: 'New', version: 2 });
    expectNoMore(queries, before, change.expects);
    expect(queries.getQueryData(cardKey('c'))).toMatchObject({ title: 'Old', version: 1 });
  });

  it('shows on a board that is read meanwhile', () => {
    const queries = new QueryClient();
    begin(queries, cardChangeKey, { cardId: 'a', expects: { columnId: 'B', position: 0 } });
    begin(queries, cardChangeKey, { cardId: 'b', expects: { title: 'New' } });
    begin(queries, cardChangeKey, { cardId: 'c', expects: { isArchived: true } });
    const board = ['a', 'b', 'c', 'd'].map((id) => ({ ...card(id === 'd' ? 'B' : 'A', 1), id, title: 'Old' }));
    const shown = allWithUnderWay(queries, board).map(({ id, columnId, title }) => `${id} ${columnId} ${title}`);
    expect(shown).toEqual(['b A New', 'a B Old', 'd B Old']);
  });

  it('leaves a card that is being archived away from its board, also when an earlier change is answered', () => {
    const queries = new QueryClient();
    queries.setQueryData(cardsKey('p'), []);
    begin(queries, cardChangeKey, { cardId: 'c', expects: { isArchived: true } });
    keepCard(queries, card('A', 2));
    expect(queries.getQueryData(cardsKey('p'))).toEqual([]);
  });
});
