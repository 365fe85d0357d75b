import './quick.css';
import { Dialog as Sheet } from '@base-ui/react/dialog';
import { Popover } from '@base-ui/react/popover';
import { X } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { confirm } from '../../../ui/confirm.ts';
import { IconButton } from '../../../ui/Buttons.tsx';
import { isFocusElsewhere } from '../../../ui/focus-after-press.ts';
import { focusNow } from '../../../ui/focus-now.ts';
import { strings as uiStrings } from '../../../ui/strings.ts';
import { useMedia } from '../../../ui/use-media.ts';
import type { NewEventTimes } from '../address.ts';
import { untouched } from '../dialog/use-event-form.ts';
import { fieldsForNew } from '../event-fields.ts';
import { strings } from '../strings.ts';
import { calendarZone } from '../zones.ts';
import { QuickForm } from './QuickForm.tsx';
import { useAnchor } from './use-anchor.ts';
import type { QuickControl } from './use-quick.ts';

interface QuickEventProps {
  readonly control: QuickControl;
  readonly onMore: (span: NewEventTimes) => void;
}

/** A small form for a new event: beside its slot, or at the bottom of a narrow window. */
export function QuickEvent({ control, onMore }: QuickEventProps): ReactNode {
  const { quick, provisional, end } = control;
  const isNarrow = useMedia('(width < 40rem)');
  const popup = useRef<HTMLDivElement>(null);
  const anchor = useAnchor(provisional, quick?.id ?? null, popup);
  const form = useRef(untouched);
  const isAsking = useRef(false);
  const leave = async (): Promise<void> => {
    // A press on the question is beside the form as well.
    if (isAsking.current) return;
    const { isChanged, forget } = form.current;
    if (isChanged) {
      isAsking.current = true;
      const isSure = await confirm({ title: strings.discardTitle, text: strings.discardNew, action: strings.discard });
      isAsking.current = false;
      if (!isSure) return;
    }
    forget();
    end();
  };
  // While it disappears it still shows what it showed.
  const [shown, setShown] = useState(quick);
  if (quick !== null && quick !== shown) setShown(quick);
  const begun = useMemo(() => (shown === null ? null : fieldsForNew(shown.span, calendarZone())), [shown]);
  const content = shown !== null && begun !== null && (
    <QuickForm
      key={shown.id}
      begun={begun}
      control={control}
      onState={(state) => {
        form.current = state;
      }}
      onMore={(span) => {
        form.current = untouched;
        end();
        onMore(span);
      }}
    />
  );
  const focus = {
    // Beside its slot it is put once it has been measured: nothing is to be scrolled to where it stands before.
    initialFocus: () => focusNow(popup.current?.querySelector<HTMLElement>('[data-autofocus]'), { preventScroll: true }),
    // What was pressed by the mouse had no focus.
    finalFocus: () =>
      !isFocusElsewhere(popup.current) &&
      (shown?.opener?.isConnected === true ? shown.opener : document.querySelector<HTMLElement>('#main')),
  };
  const close = <IconButton icon={X} label={uiStrings.close} size="small" />;
  const onOpenChange = (open: boolean, { event }: { readonly event: Event }): void => {
    // The block of this very event can be dragged elsewhere.
    const isOwn = event.target instanceof Element && event.target.closest('.cal-provisional') !== null;
    if (!open && !isOwn) void leave();
  };
  if (isNarrow)
    return (
      <Sheet.Root open={quick !== null} onOpenChange={onOpenChange}>
        <Sheet.Portal>
          <Sheet.Backdrop className="quick-backdrop" />
          <Sheet.Popup ref={popup} className="quick quick-sheet" {...focus}>
            <header className="quick-head">
              <Sheet.Title className="quick-name">{strings.newEvent}</Sheet.Title>
              <Sheet.Close render={close} />
            </header>
            {content}
          </Sheet.Popup>
        </Sheet.Portal>
      </Sheet.Root>
    );
  return (
    <Popover.Root open={quick !== null && anchor !== null} onOpenChange={onOpenChange} modal="trap-focus">
      <Popover.Portal>
        <Popover.Positioner
          className="quick-layer"
          anchor={anchor}
          side="inline-end"
          align="start"
          sideOffset={8}
          collisionPadding={8}
          collisionAvoidance={{ side: 'flip', align: 'shift', fallbackAxisSide: 'end' }}
        >
          <Popover.Popup ref={popup} className="quick quick-popover" {...focus}>
            <header className="quick-head">
              <Popover.Title className="quick-name">{strings.newEvent}</Popover.Title>
              <Popover.Close render={close} />
            </header>
            {content}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
