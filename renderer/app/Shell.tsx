import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { Session } from '../../main/contract/bridge.ts';
import { createClient } from '../api/client.ts';
import { Connection } from '../api/connection.ts';
import { createQueries, keepLive } from '../api/live.ts';
import { Removals } from '../api/removals.ts';
import { ServiceContext, useReach, type Service } from '../api/service.ts';
import { Registry, RegistryContext } from '../actions/registry.ts';
import { notify } from '../ui/toasts.ts';
import { Frame } from './Frame.tsx';

interface ShellProps {
  readonly session: Session;
  readonly onRefused: () => void;
}

/** What all pages of a session share: the connection, what has been read, the actions. One session has one shell: give it a key. */
export function Shell({ session, onRefused }: ShellProps): ReactNode {
  const [service] = useState(() => createService(session));
  const [registry] = useState(() => new Registry());
  useEffect(() => attend(service), [service]);
  return (
    <ServiceContext value={service}>
      <QueryClientProvider client={service.queries}>
        <RegistryContext value={registry}>
          <CSPProvider disableStyleElements>
            <Tooltip.Provider delay={500}>
              <Frame />
              <Leave onRefused={onRefused} />
            </Tooltip.Provider>
          </CSPProvider>
        </RegistryContext>
      </QueryClientProvider>
    </ServiceContext>
  );
}

function createService(session: Session): Service {
  const client = createClient(session);
  const connection = new Connection(client);
  const queries = createQueries(connection, (title, text) => { notify({ title, text, kind: 'problem' }); });
  return { client, connection, queries, removals: new Removals(queries) };
}

/** Opens the connection and sees to it that nothing is lost when the page is left; gives the function that ends it all. */
function attend({ connection, queries, removals }: Service): () => void {
  const endLive = keepLive(queries, connection);
  const close = connection.open();
  const flush = (): void => { removals.flush(); };
  const warn = (event: BeforeUnloadEvent): void => { if (queries.isMutating() > 0) event.preventDefault(); };
  window.addEventListener('pagehide', flush);
  window.addEventListener('beforeunload', warn);
  return () => {
    window.removeEventListener('pagehide', flush);
    window.removeEventListener('beforeunload', warn);
    close();
    endLive();
  };
}

function Leave({ onRefused }: { readonly onRefused: () => void }): null {
  const reach = useReach();
  useEffect(() => {
    if (reach === 'refused') onRefused();
  }, [reach, onRefused]);
  return null;
}
