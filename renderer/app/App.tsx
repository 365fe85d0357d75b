import { useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { SessionDoor, type Where } from '../api/session-door.ts';
import { SignIn } from '../features/session/SignIn.tsx';
import { SignInLayer } from '../features/session/SignInLayer.tsx';
import { Button } from '../ui/Buttons.tsx';
import { Message } from '../ui/Message.tsx';
import { Shell } from './Shell.tsx';
import { strings } from './strings.ts';

interface SessionControl {
  readonly where: Where;
  readonly door: SessionDoor;
}

/** Who is using the page. Also takes in a link that is opened in a tab where the page already stands. */
function useSession(): SessionControl {
  const kept = useRef<SessionDoor>(null);
  const door = useMemo(() => (kept.current ??= new SessionDoor()), []);
  useEffect(() => door.open(), [door]);
  return { where: useSyncExternalStore(door.subscribe, door.where), door };
}

/** The whole page: inside with a session, at the door without one; the door stands above the page when a session ends. */
export function App(): ReactNode {
  const { where, door } = useSession();
  if (where.at === 'opening') return null;
  if (where.at === 'outside') return <SignIn baseUrl={where.baseUrl} refused={where.refused} onToken={door.enter} />;
  if (where.at === 'inside') {
    return (
      <>
        <Shell key={where.session.id} session={where.session} door={door} />
        {where.isAsking && <SignInLayer baseUrl={where.session.baseUrl} onToken={door.enter} />}
      </>
    );
  }
  return (
    <main className="page">
      <title>{strings.name}</title>
      <Message
        icon="cloud"
        title={strings.failed}
        level={1}
        urgent
        action={
          <Button primary onClick={door.retry}>
            {strings.tryAgain}
          </Button>
        }
      >
        {strings.failedHint}
      </Message>
    </main>
  );
}
