import type { EventInput } from '@fullcalendar/react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { CalendarDays } from 'lucide-react';
import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { Button } from '../../../ui/Buttons.tsx';
import { writtenDayText } from '../../../ui/format.ts';
import { Skeleton } from '../../../ui/Loaded.tsx';
import { Message } from '../../../ui/Message.tsx';
import { usePrinting } from '../../../ui/use-media.ts';
import { useNow } from '../../../ui/when.ts';
import { dayName, listDayName } from '../format.ts';
import { strings } from '../strings.ts';
import { lastDayOf, type ListSpan } from '../use-list-span.ts';
import { dayAt, startOfDay } from '../zones.ts';
import { EntryContent } from './EntryContent.tsx';
import { listDays, provisionalId, type DayItem, type DayOfList } from './inputs.ts';
import type { KeptFocus } from './use-kept-focus.ts';
import { useListPlace, type ListPlace } from './use-list-place.ts';

interface EventListProps {
  readonly inputs: readonly EventInput[];
  readonly day: string;
  /** Grows whenever the user asks for this day anew. */
  readonly arrivals: number;
  readonly name: string;
  readonly isRead: boolean;
  readonly list: ListSpan;
  readonly place: ListPlace;
  readonly focus: KeptFocus;
  readonly onOpen: (input: EventInput, pressed: MouseEvent | KeyboardEvent) => void;
  readonly onDay: (day: string) => void;
}

/** In pixels: a day with one entry, and each further one. */
const [usualHeight, usualEntry] = [53, 34];

