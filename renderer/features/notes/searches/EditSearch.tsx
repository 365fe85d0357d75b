import { useRef, useState, type ReactNode } from 'react';
import type { SavedSearch } from '../../../../main/contract/saved-searches.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import type { FieldFaults } from '../../../ui/field-faults.ts';
import { useFirstFault } from '../../../ui/use-first-fault.ts';
import { strings } from './strings.ts';
import { useSavedSearchChanges } from './use-saved-searches.ts';

interface EditSearchProps {
  /** Null: closed. */
  readonly search: SavedSearch | null;
  readonly onClose: () => void;
}

/** Gives a saved search another name, or other words. */
export function EditSearch({ search, onClose }: EditSearchProps): ReactNode {
  // While it disappears it still shows what it showed.
  const [shown, setShown] = useState(search);
  if (search !== null && search !== shown) setShown(search);
  return (
    <Dialog
      open={search !== null}
      onClose={onClose}
      onClosed={() => {
        setShown(null);
      }}
      title={strings.editTitle}
      size="small"
    >
      {shown !== null && <Form key={shown.id} search={shown} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ search, onClose }: { readonly search: SavedSearch; readonly onClose: () => void }): ReactNode {
  const { change } = useSavedSearchChanges();
  const [name, setName] = useState(search.name);
  const [query, setQuery] = useState(search.query);
  const [isTried, setTried] = useState(false);
  const [faults, setFaults] = useState<FieldFaults>({});
  const [isSending, setSending] = useState(false);
  const onFailed = (found: FieldFaults): void => {
    setFaults(found);
    setSending(false);
  };
  const form = useRef<HTMLFormElement>(null);
  useFirstFault(form, faults);
  const problem = (field: 'name' | 'query', text: string): string | null =>
    isTried && text.trim() === '' ? strings.empty : (faults[field] ?? null);
  return (
    <form
      ref={form}
      className="card-form"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isSending || name.trim() === '' || query.trim() === '') return;
        setSending(true);
        const changed = { name: name.trim(), query: query.trim() };
        change(search, changed, strings.changed(changed.name), { onDone: onClose, onFailed });
      }}
    >
      <TextField label={strings.name} value={name} most={200} problem={problem('name', name)} onChange={setName} />
      <TextField
        label={strings.query}
        hint={strings.queryHint}
        value={query}
        most={1_000}
        problem={problem('query', query)}
        onChange={setQuery}
      />
      <div className="card-buttons">
        <Button type="submit" primary aria-disabled={isSending}>
          {strings.done}
        </Button>
      </div>
    </form>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  /** Characters. */
  readonly most: number;
  readonly problem: string | null;
  readonly onChange: (value: string) => void;
}

function TextField({ label, hint, value, most, problem, onChange }: TextFieldProps): ReactNode {
  return (
    <Field label={label} problem={problem} {...(hint === undefined ? {} : { hint })}>
      {(ties) => (
        <input
          {...ties}
          className="input"
          autoComplete="off"
          value={value}
          maxLength={most}
          onChange={({ target }) => {
            onChange(target.value);
          }}
        />
      )}
    </Field>
  );
}
