// What every feature works with: the client, the line to the service, and what has been read so far.

import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Client } from './client.ts';
import type { Connection, ConnectionStatus } from './connection.ts';
import type { Drafts } from './drafts.ts';
import type { UndoHistory } from './history.ts';
import type { Removals } from './removals.ts';

export interface Service {
  readonly client: Client;
  readonly connection: Connection;
  readonly queries: QueryClient;
  readonly removals: Removals;
  readonly drafts: Drafts;
  readonly history: UndoHistory;
  /** Ends the session of this tab; a token that was made for it is revoked. Throws like `Client.call`. */
  readonly signOut: () => Promise<void>;
}

export const ServiceContext = createContext<Service | null>(null);

/** The service of this session. Throws outside of the shell. */
export function useService(): Service {
  const service = useContext(ServiceContext);
  if (service === null) throw new Error('There is no session here');
  return service;
}

/** Whether the service answers at the moment. */
export function useConnectionStatus(): ConnectionStatus {
  const { connection } = useService();
  return useSyncExternalStore(connection.subscribe, connection.status);
}

/** The ids of records that this page has put into the trash or is deleting: lists leave them out. */
export function useRemoved(): ReadonlySet<string> {
  const { removals } = useService();
  return useSyncExternalStore(removals.subscribe, removals.ids);
}
