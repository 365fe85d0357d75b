import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { entryEvent, type CalendarEvent } from '../events.ts';

/** The most that are shown. */
const limit = '100';

interface FoundEvents {
  /** Those that are not over first, by start; then the others, the latest first. */
  readonly items: readonly CalendarEvent[];
  readonly total: number;
}

/** The events of the calendars that are shown which hold all words of `text`; none are looked for while it is empty. */
export function useFoundEvents(text: string): UseQueryResult<FoundEvents> {
  const { client } = useService();
  return useQuery({
    queryKey: ['event', 'found', text],
    queryFn: async ({ signal }) => {
      const { items, total } = await client.call(routes.listEvents, { query: { q: text, visible: 'true', limit }, signal });
      return { items: items.map(entryEvent), total };
    },
    // While one types, what was found before stays.
    placeholderData: keepPreviousData,
    enabled: text !== '',
    // A calendar can be switched on or off.
    meta: { alsoOn: ['calendar'] },
  });
}
