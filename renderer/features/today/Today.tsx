import './today.css';
import { useSyncExternalStore, type ReactNode } from 'react';
import type { Client } from '../../api/client.ts';
import type { Connection } from '../../api/connection.ts';
import { Button } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import { agendaOf, dayOf, phaseOf, type CalendarEvent, type Day } from './agenda.ts';
import { dayHeading, locale } from './format.ts';
import { EventRow } from './EventRow.tsx';
import { strings } from './strings.ts';
import { useEvents } from './use-events.ts';
import { useNow } from './use-now.ts';

interface TodayProps {
  readonly client: Client;
  readonly connection: Connection;
}

/** The page of the day: its date, and what is planned. */
export function Today({ client, connection }: TodayProps): ReactNode {
  const now = useNow();
  const day = dayOf(now);
  return (
    <div className="today">
      <title>{strings.title}</title>
      <p className="today-label">{strings.today}</p>
      <h1 className="today-date">
        <time dateTime={day.date} lang={locale}>{dayHeading(day)}</time>
      </h1>
      {/* A new day begins with nothing of the old one. */}
      <Agenda key={day.date} client={client} connection={connection} day={day} now={now} />
    </div>
  );
}

function Agenda({ client, connection, day, now }: TodayProps & { readonly day: Day; readonly now: Date }): ReactNode {
  const reach = useSyncExternalStore(connection.subscribe, connection.reach);
  const { items, total, problem } = useEvents(client, connection, day);
  const events = items === null ? null : agendaOf(items, day);
  return (
    <>
      <p className="today-summary" role="status">{events !== null && summaryOf(events, now)}</p>
      {problem !== null && reach !== 'away' && <Failure problem={problem} onRetry={connection.retry} />}
      {events !== null && <EventList events={events} day={day} now={now} unread={total - (items?.length ?? 0)} />}
      {events === null && reach === 'away' && <Message icon="cloud" title={strings.waiting}>{strings.waitingHint}</Message>}
      {events === null && reach !== 'away' && problem === null && <Loading />}
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

function Failure({ problem, onRetry }: { readonly problem: string; readonly onRetry: () => void }): ReactNode {
  return (
    <Message icon="warning" title={strings.failed} urgent action={<Button onClick={onRetry}>{strings.tryAgain}</Button>}>
      {problem}
    </Message>
  );
}

function Loading(): ReactNode {
  return (
    <div className="agenda-loading" role="status">
      <span className="visually-hidden">{strings.loading}</span>
      {[70, 45, 60].map((width) => (
        <div key={width} className="agenda-ghost" aria-hidden="true">
          <span className="ghost ghost-time" />
          <span className="ghost" style={{ inlineSize: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
