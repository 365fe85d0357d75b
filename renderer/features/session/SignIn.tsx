import './sign-in.css';
import { useState, type ReactNode } from 'react';
import { inDesktopWindow } from '../../api/session.ts';
import { Button } from '../../ui/Buttons.tsx';
import { readSetting, writeSetting } from '../../api/remembered.ts';
import { NameForm } from './NameForm.tsx';
import { strings } from './strings.ts';
import { TokenForm } from './TokenForm.tsx';

export interface SignInProps {
  readonly baseUrl: string;
  /** A token was tried, and the service did not take it. */
  readonly refused: boolean;
  /** In a layer above a page that waits. */
  readonly again?: boolean;
  /** Gets a token that the service has just accepted; `own` when it was made for this tab. */
  readonly onToken: (token: string, own: boolean) => void;
}

type Way = 'token' | 'name';

const setting = 'signIn';

/** Says how to get in, and takes a token, or a name with its password. */
export function SignIn({ baseUrl, refused, again = false, onToken }: SignInProps): ReactNode {
  const [way, setWay] = useState<Way>(() => (readSetting(setting) === 'name' ? 'name' : 'token'));
  // Who has asked for the other way wants to type there.
  const [isChosen, setChosen] = useState(false);
  const other = way === 'token' ? 'name' : 'token';
  const enter = (token: string): void => {
    writeSetting(setting, way === 'name' ? 'name' : null);
    onToken(token, way === 'name');
  };
  const form = { baseUrl, autoFocus: isChosen, onToken: enter };
  const body = (
    <>
      <p className="sign-in-intro">{again ? strings.againIntro : strings.intro[way]}</p>
      {refused && (
        <p className="sign-in-refused" role="alert">
          {inDesktopWindow() ? strings.desktop : strings.expired[way]}
        </p>
      )}
      {way === 'token' && <Ways />}
      {way === 'token' ? <TokenForm {...form} /> : <NameForm {...form} />}
      <p className="sign-in-other">
        <Button
          tone="quiet"
          onClick={() => {
            setWay(other);
            setChosen(true);
          }}
        >
          {strings.instead[other]}
        </Button>
      </p>
    </>
  );
  if (again)
    return (
      <div className="sign-in">
        <h2 className="sign-in-heading">{strings.again}</h2>
        {body}
      </div>
    );
  return (
    <main className="sign-in">
      <title>{strings.title}</title>
      <img className="sign-in-mark" src="/icon.svg" alt="" width="48" height="48" />
      <h1 className="sign-in-heading">{strings.heading}</h1>
      {body}
    </main>
  );
}

function Ways(): ReactNode {
  return (
    <ol className="sign-in-ways">
      <li>
        {strings.linkBefore} <code>{strings.linkCommand}</code> {strings.linkAfter}
      </li>
      <li>
        {strings.tokenBefore} <code>{strings.tokenCommand}</code> {strings.tokenAfter}
      </li>
    </ol>
  );
}
