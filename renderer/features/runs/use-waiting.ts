import { useQuery } from '@tanstack/react-query';
import { routes } from '../../api/routes.ts';
import { useConnectionStatus, useService } from '../../api/service.ts';

/** All queries about runs begin with it, the type under which the feed tells of them. */
export const runsKey = ['run'] as const;

/** How many runs wait for a decision. */
export function useWaitingRuns(): number {
  const { client } = useService();
  const status = useConnectionStatus();
  const { data } = useQuery({
    queryKey: [...runsKey, 'waiting'],
    queryFn: ({ signal }) => client.call(routes.listRuns, { query: { status: 'waiting', limit: '0' }, signal }),
    // Before that it would be read anew as soon as there is a line to the service.
    enabled: status !== 'connecting',
    meta: { untold: true },
  });
  return data?.total ?? 0;
}
