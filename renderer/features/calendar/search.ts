import { CalendarDays } from 'lucide-react';
import { maxFound, type SearchSource } from '../../actions/search.ts';
import { routes } from '../../api/routes.ts';
import { eventPath } from './address.ts';
import { strings } from './strings.ts';
import { locale } from '../../ui/format.ts';

const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/** Events that hold all words in title, place or notes: those that come next first. */
export const calendarSearch: SearchSource = {
  type: 'event',
  heading: strings.heading,
  find: async ({ client }, text, signal) => {
    const { items } = await client.call(routes.listEvents, { query: { q: text, visible: 'true', limit: String(maxFound) }, signal });
    return items.map(({ occurrenceId, title, startTime, location }) => ({
      id: occurrenceId,
      name: title,
      detail: [date.format(new Date(startTime)), location].filter((part) => part !== null && part !== '').join(' · '),
      icon: CalendarDays,
      path: eventPath(occurrenceId),
    }));
  },
};
