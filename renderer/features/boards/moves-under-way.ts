// Moves of cards that the page shows and the service has not answered yet.

import type { QueryClient } from '@tanstack/react-query';

export const moveKey = ['boards', 'move'] as const;

/** Whether a card is on its way to another place. */
export function isMoving(queries: QueryClient): boolean {
  return queries.getMutationCache().findAll({ mutationKey: moveKey, status: 'pending' }).length > 0;
}

/** Resolves when no card is on its way: at once if none is. */
export function movesOver(queries: QueryClient): Promise<void> {
  if (!isMoving(queries)) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = queries.getMutationCache().subscribe(() => {
    if (isMoving(queries)) return;
    leave();
    resolve();
  });
  return promise;
}
