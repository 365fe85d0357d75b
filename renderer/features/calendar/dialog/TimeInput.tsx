import type { ReactNode } from 'react';
import { Switch } from '../../../ui/Toggles.tsx';
import type { EventFields, Faults } from '../event-fields.ts';
import { strings } from '../strings.ts';

/** Where the form says what is wrong with its times. */
const problemId = 'event-times-problem';

const labels = { startDay: strings.startDay, startClock: strings.startClock, endDay: strings.endDay, endClock: strings.endClock };
/** Of days beside which there is a time of day. */
const timedLabels = { ...labels, startDay: strings.startDate, endDay: strings.endDate };

type Bound = keyof typeof labels;

interface TimeInputProps {
  readonly bound: Bound;
  readonly fields: EventFields;
  readonly faults: Faults;
  readonly onFocus?: () => void;
  readonly onChange: (part: Partial<Pick<EventFields, Bound>>) => void;
}

/** The date or the time of day with which an event begins or ends. */
export function TimeInput({ bound, fields, faults, onFocus, onChange }: TimeInputProps): ReactNode {
  const isFaulty = faults[bound] !== undefined;
  const type = bound.endsWith('Day') ? 'date' : 'time';
  return (
    <input
      className={`input event-${type}`}
      type={type}
      aria-label={(fields.isAllDay ? labels : timedLabels)[bound]}
      aria-invalid={isFaulty}
      aria-describedby={isFaulty ? problemId : undefined}
      max={type === 'date' ? '9999-12-30' : undefined}
      value={fields[bound]}
      onFocus={onFocus}
      onChange={({ target }) => {
        onChange({ [bound]: target.value });
      }}
    />
  );
}

interface AllDaySwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function AllDaySwitch(props: AllDaySwitchProps): ReactNode {
  return (
    <label className="event-all-day">
      <Switch {...props} />
      {strings.allDayField}
    </label>
  );
}

/** What is wrong with the times, if anything is. */
export function TimeProblem({ faults }: { readonly faults: Faults }): ReactNode {
  const problem = faults.startDay ?? faults.startClock ?? faults.endDay ?? faults.endClock;
  if (problem === undefined) return null;
  return (
    <p id={problemId} className="field-problem" role="alert">
      {problem}
    </p>
  );
}
