import './field.css';
import type { ReactNode } from 'react';

/** A caption above a control that tells its name to screen readers itself, as `Select` does. */
export function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="field">
      <span className="field-label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}
