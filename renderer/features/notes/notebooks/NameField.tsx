import '../../../ui/field.css';
import { useEffect, useRef, type ReactNode } from 'react';
import { openerOf } from '../../../ui/focus-after-press.ts';

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
  const opener = useRef<HTMLElement>(null);
  useEffect(() => {
    opener.current = openerOf(document.activeElement);
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
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // It would press the button that gets the focus.
        event.preventDefault();
        finish(event.key === 'Enter' ? event.currentTarget.value : null);
        const back = opener.current?.isConnected === true ? opener.current : document.querySelector<HTMLElement>('#main');
        back?.focus();
      }}
      onBlur={({ target }) => {
        finish(target.value);
      }}
    />
  );
}
