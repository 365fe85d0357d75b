import './dialog.css';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ComponentProps, type ReactNode } from 'react';
import { IconButton } from './Buttons.tsx';
import { inPlaceOf, isFocusElsewhere, openerOf } from './focus-after-press.ts';
import { focusNow } from './focus-now.ts';
import { strings } from './strings.ts';

interface DialogProps extends Pick<ComponentProps<typeof Base.Popup>, 'finalFocus'> {
  readonly open: boolean;
  /** The user wants to leave: Escape, the cross, a click beside it. */
  readonly onClose: () => void;
  /** Called once it has disappeared, after its animation. */
  readonly onClosed?: () => void;
  readonly title: string;
  /** Read out, not shown: the content begins with a heading of its own. */
  readonly titleHidden?: boolean;
  readonly size?: 'small' | 'medium' | 'large';
  /** What gets the focus back instead of what had it, which it is given; null for that. */
  readonly givesBackTo?: (had: HTMLElement | null) => HTMLElement | null;
  /** Buttons at the bottom, the one to confirm with last. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A window within the window. Holds the focus while it is open, and gives it back: to the page itself where what had it is gone, as after
 * a deletion. It begins at what has `data-autofocus`, else at the first field, else at the dialog itself.
 */
export function Dialog({
  open,
  onClose,
  onClosed,
  title,
  titleHidden = false,
  size = 'medium',
  givesBackTo,
  actions,
  children,
  ...focus
}: DialogProps): ReactNode {
  const popup = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed?.();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup
          ref={popup}
          className={`dialog dialog-${size}`}
          initialFocus={() => {
            opener.current = openerOf(document.activeElement);
            return focusNow(
              popup.current?.querySelector<HTMLElement>('[data-autofocus]') ??
                popup.current?.querySelector<HTMLElement>('input:not([tabindex="-1"]), textarea') ??
                popup.current,
            );
          }}
          finalFocus={() => {
            // Another layer, or the chat, has opened in its place.
            if (isFocusElsewhere(popup.current)) return false;
            const chosen = givesBackTo?.(opener.current) ?? null;
            if (chosen !== null) return chosen;
            if (opener.current?.isConnected === true) return opener.current.role === 'treeitem' ? opener.current : true;
            return inPlaceOf(opener.current) ?? document.querySelector<HTMLElement>('#main');
          }}
          {...focus}
        >
          <header className="dialog-head" data-hidden={titleHidden}>
            <Base.Title className={titleHidden ? 'visually-hidden' : 'dialog-title'}>{title}</Base.Title>
            <Base.Close render={<IconButton icon={X} label={strings.close} />} />
          </header>
          <div className="dialog-body">{children}</div>
          {actions !== undefined && <footer className="dialog-foot">{actions}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
