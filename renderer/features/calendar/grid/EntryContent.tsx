import type { EventApi, EventDisplayInfo } from '@fullcalendar/react';
import { Globe, SquareCheckBig, SquareKanban } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Card } from '../../../../main/contract/cards.ts';
import { EventTitle } from '../../../ui/EventTitle.tsx';
import { calendarTime } from '../../../ui/format.ts';
import { cityOf } from '../../../ui/zones.ts';
import { clockText, rangeOf } from '../format.ts';
import type { CalendarEvent } from '../events.ts';
import { strings } from '../strings.ts';
import { differs, wallTime } from '../zones.ts';
import { entryOf } from './inputs.ts';

interface EntryInfo extends Pick<EventDisplayInfo, 'isStart' | 'isEnd' | 'isMirror'> {
  readonly event: Pick<EventApi, 'id' | 'title' | 'start' | 'end' | 'allDay' | 'extendedProps'>;
  readonly view: { readonly type: string };
}

/** What an entry of the calendar shows: when, what, and where there is room the place. */
export function EntryContent({ info }: { readonly info: EntryInfo }): ReactNode {
  // What is being selected has nothing behind it yet.
  const entry = info.isMirror && info.event.id === '' ? null : entryOf(info.event);
  const record = entry?.kind === 'event' ? entry.event : null;
  const times = <Times info={info} event={record} />;
  if (entry?.kind === 'card') return <CardContent card={entry.card} times={times} />;
  const title = info.event.title === '' ? (entry === null ? '' : strings.untitled) : info.event.title;
  return (
    <>
      <span className="cal-dot" aria-hidden="true" />
      {times}
      <span className="cal-title cut-name">
        <EventTitle title={title} isCancelled={record?.isCancelled === true} />
      </span>
      {record?.location && (
        <span className="cal-place cut-name">
          <bdi dir="auto">{record.location}</bdi>
        </span>
      )}
    </>
  );
}

function CardContent({ card, times }: { readonly card: Card; readonly times: ReactNode }): ReactNode {
  const isDone = card.completedAt !== null;
  const isTimed = card.dueDate?.includes('T') === true;
  const Icon = isDone ? SquareCheckBig : SquareKanban;
  return (
    <>
      <Icon className="cal-card-icon" aria-hidden="true" />
      <span className="visually-hidden">{strings.card}: </span>
      {isTimed ? <span className="cal-time">{calendarTime.format(new Date(card.dueDate ?? ''))}</span> : times}
      <span className="cal-title cut-name" data-done={isDone}>
        <bdi dir="auto">{card.title}</bdi>
      </span>
      {isDone && <span className="visually-hidden"> ({strings.cardDone})</span>}
    </>
  );
}

function Times({
  info: { event, view, isStart, isEnd, isMirror },
  event: record,
}: {
  readonly info: EntryInfo;
  readonly event: CalendarEvent | null;
}): ReactNode {
  const { start, end } = event;
  if (start === null || event.allDay) return view.type.startsWith('list') ? <span className="cal-time">{strings.allDay}</span> : null;
  const isMonth = view.type === 'dayGridMonth';
  if (isMonth && !isStart && !isMirror) return null;
  const text = isMonth || end === null ? calendarTime.format(start) : partOf(start, end, isStart, isEnd);
  return (
    <span className="cal-time">
      {text}
      {record !== null && !isMirror && differs(record.startTime, record.timeZone) && <Elsewhere event={record} isBrief={isMonth} />}
    </span>
  );
}

/** Of an event over several days each day tells the end that lies on it. */
function partOf(start: Date, end: Date, isStart: boolean, isEnd: boolean): string {
  if (isStart && isEnd) return rangeOf(start, end);
  if (isStart) return strings.from(calendarTime.format(start));
  return isEnd ? strings.until(calendarTime.format(end)) : strings.allDay;
}

/** What the clocks show where the event is at home; where there is no room, only that it is elsewhere. */
function Elsewhere({ event: { startTime, timeZone }, isBrief }: { readonly event: CalendarEvent; readonly isBrief: boolean }): ReactNode {
  const { clock } = wallTime(startTime, timeZone);
  const text = strings.inZone(clockText(clock), cityOf(timeZone));
  if (!isBrief) return <span className="cal-zone cal-zone-text">{text}</span>;
  return (
    <span className="cal-zone" title={text}>
      <Globe aria-hidden="true" />
      <span className="visually-hidden"> ({text})</span>
    </span>
  );
}
