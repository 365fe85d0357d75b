import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RecordLinks } from '../../../main/contract/links.ts';
import type { LinkedType } from '../../../main/contract/mentions.ts';
import { routes } from '../../api/routes.ts';
import { useService, type Service } from '../../api/service.ts';

/** Links are read anew when nothing has changed for this many milliseconds,*/
const quiet = 800;
/** or this long after the first change. */
const longest = 5_000;

const linkedTypes = ['note', 'card', 'event', 'link', 'trash'] as const;

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
  const { connection, queries } = service;
  useEffect(() => {
    if (id === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let first: number | null = null;
    const refresh = (): void => {
      first = null;
      timer = undefined;
      void queries.invalidateQueries({ queryKey: linksKey(type, id) });
    };
    const end = connection.onChange((change) => {
      if (change !== null && !linkedTypes.some((linked) => linked === change.type)) return;
      clearTimeout(timer);
      first ??= performance.now();
      timer = setTimeout(refresh, Math.max(0, Math.min(quiet, first + longest - performance.now())));
    });
    return () => {
      end();
      clearTimeout(timer);
      // What was told just now has them read anew when they are shown again.
      if (timer !== undefined) void queries.invalidateQueries({ queryKey: linksKey(type, id), refetchType: 'none' });
    };
  }, [connection, queries, type, id]);
  return useQuery({
    queryKey: linksKey(type, id ?? ''),
    queryFn: ({ signal }) => readLinks(service, type, id ?? '', signal),
    enabled: id !== null,
    // Not at each change: while the user writes there is one every second.
    meta: { patched: true, alsoOn: linkedTypes },
    gcTime: 60_000,
  });
}
