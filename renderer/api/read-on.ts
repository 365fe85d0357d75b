import type { UseInfiniteQueryResult } from '@tanstack/react-query';

/**
 * Reads the next page of a list, once its pages have been read anew where that is on its way: TanStack Query would give that up, and what
 * has changed on them would not show.
 */
export async function readOn({
  hasNextPage,
  isFetching,
  isFetchingNextPage,
  fetchNextPage,
}: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isFetchingNextPage'> & {
  readonly fetchNextPage: (options: { readonly cancelRefetch: boolean }) => Promise<unknown>;
}): Promise<void> {
  if (!hasNextPage || isFetchingNextPage) return;
  // Waits for the reading that is on its way, and begins none.
  if (isFetching) await fetchNextPage({ cancelRefetch: false });
  await fetchNextPage({ cancelRefetch: false });
}
