import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readOn } from '../../../renderer/api/read-on.ts';

test('the next page does not end a reading of those before it, and follows it once', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const queryKey = ['note', 'search'];
  let version = 'old';
  const readings: string[] = [];
  let mayAnswer = Promise.resolve();
  const observer = new InfiniteQueryObserver(queries, {
    queryKey,
    queryFn: async ({ pageParam }) => {
      const answer = `${version} ${pageParam}`;
      readings.push(answer);
      await mayAnswer;
      return answer;
    },
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => (pages.length < 3 ? pages.length : undefined),
  });
  const leave = observer.subscribe(() => undefined);
  const pages = () => observer.getCurrentResult().data?.pages;
  await expect.poll(pages).toEqual(['old 0']);
  version = 'new';
  const { promise, resolve } = Promise.withResolvers<void>();
  mayAnswer = promise;
  const anew = queries.invalidateQueries({ queryKey });
  // The end of the list comes into sight, and is drawn anew there.
  const on = [readOn(observer.getCurrentResult()), readOn(observer.getCurrentResult())];
  resolve();
  await Promise.all([anew, ...on]);
  expect(pages()).toEqual(['new 0', 'new 1']);
  expect(readings).toEqual(['old 0', 'new 0', 'new 1']);
  leave();
  queries.clear();
});
