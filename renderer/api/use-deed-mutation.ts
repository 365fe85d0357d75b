import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import type { Changes } from './history.ts';

/** What such a mutation is called with, besides its own values: the deed of the page's history that it is part of. */
interface PartOfDeed {
  readonly deed: Changes;
}

/** As `useMutation`. The deed ends with the mutation, also if that fails, and before `onSettled` is called. */
export function useDeedMutation<Made, Sent extends PartOfDeed, Context = unknown>({
  onSettled,
  ...options
}: UseMutationOptions<Made, Error, Sent, Context>): UseMutationResult<Made, Error, Sent, Context> {
  return useMutation<Made, Error, Sent, Context>({
    ...options,
    onSettled: (...args) => {
      const [, , { deed }] = args;
      deed.settle();
      return onSettled?.(...args);
    },
  });
}
