import './today.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { shownColor, useCalendars } from '../../api/calendars.ts';
import { useRemoved } from '../../api/service.ts';
import { useDatePreferences } from '../../ui/date-preferences.ts';
import { Loaded, Skeleton } from '../../ui/Loaded.tsx';
import { Message } from '../../ui/Message.tsx';
import { useNow } from '../../ui/when.ts';
import { agendaOf, dayOf, phaseOf, type CalendarEvent, type AgendaDay } from './agenda.ts';
import { locale } from '../../ui/format.ts';
import { CardSection } from './CardSection.tsx';
import { dueCardsOf, type DueOfDay } from './due-cards.ts';
import { dayHeading, strings } from './strings.ts';
import { eventPath, newEventPath } from '../../../main/contract/page-paths.ts';
import { EventRow } from './EventRow.tsx';
import { useCardsDueBy, useEvents } from './use-day.ts';

interface TodayProps {
  /** Where a card is shown. */
  readonly cardPath: (projectId: string, cardId: string) => string;
}

/** The page of the day: its date, what is planned, and what is to be done. */
export function Today({ cardPath }: TodayProps): ReactNode {
  const now = useNow();
  const { zone } = useDatePreferences();
  const day = dayOf(now, zone);
  return (
    <div className="page">
      <title>{strings.title}</title>
      <p className="today-label">{strings.today}</p>
      <h1 className="page-title">
        <time dateTime={day.date} lang={locale}>
          {dayHeading(day)}
        </time>
      </h1>
      {/* A new day begins with nothing of the old one. */}
      <Agenda key={`${day.date} ${zone}`} day={day} now={now} cardPath={cardPath} />
    </div>
  );
}

function Agenda({ day, now, cardPath }: TodayProps & { readonly day: AgendaDay; readonly now: Date }): ReactNode {
  const { zone } = useDatePreferences();
  const query = useEvents(day);
  const cards = useCardsDueBy(day);
  const removed = useRemoved();
  const events =
    query.data === undefined
      ? null
      : agendaOf(query.data.items, day).filter(({ id, occurrenceId }) => !removed.has(id) && !removed.has(occurrenceId));
  const present = cards.data?.filter(({ id, columnId, projectId }) => ![id, columnId, projectId].some((of) => removed.has(of)));
  const due = present === undefined ? null : dueCardsOf(present, day, now, zone);
  const isAway = query.data === undefined && query.fetchStatus === 'paused';
  const isFree = events?.length === 0 && due !== null && due.overdue.length + due.today.length === 0;
  return (
    <>
      <p className="today-summary" role="status">
        {events !== null && summaryOf(events, due, now)}
      </p>
      {isFree && (
        <Message
          icon="sun"
          title={strings.nothing}
          action={
            <Link href={newEventPath} className="button button-plain">
              {strings.newEvent}
            </Link>
          }
        >
          {strings.nothingHint}
        </Message>
      )}
      <Loaded query={query} failed={strings.failed} loading={<Skeleton label={strings.loading} />}>
        {({ items, total }) => <EventList events={events ?? []} day={day} now={now} unread={total - items.length} />}
      </Loaded>
      {/* The events say by themselves that something is being read, or that the service is away. */}
      {(!isAway || cards.data !== undefined) && (
        <Loaded query={cards} failed={strings.cardsFailed} loading={null}>
          {() =>
            due !== null && (
              <>
                <CardSection cards={due.overdue} isOverdue cardPath={cardPath} />
                <CardSection cards={due.today} isOverdue={false} cardPath={cardPath} />
              </>
            )
          }
        </Loaded>
      )}
    </>
  );
}

interface EventListProps {
  readonly events: readonly CalendarEvent[];
  readonly day: AgendaDay;
  readonly now: Date;
  /** How many the service did not list. */
  readonly unread: number;
}

function EventList({ events, day, now, unread }: EventListProps): ReactNode {
  const { data: calendars = [] } = useCalendars();
  if (events.length === 0) return null;
  return (
    <>
      <ol className="agenda">
        {events.map((event) => (
          <EventRow
            key={event.occurrenceId}
            event={event}
            day={day}
            phase={phaseOf(event, now)}
            color={shownColor(
              event.color,
              calendars.find(({ id }) => id === event.calendarId),
            )}
            path={eventPath(event.occurrenceId)}
          />
        ))}
      </ol>
      {unread > 0 && <p className="today-more">{strings.more(unread)}</p>}
    </>
  );
}

/** Empty for an empty day: the page says so itself. */
function summaryOf(all: readonly CalendarEvent[], due: DueOfDay | null, now: Date): string {
  const events = all.filter(({ isCancelled }) => !isCancelled);
  const over = events.filter((event) => phaseOf(event, now) === 'past').length;
  const ahead = events.filter((event) => !event.isAllDay && phaseOf(event, now) === 'ahead').length;
  const parts = events.length === 0 ? [] : [strings.count(events.length)];
  if (over > 0) parts.push(strings.left(ahead));
  if (due !== null && due.today.length > 0) parts.push(strings.dueCount(due.today.length));
  if (due !== null && due.overdue.length > 0) parts.push(strings.overdueCount(due.overdue.length));
  return parts.join(' · ');
}
