import type { ReactNode } from 'react';

/** Where the form says what is wrong with its times. */
export const timeProblemId = 'event-times-problem';

interface TimeInputProps {
  readonly type: 'date' | 'time';
  readonly label: string;
  readonly value: string;
  readonly faulty: boolean;
  readonly onFocus?: () => void;
  readonly onChange: (value: string) => void;
}

/** A date or a time of day. */
export function TimeInput({ type, label, value, faulty, onFocus, onChange }: TimeInputProps): ReactNode {
  return (
    <input
      className={`input event-${type}`}
      type={type}
      aria-label={label}
      aria-invalid={faulty}
      aria-describedby={faulty ? timeProblemId : undefined}
      max={type === 'date' ? '9999-12-30' : undefined}
      value={value}
      onFocus={onFocus}
      onChange={({ target }) => {
        onChange(target.value);
      }}
    />
  );
}
