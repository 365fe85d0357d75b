import type { ReactNode } from 'react';
import { utcMidnight, plusDays } from '../days.ts';
import { AllDaySwitch, TimeInput, TimeProblem } from '../dialog/TimeInput.tsx';
import { useStart } from '../dialog/use-start.ts';
import type { EventFields, Faults } from '../event-fields.ts';
import { strings } from '../strings.ts';

interface QuickTimesProps {
  readonly fields: EventFields;
  readonly faults: Faults;
  readonly onChange: (fields: EventFields) => void;
}

/** When the event is, in one line. */
export function QuickTimes({ fields, faults, onChange }: QuickTimesProps): ReactNode {
  const { isAllDay, startDay, startClock, endDay, endClock } = fields;
  const { start, enter } = useStart(fields, onChange);
  // An end before the start is one on the next day, which goes without saying.
  const isNight = !isAllDay && utcMidnight(startDay) !== null && endDay === plusDays(startDay, 1) && endClock <= startClock;
  const hasEndDay = isAllDay || (endDay !== startDay && !isNight);
  const change = (part: Partial<EventFields>): void => {
    onChange({ ...fields, ...part });
  };
  const ofStart = { fields, faults, onFocus: enter, onChange: start };
  const allDay = (
    <AllDaySwitch
      checked={isAllDay}
      onChange={(checked) => {
        change({ isAllDay: checked, ...(checked ? {} : { endDay: startDay }) });
      }}
    />
  );
  return (
    <fieldset className="quick-times">
      <legend className="visually-hidden">
        {strings.starts}, {strings.ends}
      </legend>
      <div className="quick-bounds">
        <TimeInput bound="startDay" {...ofStart} />
        {!isAllDay && (
          <>
            {allDay}
            <span className="quick-break" />
            <TimeInput bound="startClock" {...ofStart} />
          </>
        )}
        <span aria-hidden="true">–</span>
        {hasEndDay && <TimeInput bound="endDay" fields={fields} faults={faults} onChange={change} />}
        {!isAllDay && (
          <TimeInput
            bound="endClock"
            fields={fields}
            faults={faults}
            onChange={({ endClock: clock = '' }) => {
              const day =
                hasEndDay || utcMidnight(startDay) === null || clock === ''
                  ? endDay
                  : clock > startClock
                    ? startDay
                    : plusDays(startDay, 1);
              change({ endClock: clock, endDay: day });
            }}
          />
        )}
        {isAllDay && allDay}
      </div>
      <TimeProblem faults={faults} />
    </fieldset>
  );
}
