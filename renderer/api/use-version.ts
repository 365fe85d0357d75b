import { useEffect, useState } from 'react';
import type { Client } from './client.ts';
import type { ConnectionStatus } from './connection.ts';
import { routes } from './routes.ts';

/** The version of the service, from its description of itself; null until it has told. Asked anew after each reconnection: it may have been updated. */
export function useVersion(client: Client, status: ConnectionStatus): string | null {
  const [version, setVersion] = useState<string | null>(null);
  useEffect(() => {
    if (status !== 'reachable') return undefined;
    const left = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        setVersion(versionIn(await client.call(routes.openapi, { signal: left.signal })));
      } catch {
        // A nicety: the page is whole without it.
      }
    };
    void ask();
    return () => { left.abort(); };
  }, [client, status]);
  return version;
}

function versionIn(description: { readonly [key: string]: unknown }): string | null {
  const info = description['info'];
  if (typeof info !== 'object' || info === null || !('version' in info)) return null;
  return typeof info.version === 'string' ? info.version : null;
}
