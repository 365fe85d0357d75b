import {
  ArrowDown,
  ArrowDownToLine,
  ArrowLeft,
  ArrowLeftToLine,
  ArrowRight,
  ArrowRightToLine,
  ArrowUp,
  ArrowUpToLine,
  CalendarCheck,
  CalendarDays,
  CalendarPlus,
  CalendarRange,
  CalendarSearch,
  ChevronLeft,
  ChevronRight,
  Grid3x3,
  List,
  MousePointer2,
  Printer,
  Search,
  SquareKanban,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { newEventPath } from '../../../main/contract/page-paths.ts';
import type { Action, ActionContext } from '../../actions/action.ts';
import { focusCursor, focusedDay } from './grid/use-kept-focus.ts';
import { views, type View } from './period.ts';
import { quickStrings, strings } from './strings.ts';
import type { CalendarView } from './use-calendar-view.ts';

/** What can be done with the calendar on every page. */
export function calendarActions({ go }: ActionContext): readonly Action[] {
  return [
    {
      id: 'calendar.new',
      name: strings.newEvent,
      group: strings.group,
      icon: CalendarPlus,
      words: ['appointment', 'meeting', 'create'],
      perform: () => {
        go(newEventPath);
      },
    },
  ];
}

export interface CalendarActions {
  readonly place: CalendarView;
  readonly showsCards: boolean;
  readonly toggleCards: () => void;
  readonly goToDate: () => void;
  /** Begins a new event beside its slot. */
  readonly begin: () => void;
  readonly search: () => void;
  /** Whether an event has the focus. */
  readonly hasEvent: () => boolean;
  /** Whether a card has it. */
  readonly hasCard: () => boolean;
  /** Shifts the event that has the focus; a card by days alone. */
  readonly nudge: (days: number, minutes: number) => void;
  /** Lets it end later or earlier. */
  readonly stretch: (days: number, minutes: number) => void;
  readonly remove: () => void;
}

const viewIcons: Readonly<Record<View, LucideIcon>> = {
  month: CalendarDays,
  week: CalendarRange,
  days: CalendarRange,
  day: CalendarCheck,
  list: List,
};

/** By how many minutes a key press shifts an event. */
const quarter = 15;

/** What can be done while the calendar is shown. */
export function calendarPageActions({
  place,
  showsCards,
  toggleCards,
  goToDate,
  begin,
  search,
  hasEvent,
  hasCard,
  nudge,
  stretch,
  remove,
}: CalendarActions): readonly Action[] {
  const page = { group: strings.group } as const;
  return [
    {
      ...page,
      id: 'calendar.create',
      name: strings.newEvent,
      icon: CalendarPlus,
      shortcut: 'c',
      listed: 'keys',
      perform: () => {
        place.create();
      },
    },
    {
      ...page,
      id: 'calendar.quick',
      name: quickStrings.quickEvent,
      icon: CalendarPlus,
      shortcut: 'n',
      listed: 'keys',
      perform: begin,
    },
    { ...page, id: 'calendar.today', name: strings.goToday, icon: CalendarCheck, shortcut: 't', perform: place.today },
    { ...page, id: 'calendar.goToDate', name: strings.goToDate, icon: CalendarSearch, shortcut: 'g d', perform: goToDate },
    { ...page, id: 'calendar.search', name: strings.search, icon: Search, shortcut: '/', words: ['find'], perform: search },
    {
      ...page,
      id: 'calendar.previous',
      name: strings.goPrevious,
      icon: ChevronLeft,
      shortcut: 'ArrowLeft',
      listed: 'keys',
      perform: () => {
        place.forward(-1);
      },
    },
    {
      ...page,
      id: 'calendar.next',
      name: strings.goNext,
      icon: ChevronRight,
      shortcut: 'ArrowRight',
      listed: 'keys',
      perform: () => {
        place.forward(1);
      },
    },
    {
      ...page,
      id: 'calendar.slots',
      name: strings.moveOverSlots,
      icon: Grid3x3,
      shortcut: 'ArrowDown',
      listed: 'keys',
      when: () => place.view !== 'list',
      perform: focusCursor,
    },
    ...views.map((view, index): Action => ({
      ...page,
      id: `calendar.${view}`,
      name: strings.showView[place.asShown(view)],
      icon: viewIcons[view],
      shortcut: String(index + 1),
      perform: () => {
        // The day that has the focus, if there is one, is what the user wants to see more or less of.
        place.show(view, focusedDay() ?? place.day, true);
      },
    })),
    { ...page, id: 'calendar.cards', name: showsCards ? strings.hideCards : strings.showCards, icon: SquareKanban, perform: toggleCards },
    {
      ...page,
      id: 'calendar.print',
      name: strings.print,
      icon: Printer,
      perform: () => {
        window.print();
      },
    },
    ...eventActions({ place, hasEvent, hasCard, nudge, stretch, remove }),
  ];
}

/** What can be done with the event in focus. */
function eventActions({
  place,
  hasEvent,
  hasCard,
  nudge,
  stretch,
  remove,
}: Pick<CalendarActions, 'place' | 'hasEvent' | 'hasCard' | 'nudge' | 'stretch' | 'remove'>): readonly Action[] {
  const event = { group: strings.eventGroup, when: hasEvent } as const;
  const byDays = { ...event, when: () => hasEvent() || hasCard() } as const;
  const byRows = { ...event, when: () => hasEvent() || (place.view === 'month' && hasCard()) } as const;
  // In a month there are weeks above each other.
  const rows = (by: 1 | -1): void => {
    if (place.view === 'month') nudge(7 * by, 0);
    else nudge(0, quarter * by);
  };
  return [
    {
      ...event,
      id: 'calendar.open',
      name: strings.openEvent,
      icon: MousePointer2,
      shortcut: 'Enter',
      listed: 'help',
      perform: () => undefined,
    },
    {
      ...byDays,
      id: 'calendar.dayEarlier',
      name: strings.dayEarlier,
      icon: ArrowLeft,
      shortcut: 'Shift+ArrowLeft',
      perform: () => {
        nudge(-1, 0);
      },
    },
    {
      ...byDays,
      id: 'calendar.dayLater',
      name: strings.dayLater,
      icon: ArrowRight,
      shortcut: 'Shift+ArrowRight',
      perform: () => {
        nudge(1, 0);
      },
    },
    {
      ...byRows,
      id: 'calendar.earlier',
      name: strings.earlier,
      icon: ArrowUp,
      shortcut: 'Shift+ArrowUp',
      perform: () => {
        rows(-1);
      },
    },
    {
      ...byRows,
      id: 'calendar.later',
      name: strings.later,
      icon: ArrowDown,
      shortcut: 'Shift+ArrowDown',
      perform: () => {
        rows(1);
      },
    },
    {
      ...event,
      id: 'calendar.longer',
      name: strings.longer,
      icon: ArrowDownToLine,
      shortcut: 'Alt+Shift+ArrowDown',
      perform: () => {
        stretch(0, quarter);
      },
    },
    {
      ...event,
      id: 'calendar.shorter',
      name: strings.shorter,
      icon: ArrowUpToLine,
      shortcut: 'Alt+Shift+ArrowUp',
      perform: () => {
        stretch(0, -quarter);
      },
    },
    {
      ...event,
      id: 'calendar.dayLonger',
      name: strings.dayLonger,
      icon: ArrowRightToLine,
      shortcut: 'Alt+Shift+ArrowRight',
      perform: () => {
        stretch(1, 0);
      },
    },
    {
      ...event,
      id: 'calendar.dayShorter',
      name: strings.dayShorter,
      icon: ArrowLeftToLine,
      shortcut: 'Alt+Shift+ArrowLeft',
      perform: () => {
        stretch(-1, 0);
      },
    },
    { ...event, id: 'calendar.delete', name: strings.deleteEvent, icon: Trash2, shortcut: 'Delete', perform: remove },
  ];
}
