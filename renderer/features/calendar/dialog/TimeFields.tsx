import type { ReactNode } from 'react';
import { Field } from '../../../ui/Field.tsx';
import { ZonePicker } from '../../../ui/ZonePicker.tsx';
import { utcMidnight } from '../days.ts';
import { type EventFields, eventFaults, type Faults } from '../event-fields.ts';
import { strings } from '../strings.ts';
import { momentsOf } from '../event-bounds.ts';
import type { CalendarEvent } from '../events.ts';
import { rangeOf } from '../format.ts';
import { differs } from '../zones.ts';
import { AllDaySwitch, TimeInput, TimeProblem } from './TimeInput.tsx';
import { useStart } from './use-start.ts';

/** For an offset to show while no day is filled in. */
const anyDay = new Date(2000, 0, 1);

interface ZoneFieldProps {
  readonly fields: EventFields;
  readonly problem: string | null;
  readonly onChange: (zone: string) => void;
}

/** The zone on whose clocks the times are meant. */
function ZoneField({ fields: { timeZone, startDay }, problem, onChange }: ZoneFieldProps): ReactNode {
  return (
    <Field label={strings.zone} problem={problem}>
      {(ties) => <ZonePicker label={strings.zone} ties={ties} zone={timeZone} at={utcMidnight(startDay) ?? anyDay} onChange={onChange} />}
    </Field>
  );
}

interface TimeFieldsProps {
  /** Null for one that is new. */
  readonly event: CalendarEvent | null;
  readonly fields: EventFields;
  readonly faults: Faults;
  readonly onChange: (fields: EventFields) => void;
}

/** When the event is: all day or from one time to another, and on whose clocks. */
export function TimeFields({ event, fields, faults, onChange }: TimeFieldsProps): ReactNode {
  const { isAllDay } = fields;
  const { start, enter } = useStart(fields, onChange);
  const ofStart = { fields, faults, onFocus: enter, onChange: start };
  const change = (part: Partial<EventFields>): void => {
    onChange({ ...fields, ...part });
  };
  const ofEnd = { fields, faults, onChange: change };
  return (
    <fieldset className="event-form-times">
      <legend className="visually-hidden">
        {strings.starts}, {strings.ends}
      </legend>
      <AllDaySwitch
        checked={isAllDay}
        onChange={(checked) => {
          change({ isAllDay: checked });
        }}
      />
      <div className="event-bounds" data-all-day={isAllDay}>
        <span className="event-bound-name" aria-hidden="true">
          {strings.starts}
        </span>
        <TimeInput bound="startDay" {...ofStart} />
        {!isAllDay && <TimeInput bound="startClock" {...ofStart} />}
        <span className="event-bound-name" aria-hidden="true">
          {strings.ends}
        </span>
        <TimeInput bound="endDay" {...ofEnd} />
        {!isAllDay && <TimeInput bound="endClock" {...ofEnd} />}
      </div>
      <TimeProblem faults={faults} />
      {!isAllDay && (
        <ZoneField
          fields={fields}
          problem={faults.timeZone ?? null}
          onChange={(timeZone) => {
            change({ timeZone });
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
  if (isAllDay || Object.keys(eventFaults({ ...fields, title: 'x' }, event)).length > 0) return null;
  const { start, end } = momentsOf(fields, event);
  if (!differs(start.toISOString(), timeZone)) return null;
  return <p className="field-hint">{strings.yourTime(rangeOf(start, end, true))}</p>;
}
