// The projects, or boards, and what they are called: read once for all features that name one.

import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Project } from '../../main/contract/projects.ts';
import type { Client } from './client.ts';
import { routes } from './routes.ts';
import { useService } from './service.ts';

export const projectsKey = ['project', 'list'] as const;

const reading = (client: Client) =>
  queryOptions({
    queryKey: projectsKey,
    meta: { alsoOn: ['column', 'card'] },
    queryFn: async ({ signal }): Promise<readonly Project[]> => (await client.call(routes.listProjects, { signal })).items,
  });

export function useProjects(): UseQueryResult<readonly Project[]> {
  const { client } = useService();
  return useQuery(reading(client));
}

/** Names a project by its id: by that id when there is none such, by nothing before they have been read, which they are if `isShown`. */
export function useProjectName(isShown: boolean): (id: string) => string {
  const { client } = useService();
  const { data, isError } = useQuery({ ...reading(client), enabled: isShown });
  return (id) => (data === undefined && !isError ? '' : nameIn(data ?? [], id));
}

function nameIn(projects: readonly Project[], wanted: string): string {
  return projects.find(({ id }) => id === wanted)?.name ?? wanted;
}
