// What exports and imports share as jobs of the service.

import { useMutation } from '@tanstack/react-query';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { announce } from '../../../ui/announce.tsx';
import { importStrings } from './strings.ts';

/** Undoing tens of thousands of records may take minutes; in milliseconds. */
const timeoutMs = 600_000;

interface Start<Given extends readonly unknown[]> {
  readonly isPending: boolean;
  /** Does nothing while it goes on. */
  readonly start: (...given: Given) => void;
}

/** Cancels jobs that go on, and removes those that have ended. `failed`: what is said where that does not succeed. */
export function useRemoveJobs(ids: readonly string[], failed: string = importStrings.removeFailed): Start<[]> {
  const { client, queries } = useService();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      for (const id of new Set(ids)) await client.call(routes.deleteJob, { params: { id } });
    },
    meta: { failed },
    onSettled: () => queries.invalidateQueries({ queryKey: ['job'] }),
  });
  return {
    isPending,
    start: () => {
      if (!isPending) mutate();
    },
  };
}

/** Takes back all that has come in with a batch. */
export function useUndo(): Start<[batchId: string]> & { readonly isSuccess: boolean } {
  const { client, queries } = useService();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (batchId: string) => client.call(routes.undoChanges, { body: { batchId }, timeoutMs }),
    meta: { failed: importStrings.undoFailed },
    onSuccess: () => {
      announce(importStrings.undone);
      return queries.invalidateQueries();
    },
  });
  return {
    isPending,
    isSuccess,
    start: (batchId) => {
      if (!isPending) mutate(batchId);
    },
  };
}
