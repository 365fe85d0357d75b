import type { ReactNode } from 'react';
import { Switch } from '../../../ui/Switch.tsx';
import { momentsOf } from '../event-bounds.ts';
import { faultsIn, type EventFields, type Faults } from '../event-fields.ts';
import type { CalendarEvent } from '../events.ts';
import { rangeOf } from '../format.ts';
import { strings } from '../strings.ts';
import { differs } from '../zones.ts';
import { timeProblemId, TimeInput } from './TimeInput.tsx';
import { useStart } from './use-start.ts';
import { ZoneField } from './ZoneField.tsx';

interface TimeFieldsProps {
  /** Null for one that is new. */
  readonly event: CalendarEvent | null;
  readonly fields: EventFields;
  readonly faults: Faults;
  readonly onChange: (fields: EventFields) => void;
}

/** When the event is: all day or from one time to another, and on whose clocks. */
export function TimeFields({ event, fields, faults, onChange }: TimeFieldsProps): ReactNode {
  const { isAllDay, startDay, startClock, endDay, endClock } = fields;
  const { start, enter } = useStart(fields, onChange);
  const problem = faults.startDay ?? faults.startClock ?? faults.endDay ?? faults.endClock ?? null;
  return (
    <fieldset className="event-times">
      <legend className="visually-hidden">
        {strings.starts}, {strings.ends}
      </legend>
      <label className="event-all-day">
        <Switch
          checked={isAllDay}
          onChange={(checked) => {
            onChange({ ...fields, isAllDay: checked });
          }}
        />
        {strings.allDayField}
      </label>
      <div className="event-bounds" data-all-day={isAllDay}>
        <span className="event-bound-name" aria-hidden="true">
          {strings.starts}
        </span>
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
        )}
        <span className="event-bound-name" aria-hidden="true">
          {strings.ends}
        </span>
        <TimeInput
          type="date"
          label={isAllDay ? strings.endDay : strings.endDate}
          value={endDay}
          faulty={faults.endDay !== undefined}
          onChange={(day) => {
            onChange({ ...fields, endDay: day });
          }}
        />
        {!isAllDay && (
          <TimeInput
            type="time"
            label={strings.endClock}
            value={endClock}
            faulty={faults.endClock !== undefined}
            onChange={(clock) => {
              onChange({ ...fields, endClock: clock });
            }}
          />
        )}
      </div>
      {problem !== null && (
        <p id={timeProblemId} className="field-problem" role="alert">
          {problem}
        </p>
      )}
      {!isAllDay && (
        <ZoneField
          fields={fields}
          problem={faults.timeZone ?? null}
          onChange={(timeZone) => {
            onChange({ ...fields, timeZone });
          }}
        />
      )}
      <YourTime event={event} fields={fields} />
    </fieldset>
  );
}

/** When that is where the reader is, if the clocks there show another time. */
function YourTime({ event, fields }: { readonly event: CalendarEvent | null; readonly fields: EventFields }): ReactNode {
  const { isAllDay, timeZone } = fields;
  if (isAllDay || Object.keys(faultsIn({ ...fields, title: 'x' }, event)).length > 0) return null;
  const { start, end } = momentsOf(fields, event);
  if (!differs(start.toISOString(), timeZone)) return null;
  return <p className="field-hint">{strings.yourTime(rangeOf(start, end, true))}</p>;
}
