import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { textLimits } from '../../../main/contract/limits.ts';
import { createClient, ServiceError } from '../../api/client.ts';
import { routes } from '../../api/routes.ts';
import { Button } from '../../ui/Buttons.tsx';
import { problemWith, Reason, type SignInFormProps } from './TokenForm.tsx';
import { strings } from './strings.ts';

/** Takes a name and a password. */
export function NameForm({ baseUrl, autoFocus, onToken }: SignInFormProps): ReactNode {
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [name, password] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const id = useId();
  useLayoutEffect(() => {
    if (autoFocus) name.current?.focus();
  }, [autoFocus, name]);

  const signIn = async (username: string, secret: string): Promise<void> => {
    if (username === '') {
      setProblem({ of: 'name', text: strings.nameMissing });
      name.current?.focus();
      return;
    }
    if (secret === '') {
      setProblem({ of: 'password', text: strings.passwordMissing });
      password.current?.focus();
      return;
    }
    setChecking(true);
    const answer = await login(baseUrl, username, secret);
    setChecking(false);
    setProblem(answer.problem === null ? null : { of: 'both', text: answer.problem });
    if (answer.problem === null) onToken(answer.token);
    else password.current?.select();
  };

  const described = (field: 'name' | 'password') => {
    const isAbout = problem?.of === field || problem?.of === 'both';
    return { 'aria-invalid': isAbout, ...(isAbout ? { 'aria-describedby': `${id}-problem` } : {}) };
  };
  return (
    <form
      className="sign-in-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!checking) void signIn(name.current?.value.trim() ?? '', password.current?.value ?? '');
      }}
    >
      <label htmlFor={`${id}-name`}>{strings.name}</label>
      <div className="sign-in-row">
        <input
          ref={name}
          id={`${id}-name`}
          type="text"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={textLimits.username}
          {...described('name')}
        />
      </div>
      {problem?.of === 'name' && <Reason id={`${id}-problem`} text={problem.text} />}
      <label className="sign-in-next" htmlFor={`${id}-password`}>
        {strings.password}
      </label>
      <div className="sign-in-row">
        <input
          ref={password}
          id={`${id}-password`}
          type="password"
          autoComplete="current-password"
          maxLength={textLimits.password}
          {...described('password')}
        />
        <Button primary type="submit" aria-disabled={checking}>
          {checking ? strings.checking : strings.signIn}
        </Button>
      </div>
      {problem !== null && problem.of !== 'name' && <Reason id={`${id}-problem`} text={problem.text} />}
      <p className="sign-in-hint">{strings.stays}</p>
    </form>
  );
}

/** Why there is no way in, and of which fields it tells. */
interface Problem {
  readonly of: 'name' | 'password' | 'both';
  readonly text: string;
}

/** A token for a name and a password that the service takes, or a sentence that says why there is none. */
async function login(
  baseUrl: string,
  username: string,
  password: string,
): Promise<{ readonly problem: null; readonly token: string } | { readonly problem: string }> {
  try {
    const { token } = await createClient({ baseUrl, token: '' }).call(routes.login, { body: { username, password } });
    // The password may be right, and still only the owner is let in.
    const problem = await problemWith(baseUrl, token, strings.solo);
    return problem === null ? { problem, token } : { problem };
  } catch (error) {
    if (!(error instanceof ServiceError)) return { problem: strings.away(baseUrl) };
    if (error.status === 401) return { problem: strings.wrongPassword };
    if (error.code === 'rate_limited') return { problem: strings.tooMany(Math.max(1, Math.ceil((error.retryAfter ?? 60) / 60))) };
    return { problem: error.message };
  }
}
