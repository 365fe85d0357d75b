import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { isComposing } from '../../../actions/shortcut.ts';
import { textLimits } from '../../../../main/contract/limits.ts';
import { FieldProblem } from '../../../ui/Field.tsx';
import { openerOf } from '../../../ui/focus-after-press.ts';
import { useSavedForm } from '../../../ui/use-saved-form.ts';
import { strings } from './strings.ts';

interface NameFieldProps {
  readonly label: string;
  readonly initial: string;
  /** As for `useSavedForm`. */
  readonly keptAs: string;
  /** Sends the name that was typed. */
  readonly send: (name: string) => Promise<unknown>;
  /** Called when the service has it, or the user leaves it as it is. */
  readonly onDone: () => void;
}

/** A name in place of a row: Enter takes it, Escape leaves it. It stays until the service has it. */
export function NameField({ label, initial, keptAs, send, onDone }: NameFieldProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const opener = useRef<HTMLElement>(null);
  /** What the focus went to when Enter was pressed. */
  const back = useRef<HTMLElement>(null);
  const problemId = useId();
  const done = (): void => {
    if (isDone.current) return;
    isDone.current = true;
    onDone();
  };
  const { fields, set, faults, isSaving, save } = useSavedForm({
    keptAs,
    initial: { name: initial },
    about: 'name',
    failed: strings.changeFailed,
    onDone: done,
  });
  /** What was sent last, by an earlier field too: refused, it is not sent again by merely leaving the field. */
  const [sent, setSent] = useState(() => (fields.name === initial ? null : fields.name.trim()));
  const problem = faults['name'] ?? null;
  useEffect(() => {
    opener.current = openerOf(document.activeElement);
    field.current?.focus();
    field.current?.select();
  }, []);
  useLayoutEffect(() => {
    if (problem !== null && document.activeElement === back.current) field.current?.focus();
  }, [problem]);
  const finish = (): void => {
    const name = fields.name.trim();
    if (isDone.current || isSaving) return;
    if (name === '' || name === initial) {
      done();
      return;
    }
    setSent(name);
    save(() => send(name));
  };
  return (
    <div className="place-naming">
      <input
        ref={field}
        className="input place-field"
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        aria-busy={isSaving}
        readOnly={isSaving}
        value={fields.name}
        placeholder={label}
        maxLength={textLimits.name}
        onChange={({ target }) => {
          set({ name: target.value });
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if ((event.key !== 'Enter' && event.key !== 'Escape') || isComposing(event.nativeEvent)) return;
          // It would press the button that gets the focus.
          event.preventDefault();
          if (event.key === 'Enter') finish();
          else done();
          const row = event.currentTarget.closest<HTMLElement>('[role=treeitem]');
          const from = opener.current?.isConnected === true ? opener.current : document.querySelector<HTMLElement>('#main');
          back.current = row ?? from;
          back.current?.focus();
        }}
        onBlur={() => {
          if (fields.name.trim() !== sent) finish();
        }}
      />
      {problem !== null && <FieldProblem id={problemId} text={problem} />}
    </div>
  );
}
