// The backups that there are, and what the service has found wrong with the data that they are of.

import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { backupsApi } from '../../main/contract/backups.ts';
import type { ReplyOf } from '../../main/contract/route.ts';
import { routes } from './routes.ts';
import { useService } from './service.ts';

export type BackupList = ReplyOf<typeof backupsApi.listBackups>;

type Asking = Pick<UseQueryOptions<BackupList>, 'enabled' | 'refetchInterval' | 'refetchOnMount'>;

/** For the owner alone: others are refused. */
export function useBackups(asking: Asking): UseQueryResult<BackupList> {
  const { client } = useService();
  return useQuery({ queryKey: ['data', 'backups'], queryFn: ({ signal }) => client.call(routes.listBackups, { signal }), ...asking });
}
