import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { tokenInText } from '../../api/session.ts';
import { Button } from '../../ui/Buttons.tsx';
import { strings } from './strings.ts';
import { createClient, ServiceError } from '../../api/client.ts';
import { routes } from '../../api/routes.ts';

export interface SignInFormProps {
  readonly baseUrl: string;
  readonly autoFocus: boolean;
  readonly onToken: (token: string) => void;
}

/** Takes a token, or a link that holds one. */
export function TokenForm({ baseUrl, autoFocus, onToken }: SignInFormProps): ReactNode {
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);

  const check = async (text: string): Promise<void> => {
    const token = tokenInText(text);
    setChecking(true);
    const found = token === '' ? strings.empty : await problemWith(baseUrl, token, strings.wrong);
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
          className="sign-in-token"
          // Hidden like a password: another person may look over the shoulder, or at a shared screen.
          type="password"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-hint ${id}-problem`}
        />
        <Button primary type="submit" aria-disabled={checking}>
          {checking ? strings.checking : strings.submit}
        </Button>
      </div>
      <Reason id={`${id}-problem`} text={problem ?? ''} />
      <p id={`${id}-hint`} className="sign-in-hint">
        {strings.kept}
      </p>
    </form>
  );
}

/** Why there is no way in; it comes into sight, as a low window ends at the field. */
export function Reason({ id, text }: { readonly id: string; readonly text: string }): ReactNode {
  const reason = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (text !== '') reason.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <p ref={reason} id={id} className="sign-in-problem" role="alert">
      {text}
    </p>
  );
}

/** Asks the service; null when it takes the token, else a sentence that says why not. `refused` is what a 401 means here. */
export async function problemWith(baseUrl: string, token: string, refused: string): Promise<string | null> {
  try {
    await createClient({ baseUrl, token }).call(routes.listChanges, { query: { limit: '0' } });
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error.status === 401 ? refused : error.message;
    return strings.away(baseUrl);
  }
}
