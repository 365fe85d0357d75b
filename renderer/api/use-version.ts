import { useEffect, useState } from 'react';
import type { ConnectionStatus } from './connection.ts';

/**
 * The version of the program that serves the page; null until it has told. Asked anew after each reconnection: it may have been updated.
 */
export function useVersion(status: ConnectionStatus): string | null {
  const [version, setVersion] = useState<string | null>(null);
  useEffect(() => {
    if (status !== 'reachable') return undefined;
    const left = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const response = await fetch('/config.json', { cache: 'no-store', signal: left.signal });
        setVersion(((await response.json()) as { readonly version?: string }).version ?? null);
      } catch {
        // A nicety: the page is whole without it.
      }
    };
    void ask();
    return () => {
      left.abort();
    };
  }, [status]);
  return version;
}
