import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Card } from '../../../main/contract/cards.ts';
import { allPages } from '../../api/all-pages.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import type { Day } from './agenda.ts';

/** The cards that are due before the end of `day`, done or not, kept up to date. */
export function useDueCards(day: Day): UseQueryResult<readonly Card[]> {
  const { client } = useService();
  const dueBefore = day.end.toISOString();
  return useQuery({
    queryKey: ['card', 'due', dueBefore],
    queryFn: ({ signal }) => allPages((paging) => client.call(routes.listCards, { query: { dueBefore, ...paging }, signal })),
    meta: { alsoOn: ['column'] },
  });
}
