import { useLayoutEffect, useRef, type ReactNode } from 'react';

interface TypedAheadProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Escape. */
  readonly onLeave: () => void;
}

/**
 * Stands unseen for a field that is still being loaded: what is typed is meant for that, and is no shortcut of the page. Once the field is
 * there, what had the focus before has it again, so that the layer around the field finds it.
 */
export function TypedAhead({ label, value, onChange, onLeave }: TypedAheadProps): ReactNode {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <textarea
      ref={field}
      className="visually-hidden"
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        onChange(target.value);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onLeave();
      }}
    />
  );
}
