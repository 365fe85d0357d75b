// What is shown in the end is what the service has, whenever changes, answers, failures and the feed come.

import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Card } from '../../../main/contract/cards.ts';
import type { ChangeEntry } from '../../../main/contract/changes.ts';
import type { NoteSummary } from '../../../main/contract/notes.ts';
import { ServiceError, UnreachableError, type Client } from '../../../renderer/api/client.ts';
import type { Connection } from '../../../renderer/api/connection.ts';
import { Drafts } from '../../../renderer/api/drafts.ts';
import { createQueries, keepLive } from '../../../renderer/api/live.ts';
import { Listeners } from '../../../renderer/api/store.ts';
import { cardKey, cardsKey, patcher } from '../../../renderer/features/boards/use-board.ts';
import { followNotes } from '../../../renderer/features/notes/list/follow-notes.ts';
import { allNotes, type NotePages } from '../../../renderer/features/notes/list/note-pages.ts';
import { everywhere, isInPlace, type ListView } from '../../../renderer/features/notes/list/place.ts';
import { listKey } from '../../../renderer/features/notes/list/use-notes.ts';
import { attributesKey } from '../../../renderer/features/notes/notebooks/note-attributes.ts';
import { seeded, times } from '../../support/property.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Numbers from 0 to 1, the same for each seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** A service whose answers come late, and some of them not at all, and the line to it. */
function slowService(random: () => number) {
  const listeners = new Listeners<[ChangeEntry | null]>();
  let isConnected = true;
  let line = 0;
  let told = Promise.resolve();
  const isFaulty = { now: true };
  return {
    isFaulty,
    connection: {
      status: () => 'reachable',
      subscribe: () => () => undefined,
      retry: () => undefined,
      onChange: listeners.subscribe,
    } as unknown as Connection,
    /** What is stored at some moment between the question and the answer. */
    answer: async <Stored>(read: () => Stored): Promise<Stored> => {
      await pause(random() * 600);
      const stored = structuredClone(read());
      await pause(random() * 600);
      if (isFaulty.now && random() < 0.15) throw random() < 0.5 ? new UnreachableError({ cause: null }) : new ServiceError(500, null);
      return stored;
    },
    /** The feed is in order; what it holds when the line breaks is lost. */
    tell: (change: ChangeEntry): void => {
      const of = line;
      const wait = random() * 200;
      told = told.then(() => pause(wait)).then(() => (isConnected && of === line ? listeners.tell(change) : undefined));
    },
    breakOff: (): void => {
      isConnected = false;
      line += 1;
    },
    comeBack: (): void => {
      if (isConnected) return;
      isConnected = true;
      listeners.tell(null);
    },
  };
}

type Observer = Pick<QueryObserver, 'subscribe' | 'getCurrentResult' | 'refetch'>;

/** Does things at random for a while, then shows all, and waits until all is quiet. */
async function tryOut(
  random: () => number,
  service: Pick<ReturnType<typeof slowService>, 'isFaulty' | 'breakOff' | 'comeBack'>,
  observers: readonly Observer[],
  change: () => void,
  follow: () => () => void,
): Promise<void> {
  const shown = new Map<Observer, () => void>();
  const ends: (() => void)[] = [];
  const toggle = (observer: Observer): void => {
    const leave = shown.get(observer);
    if (leave === undefined) {
      if (shown.size === 0) ends.push(follow());
      shown.set(
        observer,
        observer.subscribe(() => undefined),
      );
      return;
    }
    leave();
    shown.delete(observer);
    if (shown.size > 0) return;
    ends.pop()?.();
  };
  for (let step = 0; step < 60; step += 1) {
    const what = random();
    const observer = observers[Math.floor(random() * observers.length)];
    if (what < 0.6) change();
    else if (what < 0.85) {
      if (observer !== undefined) toggle(observer);
    } else if (what < 0.9) service.breakOff();
    else service.comeBack();
    await vi.advanceTimersByTimeAsync(random() * 300);
  }
  service.comeBack();
  service.isFaulty.now = false;
  for (const observer of observers) if (!shown.has(observer)) toggle(observer);
  await vi.advanceTimersByTimeAsync(5_000);
  // The user is told, and tries again.
  for (const observer of observers) if (observer.getCurrentResult().data === undefined) void observer.refetch();
  await vi.advanceTimersByTimeAsync(60_000);
  for (const leave of shown.values()) leave();
  ends.pop()?.();
}

/** A board that is shown follows the feed, as in `useCards`. */
function followed(follow: ReturnType<typeof patcher>, connection: Connection): () => void {
  const end = connection.onChange(follow);
  return () => {
    end();
    follow(null);
  };
}

// The last two have found what the others do not.
const seeds = [...Array.from({ length: times(40, 2_000) }, (_, index) => index + 50), 828, 1_086].map(seeded);

