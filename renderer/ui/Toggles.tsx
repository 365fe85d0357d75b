import './field.css';
import { Checkbox as CheckboxBase } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Switch as SwitchBase } from '@base-ui/react/switch';

interface ToggleProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Its name, if no `<label>` around it gives one. */
  readonly label?: string;
  readonly disabled?: boolean;
}

export function Checkbox({ checked, onChange, label, disabled = false }: ToggleProps): ReactNode {
  return (
    <CheckboxBase.Root className="checkbox" checked={checked} disabled={disabled} onCheckedChange={onChange} aria-label={label}>
      <CheckboxBase.Indicator>
        <Check aria-hidden="true" />
      </CheckboxBase.Indicator>
    </CheckboxBase.Root>
  );
}

/** For what takes effect at once. */
export function Switch({ checked, onChange, label, disabled = false }: ToggleProps): ReactNode {
  return (
    <SwitchBase.Root className="switch" checked={checked} disabled={disabled} onCheckedChange={onChange} aria-label={label}>
      <SwitchBase.Thumb className="switch-thumb" />
    </SwitchBase.Root>
  );
}
