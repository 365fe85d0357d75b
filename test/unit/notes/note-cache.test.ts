import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoteCache } from '../../../main/features/notes/note-cache.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const megabyte = 1024 * 1024;

/** A cache with notes that count as this many bytes each, named by their numbers. */
function cacheOf(count: number, bytes: number): { readonly cache: NoteCache; readonly held: () => number[] } {
  const cache = new NoteCache({ store: {} as never, loader: {} as never, parser: {} as never });
  const ids = Array.from({ length: count }, (_, index) => index);
  for (const id of ids) cache.put(String(id), { version: 1, source: { doc: { childCount: 0, children: [] }, size: bytes / 32 } as never });
  return { cache, held: () => ids.filter((id) => cache.holds(String(id))) };
}

test('notes that no request asks for any more leave memory after a quarter of a minute, but the last 16 MB of them', async () => {
  const { cache, held } = cacheOf(60, megabyte);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(cache.getCached({ id: '7', version: 1 })).not.toBeNull();
  await vi.advanceTimersByTimeAsync(14_000);
  expect(held()).toHaveLength(60);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(held()).toHaveLength(15);
  expect(held().slice(0, 2)).toEqual([7, 46]);
});

test('200 notes stay at most, those used last, however small they are', () => {
  const { cache, held } = cacheOf(200, 1024);
  expect(cache.getCached({ id: '3', version: 1 })).not.toBeNull();
  for (const id of ['new', 'newer']) cache.put(id, { version: 1, source: { doc: { childCount: 0, children: [] }, size: 1 } as never });
  expect(held()).toHaveLength(198);
  expect([held()[0], held()[1]]).toEqual([2, 3]);
});

test('a note that is fetched for once is not kept, but given from memory where it is kept already', async () => {
  const note = { version: 1, source: { doc: { childCount: 0, children: [] }, size: 1 } as never };
  const load = vi.fn<() => Promise<typeof note>>(() => Promise.resolve(note));
  const cache = new NoteCache({
    store: { maybeNote: () => ({ id: 'note', version: 1 }) } as never,
    loader: { load } as never,
    parser: {} as never,
  });
  const key = { userId: 'user', id: 'note' };
  expect(await cache.fetch(key, { keeps: false })).toBe(note);
  expect([cache.holds('note'), load.mock.calls.length]).toEqual([false, 1]);
  await cache.fetch(key);
  expect([cache.holds('note'), load.mock.calls.length]).toEqual([true, 2]);
  expect(await cache.fetch(key, { keeps: false })).toBe(note);
  expect(load.mock.calls.length).toBe(2);
});

test('a large note that was used last stays, whatever its size', async () => {
  const { held } = cacheOf(3, 40 * megabyte);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(held()).toEqual([2]);
});

test('a paragraph counts by the texts in it too, of which each takes memory however short it is', async () => {
  const { cache, held } = cacheOf(1, megabyte);
  const paragraph = { isTextblock: true, childCount: 140_000 };
  cache.put('dense', { version: 1, source: { doc: { childCount: 1, children: [paragraph] }, size: 140_000 } as never });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([held(), cache.holds('dense')]).toEqual([[], true]);
});

test('a list counts by what is in its items, as if all were like the first, but for no more texts than it has characters', async () => {
  const paragraph = { isTextblock: true, childCount: 1, nodeSize: 3 };
  const item = { isTextblock: false, childCount: 1, firstChild: paragraph, nodeSize: 5 };
  const longFirst = { ...item, firstChild: { ...paragraph, childCount: 5_000 } };
  const isAloneBeside = async (firstChild: object, childCount: number): Promise<boolean> => {
    const { cache, held } = cacheOf(1, megabyte);
    const list = { isTextblock: false, childCount, firstChild, nodeSize: 2 + 5 * childCount };
    cache.put('list', { version: 1, source: { doc: { childCount: 1, children: [list] }, size: 0 } as never });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(cache.holds('list')).toBe(true);
    return held().length === 0;
  };
  expect(await isAloneBeside(item, 50_000)).toBe(true);
  expect(await isAloneBeside(item, 20_000)).toBe(false);
  expect(await isAloneBeside(longFirst, 15_000)).toBe(false);
});

test('of a note of very many blocks a thousand are looked at, all over it, to tell what it takes', () => {
  const bytes = (texts: (index: number) => number, childCount: number): readonly [looked: number, held: boolean] => {
    let looked = 0;
    const children = Array.from({ length: childCount }, (_, index) => ({
      get isTextblock() {
        looked += 1;
        return true;
      },
      childCount: texts(index),
      firstChild: {},
      nodeSize: 1,
    }));
    const cache = new NoteCache({ store: {} as never, loader: {} as never, parser: {} as never, maxBytes: 100 * megabyte });
    cache.put('small', { version: 1, source: { doc: { childCount: 0, children: [] }, size: 1 } as never });
    cache.put('large', { version: 1, source: { doc: { childCount, children }, size: 1 } as never });
    return [looked, cache.holds('small')];
  };
  // 50,000 blocks are 25 MB; 20 texts in each are 92 MB more.
  expect(bytes(() => 0, 50_000)).toEqual([1_000, true]);
  expect(bytes(() => 20, 50_000)).toEqual([1_000, false]);
  // One half of the note does not stand for the other.
  expect(bytes((index) => (index < 25_000 ? 0 : 40), 50_000)).toEqual([1_000, false]);
  expect(bytes((index) => (index === 0 ? 1_000_000 : 0), 900)).toEqual([900, true]);
});
