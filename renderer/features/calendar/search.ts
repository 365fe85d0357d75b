import { CalendarDays } from 'lucide-react';
import { maxFound, type SearchSource } from '../../actions/search.ts';
import { allPages } from '../../api/all-pages.ts';
import { routes } from '../../api/routes.ts';
import { eventPath } from './address.ts';
import { dayOf, plusDays } from './days.ts';
import { strings } from './strings.ts';
import { locale } from '../../ui/format.ts';

/** How far from today events are looked for, in days: the service has no search for them. */
const before = 366;
const after = 3 * 366;

const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/** Events of the last year and the next three that hold all words in title, place or notes; those nearest to today first. */
export const calendarSearch: SearchSource = {
  type: 'event',
  heading: strings.heading,
  find: async ({ client, queries }, text, signal) => {
    const today = dayOf(new Date());
    const query = { startDate: plusDays(today, -before), endDate: plusDays(today, after) };
    // Read once, and again only when an event has changed: not with each letter.
    const events = await queries.fetchQuery({
      queryKey: ['event', 'searched', query.startDate, query.endDate],
      queryFn: () => allPages((paging) => client.call(routes.listEvents, { query: { ...query, ...paging } })),
    });
    signal.throwIfAborted();
    const words = text
      .toLocaleLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const now = Date.now();
    const seen = new Set<string>();
    const distance = ({ startTime }: { readonly startTime: string }): number => Math.abs(Date.parse(startTime) - now);
    return (
      events
        .filter(({ title, location, description }) => {
          const searched = `${title}\n${location ?? ''}\n${description ?? ''}`.toLocaleLowerCase();
          return words.every((word) => searched.includes(word));
        })
        .toSorted((a, b) => distance(a) - distance(b))
        // Of a series the occurrence that is nearest.
        .filter(({ id }) => !seen.has(id) && seen.add(id))
        .slice(0, maxFound)
        .map(({ occurrenceId, title, startTime, location }) => ({
          id: occurrenceId,
          name: title,
          detail: [date.format(new Date(startTime)), location].filter((part) => part !== null && part !== '').join(' · '),
          icon: CalendarDays,
          path: eventPath(occurrenceId),
        }))
    );
  },
};
