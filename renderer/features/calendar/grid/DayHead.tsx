import type { DayHeaderInfo, MountInfo } from '@fullcalendar/react';
import type { ReactNode } from 'react';
import { dateFormat } from '../../../ui/format.ts';
import { chosenZone } from '../../../ui/zone-clock.ts';
import { dayName } from '../format.ts';

const month = dateFormat({ month: 'long', year: 'numeric' }, { zone: chosenZone, withTime: false });

interface DayHeadProps {
  readonly info: DayHeaderInfo;
  /** What is special about the clocks of that day. */
  readonly note?: { readonly text: string; readonly title: string } | null;
}

/** The head of a column of hours: its weekday and the day of the month; of the list of a day that day. Other heads show their text. */
export function DayHead({ info: { weekdayText, dayNumberText, view, text, date, inPopover }, note = null }: DayHeadProps): ReactNode {
  if (inPopover) return dayName(date);
  if (!view.type.startsWith('timeGrid')) return text;
  return (
    <>
      <span className="cal-weekday">{weekdayText}</span> <span className="cal-date">{dayNumberText}</span>{' '}
      {note !== null && (
        <span className="cal-day-note" title={note.title}>
          {note.text}
        </span>
      )}
    </>
  );
}

/** Names the link of such a head beginning with what can be seen of it: who speaks to the page says that. */
export function nameDayHead({ el, date, weekdayText, dayNumberText, view, inPopover }: MountInfo<DayHeaderInfo>): void {
  if (inPopover || !view.type.startsWith('timeGrid')) return;
  const note = el.querySelector<HTMLElement>('.cal-day-note');
  const [seen, meant] = note === null ? ['', ''] : [` ${note.innerText},`, `. ${note.title}`];
  el.querySelector('[role=link]')?.setAttribute('aria-label', `${weekdayText} ${dayNumberText}${seen} ${month.format(date)}${meant}`);
}
