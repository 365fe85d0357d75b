// The user who is signed in, as the service knows them.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { User } from '../../main/contract/auth.ts';
import { routes } from './routes.ts';
import { useService } from './service.ts';

export const meKey = ['user', 'me'] as const;

/** `enabled`: nothing is asked before it is wanted. */
export function useMe(enabled = true): UseQueryResult<User> {
  const { client } = useService();
  return useQuery({ queryKey: meKey, queryFn: ({ signal }) => client.call(routes.me, { signal }), enabled });
}

/** Whether it is the owner; false until that is known. */
export function useIsOwner(enabled = true): boolean {
  return useMe(enabled).data?.isOwner ?? false;
}
