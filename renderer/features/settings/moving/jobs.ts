// What exports and imports share as jobs of the service.

import { useMutation } from '@tanstack/react-query';
import type { Job } from '../../../../main/contract/jobs.ts';
import { readSetting, writeSetting } from '../../../api/remembered.ts';
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

/** When the newest import began whose report was put away in this browser. */
const putAway = 'importPutAway';

/** Whether the report of an import has ended and is not newer than one that was put away: programs may have left any number of them. */
export function isPutAway({ createdAt, endedAt }: Job): boolean {
  return endedAt !== null && createdAt <= (readSetting(putAway) ?? '');
}

/** Removes what is told of an import; what was told before it does not come up in its place. */
export function usePutAway(read: Job, applied: Job = read): Start<[]> {
  return useRemoveJobs([read.id, applied.id], importStrings.removeFailed, () => {
    writeSetting(putAway, read.createdAt);
  });
}

/** Cancels jobs that go on, and removes those that have ended. `failed`: what is said where that does not succeed. */
export function useRemoveJobs(
  ids: readonly string[],
  failed: string = importStrings.removeFailed,
  onSuccess = (): void => undefined,
): Start<[]> {
  const { client, queries } = useService();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      for (const id of new Set(ids)) await client.call(routes.deleteJob, { params: { id } });
    },
    meta: { failed },
    onSuccess,
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
    mutationFn: ({ batchId, key }: { readonly batchId: string; readonly key: string }) =>
      client.call(routes.undoChanges, { body: { batchId }, idempotencyKey: key, timeoutMs }),
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
      if (!isPending) mutate({ batchId, key: crypto.randomUUID() });
    },
  };
}
