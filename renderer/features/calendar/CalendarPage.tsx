import './calendar.css';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Card } from '../../../main/contract/cards.ts';
import { useActions } from '../../actions/registry.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/Buttons.tsx';
import { useDatePreferences } from '../../ui/date-preferences.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Banner, Message } from '../../ui/Message.tsx';
import { Skeleton } from '../../ui/Loaded.tsx';
import { strings as uiStrings } from '../../ui/strings.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { calendarPageActions, type CalendarActions } from './actions.ts';
import { CalendarHead } from './CalendarHead.tsx';
import { Forms } from './Forms.tsx';
import { EventMenu } from './menu/EventMenu.tsx';
import { useDuplicate } from './menu/use-duplicate.ts';
import { dayOfEvent, type CalendarEvent } from './events.ts';
import { SearchPanel } from './found/SearchPanel.tsx';
import type { GridActions } from './grid/Grid.tsx';
import { cardEntryId } from './grid/inputs.ts';
import type { ListPlace } from './grid/use-list-place.ts';
import type { Mark } from './grid/use-mark.ts';
import { focusBeside, focusedDay, focusedEntry } from './grid/use-kept-focus.ts';
import { Layers } from './layers/Layers.tsx';
import { strings as layerStrings } from './layers/strings.ts';
import { useCalendars } from '../../api/calendars.ts';
import { useLayers } from './layers/use-calendars.ts';
import { useLayersShown } from './layers/use-layers-shown.ts';
import { GoToDate } from './mini/GoToDate.tsx';
import { SideMonth } from './mini/SideMonth.tsx';
import { moveTo, nudge, stretch } from './moves.ts';
import { periodName, shortPeriodName, shownBy, type Period } from './period.ts';
import { useShowProvisional, useQuick } from './quick/use-quick.ts';
import { strings } from './strings.ts';
import { useDueCards, useShownEvents, useStoredEvents, useShowsCards } from './use-calendar.ts';
import { useMovedCards, useMoveDue } from './use-card-due.ts';
import { useDeleteEvent } from './use-delete-event.ts';
import { useCalendarView, type CalendarView } from './use-calendar-view.ts';
import { useListSpan } from './use-list-span.ts';
import { useShift } from './use-shift.ts';
import { calendarZone } from './zones.ts';

const Grid = lazyPart(() => import('./grid/Grid.tsx').then((module) => module.Grid));
// With the page, so that both are there when the service, and the page's server with it, is away.
Grid.preload();

interface CalendarPageProps {
  /** Where a card is shown. */
  readonly cardPath: (projectId: string, cardId: string) => string;
}

