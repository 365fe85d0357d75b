import { useState, type ReactNode } from 'react';
import type { SavedSearch } from '../../../../main/contract/saved-searches.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
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
  const problem = (text: string): string | null => (isTried && text.trim() === '' ? strings.empty : null);
  return (
    <form
      className="card-form"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (name.trim() === '' || query.trim() === '') return;
        change(search, { name: name.trim(), query: query.trim() }, strings.changed(name.trim()));
        onClose();
      }}
    >
      <TextField label={strings.name} value={name} most={200} problem={problem(name)} onChange={setName} />
      <TextField label={strings.query} hint={strings.queryHint} value={query} most={1_000} problem={problem(query)} onChange={setQuery} />
      <div className="card-buttons">
        <Button type="submit" primary>
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
