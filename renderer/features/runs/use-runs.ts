// The list of runs, and a new one.

import { keepPreviousData, useIsMutating, useMutation, useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import type { CreateRun, Run, runsApi } from '../../../main/contract/runs.ts';
import type { ReplyOf } from '../../../main/contract/route.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { runsKey } from './use-waiting.ts';

type RunList = ReplyOf<typeof runsApi.listRuns>;

/** The newest `limit` runs. */
export function useRuns(limit: number): UseQueryResult<RunList> {
  const { client } = useService();
  return useQuery({
    queryKey: [...runsKey, 'list', limit],
    queryFn: ({ signal }) => client.call(routes.listRuns, { query: { limit: String(limit) }, signal }),
    placeholderData: keepPreviousData,
    // What they have cost meanwhile: the feed tells of their states alone.
    refetchOnMount: 'always',
  });
}

interface NewRun {
  readonly body: CreateRun;
  /** Its Idempotency-Key. */
  readonly key: string;
}

const createKey = ['runs', 'create'] as const;

/** `onCreated` gets what was sent, also when the form is gone by then. */
export function useCreateRun(onCreated: (sent: CreateRun) => void): UseMutationResult<Run, Error, NewRun> {
  const { client } = useService();
  return useMutation({
    mutationKey: createKey,
    mutationFn: ({ body, key }: NewRun) => client.call(routes.createRun, { body, idempotencyKey: key }),
    onSuccess: (_run, { body }) => {
      onCreated(body);
    },
  });
}

/** Whether a run is being started, also from a form that is gone by now. */
export function useIsStarting(): boolean {
  return useIsMutating({ mutationKey: createKey }) > 0;
}

/** WORKSPACE_ROOT; null where it is not set, or not for the user to know. */
export function useWorkspaceRoot(isOwner: boolean): string | null {
  const { client } = useService();
  const { data } = useQuery({
    queryKey: ['config', 'all'],
    queryFn: ({ signal }) => client.call(routes.readConfig, { signal }),
    enabled: isOwner,
  });
  return data?.config['WORKSPACE_ROOT'] ?? null;
}
