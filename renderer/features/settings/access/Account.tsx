import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { User } from '../../../../main/contract/auth.ts';
import { textLimits } from '../../../../main/contract/limits.ts';
import { ServiceError } from '../../../api/client.ts';
import { routes } from '../../../api/routes.ts';
import { meKey, useMe } from '../../../api/use-me.ts';
import { useService } from '../../../api/service.ts';
import { hasOwnToken, inDesktopWindow } from '../../../api/session.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { notify } from '../../../ui/toasts.ts';
import { Card } from '../Card.tsx';
import { accountFaults, PasswordField } from './account-fields.tsx';
import { strings } from './strings.ts';

/** The own name and password. */
export function Account(): ReactNode {
  const me = useMe();
  return (
    <Card title={strings.account} aside={inDesktopWindow() ? undefined : <SignOut />}>
      <Loaded query={me} failed={strings.accountReadFailed}>
        {(user) => (
          <div className="account">
            <NameForm key={user.username} user={user} />
            <PasswordForm key={String(user.hasPassword)} user={user} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

/** The desktop window brings its session along: there is nothing to sign out of. */
function SignOut(): ReactNode {
  const { signOut } = useService();
  const leave = async (): Promise<void> => {
    try {
      await signOut();
    } catch (error) {
      notify({ title: strings.signOutFailed, text: error instanceof Error ? error.message : String(error), kind: 'problem' });
    }
  };
  return (
    <Button onClick={() => void leave()} title={hasOwnToken() ? strings.signOutHint : strings.forgetHint}>
      <LogOut aria-hidden="true" />
      {strings.signOut}
    </Button>
  );
}

interface AccountChange {
  readonly username?: string;
  readonly password?: string;
  readonly currentPassword?: string;
}

function useUpdateMe(saved: string, onSaved: () => void) {
  const { client, queries } = useService();
  return useMutation({
    mutationFn: (body: AccountChange) => client.call(routes.updateMe, { body }),
    onSuccess: async (user) => {
      queries.setQueryData<User>(meKey, user);
      await queries.invalidateQueries({ queryKey: ['user', 'all'] });
      notify({ title: saved });
      onSaved();
    },
    onError: (error) => {
      if (Object.keys(accountFaults(error)).length === 0 && !isWrong(error))
        notify({ title: strings.accountFailed, text: error.message, kind: 'problem' });
    },
  });
}

function NameForm({ user: { username } }: { readonly user: User }): ReactNode {
  const [name, setName] = useState(username);
  const { mutate, isPending, error } = useUpdateMe(strings.nameSaved, () => undefined);
  const fault = accountFaults(error)['username'] ?? null;
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending && name !== username) mutate({ username: name });
  };
  return (
    <form className="account-form" noValidate onSubmit={save}>
      <Field label={strings.username} problem={fault}>
        {(ties) => (
          <input
            {...ties}
            className="input"
            autoComplete="username"
            maxLength={textLimits.username}
            value={name}
            onChange={({ target }) => {
              setName(target.value);
            }}
          />
        )}
      </Field>
      <Button type="submit" disabled={name === username} aria-disabled={isPending}>
        {strings.saveName}
      </Button>
    </form>
  );
}

function PasswordForm({ user: { hasPassword } }: { readonly user: User }): ReactNode {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const { mutate, isPending, error } = useUpdateMe(strings.passwordSaved, () => {
    setCurrent('');
    setPassword('');
  });
  const faults = accountFaults(error);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending && password !== '') mutate(hasPassword ? { password, currentPassword: current } : { password });
  };
  return (
    <form className="account-form" noValidate onSubmit={save}>
      {hasPassword && (
        <PasswordField
          label={strings.currentPassword}
          problem={faults['currentPassword'] ?? (isWrong(error) ? (error?.message ?? null) : null)}
          value={current}
          onChange={setCurrent}
          isCurrent
        />
      )}
      <PasswordField
        label={strings.password}
        hint={hasPassword ? strings.newPasswordHint : strings.passwordHint}
        problem={faults['password'] ?? null}
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" disabled={password === ''} aria-disabled={isPending}>
        {hasPassword ? strings.changePassword : strings.setPassword}
      </Button>
    </form>
  );
}

/** The current password was not the right one. */
function isWrong(error: Error | null): boolean {
  return error instanceof ServiceError && error.code === 'forbidden';
}
