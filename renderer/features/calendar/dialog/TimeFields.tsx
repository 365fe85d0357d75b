import { useRef, type ReactNode } from 'react';
import { Switch } from '../../../ui/Switch.tsx';
import { momentsOf, withStart } from '../event-bounds.ts';
import { faultsIn, type EventFields, type Faults } from '../event-fields.ts';
import type { CalendarEvent } from '../events.ts';
import { rangeOf } from '../format.ts';
import { strings } from '../strings.ts';
import { differs } from '../zones.ts';
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
  // A field of a browser tells each digit: on the way to 15:00 it is 01:00. So the end follows from how it stood when the field was
  // entered.
  const entered = useRef(fields);
  const enter = (): void => {
    entered.current = fields;
  };
  const start = (part: Partial<Pick<EventFields, 'startDay' | 'startClock'>>): void => {
    const {
      startDay: day,
      startClock: clock,
      endDay: lastDay,
      endClock: lastClock,
    } = withStart({ ...fields, ...timesOf(entered.current) }, part);
    onChange({ ...fields, startDay: day, startClock: clock, endDay: lastDay, endClock: lastClock });
  };
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
        <Input
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
          <Input
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
        <Input
          type="date"
          label={isAllDay ? strings.endDay : strings.endDate}
          value={endDay}
          faulty={faults.endDay !== undefined}
          onChange={(day) => {
            onChange({ ...fields, endDay: day });
          }}
        />
        {!isAllDay && (
          <Input
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
        <p id={problemId} className="field-problem" role="alert">
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

/** How the times stood. */
function timesOf({
  startDay,
  startClock,
  endDay,
  endClock,
}: EventFields): Pick<EventFields, 'startDay' | 'startClock' | 'endDay' | 'endClock'> {
  return { startDay, startClock, endDay, endClock };
}

const problemId = 'event-times-problem';

interface InputProps {
  readonly type: 'date' | 'time';
  readonly label: string;
  readonly value: string;
  readonly faulty: boolean;
  readonly onFocus?: () => void;
  readonly onChange: (value: string) => void;
}

function Input({ type, label, value, faulty, onFocus, onChange }: InputProps): ReactNode {
  return (
    <input
      className={`input event-${type}`}
      type={type}
      aria-label={label}
      aria-invalid={faulty}
      aria-describedby={faulty ? problemId : undefined}
      max={type === 'date' ? '9999-12-30' : undefined}
      value={value}
      onFocus={onFocus}
      onChange={({ target }) => {
        onChange(target.value);
      }}
    />
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
