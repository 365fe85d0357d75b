import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useConnectionStatus } from '../api/service.ts';
import { RestoredNotice } from './Message.tsx';
import { strings } from './strings.ts';

interface BusyFieldsProps {
  /** What is filled in is on its way. */
  readonly isBusy: boolean;
  /** Does without what was left there earlier; absent or null: nothing was. */
  readonly onDiscard?: (() => void) | null;
  readonly children: ReactNode;
}

/**
 * The fields of a form that closes when the service has what is filled in: until then they take nothing, which the answer would throw
 * away. The focus waits at the button that has sent them.
 */
export function BusyFields({ isBusy, onDiscard = null, children }: BusyFieldsProps): ReactNode {
  const status = useConnectionStatus();
  const fields = useRef<HTMLDivElement>(null);
  const left = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const button = [...(fields.current?.closest('form')?.elements ?? [])].find(
      (each) => each instanceof HTMLButtonElement && each.type === 'submit',
    ) as HTMLButtonElement | undefined;
    if (isBusy && activeElement instanceof HTMLElement && fields.current?.contains(activeElement) === true) {
      left.current = activeElement;
      button?.focus();
    } else if (!isBusy) {
      if (activeElement === button) left.current?.focus();
      left.current = null;
    }
  }, [isBusy]);
  return (
    <>
      <div ref={fields} className="busy-fields" inert={isBusy}>
        {children}
        {onDiscard !== null && (
          <RestoredNotice
            onDiscard={() => {
              onDiscard();
              fields.current?.querySelector('input')?.focus();
            }}
          />
        )}
      </div>
      {isBusy && status === 'offline' && (
        <p className="field-hint" role="status">
          {strings.savedLater}
        </p>
      )}
    </>
  );
}
