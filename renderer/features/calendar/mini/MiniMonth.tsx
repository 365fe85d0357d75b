import './mini.css';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { locale, longDayOfYear } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/Buttons.tsx';
import { plusDays, plusMonths, required, weekNumber } from '../days.ts';
import { shownBy } from '../period.ts';
import { dayByKey } from './day-by-key.ts';
import { miniStrings } from '../page-strings.ts';
import { useMarkedDays } from './use-marked-days.ts';

interface MiniMonthProps {
  /** The day that the calendar shows. */
  readonly day: string;
  readonly today: string;
  readonly firstDay: number;
  readonly weekNumbers: boolean;
  readonly showsCards: boolean;
  readonly onPick: (day: string) => void;
  /** Stands before the name of the month. */
  readonly lead?: ReactNode;
}

const monthName = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const weekdayShort = new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' });
const weekdayLong = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });

/** A month to look at and to choose a day of, by the mouse or by arrow keys. */
export function MiniMonth({ day, today, firstDay, weekNumbers, showsCards, onPick, lead }: MiniMonthProps): ReactNode {
  const heading = useId();
  const grid = useRef<HTMLTableElement>(null);
  // Follows the calendar, until the user looks elsewhere.
  const [focused, setFocused] = useState(day);
  const [followed, setFollowed] = useState(day);
  if (followed !== day) {
    setFollowed(day);
    setFocused(day);
  }
  const byKeys = useRef(false);
  useEffect(() => {
    if (!byKeys.current) return;
    byKeys.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);
  const period = shownBy('month', focused, firstDay);
  const marked = useMarkedDays(period, showsCards);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = dayByKey(event, focused, firstDay);
    if (next === null) return;
    event.preventDefault();
    byKeys.current = true;
    setFocused(next);
  };
  const weeks = weeksOf(period.start, period.end);
  return (
    <div className="mini">
      <div className="mini-head">
        {lead}
        <h2 id={heading} className="mini-name" lang={locale} aria-live="polite">
          {monthName.format(required(focused))}
        </h2>
        <Step label={miniStrings.previousMonth} icon={ChevronLeft} onStep={() => setFocused(plusMonths(focused, -1))} />
        <Step label={miniStrings.nextMonth} icon={ChevronRight} onStep={() => setFocused(plusMonths(focused, 1))} />
      </div>
      <table ref={grid} className="mini-grid" role="grid" aria-labelledby={heading} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekNumbers && (
              <th scope="col" className="mini-week">
                <span className="visually-hidden">{miniStrings.week}</span>
              </th>
            )}
            {weeks[0]?.map((each) => (
              <th key={each} scope="col">
                <span aria-hidden="true">{weekdayShort.format(required(each))}</span>
                <span className="visually-hidden">{weekdayLong.format(required(each))}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {weekNumbers && (
                <th scope="row" className="mini-week">
                  {weekNumber(week[0] ?? focused, firstDay)}
                </th>
              )}
              {week.map((each) => (
                <td key={each} role="gridcell" aria-selected={each === day}>
                  <button
                    type="button"
                    className="mini-day"
                    data-day={each}
                    data-other={each.slice(0, 7) !== focused.slice(0, 7)}
                    data-marked={marked.has(each)}
                    tabIndex={each === focused ? 0 : -1}
                    aria-current={each === today ? 'date' : undefined}
                    aria-label={miniStrings.day(longDayOfYear.format(required(each)), marked.has(each))}
                    onClick={() => {
                      onPick(each);
                    }}
                  >
                    {required(each).getUTCDate()}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface StepProps {
  readonly label: string;
  readonly icon: typeof ChevronLeft;
  readonly onStep: () => void;
}

function Step({ label, icon, onStep }: StepProps): ReactNode {
  return <IconButton size="small" icon={icon} label={label} onClick={onStep} />;
}

function weeksOf(first: string, end: string): readonly (readonly string[])[] {
  const weeks: string[][] = [];
  for (let start = first; start < end; start = plusDays(start, 7))
    // The last of all weeks is shorter.
    weeks.push([...new Set(Array.from({ length: 7 }, (_, index) => plusDays(start, index)))]);
  return weeks;
}
