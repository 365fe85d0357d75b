import { useState, type ReactNode } from 'react';
import { Button } from '../../../ui/Buttons.tsx';
import { strings } from './strings.ts';

interface SecretInputProps {
  readonly id: string;
  readonly label: string;
  readonly isSet: boolean;
  /** What it shall be; null for none, undefined for what it is. */
  readonly draft: string | null | undefined;
  readonly onDraft: (draft: string | null | undefined) => void;
  readonly described: string;
  readonly isFaulty: boolean;
}

/** A value that can be set, replaced and removed, but never seen. */
export function SecretInput({ id, label, isSet, draft, onDraft, described, isFaulty }: SecretInputProps): ReactNode {
  const [isOpen, setOpen] = useState(typeof draft === 'string');
  // Saved, or discarded, elsewhere.
  if (isOpen && draft === undefined && document.activeElement?.id !== id) setOpen(false);
  const close = (): void => {
    setOpen(false);
    onDraft(undefined);
  };
  if (isOpen) {
    return (
      <div className="secret">
        <input
          id={id}
          className="input"
          type="password"
          autoComplete="new-password"
          autoFocus
          aria-label={strings.newValue(label)}
          aria-describedby={described}
          aria-invalid={isFaulty}
          value={draft ?? ''}
          onChange={({ target }) => {
            onDraft(target.value === '' ? undefined : target.value);
          }}
        />
        <Button onClick={close}>{strings.keep}</Button>
      </div>
    );
  }
  return (
    <div className="secret">
      <span className="secret-state">
        {draft === null ? (
          strings.willRemove
        ) : isSet ? (
          <>
            <span aria-hidden="true">••••••••</span> {strings.isSet}
          </>
        ) : (
          strings.notSet
        )}
      </span>
      {draft === null && (
        <Button id={id} onClick={close}>
          {strings.keep}
        </Button>
      )}
      {draft !== null && (
        <Button
          id={id}
          aria-label={`${isSet ? strings.replace : strings.set}: ${label}`}
          aria-describedby={described}
          onClick={() => {
            setOpen(true);
          }}
        >
          {isSet ? strings.replace : strings.set}
        </Button>
      )}
      {draft !== null && isSet && (
        <Button
          tone="quiet"
          aria-label={`${strings.remove}: ${label}`}
          onClick={() => {
            onDraft(null);
          }}
        >
          {strings.remove}
        </Button>
      )}
    </div>
  );
}
