import './field.css';
import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Its name, if no `<label>` around it gives one. */
  readonly label?: string;
  readonly disabled?: boolean;
}

export function Checkbox({ checked, onChange, label, disabled = false }: CheckboxProps): ReactNode {
  return (
    <Base.Root className="checkbox" checked={checked} disabled={disabled} onCheckedChange={onChange} aria-label={label}>
      <Base.Indicator>
        <Check aria-hidden="true" />
      </Base.Indicator>
    </Base.Root>
  );
}
