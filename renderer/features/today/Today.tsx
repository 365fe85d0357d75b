import './today.css';
import type { ReactNode } from 'react';
import { useRemoved } from '../../api/service.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Message } from '../../ui/Message.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { agendaOf, dayOf, phaseOf, type CalendarEvent, type Day } from './agenda.ts';
import { locale } from '../../ui/format.ts';
import { dayHeading } from './format.ts';
import { EventRow } from './EventRow.tsx';
import { strings } from './strings.ts';
import { useEvents } from './use-events.ts';
import { useNow } from '../../ui/use-now.ts';

/** The page of the day: its date, and what is planned. */
export function Today(): ReactNode {
  const now = useNow();
  const day = dayOf(now);
  return (
    <div className="page">
      <title>{strings.title}</title>
      <p className="today-label">{strings.today}</p>
      <h1 className="page-title">
        <time dateTime={day.date} lang={locale}>{dayHeading(day)}</time>
      </h1>
      {/* A new day begins with nothing of the old one. */}
      <Agenda key={day.date} day={day} now={now} />
    </div>
  );
}

function Agenda({ day, now }: { readonly day: Day; readonly now: Date }): ReactNode {
  const query = useEvents(day);
  const removed = useRemoved();
  const events = query.data === undefined ? null : agendaOf(query.data.items, day).filter(({ id }) => !removed.has(id));
  return (
    <>
      <p className="today-summary" role="status">{events !== null && summaryOf(events, now)}</p>
      <Loaded query={query} failed={strings.failed} loading={<Skeleton label={strings.loading} />}>
        {({ items, total }) => <EventList events={events ?? []} day={day} now={now} unread={total - items.length} />}
      </Loaded>
    </>
  );
}

interface EventListProps {
  readonly events: readonly CalendarEvent[];
  readonly day: Day;
  readonly now: Date;
  /** How many the service did not list. */
  readonly unread: number;
}

function EventList({ events, day, now, unread }: EventListProps): ReactNode {
  if (events.length === 0) return <Message icon="sun" title={strings.nothing}>{strings.nothingHint}</Message>;
  return (
    <>
      <ol className="agenda">
        {events.map((event) => <EventRow key={event.id} event={event} day={day} phase={phaseOf(event, now)} />)}
      </ol>
      {unread > 0 && <p className="today-more">{strings.more(unread)}</p>}
    </>
  );
}

/** Empty for an empty day: the page says so itself. */
function summaryOf(events: readonly CalendarEvent[], now: Date): string {
  if (events.length === 0) return '';
  const over = events.filter((event) => phaseOf(event, now) === 'past').length;
  const ahead = events.filter((event) => !event.isAllDay && phaseOf(event, now) === 'ahead').length;
  return over === 0 ? strings.count(events.length) : `${strings.count(events.length)} · ${strings.left(ahead)}`;
}
