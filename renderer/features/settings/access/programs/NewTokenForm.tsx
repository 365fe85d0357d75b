import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { textLimits } from '../../../../../main/contract/limits.ts';
import type { Scope } from '../../../../../main/contract/scopes.ts';
import { ServiceError } from '../../../../api/client.ts';
import { routes } from '../../../../api/routes.ts';
import { useService } from '../../../../api/service.ts';
import { Field, Labelled } from '../../../../ui/Field.tsx';
import { notify } from '../../../../ui/toasts.ts';
import { Select } from '../../../../ui/Select.tsx';
import { accountFaults } from '../account-fields.tsx';
import { tokenEnd, lifetimes, type Lifetime } from './choices.ts';
import { ScopeChoice } from './ScopeChoice.tsx';
import { strings } from './strings.ts';

/** A token that was just made. */
export interface MadeToken {
  readonly name: string;
  readonly token: string;
}

interface NewTokenFormProps {
  readonly id: string;
  readonly isOwner: boolean;
  readonly onMade: (token: MadeToken) => void;
}

/** Asks for what a token needs: a name, an end, scopes. */
export function NewTokenForm({ id, isOwner, onMade }: NewTokenFormProps): ReactNode {
  const { client, queries } = useService();
  const [name, setName] = useState('');
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [tried, setTried] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      client.call(routes.createToken, { body: { name: name.trim(), scopes: [...scopes], expiresAt: tokenEnd(lifetime, Date.now()) } }),
    onSuccess: async (made) => {
      onMade(made);
      await queries.invalidateQueries({ queryKey: ['token', 'all'] });
    },
    onError: (failure) => {
      if (faultsOf(failure)['name'] === undefined) notify({ title: strings.makeFailed, text: failure.message, kind: 'problem' });
    },
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isPending && name.trim() !== '' && scopes.length > 0) mutate();
  };
  return (
    <form id={id} className="token-form" noValidate onSubmit={send}>
      <Field
        label={strings.name}
        hint={strings.nameHint}
        problem={tried && name.trim() === '' ? strings.nameMissing : (faultsOf(error)['name'] ?? null)}
      >
        {(ties) => (
          <input
            {...ties}
            className="input"
            autoComplete="off"
            maxLength={textLimits.token}
            value={name}
            onChange={({ target }) => {
              setName(target.value);
            }}
          />
        )}
      </Field>
      <Labelled label={strings.ends}>
        <Select
          label={strings.ends}
          value={lifetime}
          options={lifetimes.map((value) => ({ value, name: strings.lifetimes[value] }))}
          onChange={setLifetime}
        />
      </Labelled>
      <ScopeChoice isOwner={isOwner} scopes={scopes} onChange={setScopes} problem={tried && scopes.length === 0} />
    </form>
  );
}

/** What the service objects to in the form. One token too many is told as it is. */
function faultsOf(error: Error | null): Readonly<Record<string, string>> {
  return error instanceof ServiceError && error.code === 'conflict' ? {} : accountFaults(error);
}
