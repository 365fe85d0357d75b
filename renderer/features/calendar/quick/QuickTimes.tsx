import type { ReactNode } from 'react';
import { Switch } from '../../../ui/Switch.tsx';
import { midnightOf, plusDays } from '../days.ts';
import { TimeInput } from '../dialog/TimeInput.tsx';
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
  const problem = faults.startDay ?? faults.startClock ?? faults.endDay ?? faults.endClock ?? null;
  // An end before the start is one on the next day, which goes without saying.
  const isNight = !isAllDay && midnightOf(startDay) !== null && endDay === plusDays(startDay, 1) && endClock <= startClock;
  const hasEndDay = isAllDay || (endDay !== startDay && !isNight);
  const allDay = (
    <label className="event-all-day">
      <Switch
        checked={isAllDay}
        onChange={(checked) => {
          onChange({ ...fields, isAllDay: checked, ...(checked ? {} : { endDay: fields.startDay }) });
        }}
      />
      {strings.allDayField}
    </label>
  );
  return (
    <fieldset className="quick-times">
      <legend className="visually-hidden">
        {strings.starts}, {strings.ends}
      </legend>
      <div className="quick-bounds">
        <TimeInput
          type="date"
          label={isAllDay ? strings.startDay : strings.startDate}
          value={startDay}
          faulty={faults.startDay !== undefined}
          onFocus={enter}
          onChange={(day) => {
            start({ startDay: day });
          }}
        />
        {!isAllDay && (
          <>
            {allDay}
            <span className="quick-break" />
            <TimeInput
              type="time"
              label={strings.startClock}
              value={startClock}
              faulty={faults.startClock !== undefined}
              onFocus={enter}
              onChange={(clock) => {
                start({ startClock: clock });
              }}
            />
          </>
        )}
        <span aria-hidden="true">–</span>
        {hasEndDay && (
          <TimeInput
            type="date"
            label={isAllDay ? strings.endDay : strings.endDate}
            value={endDay}
            faulty={faults.endDay !== undefined}
            onChange={(day) => {
              onChange({ ...fields, endDay: day });
            }}
          />
        )}
        {!isAllDay && (
          <TimeInput
            type="time"
            label={strings.endClock}
            value={endClock}
            faulty={faults.endClock !== undefined}
            onChange={(clock) => {
              const day =
                hasEndDay || midnightOf(startDay) === null || clock === '' ? endDay : clock > startClock ? startDay : plusDays(startDay, 1);
              onChange({ ...fields, endClock: clock, endDay: day });
            }}
          />
        )}
        {isAllDay && allDay}
      </div>
      {problem !== null && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