/** The calendar in one of its views, and above it an event that is open. */
export function CalendarPage({ cardPath }: CalendarPageProps): ReactNode {
  const place = useCalendarView();
  const { view, day, firstDay } = place;
  const list = useListSpan(day, place.arrivals);
  const shown = useMemo(() => shownBy(view, day, firstDay), [view, day, firstDay]);
  const period = view === 'list' ? list.period : shown;
  const name = periodName(view, day, firstDay);
  const shownName = place.isNarrow ? shortPeriodName(view, day, firstDay, place.todayDay) : name;
  const query = useStoredEvents(period);
  const calendars = useCalendars();
  const events = useLayers(useShownEvents(query.data), calendars.data);
  const layers = useLayersShown();
  const [showsCards, setShowsCards] = useShowsCards();
  const due = useMovedCards(useDueCards(period, showsCards));
  const { shift, cardMoves } = useFollowedMoves(place, shown);
  const quick = useQuick();
  useShowProvisional(quick.provisional, period, place);
  const handlers = useGridActions(place, shift, cardMoves, quick);
  const { weekNumbers } = useDatePreferences();
  const month = { day, today: place.todayDay, firstDay, weekNumbers, showsCards, onPick: place.goTo };
  const [isGoing, setGoing] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  // Of the page: the grid goes while the user searches.
  const scrolled = { atTop: useRef<number | null>(null), listPlace: useRef<ListPlace['current']>(null) };
  const [mark, setMark] = useState<Mark | null>(null);
  const goToFound = (event: CalendarEvent): void => {
    setSearching(false);
    setMark({ id: event.id, at: Date.now() });
    place.show('day', dayOfEvent(event, calendarZone()));
  };
  useCalendarActions(
    place,
    events.filter(({ isReadOnly }) => isReadOnly !== true).map(({ event }) => event),
    shift,
    { on: showsCards, set: setShowsCards, cards: due.cards, nudge: cardMoves.nudge },
    {
      goToDate: () => {
        setGoing(true);
      },
      begin: quick.beginOn,
      search: () => {
        setSearching(true);
      },
    },
  );
  const failed = query.data === undefined && query.error !== null;
  const isRead = query.data !== undefined && !query.isPlaceholderData;
  const calendarList = <Layers showsCards={showsCards} onShowsCards={setShowsCards} isHeaded={!layers.isBeside} />;
  return (
    <div className="calendar" data-layers={layers.isBeside && layers.isShown}>
      <title>{strings.title(name)}</title>
      <CalendarHead
        place={place}
        date={<GoToDate name={shownName} open={isGoing} onOpen={setGoing} month={month} />}
        showsCards={showsCards}
        onShowsCards={setShowsCards}
        layers={layers}
        isSearching={isSearching}
        searchRef={searchButton}
        onSearch={() => {
          setSearching(!isSearching);
        }}
      />
      <DueFailed onAgain={failed ? null : due.retry} />
      {layers.isBeside && layers.isShown && (
        <aside className="calendar-layers">
          <SideMonth {...month} />
          {calendarList}
        </aside>
      )}
      {isSearching && (
        <SearchPanel
          onPick={goToFound}
          onClose={() => {
            setSearching(false);
            searchButton.current?.focus();
          }}
        />
      )}
      {isSearching ? null : failed ? (
        <Failed reason={query.error.message} onAgain={() => void query.refetch()} />
      ) : (
        <Suspense fallback={<Skeleton label={strings.loading} />}>
          <EventMenu events={events} onOpen={handlers.open}>
            <Grid
              view={view}
              day={day}
              arrivals={place.arrivals}
              firstDay={firstDay}
              name={name}
              events={events}
              cards={due.cards}
              provisional={quick.provisional}
              cardPath={cardPath}
              isRead={isRead}
              list={list}
              mark={mark}
              {...scrolled}
              gridActions={handlers}
            />
          </EventMenu>
        </Suspense>
      )}
      <Reading text={isRead || failed || isSearching ? null : query.fetchStatus === 'paused' ? uiStrings.waiting : strings.loading} />
      {!layers.isBeside && (
        <Dialog
          open={layers.isShown}
          onClose={() => {
            layers.show(false);
          }}
          size="small"
          title={layerStrings.calendars}
        >
          {calendarList}
        </Dialog>
      )}
      <Forms place={place} quick={quick} />
    </div>
  );
}

/** The ways to move events and cards; the page goes on to what keys move out of what is shown. */
function useFollowedMoves(
  { view, goTo }: CalendarView,
  { start, end }: Period,
): { readonly shift: ReturnType<typeof useShift>; readonly cardMoves: ReturnType<typeof useMoveDue> } {
  const follow = useCallback(
    (first: string, last: string): void => {
      if (view !== 'list' && (last < start || first >= end)) goTo(last < start ? last : first);
    },
    [view, goTo, start, end],
  );
  return { shift: useShift(follow), cardMoves: useMoveDue(follow) };
}

