import './field.css';
import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';

interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Its name, if no `<label>` around it gives one. */
  readonly label?: string;
  readonly disabled?: boolean;
}

/** For what takes effect at once. */
export function Switch({ checked, onChange, label, disabled = false }: SwitchProps): ReactNode {
  return (
    <Base.Root className="switch" checked={checked} disabled={disabled} onCheckedChange={onChange} aria-label={label}>
      <Base.Thumb className="switch-thumb" />
    </Base.Root>
  );
}
