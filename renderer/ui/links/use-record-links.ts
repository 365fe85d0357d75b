import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RecordLinks } from '../../../main/contract/links.ts';
import type { LinkedType } from '../../../main/contract/mentions.ts';
import { routes } from '../../api/routes.ts';
import { useService, type Service } from '../../api/service.ts';
import { useRefreshSoon } from '../../api/refresh-soon.ts';

/** When links are read anew after changes. */
const refreshTimes = { debounceMs: 800, maxWaitMs: 5_000 };

/** By a path a link leads to a notebook. */
const linkedTypes = ['note', 'notebook', 'card', 'event', 'link', 'trash'] as const;

export const linksKey = (type: LinkedType, id: string): readonly string[] => ['links', type, id];

/** What a record links to, and what links to it. Throws like `Client.call`. */
export function readLinks({ client }: Pick<Service, 'client'>, type: LinkedType, id: string, signal?: AbortSignal): Promise<RecordLinks> {
  const sent = { params: { id }, ...(signal === undefined ? {} : { signal }) };
  if (type === 'note') return client.call(routes.noteLinks, sent);
  return type === 'card' ? client.call(routes.cardLinks, sent) : client.call(routes.eventLinks, sent);
}

/** As `readLinks`, and true a moment after each change of any record; null: there is no such record yet. */
export function useRecordLinks(type: LinkedType, id: string | null) {
  const service = useService();
  useRefreshSoon(useMemo(() => (id === null ? null : { queryKey: linksKey(type, id), types: linkedTypes, ...refreshTimes }), [type, id]));
  return useQuery({
    queryKey: linksKey(type, id ?? ''),
    queryFn: ({ signal }) => readLinks(service, type, id ?? '', signal),
    enabled: id !== null,
    // Not at each change: while the user writes there is one every second.
    meta: { patched: true, alsoOn: linkedTypes },
    gcTime: 60_000,
  });
}
