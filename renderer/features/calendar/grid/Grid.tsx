import '@fullcalendar/react/skeleton.css';
import './grid.css';
import './events.css';
import './print.css';
import {
  Calendar,
  type CalendarOptions,
  type CalendarRef,
  type DateClickInfo,
  type DateSelectInfo,
  type EventApi,
  type EventChangeInfo,
  type EventDropInfo,
  type EventClickInfo,
  type EventInput,
} from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import timeGrid from '@fullcalendar/react/timegrid';
import { X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject } from 'react';
import type { Card } from '../../../../main/contract/cards.ts';
import { clockOptions, locale } from '../../../ui/format.ts';
import { useDatePreferences } from '../../../ui/date-preferences.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import type { NewEventTimes } from '../address.ts';
import type { CalendarEvent } from '../events.ts';
import { clockText, dayName } from '../format.ts';
import { asLong, type EventTimes } from '../moves.ts';
import type { View } from '../period.ts';
import type { Provisional } from '../quick/use-quick.ts';
import { chosenSpan } from '../spans.ts';
import { strings } from '../strings.ts';
import { dayAt } from '../zones.ts';
import type { ShownEvent } from '../use-calendar.ts';
import type { ListSpan } from '../use-list-span.ts';
import { DayHead, nameDayHead } from './DayHead.tsx';
import { EntryContent } from './EntryContent.tsx';
import { EventList, ListEnds } from './EventList.tsx';
import { keepInWindow } from './keep-in-window.ts';
import { markAlone, cardInput, entryOf, entryOrder, eventInput, provisionalInput } from './inputs.ts';
import { clockOfMinute } from './slots.ts';
import { theme } from './theme.ts';
import { useDateOptions } from './use-date-options.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { hoursOf, useKeptHours, type HoursAtTop } from './use-kept-hours.ts';
import { usePointers } from './use-pointers.ts';
import { useSlotCursor } from './use-slot-cursor.tsx';
import { useListGrowth } from './use-list-growth.ts';
import { useForgottenPlace, type ListPlace } from './use-list-place.ts';
import { useStack } from './use-stack.ts';
import { useMark, type Mark } from './use-mark.ts';
import { screenHeights, usePaperLayout } from './use-printing.ts';

export interface GridActions {
  readonly open: (event: CalendarEvent) => void;
  readonly openCard: (path: string) => void;
  /** The user has chosen when a new event shall be. */
  readonly select: (span: NewEventTimes) => void;
  /** `revert` puts it back to where it was. */
  readonly move: (event: CalendarEvent, times: EventTimes, revert: () => void) => void;
  /** Makes a second one there. */
  readonly duplicate: (event: CalendarEvent, times: EventTimes) => void;
  /** The block of the event that is being made was dragged there. */
  readonly moveProvisional: (times: EventTimes) => void;
  /** The user has put a card where it shall be due. */
  readonly moveCard: (card: Card, times: EventTimes) => void;
  readonly showDay: (day: string) => void;
  readonly showWeek: (day: string) => void;
  /** Shows the day in the view as it is. */
  readonly goTo: (day: string) => void;
  /** The user wants a new event from where the focus is. */
  readonly begin: () => void;
}

interface GridProps {
  readonly view: View;
  readonly day: string;
  /** Grows whenever the user asks for this day anew. */
  readonly arrivals: number;
  readonly firstDay: number;
  readonly name: string;
  readonly events: readonly ShownEvent[];
  readonly cards: readonly Card[];
  /** The event that is being made; null while none is. */
  readonly provisional: Provisional | null;
  readonly cardPath: (projectId: string, cardId: string) => string;
  /** Whether it is known yet what there is. */
  readonly isRead: boolean;
  /** How far the list goes. */
  readonly list: ListSpan;
  /** The entry to go to. */
  readonly mark: Mark | null;
  readonly atTop: HoursAtTop;
  readonly listPlace: ListPlace;
  readonly gridActions: GridActions;
}

const viewTypes: Readonly<Record<Exclude<View, 'list'>, string>> = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  days: 'timeGridDays',
  day: 'timeGridDay',
};

