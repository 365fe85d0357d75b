import './config.css';
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../../ui/Buttons.tsx';
import { useFirstFault } from '../../../ui/use-first-fault.ts';
import { drafts, useDrafts, type Values } from './drafts.ts';
import { strings } from './strings.ts';
import type { SaveConfig } from './use-config.ts';

interface ConfigFormProps {
  /** Whether a key is saved with this form. */
  readonly owns: (key: string) => boolean;
  readonly saving: SaveConfig;
  readonly children: ReactNode;
}

/** Fields that are saved together; what to do with changes is told once there are any. */
export function ConfigForm({ owns, saving: { save, isSaving, faults, forgetFaults }, children }: ConfigFormProps): ReactNode {
  const changes: Values = Object.fromEntries(Object.entries(useDrafts()).filter(([key]) => owns(key)));
  const count = Object.keys(changes).length;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (count > 0 && !isSaving) save(changes);
  };
  const element = useRef<HTMLFormElement>(null);
  useFirstFault(element, faults);
  const refused = Object.keys(faults).some(owns);
  const isTakenBack = refused && count === 0;
  // What was refused does not stand there any more.
  useEffect(() => {
    if (isTakenBack) forgetFaults();
  }, [isTakenBack, forgetFaults]);
  return (
    <form ref={element} className="config-form" noValidate onSubmit={submit}>
      {children}
      {count > 0 && (
        <div className="config-save" role="group" aria-label={strings.unsaved(count)}>
          <p className="config-save-text" data-refused={refused}>
            {refused ? strings.notSaved : strings.unsaved(count)}
          </p>
          <Button
            onClick={() => {
              drafts.discard(Object.keys(changes));
            }}
          >
            {strings.discard}
          </Button>
          <Button primary type="submit" aria-disabled={isSaving}>
            {isSaving ? strings.saving : strings.save}
          </Button>
        </div>
      )}
    </form>
  );
}
