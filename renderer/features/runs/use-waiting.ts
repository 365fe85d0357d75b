import { useQuery } from '@tanstack/react-query';
import type { RunSummary } from '../../../main/contract/runs.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';

/** All queries about runs begin with it. */
export const runsKey = ['run'] as const;

/** How often runs are looked at, in milliseconds: while one works as far as the page knows, and otherwise. No feed tells of them. */
const soon = 2_500;
const later = 20_000;

/** The pause until the next look at runs. */
export function pauseFor(lists: readonly (readonly RunSummary[] | undefined)[]): number {
  return lists.some((runs) => runs?.some(({ status }) => status === 'running') === true) ? soon : later;
}

/** How many runs wait for a decision. */
export function useWaitingRuns(): number {
  const { client, queries } = useService();
  const { data } = useQuery({
    queryKey: [...runsKey, 'waiting'],
    queryFn: ({ signal }) => client.call(routes.listRuns, { query: { status: 'waiting', limit: '0' }, signal }),
    refetchInterval: () =>
      pauseFor(
        queries
          .getQueriesData<{ readonly items: readonly RunSummary[] }>({ queryKey: [...runsKey, 'list'] })
          .map(([, list]) => list?.items),
      ),
  });
  return data?.total ?? 0;
}
