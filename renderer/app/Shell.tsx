import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { capturePath, type Session } from '../../main/contract/bridge.ts';
import { createClient } from '../api/client.ts';
import { browserStorage, Drafts } from '../api/drafts.ts';
import { UndoHistory } from '../api/history.ts';
import { Connection } from '../api/connection.ts';
import { routes } from '../api/routes.ts';
import { hasOwnToken } from '../api/session.ts';
import { createQueries, keepLive } from '../api/live.ts';
import type { LiveSession } from '../api/live-session.ts';
import { Removals } from '../api/removals.ts';
import { ServiceContext, useConnectionStatus, useService, type Service } from '../api/service.ts';
import type { SessionDoor } from '../api/session-door.ts';
import { claimsIn } from '../api/token.ts';
import { Registry, RegistryContext } from '../actions/registry.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { notify, tellOfUndo } from '../ui/toasts.ts';
import { strings as uiStrings } from '../ui/strings.ts';
import { Frame } from './Frame.tsx';
import { useUnconfirmed } from './use-unfinished.ts';

const CapturePage = lazyPart(() => import('../features/capture/CapturePage.tsx').then((module) => module.CapturePage));

interface ShellProps {
  readonly session: LiveSession;
  readonly door: SessionDoor;
}

/** What all pages of a session share: the connection, what has been read, the actions. One session has one shell: give it a key. */
export function Shell({ session, door }: ShellProps): ReactNode {
  const [service] = useState(() => createService(session, door.leave));
  const [registry] = useState(() => new Registry());
  useEffect(() => attend(service), [service]);
  useEffect(
    () =>
      session.onReplaced(() => {
        if (service.connection.status() === 'unauthorized') service.connection.retry();
      }),
    [session, service],
  );
  return (
    <ServiceContext value={service}>
      <QueryClientProvider client={service.queries}>
        <RegistryContext value={registry}>
          <CSPProvider disableStyleElements>
            <Tooltip.Provider delay={500}>
              <Inside />
              <WatchStatus door={door} />
            </Tooltip.Provider>
          </CSPProvider>
        </RegistryContext>
      </QueryClientProvider>
    </ServiceContext>
  );
}

/** Quick capture stands by itself; every other page within the frame. */
function Inside(): ReactNode {
  useUnconfirmed();
  const [path] = useLocation();
  return path === capturePath ? (
    <Suspense>
      <CapturePage />
    </Suspense>
  ) : (
    <Frame />
  );
}

function createService(session: Session, onLeave: () => void): Service {
  const client = createClient(session);
  const connection = new Connection(client);
  const drafts = new Drafts({ userId: claimsIn(session.token)?.userId ?? null, storage: browserStorage() });
  const queries = createQueries(connection, drafts, (title, text) => {
    notify({ title, text, kind: 'problem' });
  });
  const removals = new Removals();
  const history = new UndoHistory({ client, connection, queries, voice: { told: tellOfUndo, failed: uiStrings.undoFailed } });
  const signOut = async (): Promise<void> => {
    if (hasOwnToken()) await client.call(routes.logout, {});
    onLeave();
  };
  return { client, connection, queries, removals, drafts, history, signOut };
}

/** Opens the connection and sees to it that nothing is lost when the page is left; gives the function that ends it all. */
function attend({ connection, queries, removals, drafts }: Service): () => void {
  const endLive = keepLive(queries, connection);
  const close = connection.open();
  const endDrafts = drafts.attend();
  const endHearing = connection.onChange(removals.hear);
  const warn = (event: BeforeUnloadEvent): void => {
    if (queries.isMutating() > 0 || drafts.isFleeting) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  return () => {
    window.removeEventListener('beforeunload', warn);
    close();
    endDrafts();
    endHearing();
    endLive();
  };
}

/** Tells the door whether the service takes the token. */
function WatchStatus({ door }: { readonly door: SessionDoor }): null {
  const status = useConnectionStatus();
  const { connection } = useService();
  useEffect(() => {
    if (status === 'unauthorized') void door.refuse(connection.wasReachable);
    if (status === 'reachable') door.accept();
  }, [status, door, connection]);
  return null;
}
