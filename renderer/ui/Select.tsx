import './menu.css';
import './field.css';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly name: string;
  /** Stands before the name. */
  readonly mark?: ReactNode;
}

interface SelectProps<Value extends string> {
  /** Read out; show one yourself if it is to be seen. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
  /** `quiet`: without a border, until it is pointed at. */
  readonly tone?: 'plain' | 'quiet';
}

/** Chooses one of a few. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  disabled = false,
  tone = 'plain',
}: SelectProps<Value>): ReactNode {
  const current = options.find((option) => option.value === value);
  return (
    <Base.Root
      value={value}
      disabled={disabled}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
      modal={false}
    >
      <Base.Trigger className={`select select-${tone}`} aria-label={`${label}: ${current?.name ?? ''}`}>
        {current?.mark}
        <span className="select-value">{current?.name ?? ''}</span>
        <ChevronDown className="select-arrow" aria-hidden="true" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="layer" align="start" sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className="menu">
            <Base.List>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className="menu-item">
                  {option.mark}
                  <Base.ItemText className="menu-name">{option.name}</Base.ItemText>
                  <Base.ItemIndicator className="menu-check">
                    <Check aria-hidden="true" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
