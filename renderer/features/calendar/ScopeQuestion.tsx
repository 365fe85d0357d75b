import './scope-question.css';
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef, useState, type ReactNode } from 'react';
import type { SeriesScope } from '../../../main/contract/recurrence.ts';
import { Button } from '../../ui/Buttons.tsx';
import { isFocusElsewhere } from '../../ui/focus-after-press.ts';
import { focusNow } from '../../ui/focus-now.ts';
import { useScopeQuestion } from './ask-scope.ts';
import { shownEntry } from './grid/use-kept-focus.ts';
import { strings } from './strings.ts';

/** Asks which occurrences of a series a change is about. */
export function ScopeQuestion(): ReactNode {
  const question = useScopeQuestion();
  // While it disappears it still shows what it showed.
  const [shown, setShown] = useState(question);
  const [chosen, choose] = useState<SeriesScope>('one');
  const first = useRef<HTMLInputElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  if (question !== null && question !== shown) {
    setShown(question);
    choose(question.scopes[0] ?? 'one');
  }
  return (
    <AlertDialog.Root
      open={question !== null}
      onOpenChange={(open) => {
        if (!open) question?.answer(null);
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-backdrop" />
        <AlertDialog.Popup
          ref={popup}
          className="dialog dialog-small"
          initialFocus={() => {
            opener.current = document.activeElement === document.body ? null : document.activeElement;
            return focusNow(first.current);
          }}
          finalFocus={() => {
            // What goes with the answer has given the focus on already.
            if (isFocusElsewhere(popup.current)) return false;
            // What is dragged has none.
            return opener.current?.isConnected === true || shownEntry(shown?.id ?? '') || document.querySelector<HTMLElement>('#main');
          }}
        >
          <form
            onSubmit={(submitted) => {
              submitted.preventDefault();
              question?.answer(chosen);
            }}
          >
            <header className="dialog-head">
              <AlertDialog.Title className="dialog-title">
                {shown?.purpose === 'delete' ? strings.deleteSeries : strings.changeSeries}
              </AlertDialog.Title>
            </header>
            <div className="dialog-body">
              <AlertDialog.Description className="series-title">
                <bdi dir="auto">{shown?.title}</bdi>
              </AlertDialog.Description>
              <fieldset className="series-choices">
                <legend className="visually-hidden">{strings.whichEvents}</legend>
                {shown?.scopes.map((scope, index) => (
                  <label key={scope} className="series-choice">
                    <input
                      ref={index === 0 ? first : undefined}
                      type="radio"
                      name="scope"
                      checked={chosen === scope}
                      onChange={() => {
                        choose(scope);
                      }}
                    />
                    {strings.scopes[scope]}
                  </label>
                ))}
              </fieldset>
            </div>
            <footer className="dialog-foot">
              <Button onClick={() => question?.answer(null)}>{strings.cancel}</Button>
              <Button
                type="submit"
                primary={shown?.purpose !== 'delete'}
                {...(shown?.purpose === 'delete' ? { tone: 'danger' as const } : {})}
              >
                {shown?.purpose === 'delete' ? strings.delete : strings.save}
              </Button>
            </footer>
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
