import './sign-in.css';
import { useId, useRef, useState, type ReactNode } from 'react';
import { createClient, ServiceError } from '../../api/client.ts';
import { routes } from '../../api/routes.ts';
import { inDesktopWindow, tokenInText } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import { strings } from './strings.ts';

interface SignInProps {
  readonly baseUrl: string;
  /** A token was tried, and the service did not take it. */
  readonly refused: boolean;
  /** Gets a token that the service has just accepted. */
  readonly onToken: (token: string) => void;
}

/** Says how to get in, and takes a token. */
export function SignIn({ baseUrl, refused, onToken }: SignInProps): ReactNode {
  return (
    <main className="sign-in">
      <title>{strings.title}</title>
      <img className="sign-in-mark" src="/icon.svg" alt="" width="48" height="48" />
      <h1 className="sign-in-heading">{strings.heading}</h1>
      <p className="sign-in-intro">{strings.intro}</p>
      {refused && <p className="sign-in-refused" role="alert">{inDesktopWindow() ? strings.desktop : strings.expired}</p>}
      <Ways />
      <TokenForm baseUrl={baseUrl} onToken={onToken} />
    </main>
  );
}

function Ways(): ReactNode {
  return (
    <ol className="sign-in-ways">
      <li>{strings.linkBefore} <code>{strings.linkCommand}</code> {strings.linkAfter}</li>
      <li>{strings.tokenBefore} <code>{strings.tokenCommand}</code> {strings.tokenAfter}</li>
    </ol>
  );
}

function TokenForm({ baseUrl, onToken }: Omit<SignInProps, 'refused'>): ReactNode {
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  const check = async (text: string): Promise<void> => {
    const token = tokenInText(text);
    setChecking(true);
    const found = token === '' ? strings.empty : await problemWith(baseUrl, token);
    setChecking(false);
    setProblem(found);
    if (found === null) onToken(token);
    else field.current?.focus();
  };

  return (
    <form
      className="sign-in-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!checking) void check(field.current?.value ?? '');
      }}
    >
      <label htmlFor={id}>{strings.label}</label>
      <div className="sign-in-row">
        <input
          ref={field}
          id={id}
          // Hidden like a password: somebody may look over the shoulder, or at a shared screen.
          type="password"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-hint ${id}-problem`}
        />
        <Button primary type="submit" aria-disabled={checking}>{checking ? strings.checking : strings.submit}</Button>
      </div>
      <p id={`${id}-problem`} className="sign-in-problem" role="alert">{problem}</p>
      <p id={`${id}-hint`} className="sign-in-hint">{strings.kept}</p>
    </form>
  );
}

/** Asks the service; null when it takes the token. */
async function problemWith(baseUrl: string, token: string): Promise<string | null> {
  try {
    await createClient({ baseUrl, token }).call(routes.listChanges, { query: { limit: '0' } });
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error.status === 401 ? strings.wrong : error.message;
    return strings.away(baseUrl);
  }
}
