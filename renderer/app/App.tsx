import type { ReactNode } from 'react';
import { SignIn } from '../features/session/SignIn.tsx';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';
import { Shell } from './Shell.tsx';
import { strings } from './strings.ts';
import { useSession } from './use-session.ts';

/** The whole page: inside with a session, at the door without one. */
export function App(): ReactNode {
  const { state, open, refuse, leave, retry } = useSession();
  if (state.at === 'opening') return null;
  if (state.at === 'outside') return <SignIn baseUrl={state.baseUrl} refused={state.refused} onToken={open} />;
  if (state.at === 'inside') return <Shell key={state.session.token} session={state.session} onRefused={refuse} onLeave={leave} />;
  return (
    <main className="page">
      <title>{strings.name}</title>
      <Message icon="cloud" title={strings.failed} level={1} urgent action={<Button primary onClick={retry}>{strings.tryAgain}</Button>}>
        {strings.failedHint}
      </Message>
    </main>
  );
}
