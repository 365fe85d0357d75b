import './found.css';
import { Repeat, Search, SearchX, X } from 'lucide-react';
import {
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { textLimits } from '../../../../main/contract/limits.ts';
import { isComposing } from '../../../actions/shortcut.ts';
import { useRemoved } from '../../../api/service.ts';
import { locale } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/Buttons.tsx';
import { EventTitle } from '../../../ui/EventTitle.tsx';
import { Loaded, Skeleton } from '../../../ui/Loaded.tsx';
import { Message } from '../../../ui/Message.tsx';
import { useEarlyEnter } from '../../../ui/use-early-enter.ts';
import { useNow } from '../../../ui/when.ts';
import { required } from '../days.ts';
import { dayOfEvent, isSeries, seriesIdOf, type CalendarEvent } from '../events.ts';
import { timesText } from '../format.ts';
import { shownColor, useCalendars } from '../../../api/calendars.ts';
import { strings as calendarStrings } from '../strings.ts';
import { calendarZone } from '../zones.ts';
import { searchStrings } from '../page-strings.ts';
import { useFoundEvents } from './use-found.ts';

interface SearchPanelProps {
  /** Goes to where the event is. */
  readonly onPick: (event: CalendarEvent) => void;
  readonly onClose: () => void;
}

/** A field to look for events, and below it what it has found, by day. */
export function SearchPanel({ onPick, onClose }: SearchPanelProps): ReactNode {
  const [text, setText] = useState('');
  const results = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  const typed = text.trim();
  const asked = useDeferredValue(typed);
  const query = useFoundEvents(asked);
  const first = (): HTMLElement | null => results.current?.querySelector<HTMLElement>('.found-event') ?? null;
  const enter = useEarlyEnter(typed !== '' && (asked !== typed || query.isPending || query.isPlaceholderData), () => first()?.click());
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    onClose();
  };
  // Escape leaves from wherever the focus is in it.
  return (
    <div className="found" onKeyDown={leave}>
      <search className="found-field">
        <Search aria-hidden="true" />
        <input
          ref={field}
          type="text"
          className="input"
          aria-label={searchStrings.search}
          placeholder={searchStrings.hint}
          value={text}
          maxLength={textLimits.query}
          onChange={({ target }) => {
            setText(target.value);
            enter.forget();
          }}
          onKeyDown={(event) => {
            if (isComposing(event.nativeEvent)) return;
            enter.take(event);
            if (event.defaultPrevented || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return;
            event.preventDefault();
            if (event.key === 'Enter') first()?.click();
            else first()?.focus();
          }}
        />
        <IconButton icon={X} size="small" label={searchStrings.close} onClick={onClose} />
      </search>
      {asked !== '' && <Results query={query} area={results} field={field} onPick={onPick} />}
    </div>
  );
}

interface ResultsProps extends Pick<SearchPanelProps, 'onPick'> {
  readonly query: ReturnType<typeof useFoundEvents>;
  readonly area: RefObject<HTMLDivElement | null>;
  readonly field: RefObject<HTMLInputElement | null>;
}

function Results({ query, area, field, onPick }: ResultsProps): ReactNode {
  const removed = useRemoved();
  const now = useNow().getTime();
  const moveOn = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const all = [...(area.current?.querySelectorAll<HTMLElement>('.found-event') ?? [])];
    const next = all.indexOf(document.activeElement as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1);
    if (next < 0) field.current?.focus();
    else all[next]?.focus();
  };
  // Arrow keys lead from one result to the next.
  return (
    <div ref={area} className="found-results" onKeyDown={moveOn}>
      <Loaded query={query} failed={searchStrings.failed} loading={<Skeleton label={searchStrings.searching} />}>
        {({ items, total }) => {
          const there = items.filter((event) => !removed.has(event.id) && !removed.has(seriesIdOf(event)));
          const isOver = ({ endTime }: CalendarEvent): boolean => Date.parse(endTime) <= now;
          return (
            <>
              <p className="found-count" role="status">
                {searchStrings.count(total)}
              </p>
              {there.length === 0 && (
                <Message icon={SearchX} title={searchStrings.nothing}>
                  {searchStrings.nothingHint}
                </Message>
              )}
              <Part name={searchStrings.coming} events={there.filter((event) => !isOver(event))} onPick={onPick} />
              <Part name={searchStrings.over} events={there.filter(isOver)} onPick={onPick} />
              {total > items.length && <p className="found-count">{searchStrings.more(total - items.length)}</p>}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

interface PartProps extends Pick<SearchPanelProps, 'onPick'> {
  readonly name: string;
  readonly events: readonly CalendarEvent[];
}

const dayName = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

function Part({ name, events, onPick }: PartProps): ReactNode {
  const { data: calendars = [] } = useCalendars();
  if (events.length === 0) return null;
  const days = Map.groupBy(events, (event) => dayOfEvent(event, calendarZone()));
  return (
    <section className="found-part" aria-label={name}>
      <h2 className="found-heading">{name}</h2>
      {[...days].map(([day, ofDay]) => (
        <div key={day} className="found-day">
          <h3 className="found-date" lang={locale}>
            {dayName.format(required(day))}
          </h3>
          <ul className="found-list">
            {ofDay.map((event) => (
              <li key={event.id}>
                <button
                  type="button"
                  className="found-event"
                  style={
                    {
                      '--entry': shownColor(
                        event.color,
                        calendars.find(({ id }) => id === event.calendarId),
                      ),
                    } as CSSProperties
                  }
                  onClick={() => {
                    onPick(event);
                  }}
                >
                  <span className="found-dot" aria-hidden="true" />
                  <span className="found-time">{event.isAllDay ? searchStrings.allDay : timesText(event)}</span>
                  <span className="found-title">
                    <EventTitle title={event.title === '' ? calendarStrings.untitled : event.title} isCancelled={event.isCancelled} />
                    {isSeries(event) && (
                      <>
                        <Repeat aria-hidden="true" />
                        <span className="visually-hidden"> ({searchStrings.repeats})</span>
                      </>
                    )}
                  </span>
                  {event.location !== null && event.location !== '' && (
                    <span className="found-place">
                      <bdi dir="auto">{event.location}</bdi>
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
