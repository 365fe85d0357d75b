import './context-menu.css';
import { ContextMenu as Base } from '@base-ui/react/context-menu';
import { useRef, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import { inPlaceOf, isFocusElsewhere } from './focus-after-press.ts';
import { useLongPress } from './use-long-press.ts';

interface ContextMenuProps<T> {
  /** Finds the elements that have a menu. */
  readonly selector: string;
  /** What such an element stands for; null where the menu is the browser's. */
  readonly find: (element: HTMLElement) => T | null;
  readonly onOpen?: (found: T) => void;
  /** The items for it, from `MenuItems` or Base UI. */
  readonly renderItems: (found: T) => ReactNode;
  /** What holds the elements. */
  readonly children: ReactNode;
}

/** What can be done to one of many things: by the other mouse button, a long press, or the keys for menus. */
export function ContextMenu<T>({ selector, find, onOpen, renderItems, children }: ContextMenuProps<T>): ReactNode {
  const pointed = useRef<T | null>(null);
  const focused = useRef<HTMLElement | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<T | null>(null);
  const press = useLongPress(selector);
  const point = ({ target }: SyntheticEvent): void => {
    const element = target instanceof Element ? target.closest<HTMLElement>(selector) : null;
    pointed.current = element === null ? null : find(element);
    focused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  };
  return (
    <Base.Root
      onOpenChange={(open, details) => {
        if (!open) return;
        if (pointed.current === null) details.cancel();
        else {
          setShown(pointed.current);
          onOpen?.(pointed.current);
        }
      }}
    >
      <Base.Trigger
        className="context-menu-area"
        onContextMenuCapture={(event) => {
          point(event);
          // Elsewhere the menu is the browser’s.
          if (pointed.current === null) event.stopPropagation();
        }}
        {...press}
        onKeyDown={(event) => {
          openByKey(event, selector);
        }}
      >
        {children}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="layer">
          <Base.Popup
            ref={popup}
            className="menu"
            // What had it may be gone by what was chosen.
            finalFocus={() => !isFocusElsewhere(popup.current) && (inPlaceOf(focused.current) ?? true)}
          >
            {shown !== null && renderItems(shown)}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** At what has the focus: where a browser puts the menu of its keys differs. */
function openByKey(pressed: KeyboardEvent, selector: string): void {
  const isMenuKey = pressed.key === 'ContextMenu' || (pressed.key === 'F10' && pressed.shiftKey);
  const { target } = pressed;
  if (!isMenuKey || !(target instanceof Element) || target.closest(selector) === null) return;
  pressed.preventDefault();
  const { left, bottom } = target.getBoundingClientRect();
  target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left + 8, clientY: bottom }));
}
