import './dialog.css';
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef, type ReactNode } from 'react';
import { Button } from './Buttons.tsx';
import { focusNow } from './focus-now.ts';
import { focusAfterQuestion, useQuestion } from './confirm.ts';
import { strings } from './strings.ts';

/** Shows what `confirm` asks. Once per page. */
export function Confirm(): ReactNode {
  const question = useQuestion();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root
      open={question !== null}
      onOpenChange={(open) => {
        if (!open) question?.answer(false);
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-backdrop" />
        <AlertDialog.Popup className="dialog dialog-small" initialFocus={() => focusNow(cancel.current)} finalFocus={focusAfterQuestion}>
          <header className="dialog-head">
            <AlertDialog.Title className="dialog-title">{question?.title}</AlertDialog.Title>
          </header>
          <AlertDialog.Description className="dialog-body dialog-text">{question?.text}</AlertDialog.Description>
          <footer className="dialog-foot">
            <Button ref={cancel} onClick={() => question?.answer(false)}>
              {strings.cancel}
            </Button>
            <Button tone="danger" onClick={() => question?.answer(true)}>
              {question?.action}
            </Button>
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
