import { notify } from '../../../ui/toasts.ts';
import { strings } from './strings.ts';
import { Copy, Eye, EyeOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { findSession } from '../../../api/session.ts';
import { announce } from '../../../ui/announce.tsx';
import { copyText } from '../../../ui/hand-over.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Card } from '../Card.tsx';

/** Puts a token into the clipboard. */
export const copyToken = (token: string): Promise<boolean> => copyText(token, strings.copied);

/** The token of this session, hidden until the user asks for it. */
export function Token(): ReactNode {
  const [shown, setShown] = useState<string | null>(null);
  const show = async (): Promise<void> => {
    setShown(await readToken());
  };
  const copy = async (): Promise<void> => {
    const token = await readToken();
    if (token !== null) await copyToken(token);
  };
  return (
    <Card title={strings.token} hint={strings.tokenHint}>
      <div className="token">
        <output className="token-text" aria-label={strings.token}>
          {shown ?? <span aria-label={strings.hidden}>{'•'.repeat(24)}</span>}
        </output>
        {shown === null ? (
          <Button onClick={() => void show()}>
            <Eye aria-hidden="true" />
            {strings.show}
          </Button>
        ) : (
          <Button
            onClick={() => {
              setShown(null);
              announce(strings.hidden);
            }}
          >
            <EyeOff aria-hidden="true" />
            {strings.hide}
          </Button>
        )}
        <Button onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {strings.copy}
        </Button>
      </div>
    </Card>
  );
}

async function readToken(): Promise<string | null> {
  try {
    const { token } = await findSession();
    if (token !== null) return token;
  } catch {
    // The server of the page is away.
  }
  notify({ title: strings.tokenFailed, kind: 'problem' });
  return null;
}