test.each(seeds)('lists of notes, and what notes are besides their text (%i)', async (seed) => {
  const random = numbers(seed);
  const service = slowService(random);
  const { connection } = service;
  const queries = createQueries(connection, new Drafts({ userId: null, storage: null }), () => undefined);
  const stop = keepLive(queries, connection);
  const ids = ['a', 'b', 'c', 'd'];
  let clock = 0;
  const noteOf = (id: string): NoteSummary =>
    ({
      id,
      title: id,
      notebookId: null,
      isPinned: false,
      isArchived: false,
      updatedAt: String(1_000 + clock),
      createdAt: '1',
    }) as NoteSummary;
  const stored = new Map(ids.map((id) => [id, noteOf(id)]));
  const inOrder = (): NoteSummary[] => [...stored.values()].toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  const change = (): void => {
    clock += 1;
    const id = ids[Math.floor(random() * ids.length)] ?? '';
    const known = stored.get(id);
    const isGone = known !== undefined && random() < 0.2;
    if (isGone) stored.delete(id);
    else stored.set(id, { ...noteOf(id), title: `${id} ${clock}`, isArchived: random() < 0.4 });
    service.tell({ type: 'note', id, action: isGone ? 'deleted' : known === undefined ? 'created' : 'updated' } as ChangeEntry);
  };
  const listIn = (view: ListView) => inOrder().filter((note) => isInPlace(view.place, note));
  const views: readonly ListView[] = [
    { place: everywhere, sort: 'updated' },
    { place: { kind: 'archive' }, sort: 'updated' },
  ];
  const lists = views.map(
    (view) =>
      new InfiniteQueryObserver(queries, {
        queryKey: listKey(view),
        queryFn: () => service.answer(() => ({ items: listIn(view), total: listIn(view).length, limit: 200, offset: 0 })),
        initialPageParam: 0,
        getNextPageParam: () => undefined,
        meta: { patched: true },
      }),
  );
  const attributes = new QueryObserver(queries, {
    queryKey: attributesKey('a'),
    queryFn: () => service.answer(() => ({ isArchived: stored.get('a')?.isArchived ?? null })),
    meta: { patched: true, untold: true },
  });
  const client = {
    call: (_route: unknown, { query: { limit } }: { readonly query: { readonly limit: string } }) =>
      service.answer(() => ({ items: inOrder().slice(0, Number(limit)) })),
  } as unknown as Client;
  const observers = [...lists, attributes] as unknown as readonly Observer[];
  await tryOut(random, service, observers, change, () => followNotes({ client, connection, queries }));
  const titles = (notes: readonly NoteSummary[]): string[] => notes.map(({ title }) => title);
  for (const view of views) {
    const data = queries.getQueryData<NotePages>(listKey(view));
    expect(data && titles(allNotes(data))).toEqual(titles(listIn(view)));
  }
  const note = stored.get('a');
  if (note !== undefined) expect(queries.getQueryData(attributesKey('a'))).toMatchObject({ isArchived: note.isArchived });
  stop();
  queries.clear();
});

test.each(seeds)('the cards of a board, and one of them (%i)', async (seed) => {
  const random = numbers(seed);
  const service = slowService(random);
  const { connection } = service;
  const queries = createQueries(connection, new Drafts({ userId: null, storage: null }), () => undefined);
  const stop = keepLive(queries, connection);
  const ids = ['a', 'b', 'c', 'd'];
  const stored = new Map(
    ids.map((id) => [id, { id, projectId: 'p', columnId: 'A', title: id, isArchived: false, version: 1 } as unknown as Card]),
  );
  const board = (): Card[] => [...stored.values()].filter(({ isArchived }) => !isArchived).map((card, position) => ({ ...card, position }));
  const cardOf = (id: string): Card => board().find((card) => card.id === id) ?? (stored.get(id) as Card);
  const change = (): void => {
    const id = ids[Math.floor(random() * ids.length)] ?? '';
    const known = stored.get(id) as Card;
    const version = known.version + 1;
    stored.set(id, { ...known, version, title: `${id} ${version}`, isArchived: random() < 0.2 });
    service.tell({ type: 'card', id, action: 'updated', version, batchId: null } as ChangeEntry);
  };
  const client = {
    call: async (_route: unknown, { params, body }: { params?: { id: string }; body?: { operations: readonly { path: string }[] } }) => {
      if (params !== undefined) return service.answer(() => cardOf(params.id));
      const asked = (body?.operations ?? []).map(({ path }) => path.slice('/api/cards/'.length));
      return service.answer(() => ({ failed: null, results: asked.map((id) => ({ body: cardOf(id) })) }));
    },
  } as unknown as Client;
  const observers = [
    new QueryObserver(queries, { queryKey: cardsKey('p'), queryFn: () => service.answer(board), meta: { patched: true } }),
    new QueryObserver(queries, { queryKey: cardKey('a'), queryFn: () => service.answer(() => cardOf('a')) }),
  ] as unknown as readonly Observer[];
  await tryOut(random, service, observers, change, () => followed(patcher(client, queries, 'p'), connection));
  const titles = (cards: readonly Card[]): string[] => cards.map(({ title }) => title).toSorted();
  expect(titles(queries.getQueryData<readonly Card[]>(cardsKey('p')) ?? [])).toEqual(titles(board()));
  expect(queries.getQueryData<Card>(cardKey('a'))?.title).toBe(stored.get('a')?.title);
  stop();
  queries.clear();
});
