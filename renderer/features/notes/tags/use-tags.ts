import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { TagList } from '../../../../main/contract/links.ts';
import { routes } from '../../../api/routes.ts';
import { useService, type Service } from '../../../api/service.ts';
import { searchFor, tagsOf, toggled } from './tag-address.ts';

type Tags = TagList['items'];

const tagsKey = ['tags'] as const;
/** While a user writes, a note changes every second: tags are read anew this many milliseconds after the first change. */
const debounceMs = 2_000;
/** What completes a tag may be this many milliseconds old. */
const fresh = 10_000;

const optionsFor = ({ client }: Pick<Service, 'client'>) => ({
  queryKey: tagsKey,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Tags> => (await client.call(routes.listTags, { signal })).items,
  meta: { patched: true as const, alsoOn: ['note', 'trash'] as const },
});

/** All tags, as they were read a moment ago. Throws like `Client.call`. */
export function readTags(service: Pick<Service, 'client' | 'queries'>): Promise<Tags> {
  return service.queries.fetchQuery({ ...optionsFor(service), staleTime: fresh });
}

/** All tags with the number of their notes, soon after they change. */
export function useTags() {
  const service = useService();
  const { connection, queries } = service;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = (): void => {
      timer = undefined;
      void queries.invalidateQueries({ queryKey: tagsKey });
    };
    const end = connection.onChange((change) => {
      if (timer !== undefined || (change !== null && change.type !== 'note' && change.type !== 'trash')) return;
      timer = setTimeout(refresh, debounceMs);
    });
    return () => {
      end();
      clearTimeout(timer);
      // What was told just now has them read anew when they are shown again.
      if (timer !== undefined) void queries.invalidateQueries({ queryKey: tagsKey, refetchType: 'none' });
    };
  }, [connection, queries]);
  return useQuery(optionsFor(service));
}

/** The tags by which the list is filtered, as the address of the page says. */
export function useTagFilter(): { readonly tags: readonly string[]; readonly toggle: (tag: string) => void } {
  const [path, go] = useLocation();
  const tags = tagsOf(useSearch());
  return {
    tags,
    toggle: (tag) => {
      go(path + searchFor(toggled(tags, tag)));
    },
  };
}
