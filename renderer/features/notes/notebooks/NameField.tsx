import '../../../ui/field.css';
import { useEffect, useRef, type ReactNode } from 'react';

interface NameFieldProps {
  readonly label: string;
  readonly initial: string;
  /** With the name that was typed; null where the user leaves it as it is. */
  readonly onDone: (name: string | null) => void;
}

/** A name in place of a row: Enter takes it, Escape leaves it. */
export function NameField({ label, initial, onDone }: NameFieldProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const finish = (name: string | null): void => {
    if (isDone.current) return;
    isDone.current = true;
    const given = name?.trim() ?? '';
    onDone(given === '' || given === initial ? null : given);
  };
  return (
    <input
      ref={field}
      className="input place-field"
      aria-label={label}
      defaultValue={initial}
      placeholder={label}
      maxLength={200}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') finish(event.currentTarget.value);
        else if (event.key === 'Escape') finish(null);
      }}
      onBlur={({ target }) => {
        finish(target.value);
      }}
    />
  );
}