/** What never changes. */
const fixed: CalendarOptions = {
  ...theme,
  plugins: [dayGrid, timeGrid, interaction],
  locale,
  headerToolbar: false,
  height: '100%',
  borderless: true,
  editable: true,
  eventResizableFromStart: true,
  selectable: true,
  selectMirror: true,
  longPressDelay: 400,
  forceEventDuration: true,
  nowIndicator: true,
  navLinks: true,
  fixedWeekCount: false,
  dayMaxEvents: true,
  expandRows: true,
  // It leaves the hours alone: `useKeptHours` scrolls them.
  scrollTime: 'none',
  scrollTimeReset: false,
  // What is dragged goes by such steps. With a snapDuration that is shorter than a slot it would leap by one where it is grabbed.
  slotDuration: '00:15:00',
  slotHeaderInterval: '01:00:00',
  // The library's own formatter leaves out the blank of “8:00 AM”.
  slotHeaderFormat: ({ date: { hour, minute } }) => clockText(clockOfMinute(hour * 60 + minute)),
  slotEventOverlap: false,
  eventOrder: entryOrder,
  // Back at once: it also goes back from where the pointer never was, after Escape.
  dragRevertDuration: 0,
  dayHeaderContent: (info) => <DayHead info={info} />,
  dayHeaderDidMount: (info) => {
    nameDayHead(info);
    keepInWindow(info.el);
  },
  // Forty stops of the Tab key on the way to what a month holds: with the cursor on a day, the key of the view leads there.
  dayCellDidMount: ({ el }) => {
    const number = el.querySelector<HTMLElement>('.cal-day-number');
    if (number !== null) number.tabIndex = -1;
  },
  eventContent: (info) => <EntryContent info={info} />,
  views: {
    dayGridMonth: { dayHeaderFormat: { weekday: 'short' } },
    timeGridDays: { type: 'timeGrid', duration: { days: 3 } },
    timeGrid: { dayHeaderFormat: { weekday: 'short', day: 'numeric' } },
  },
  allDayText: strings.allDay,
  moreLinkText: strings.moreEvents,
  moreLinkHint: strings.moreEventsHint,
  navLinkHint: (_text: string, date: Date) => strings.goToDay(dayName(date)),
  closeHint: strings.close,
  popoverCloseContent: () => <X aria-hidden="true" />,
  eventsHint: strings.eventGroup,
};

/**
 * A user who scrolls by keys must be able to get to the hours, also when there is no event to focus. Of a table only rows and groups of
 * rows may be focused: so what scrolls becomes such a group, in the place of the one around it.
 */
function makeReachable(view: HTMLElement): void {
  const part = hoursOf(view);
  if (part === null) return;
  part.parentElement?.closest('[role=rowgroup]')?.setAttribute('role', 'presentation');
  part.setAttribute('role', 'rowgroup');
  part.tabIndex = 0;
}

/** The calendar itself, in one of its views. */
export function Grid({
  view,
  day,
  arrivals,
  firstDay,
  name,
  events,
  cards,
  provisional,
  cardPath,
  isRead,
  list,
  mark,
  atTop,
  listPlace,
  gridActions,
}: GridProps): ReactNode {
  const calendar = useRef<CalendarRef>(null);
  const area = useRef<HTMLElement>(null);
  const focus = useKeptFocus();
  const { zone, hours } = useDatePreferences();
  usePointers(area);
  useMark(area, mark);
  const keepHours = useKeptHours(atTop);
  useListGrowth(area, view === 'list' && isRead ? list : null);
  const isOnPaper = usePaperLayout(calendar);
  const [heights] = useState(screenHeights);
  useEffect(() => {
    if (view !== 'list') calendar.current?.getApi().changeView(viewTypes[view], day);
  }, [view, day]);
  useForgottenPlace(view !== 'list', listPlace);
  const handlers = useHandlers(gridActions, calendar);
  const dateOptions = useDateOptions(view, day, firstDay);
  const stack = useStack(area, view, isOnPaper);
  const cursor = useSlotCursor(area, {
    view,
    day,
    firstDay,
    events: useMemo(() => events.map(({ event }) => event), [events]),
    onChoose: gridActions.select,
    onLeave: gridActions.goTo,
  });
  const inputs = useMemo(
    () =>
      markAlone([
        ...events.map(eventInput),
        ...cards.map((card) => cardInput(card, cardPath(card.projectId, card.id))).filter((input) => input !== null),
        ...(provisional === null ? [] : [provisionalInput(provisional)]),
      ]),
    [events, cards, provisional, cardPath],
  );
  return (
    <section
      ref={area}
      className="cal-grid"
      data-view={view === 'days' ? 'day' : view}
      aria-label={name}
      aria-busy={!isRead}
      {...focus.attributes}
      onKeyDown={(pressed) => {
        cursor.onKeyDown(pressed);
        // What scrolls the hours, and no entry within it.
        if (pressed.key !== 'Enter' || !(pressed.target instanceof HTMLElement) || pressed.target.role !== 'rowgroup') return;
        pressed.preventDefault();
        gridActions.begin();
      }}
    >
      {view === 'list' ? (
        <EventList
          key={`${zone} ${hours}`}
          inputs={inputs}
          day={day}
          arrivals={arrivals}
          name={name}
          isRead={isRead}
          list={list}
          place={listPlace}
          focus={focus}
          onOpen={handlers.open}
          onDay={gridActions.showDay}
        />
      ) : (
        <Calendar
          // It works out what it shows of hours only once.
          key={`${zone} ${hours}`}
          ref={calendar}
          {...fixed}
          {...heights}
          {...handlers.options}
          {...dateOptions}
          {...stack}
          timeZone={zone ?? 'local'}
          eventTimeFormat={clockOptions()}
          initialView={viewTypes[view]}
          initialDate={day}
          firstDay={firstDay}
          events={inputs}
          eventDidMount={({ el, event }) => {
            el.dataset['entry'] = event.id;
            focus.restore(el);
          }}
          eventWillUnmount={({ el }) => {
            focus.lose(el);
          }}
          viewDidMount={({ el, view: { type } }) => {
            if (!type.startsWith('timeGrid')) return;
            makeReachable(el);
            keepHours(el);
          }}
          datesSet={cursor.onCells}
        />
      )}
      {cursor.element}
      {view === 'list' && <ListEnds list={list} />}
    </section>
  );
}

