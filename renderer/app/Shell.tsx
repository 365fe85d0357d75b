import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { Session } from '../../main/contract/bridge.ts';
import { createClient } from '../api/client.ts';
import { Connection, type Reach } from '../api/connection.ts';
import { Today } from '../features/today/Today.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { strings } from './strings.ts';
import { useVersion } from './use-version.ts';

interface ShellProps {
  readonly session: Session;
  readonly onRefused: () => void;
}

/** What surrounds every page of a session, and the connection that all of them share. One session has one shell: give it a key. */
export function Shell({ session, onRefused }: ShellProps): ReactNode {
  const [client] = useState(() => createClient(session));
  const [connection] = useState(() => new Connection(client));
  useEffect(() => connection.open(), [connection]);
  const reach = useSyncExternalStore(connection.subscribe, connection.reach);
  const version = useVersion(client, reach);
  useEffect(() => {
    if (reach === 'refused') onRefused();
  }, [reach, onRefused]);
  return (
    <div className="shell">
      <header className="topbar">
        <a className="wordmark" href="/">
          <img src="/icon.svg" alt="" width="26" height="26" />
          {strings.name}
        </a>
        <ReachBadge reach={reach} />
      </header>
      <div>
        {reach === 'away' && (
          <Banner label={strings.connection} action={<Button onClick={connection.retry}>{strings.tryNow}</Button>}>
            {strings.awayBanner}
          </Banner>
        )}
      </div>
      <main className="page">
        <Today client={client} connection={connection} />
      </main>
      <footer className="footer">
        <span>{client.baseUrl}</span>
        {version !== null && <span>{strings.version(version)}</span>}
      </footer>
    </div>
  );
}

function ReachBadge({ reach }: { readonly reach: Reach }): ReactNode {
  if (reach === 'refused') return null;
  return (
    <p className="reach" data-reach={reach} role="status">
      <span className="reach-dot" aria-hidden="true" />
      {strings[reach]}
    </p>
  );
}
