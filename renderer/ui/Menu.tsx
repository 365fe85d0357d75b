import './menu.css';
import { Menu as Base } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Keys } from './Keys.tsx';

export interface MenuEntry {
  readonly name: string;
  readonly icon?: LucideIcon;
  readonly shortcut?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly perform: () => void;
}

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  /** `null` draws a line. */
  readonly entries: readonly (MenuEntry | null)[];
  readonly align?: 'start' | 'center' | 'end';
}

export function Menu({ trigger, entries, align = 'end' }: MenuProps): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="layer" sideOffset={4} align={align}>
          <Base.Popup className="menu">
            {entries.map((entry, index) =>
              entry === null ? <Base.Separator key={`line${index}`} className="menu-line" /> : <Entry key={entry.name} entry={entry} />,
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Entry({
  entry: { name, icon: Icon, shortcut, danger = false, disabled = false, perform },
}: {
  readonly entry: MenuEntry;
}): ReactNode {
  return (
    <Base.Item className="menu-item" data-danger={danger} disabled={disabled} onClick={perform}>
      {Icon !== undefined && <Icon aria-hidden="true" />}
      <span className="menu-name">{name}</span>
      {shortcut !== undefined && <Keys shortcut={shortcut} />}
    </Base.Item>
  );
}
