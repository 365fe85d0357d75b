import './tooltip.css';
import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { Keys } from './Keys.tsx';

interface TooltipProps {
  readonly label: string;
  readonly shortcut?: string;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** What it is about: one element that takes a ref and can be focused. It needs a name of its own. */
  readonly children: ReactElement<Record<string, unknown>>;
}

export function Tooltip({ label, shortcut, side = 'bottom', children }: TooltipProps): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="layer layer-tooltip">
          <Base.Popup className="tooltip">
            {label}
            {shortcut !== undefined && <Keys shortcut={shortcut} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
