import type { ReactNode } from 'react';
import { Switch } from '../../../ui/Switch.tsx';
import { faultsIn, withStart, type EventFields, type Faults } from '../event-fields.ts';
import { rangeOf } from '../format.ts';
import { strings } from '../strings.ts';
import { differs, momentOf } from '../zones.ts';
import { ZoneField } from './ZoneField.tsx';

interface TimeFieldsProps {
  readonly fields: EventFields;
  readonly faults: Faults;
  readonly onChange: (fields: EventFields) => void;
}

/** When the event is: all day or from one time to another, and on whose clocks. */
export function TimeFields({ fields, faults, onChange }: TimeFieldsProps): ReactNode {
  const { isAllDay, startDay, startClock, endDay, endClock } = fields;
  const problem = faults.startDay ?? faults.startClock ?? faults.endDay ?? faults.endClock ?? null;
  return (
    <fieldset className="event-times">
      <legend className="visually-hidden">{strings.starts}, {strings.ends}</legend>
      <label className="event-all-day">
        <Switch checked={isAllDay} onChange={(checked) => { onChange({ ...fields, isAllDay: checked }); }} />
        {strings.allDayField}
      </label>
      <div className="event-bounds" data-all-day={isAllDay}>
        <span className="event-bound-name" aria-hidden="true">{strings.starts}</span>
        <Input type="date" label={isAllDay ? strings.startDay : strings.startDate} value={startDay} faulty={faults.startDay !== undefined} onChange={(day) => { onChange(withStart(fields, { startDay: day })); }} />
        {!isAllDay && <Input type="time" label={strings.startClock} value={startClock} faulty={faults.startClock !== undefined} onChange={(clock) => { onChange(withStart(fields, { startClock: clock })); }} />}
        <span className="event-bound-name" aria-hidden="true">{strings.ends}</span>
        <Input type="date" label={isAllDay ? strings.endDay : strings.endDate} value={endDay} faulty={faults.endDay !== undefined} onChange={(day) => { onChange({ ...fields, endDay: day }); }} />
        {!isAllDay && <Input type="time" label={strings.endClock} value={endClock} faulty={faults.endClock !== undefined} onChange={(clock) => { onChange({ ...fields, endClock: clock }); }} />}
      </div>
      {problem !== null && <p id={problemId} className="field-problem" role="alert">{problem}</p>}
      {!isAllDay && <ZoneField fields={fields} problem={faults.timeZone ?? null} onChange={(timeZone) => { onChange({ ...fields, timeZone }); }} />}
      <YourTime fields={fields} />
    </fieldset>
  );
}

const problemId = 'event-times-problem';

interface InputProps {
  readonly type: 'date' | 'time';
  readonly label: string;
  readonly value: string;
  readonly faulty: boolean;
  readonly onChange: (value: string) => void;
}

function Input({ type, label, value, faulty, onChange }: InputProps): ReactNode {
  return (
    <input
      className={`input event-${type}`}
      type={type}
      aria-label={label}
      aria-invalid={faulty}
      aria-describedby={faulty ? problemId : undefined}
      max={type === 'date' ? '9999-12-30' : undefined}
      value={value}
      onChange={({ target }) => { onChange(target.value); }}
    />
  );
}

/** When that is where the reader is, if the clocks there show another time. */
function YourTime({ fields }: { readonly fields: EventFields }): ReactNode {
  const { isAllDay, startDay, startClock, endDay, endClock, timeZone } = fields;
  if (isAllDay || Object.keys(faultsIn({ ...fields, title: 'x' })).length > 0) return null;
  const start = momentOf({ day: startDay, clock: startClock }, timeZone);
  if (!differs(start.toISOString(), timeZone)) return null;
  return <p className="field-hint">{strings.yourTime(rangeOf(start, momentOf({ day: endDay, clock: endClock }, timeZone), true))}</p>;
}