interface Handlers {
  readonly options: CalendarOptions;
  /** An entry was pressed; `url` is that of a card. */
  readonly open: (entry: Pick<EventInput, 'extendedProps' | 'url'>, pressed: Pressed) => void;
}

type Pressed = Pick<MouseEvent | KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'preventDefault'>;

/** What FullCalendar calls, and the list; the same functions for good, so that it need not be set up anew. */
function useHandlers(gridActions: GridActions, calendar: RefObject<CalendarRef | null>): Handlers {
  const latest = useLatest(gridActions);
  return useMemo(() => {
    const moved = ({ event, revert }: EventChangeInfo, times = timesOf(event)): void => {
      const entry = entryOf(event);
      if (times === null) revert();
      else if (entry.kind === 'event') latest.current.move(entry.event, times, revert);
      else if (entry.kind === 'card') latest.current.moveCard(entry.card, times);
      else latest.current.moveProvisional(times);
    };
    const open: Handlers['open'] = ({ extendedProps = {}, url = '' }, pressed) => {
      const entry = entryOf({ extendedProps });
      // With a modifier the browser opens the link in a place of its own.
      if (entry.kind === 'card' && (pressed.ctrlKey || pressed.metaKey || pressed.shiftKey)) return;
      pressed.preventDefault();
      if (entry.kind === 'card') latest.current.openCard(url);
      else if (entry.kind === 'event' && !entry.isNew) latest.current.open(entry.event);
    };
    const options: CalendarOptions = {
      eventDrop: (info: EventDropInfo) => {
        const [entry, dropped] = [entryOf(info.event), timesOf(info.event)];
        const times = entry.kind === 'event' && dropped !== null ? asLong(entry.event, dropped) : dropped;
        // With Alt what is dragged stays where it was.
        if (!info.jsEvent.altKey || entry.kind !== 'event' || times === null) moved(info, times);
        else {
          info.revert();
          latest.current.duplicate(entry.event, times);
        }
      },
      eventResize: (info: EventChangeInfo) => {
        moved(info);
      },
      eventClick: ({ event, jsEvent }: EventClickInfo) => {
        open(event, jsEvent);
      },
      select: ({ start, end, allDay }: DateSelectInfo) => {
        calendar.current?.getApi().unselect();
        latest.current.select(chosenSpan(start, end, allDay));
      },
      // A tap: what is chosen by dragging needs a long press there.
      dateClick: ({ date, allDay, jsEvent }: DateClickInfo) => {
        if (jsEvent.type.startsWith('touch')) latest.current.select(chosenSpan(date, date, allDay));
      },
      navLinkDayClick: (date: Date) => {
        latest.current.showDay(dayAt(date));
      },
      navLinkWeekClick: (date: Date) => {
        latest.current.showWeek(dayAt(date));
      },
    };
    return { options, open };
  }, [latest, calendar]);
}

function timesOf({ start, end, allDay }: EventApi): EventTimes | null {
  // A card that is due on a day has no end.
  return start === null ? null : { start, end: end ?? start, isAllDay: allDay };
}
