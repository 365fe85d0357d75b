// The fields of accounts, and what the service objects to in them.

import type { ReactNode } from 'react';
import { ServiceError } from '../../../api/client.ts';
import { Field } from '../../../ui/Field.tsx';
import { fieldFaults, type FieldFaults } from '../../../ui/field-faults.ts';

/** What the service objects to, by field; also a name that is taken. Empty when it is about something else. */
export function accountFaults(error: Error | null): FieldFaults {
  if (error instanceof ServiceError && error.code === 'conflict') return { username: error.message };
  return fieldFaults(error) ?? {};
}

interface PasswordFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly problem: string | null;
  readonly value: string;
  readonly onChange: (password: string) => void;
  /** The one that is in use, and not one to come. */
  readonly isCurrent?: boolean;
}

export function PasswordField({ label, hint, problem, value, onChange, isCurrent = false }: PasswordFieldProps): ReactNode {
  return (
    <Field label={label} problem={problem} {...(hint === undefined ? {} : { hint })}>
      {(ties) => (
        <input
          {...ties}
          className="input"
          type="password"
          autoComplete={isCurrent ? 'current-password' : 'new-password'}
          value={value}
          onChange={({ target }) => {
            onChange(target.value);
          }}
        />
      )}
    </Field>
  );
}
