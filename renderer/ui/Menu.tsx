import './menu.css';
import { Menu as Base } from '@base-ui/react/menu';
import { Check, type LucideIcon } from 'lucide-react';
import { Fragment, type ComponentProps, type ReactElement, type ReactNode, type RefObject } from 'react';
import { Keys } from './Hints.tsx';

export interface MenuEntry {
  readonly name: string;
  readonly icon?: LucideIcon;
  readonly shortcut?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** For what is one of several choices up to the next line: whether it is in force. */
  readonly isChosen?: boolean;
  readonly perform: () => void;
}

/** `null` draws a line; a text is the heading of what follows up to the next line. */
export type MenuEntries = readonly (MenuEntry | string | null)[];

interface MenuProps extends Pick<ComponentProps<typeof Base.Popup>, 'finalFocus'> {
  /** The button that opens it. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly entries: MenuEntries;
  readonly align?: 'start' | 'center' | 'end';
}

export function Menu({ trigger, entries, align = 'end', ...focus }: MenuProps): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="layer" sideOffset={4} align={align}>
          <Base.Popup className="menu" {...focus}>
            <MenuItems entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuAtProps {
  /** What it stands beside. */
  readonly anchor: RefObject<Element | null>;
  readonly label: string;
  readonly entries: MenuEntries;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** A menu that is opened by something else than a press of its button. */
export function MenuAt({ anchor, label, entries, open, onOpenChange }: MenuAtProps): ReactNode {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Positioner className="layer" anchor={anchor} side="bottom" align="start" sideOffset={4}>
          <Base.Popup className="menu" aria-label={label}>
            <MenuItems entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Groups of items, for the popup of a menu. */
export function MenuItems({ entries }: { readonly entries: MenuEntries }): ReactNode {
  const groups: (MenuEntry | string)[][] = [[]];
  for (const entry of entries) {
    if (entry === null) groups.push([]);
    else groups.at(-1)?.push(entry);
  }
  return groups.map((group, index) => {
    const items = group.map((entry) =>
      typeof entry === 'string' ? (
        <Base.GroupLabel key={entry} className="menu-heading">
          {entry}
        </Base.GroupLabel>
      ) : (
        <Entry key={entry.name} entry={entry} />
      ),
    );
    const choices = group.filter((entry) => typeof entry !== 'string' && entry.isChosen !== undefined) as readonly MenuEntry[];
    return (
      <Fragment key={index}>
        {index > 0 && <Base.Separator className="menu-line" />}
        {choices.length > 0 ? (
          <Base.RadioGroup value={choices.find(({ isChosen }) => isChosen)?.name ?? null}>{items}</Base.RadioGroup>
        ) : (
          <Base.Group>{items}</Base.Group>
        )}
      </Fragment>
    );
  });
}

function Entry({
  entry: { name, icon: Icon, shortcut, danger = false, disabled = false, isChosen, perform },
}: {
  readonly entry: MenuEntry;
}): ReactNode {
  if (isChosen !== undefined)
    return (
      <Base.RadioItem value={name} className="menu-item" disabled={disabled} closeOnClick onClick={perform}>
        <Base.RadioItemIndicator className="menu-check" keepMounted>
          <Check aria-hidden="true" />
        </Base.RadioItemIndicator>
        <span className="menu-name">{name}</span>
      </Base.RadioItem>
    );
  return (
    <Base.Item className="menu-item" data-danger={danger} disabled={disabled} onClick={perform}>
      {Icon !== undefined && <Icon aria-hidden="true" />}
      <span className="menu-name">{name}</span>
      {shortcut !== undefined && <Keys shortcut={shortcut} />}
    </Base.Item>
  );
}
