import { useMutation } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { textLimits } from '../../../../main/contract/limits.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { notify } from '../../../ui/toasts.ts';
import { accountFaults, PasswordField } from './account-fields.tsx';
import { strings } from './strings.ts';

/** The button that adds a user, and what it asks. */
export function AddUser(): ReactNode {
  const [open, setOpen] = useState(false);
  const formId = useId();
  const close = (): void => {
    setOpen(false);
  };
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
        }}
      >
        <UserPlus aria-hidden="true" />
        {strings.addUser}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={strings.addUser}
        size="small"
        actions={
          <>
            <Button onClick={close}>{strings.cancel}</Button>
            <Button primary type="submit" form={formId}>
              {strings.add}
            </Button>
          </>
        }
      >
        <UserForm id={formId} onDone={close} />
      </Dialog>
    </>
  );
}

function UserForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }): ReactNode {
  const { client, queries } = useService();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.call(routes.createUser, { body: { username, password }, idempotencyKey: key }),
    onSuccess: async () => {
      notify({ title: strings.added(username) });
      onDone();
      await queries.invalidateQueries({ queryKey: ['user', 'all'] });
    },
    onError: (failure) => {
      // What is sent next is another request.
      setKey(crypto.randomUUID());
      if (Object.keys(accountFaults(failure)).length === 0) notify({ title: strings.addFailed, text: failure.message, kind: 'problem' });
    },
  });
  const faults = accountFaults(error);
  return (
    <form
      id={id}
      className="account-form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isPending) mutate();
      }}
    >
      <Field label={strings.username} problem={faults['username'] ?? null}>
        {(ties) => (
          <input
            {...ties}
            className="input"
            autoComplete="off"
            maxLength={textLimits.username}
            value={username}
            onChange={({ target }) => {
              setUsername(target.value);
            }}
          />
        )}
      </Field>
      <PasswordField
        label={strings.password}
        hint={strings.tooShort}
        problem={faults['password'] ?? null}
        value={password}
        onChange={setPassword}
      />
    </form>
  );
}