/** What can be done with the mouse in the grid. */
function useGridActions(
  place: CalendarView,
  shift: ReturnType<typeof useShift>,
  cardMoves: ReturnType<typeof useMoveDue>,
  quick: ReturnType<typeof useQuick>,
): GridActions {
  const duplicate = useDuplicate();
  return useMemo(
    () => ({
      open: (event: CalendarEvent) => {
        place.open(event.id);
      },
      openCard: place.go,
      select: quick.begin,
      moveProvisional: quick.move,
      begin: () => {
        quick.beginOn(place.day);
      },
      showDay: (shown: string) => {
        place.show('day', shown);
      },
      goTo: place.goTo,
      showWeek: (shown: string) => {
        place.show('week', shown);
      },
      move: (event: CalendarEvent, to: Parameters<typeof moveTo>[1], revert: () => void) => {
        shift(moveTo(event, to), false, revert);
      },
      duplicate,
      moveCard: (card: Card, to: Parameters<typeof moveTo>[1]) => {
        cardMoves.move(card, to);
      },
    }),
    [place, shift, cardMoves, quick, duplicate],
  );
}

/** Says why there is nothing to see. */
function Failed({ reason, onAgain }: { readonly reason: string; readonly onAgain: () => void }): ReactNode {
  return (
    <Message icon="warning" title={strings.failed} urgent action={<Button onClick={onAgain}>{uiStrings.tryAgain}</Button>}>
      {reason}
    </Message>
  );
}

/** Says that the cards that are due are missing. Null: they are not. */
function DueFailed({ onAgain }: { readonly onAgain: (() => void) | null }): ReactNode {
  if (onAgain === null) return null;
  return (
    <Banner label={layerStrings.cards} action={<Button onClick={onAgain}>{uiStrings.tryAgain}</Button>}>
      <span role="alert">{strings.cardsFailed}</span>
    </Banner>
  );
}

/** After which time it is announced that events are still being read, in milliseconds: most answers come at once. */
const announcedAfter = 1_000;

/** Says that events are still missing: what looks free may not be so. Null: they are all there. */
function Reading({ text }: { readonly text: string | null }): ReactNode {
  useEffect(() => {
    if (text === null) return undefined;
    const timer = setTimeout(announce, announcedAfter, text);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return (
    text !== null && (
      <p className="calendar-reading">
        <span>{text}</span>
      </p>
    )
  );
}

interface CardControl {
  readonly on: boolean;
  readonly set: (on: boolean) => void;
  readonly cards: readonly Card[];
  readonly nudge: (card: Card, days: number) => void;
}

function useCalendarActions(
  place: ReturnType<typeof useCalendarView>,
  events: readonly CalendarEvent[],
  shift: ReturnType<typeof useShift>,
  cards: CardControl,
  ways: Pick<CalendarActions, 'goToDate' | 'search'> & { readonly begin: (day: string) => void },
): void {
  const remove = useDeleteEvent();
  const focused = (): CalendarEvent | null => {
    const id = focusedEntry();
    return events.find((event) => event.id === id) ?? null;
  };
  const focusedCard = (): Card | null => {
    const entry = focusedEntry();
    return cards.cards.find(({ id }) => cardEntryId(id) === entry) ?? null;
  };
  useActions(
    calendarPageActions({
      place,
      showsCards: cards.on,
      toggleCards: () => {
        cards.set(!cards.on);
      },
      goToDate: ways.goToDate,
      search: ways.search,
      begin: () => {
        ways.begin(focusedDay() ?? place.day);
      },
      hasEvent: () => focused() !== null,
      hasCard: () => focusedCard() !== null,
      nudge: (days, minutes) => {
        const [event, card] = [focused(), focusedCard()];
        if (event !== null) shift(nudge(event, days, minutes), true);
        if (card !== null) cards.nudge(card, days);
      },
      stretch: (days, minutes) => {
        const event = focused();
        if (event !== null) shift(stretch(event, days, minutes), true);
      },
      remove: () => {
        const event = focused();
        if (event === null) return;
        remove(event, (scope) => {
          focusBeside(event.id, scope);
        });
      },
    }),
  );
}
