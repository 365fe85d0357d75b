import './places.css';
import { Check, Notebook as NotebookIcon, NotebookText } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useAskedChoice, type AskedChoice } from './choose-notebook.ts';
import { strings } from './strings.ts';
import { notebookIndent, shownOf, useNotebooks } from './use-notebooks.ts';

/** Shows what `chooseNotebook` asks. Once per page of notes. */
export function ChooseNotebook(): ReactNode {
  const asked = useAskedChoice();
  // What was asked last is shown while the dialog disappears.
  const [shown, setShown] = useState<AskedChoice | null>(null);
  if (asked !== null && asked !== shown) setShown(asked);
  return (
    <Dialog open={asked !== null} onClose={() => asked?.answer(undefined)} title={shown?.title ?? strings.moveTo} size="small">
      {shown !== null && <Choices choice={shown} />}
    </Dialog>
  );
}

function Choices({ choice: { none, current, isPossible = () => true, answer } }: { readonly choice: AskedChoice }): ReactNode {
  const notebooks = shownOf(useNotebooks(), () => false);
  return (
    <div className="notebook-choices" onKeyDown={byArrows}>
      <button type="button" className="place" data-autofocus="true" onClick={() => answer(null)}>
        <NotebookText aria-hidden="true" />
        <span className="place-name cut-name">{none}</span>
        {current === null && <Check aria-hidden="true" />}
      </button>
      {notebooks.map(({ notebook, depth }) => (
        <button
          key={notebook.id}
          type="button"
          className="place"
          disabled={!isPossible(notebook)}
          style={{ paddingInlineStart: `calc(var(--s2) + ${notebookIndent(depth)})` }}
          onClick={() => answer(notebook.id)}
        >
          <NotebookIcon aria-hidden="true" />
          <span className="place-name cut-name">
            <bdi>{notebook.name}</bdi>
          </span>
          {current === notebook.id && <Check aria-hidden="true" />}
        </button>
      ))}
    </div>
  );
}

function byArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  all[all.indexOf(document.activeElement as HTMLElement) + step]?.focus();
}
