import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EventTitle } from '../../ui/EventTitle.tsx';
import { calendarTime } from '../../ui/format.ts';
import { timesOn, type CalendarEvent, type AgendaDay, type Phase } from './agenda.ts';
import { strings } from './strings.ts';

interface EventRowProps {
  readonly event: CalendarEvent;
  readonly day: AgendaDay;
  readonly phase: Phase;
  /** How it is drawn. */
  readonly color: string;
  /** Where it is shown. */
  readonly path: string;
}

/** One line of the agenda, when, what, where: all of it leads to the event. */
export function EventRow({ event, day, phase, color, path }: EventRowProps): ReactNode {
  return (
    <li className="event" data-phase={phase}>
      <Times event={event} day={day} />
      <span className="event-dot" style={{ backgroundColor: color }} aria-hidden="true" />
      <div className="event-body">
        <p className="event-title">
          <Link href={path} className="event-open">
            <EventTitle title={event.title} isCancelled={event.isCancelled} />
          </Link>
          {phase === 'now' && <span className="event-now">{strings.now}</span>}
        </p>
        {event.location !== null && event.location !== '' && (
          <p className="event-location">
            <MapPin aria-hidden="true" />
            <span className="visually-hidden">{strings.at} </span>
            <bdi dir="auto">{event.location}</bdi>
          </p>
        )}
      </div>
    </li>
  );
}

function Times({ event, day }: Pick<EventRowProps, 'event' | 'day'>): ReactNode {
  const times = timesOn(event, day);
  if (times === null)
    return (
      <p className="event-times">
        <span className="event-start">{strings.allDay}</span>
      </p>
    );
  const { start, end } = times;
  // An end that lies on another day gives its line to the word that says so.
  return (
    <p className="event-times">
      {start === null && <span className="event-aside">{strings.until} </span>}
      {end === null && <span className="event-aside">{strings.from} </span>}
      {start !== null && (
        <time className="event-start" dateTime={event.startTime}>
          {calendarTime.format(start)}
        </time>
      )}
      {start !== null && end !== null && <span className="visually-hidden"> {strings.to} </span>}
      {end !== null && (
        <time className={start === null ? 'event-start' : 'event-aside'} dateTime={event.endTime}>
          {calendarTime.format(end)}
        </time>
      )}
    </p>
  );
}
