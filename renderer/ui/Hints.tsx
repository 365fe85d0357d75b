// What helps with a control: its name, when it is pointed at or focused, and its keys.

import './keys.css';
import type { ReactNode, ReactElement } from 'react';
import { isTurnedOff, shortcutKeys } from '../actions/shortcut.ts';
import { useHasPlainKeys } from '../api/remembered.ts';
import './tooltip.css';
import { Tooltip as Base } from '@base-ui/react/tooltip';

interface KeysProps {
  readonly shortcut: string;
  /** Read out too. Elsewhere it only repeats what `aria-keyshortcuts` and the help sheet say. */
  readonly readable?: boolean;
}

/** A shortcut, key by key; nothing for one that the user has turned off. */
export function Keys({ shortcut, readable = false }: KeysProps): ReactNode {
  const hasPlainKeys = useHasPlainKeys();
  if (isTurnedOff(shortcut, hasPlainKeys)) return null;
  return (
    <span className="keys" aria-hidden={!readable}>
      {shortcutKeys(shortcut)
        .flat()
        .map((key, index) => (
          <kbd key={`${index}${key}`}>{key}</kbd>
        ))}
    </span>
  );
}

interface TooltipProps {
  readonly label: string;
  readonly shortcut?: string;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** What it is about: one element that takes a ref and can be focused. It needs a name of its own. */
  readonly children: ReactElement<Record<string, unknown>>;
}

export function Tooltip({ label, shortcut, side = 'bottom', children }: TooltipProps): ReactNode {
  return (
    <Base.Root
      onOpenChange={(_isOpen, details) => {
        // Escape closes it, and is for what the control stands in all the same, such as a dialog.
        if (details.reason === 'escape-key') details.allowPropagation();
      }}
    >
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
