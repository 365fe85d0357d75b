import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { profileForm } from '../../../../main/contract/config-keys.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { strings } from './strings.ts';

interface AddProfileProps {
  readonly taken: readonly string[];
  readonly onAdd: (name: string) => void;
}

/** The button that adds a profile, and the question how it shall be called. */
export function AddProfile({ taken, onAdd }: AddProfileProps): ReactNode {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = (): void => {
    const found = profileForm.test(name) ? (taken.includes(name) ? strings.profileNameTaken : null) : strings.profileNameWrong;
    setProblem(found);
    if (found !== null) return;
    onAdd(name);
    setOpen(false);
    setName('');
  };
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
        }}
      >
        <Plus aria-hidden="true" />
        {strings.addProfile}
      </Button>
      <Dialog
        open={open}
        onClose={() => {
          setOpen(false);
        }}
        title={strings.addProfile}
        size="small"
        actions={
          <>
            <Button
              onClick={() => {
                setOpen(false);
              }}
            >
              {strings.cancel}
            </Button>
            <Button primary onClick={add}>
              {strings.add}
            </Button>
          </>
        }
      >
        <Field label={strings.profileName} hint={strings.profileNameHint} problem={problem}>
          {(ties) => (
            <input
              {...ties}
              className="input"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              value={name}
              onChange={({ target }) => {
                setName(target.value);
                setProblem(null);
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
          )}
        </Field>
      </Dialog>
    </>
  );
}