/** The days on which there is something, with that. Of thousands only those are drawn that can be seen, on paper all. */
export function EventList({ inputs, day, arrivals, name, isRead, list, place, focus, onOpen, onDay }: EventListProps): ReactNode {
  const { start: from } = list.period;
  const until = lastDayOf(list.period);
  const days = useMemo(() => listDays(inputs, from, until), [inputs, from, until]);
  const scroller = useRef<HTMLDivElement>(null);
  const { kept, note } = useKeptDays(days);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: days.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => usualHeight + usualEntry * ((days[index]?.items.length ?? 1) - 1),
    overscan: 4,
    getItemKey: (index) => days[index]?.day ?? index,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((a, b) => a - b),
  });
  useListPlace(days, virtualizer, { day, isRead, occasion: `${day} ${arrivals} ${list.back}`, isBack: list.back > 0 }, place);
  const today = dayAt(useNow());
  const isPrinting = usePrinting();
  const drawn = isPrinting ? days.map((_, index) => ({ index, start: 0 })) : virtualizer.getVirtualItems();
  return (
    <div className="cal">
      <div className="cal-view">
        {days.length === 0 ? (
          <div role="status" className="cal-empty">
            {isRead ? <Nothing /> : <Missing />}
          </div>
        ) : (
          <div ref={scroller} className="cal-list-scroller">
            <div
              role="list"
              aria-label={name}
              className="cal-list"
              style={{ blockSize: virtualizer.getTotalSize() }}
              onFocus={({ target }) => {
                note(target);
              }}
            >
              {drawn.map(({ index, start }) => {
                const shown = days[index];
                if (shown === undefined) return null;
                return (
                  <Day
                    key={shown.day}
                    ref={virtualizer.measureElement}
                    shown={shown}
                    index={index}
                    of={days.length}
                    start={start}
                    today={today}
                    focus={focus}
                    onOpen={onOpen}
                    onDay={onDay}
                  />
                );
              })}
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

/** What has the focus stays however far the list scrolls, and where it moves to another day that is drawn. */
function useKeptDays(days: readonly DayOfList[]): { readonly kept: readonly number[]; readonly note: (focused: Element) => void } {
  const [last, setLast] = useState<{ readonly id: string | null; readonly day: string | null }>({ id: null, day: null });
  const kept = useMemo(() => {
    const isThere = ({ items }: DayOfList): boolean => items.some(({ input }) => input.id === last.id);
    const there = days.findIndex(({ day }) => day === last.day);
    const shown = days[there];
    const moved = last.id === null || (shown !== undefined && isThere(shown)) ? -1 : days.findIndex(isThere);
    return [there, moved].filter((index) => index !== -1);
  }, [days, last]);
  return {
    kept,
    note: (focused) => {
      const id = focused.closest<HTMLElement>('[data-entry]')?.dataset['entry'] ?? null;
      const day = focused.closest<HTMLElement>('[data-day]')?.dataset['day'] ?? null;
      if (id !== last.id || day !== last.day) setLast({ id, day });
    },
  };
}

interface DayProps extends Pick<EventListProps, 'focus' | 'onOpen' | 'onDay'> {
  readonly ref: Ref<HTMLDivElement>;
  readonly shown: DayOfList;
  readonly index: number;
  readonly of: number;
  readonly start: number;
  readonly today: string;
}

function Day({ ref, shown: { day, items }, index, of, start, today, focus, onOpen, onDay }: DayProps): ReactNode {
  const whole = dayName(startOfDay(day));
  const isToday = day === today;
  return (
    <div
      ref={ref}
      role="listitem"
      aria-label={whole}
      aria-setsize={of}
      aria-posinset={index + 1}
      className="cal-list-day"
      data-day={day}
      data-index={index}
      style={{ insetBlockStart: start }}
    >
      <div
        className={isToday ? 'cal-list-header cal-list-header-today' : 'cal-list-header'}
        data-date={day}
        aria-current={isToday ? 'date' : undefined}
      >
        <div
          role="link"
          tabIndex={0}
          className="cal-nav-link"
          aria-label={strings.goToDay(whole)}
          {...pressed(() => {
            onDay(day);
          })}
        >
          {listDayName(day, today)}
        </div>
      </div>
      <div role="list" aria-label={strings.eventGroup} className="cal-list-body">
        {items.map((item) => (
          <div key={item.input.id} role="listitem">
            <Entry item={item} focus={focus} onOpen={onOpen} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Entry({ item, focus, onOpen }: { readonly item: DayItem } & Pick<EventListProps, 'focus' | 'onOpen'>): ReactNode {
  const { input, start, end, isStart, isEnd } = item;
  const { id = '', title = '', url, allDay = false, extendedProps = {} } = input;
  const attributes = {
    className: id === provisionalId ? 'cal-event cal-line-event cal-provisional' : 'cal-event cal-line-event',
    'data-entry': id,
    style: { '--fc-event-color': input.color } as CSSProperties,
    children: (
      <div className="cal-event-inner">
        <EntryContent info={{ event: { id, title, start, end, allDay, extendedProps }, isStart, isEnd, isMirror: false, view: listView }} />
      </div>
    ),
  };
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    focus.restore(element);
    return () => {
      focus.lose(element);
    };
  }, [focus]);
  const open = (event: MouseEvent | KeyboardEvent): void => {
    onOpen(input, event);
  };
  if (url !== undefined) return <a ref={ref as RefObject<HTMLAnchorElement | null>} href={url} onClick={open} {...attributes} />;
  if (input.interactive !== true) return <div ref={ref as RefObject<HTMLDivElement | null>} {...attributes} />;
  return <div ref={ref as RefObject<HTMLDivElement | null>} role="button" tabIndex={0} {...pressed(open)} {...attributes} />;
}

const listView = { type: 'list' };

/** For what is pressed by the mouse, and by Enter and the blank where it has the focus. */
function pressed(action: (event: MouseEvent | KeyboardEvent) => void): {
  readonly onClick: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
} {
  return {
    onClick: action,
    onKeyDown: (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      action(event);
      event.preventDefault();
    },
  };
}

/** How far the list goes, and the ways to what was before and to what comes after. */
export function ListEnds({ list: { period, earlier, further } }: { readonly list: ListSpan }): ReactNode {
  return (
    <div className="cal-list-ends">
      {earlier !== null && (
        <Button tone="quiet" onClick={earlier}>
          {strings.listEarlier}
        </Button>
      )}
      <span className="cal-list-until">{strings.listUntil(writtenDayText(lastDayOf(period)))}</span>
      {further !== null && (
        <Button tone="quiet" onClick={further}>
          {strings.listFurther}
        </Button>
      )}
    </div>
  );
}

function Missing(): ReactNode {
  // The page says it in words.
  return (
    <div aria-hidden="true">
      <Skeleton />
    </div>
  );
}

function Nothing(): ReactNode {
  return (
    <Message icon={CalendarDays} title={strings.nothing}>
      {strings.nothingHint}
    </Message>
  );
}
