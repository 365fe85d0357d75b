import './field.css';
import { useId, useState, type ComponentProps, type ReactElement, type ReactNode, type SyntheticEvent } from 'react';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Why what stands in it cannot be taken. */
  readonly problem?: string | null;
  /** Gets the attributes that tie the input to its label, hint and problem. Give the input the class `input`. */
  readonly children: (ties: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean;
  }) => ReactElement;
}

/** What the service says has no full stop: as the fault of a field it stands beside sentences that have one. */
const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** A labelled input. */
export function Field({ label, hint, problem = null, children }: FieldProps): ReactNode {
  const id = useId();
  const described = [hint === undefined ? null : `${id}-hint`, problem === null ? null : `${id}-problem`].filter((part) => part !== null);
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described.length === 0 ? undefined : described.join(' '), 'aria-invalid': problem !== null })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {problem !== null && <FieldProblem id={`${id}-problem`} text={problem} />}
    </div>
  );
}

/** What is wrong with a field, which it is described by. */
export function FieldProblem({ id, text }: { readonly id: string; readonly text: string }): ReactNode {
  return (
    <p id={id} className="field-problem" role="alert">
      {asSentence(text)}
    </p>
  );
}

interface TextFieldProps extends Pick<FieldProps, 'label' | 'hint' | 'problem'>, Pick<ComponentProps<'input'>, 'type' | 'placeholder'> {
  readonly value: string;
  /** Characters. */
  readonly most: number;
  readonly onChange: (value: string) => void;
}

/** A line of text, such as a name. */
export function TextField({ value, most, onChange, type = 'text', placeholder, ...field }: TextFieldProps): ReactNode {
  return (
    <Field {...field}>
      {(ties) => (
        <input
          {...ties}
          className="input"
          type={type}
          maxLength={most}
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          onChange={({ target }) => {
            onChange(target.value);
          }}
        />
      )}
    </Field>
  );
}

interface DateInputProps extends Omit<ComponentProps<'input'>, 'onBlur' | 'onChange' | 'onKeyUp' | 'type' | 'value'> {
  readonly type: 'date' | 'time';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

/**
 * A day or a time of day of which use is made while it is typed. A part of one, such as the first digit of `05`, has no value for
 * browsers: it is not told, and what stood there before stands there again when the field is left. Emptied in all its parts it is told as
 * empty.
 */
export function DateInput({ value, onChange, onBlur, ...input }: DateInputProps): ReactNode {
  const [isPart, setPart] = useState(false);
  const tellIfEmptied = ({ validity }: HTMLInputElement): void => {
    // Browsers do not tell that the last part of several has been emptied: there was no value before either.
    if (!isPart || validity.badInput) return;
    setPart(false);
    onChange('');
  };
  return (
    <input
      {...input}
      value={isPart ? '' : value}
      onChange={({ target }) => {
        setPart(target.validity.badInput);
        if (!target.validity.badInput) onChange(target.value);
      }}
      onKeyUp={({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
        tellIfEmptied(currentTarget);
      }}
      onBlur={({ currentTarget }) => {
        tellIfEmptied(currentTarget);
        setPart(false);
        onBlur?.();
      }}
    />
  );
}

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
