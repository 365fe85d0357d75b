import { InfiniteQueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { ChangeEntry } from '../../../main/contract/changes.ts';
import type { NoteList, NoteSummary } from '../../../main/contract/notes.ts';
import { UnreachableError, type Client } from '../../../renderer/api/client.ts';
import type { Connection } from '../../../renderer/api/connection.ts';
import { Drafts } from '../../../renderer/api/drafts.ts';
import { createQueries } from '../../../renderer/api/live.ts';
import { followNotes } from '../../../renderer/features/notes/list/follow-notes.ts';
import { listKey } from '../../../renderer/features/notes/list/use-notes.ts';
import { allNotes, type NotePages } from '../../../renderer/features/notes/list/note-pages.ts';
import { everywhere, type ListView } from '../../../renderer/features/notes/list/place.ts';

const note = (id: string): NoteSummary => ({ id, title: id, updatedAt: '2026-01-01T00:00:00.000Z', isArchived: false }) as NoteSummary;
const pageOf = (...items: NoteSummary[]): NoteList => ({ items, total: items.length, limit: 200, offset: 0 });
const told = (id: string, action: ChangeEntry['action']): ChangeEntry => ({ type: 'note', id, action }) as ChangeEntry;

it.each<[ChangeEntry, NoteSummary[], string[]]>([
  [told('b', 'created'), [note('a'), note('b')], ['a', 'b']],
  [told('a', 'deleted'), [], []],
])('%o while the notes are read for the first time is seen in the list', async (change, later, shown) => {
  let tell: (change: ChangeEntry) => void = () => undefined;
  const connection = {
    retry: () => undefined,
    onChange: (listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  } as unknown as Connection;
  const queries = createQueries(connection, new Drafts({ userId: null, storage: null }), () => undefined);
  // It was read before the change.
  const first = Promise.withResolvers<NoteList>();
  const read = vi.fn<() => Promise<NoteList>>(() => Promise.resolve(pageOf(...later))).mockReturnValueOnce(first.promise);
  const client = { call: () => Promise.resolve(pageOf(...later)) } as unknown as Client;
  const view: ListView = { place: everywhere, sort: 'updated' };
  const end = followNotes({ client, connection, queries });
  const leave = new InfiniteQueryObserver(queries, {
    queryKey: listKey(view),
    queryFn: read,
    initialPageParam: 0,
    getNextPageParam: () => undefined,
    meta: { patched: true },
  }).subscribe(() => undefined);
  tell(change);
  await new Promise(setImmediate);
  first.resolve(pageOf(note('a')));
  await expect.poll(() => read.mock.calls.length).toBe(2);
  await expect
    .poll(() => {
      const data = queries.getQueryData<NotePages>(listKey(view));
      return data && allNotes(data).map(({ id }) => id);
    })
    .toEqual(shown);
  leave();
  end();
  queries.clear();
});

it('reads the list anew where what was told cannot be read by itself', async () => {
  let tell: (change: ChangeEntry) => void = () => undefined;
  const connection = {
    retry: () => undefined,
    onChange: (listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  } as unknown as Connection;
  const queries = createQueries(connection, new Drafts({ userId: null, storage: null }), () => undefined);
  const answers = [pageOf(note('a')), pageOf(note('a'), note('b'))];
  const client = { call: () => Promise.reject(new UnreachableError({ cause: null })) } as unknown as Client;
  const view: ListView = { place: everywhere, sort: 'updated' };
  const observer = new InfiniteQueryObserver(queries, {
    queryKey: listKey(view),
    queryFn: () => Promise.resolve(answers.shift() ?? pageOf()),
    initialPageParam: 0,
    getNextPageParam: () => undefined,
    meta: { patched: true },
  });
  const end = followNotes({ client, connection, queries });
  const leave = observer.subscribe(() => undefined);
  const shown = () => observer.getCurrentResult().data?.pages.flatMap(({ items }) => items.map(({ id }) => id));
  await expect.poll(shown).toEqual(['a']);
  tell(told('b', 'created'));
  await expect.poll(shown).toEqual(['a', 'b']);
  leave();
  end();
  queries.clear();
});
