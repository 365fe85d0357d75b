import { useState, type ReactNode } from 'react';
import { textLimits } from '../../../../main/contract/limits.ts';
import type { SavedSearch } from '../../../../main/contract/saved-searches.ts';
import { Button, SaveButton } from '../../../ui/Buttons.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { SavedForm } from '../../../ui/SavedForm.tsx';
import { strings as uiStrings } from '../../../ui/strings.ts';
import { useSavedForm } from '../../../ui/use-saved-form.ts';
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
  const { rewrite } = useSavedSearchChanges();
  const [isTried, setTried] = useState(false);
  const form = useSavedForm({
    keptAs: `search/${search.id}/form`,
    initial: { name: search.name, query: search.query },
    about: 'name',
    failed: strings.changeFailed,
    onDone: onClose,
  });
  const { fields, changed, set, faults, isSaving, save } = form;
  const problem = (field: 'name' | 'query'): string | null =>
    isTried && fields[field].trim() === '' ? strings.empty : (faults[field] ?? null);
  return (
    <SavedForm
      form={form}
      className="card-form"
      onSubmit={() => {
        setTried(true);
        if (fields.name.trim() === '' || fields.query.trim() === '') return;
        if (Object.keys(changed).length === 0) onClose();
        else save(() => rewrite(search, changed));
      }}
      footer={
        <div className="card-buttons">
          <Button onClick={onClose}>{uiStrings.cancel}</Button>
          <SaveButton isSaving={isSaving}>{strings.done}</SaveButton>
        </div>
      }
    >
      <TextField
        label={strings.name}
        value={fields.name}
        most={textLimits.name}
        problem={problem('name')}
        onChange={(name) => {
          set({ name });
        }}
      />
      <TextField
        label={strings.query}
        hint={strings.queryHint}
        value={fields.query}
        most={textLimits.query}
        problem={problem('query')}
        onChange={(query) => {
          set({ query });
        }}
      />
    </SavedForm>
  );
}
