import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from 'wouter';
import type { TagList } from '../../../../main/contract/links.ts';
import { routes } from '../../../api/routes.ts';
import { useService, type Service } from '../../../api/service.ts';
import { useRefreshSoon } from '../../../api/refresh-soon.ts';
import { renamedIn, searchFor, tagsOf, toggled } from './tag-address.ts';

type Tags = TagList['items'];

export type Tag = Tags[number];

const tagsKey = ['tags'] as const;
/** After changes of what has tags they are read anew two seconds after the first. */
const refreshOptions = { queryKey: tagsKey, types: ['note', 'trash'], debounceMs: 2_000, maxWaitMs: 2_000 } as const;
/** What completes a tag may be this many milliseconds old. */
const fresh = 10_000;

const optionsFor = ({ client }: Pick<Service, 'client'>) => ({
  queryKey: tagsKey,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Tags> => (await client.call(routes.listTags, { signal })).items,
  meta: { patched: true as const, alsoOn: refreshOptions.types },
});

/** All tags, as they were read a moment ago. Throws like `Client.call`. */
export function readTags(service: Pick<Service, 'client' | 'queries'>): Promise<Tags> {
  return service.queries.fetchQuery({ ...optionsFor(service), staleTime: fresh });
}

/** All tags with the number of their notes, soon after they change. */
export function useTags() {
  const service = useService();
  useRefreshSoon(refreshOptions);
  return useQuery(optionsFor(service));
}

interface TagFilter {
  /** The tags by which the list is filtered, as the address of the page says. */
  readonly tags: readonly string[];
  readonly toggle: (tag: string) => void;
  /** Follows a tag that got another name, and those below it. */
  readonly rename: (from: string, to: string) => void;
}

export function useTagFilter(): TagFilter {
  const [path, go] = useLocation();
  const tags = tagsOf(useSearch());
  return {
    tags,
    toggle: (tag) => {
      go(path + searchFor(toggled(tags, tag)));
    },
    rename: (from, to) => {
      const search = searchFor(renamedIn(tags, from, to));
      if (search !== searchFor(tags)) go(path + search, { replace: true });
    },
  };
}
