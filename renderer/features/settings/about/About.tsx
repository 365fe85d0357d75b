import { type ReactNode, useEffect, useState } from 'react';
import { useRegistry } from '../../../actions/registry.ts';
import { choosePlainKeys, useHasPlainKeys } from '../../../api/remembered.ts';
import { useConnectionStatus, useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Keys } from '../../../ui/Hints.tsx';
import { Switch } from '../../../ui/Toggles.tsx';
import { Card } from '../Card.tsx';
import { Licences } from './Licences.tsx';
import { aboutStrings } from '../part-strings.ts';
import type { ConnectionStatus } from '../../../api/connection.ts';

/** Which Daybook this is, where more is to be read, and what it is made of. */
export function About(): ReactNode {
  const { client } = useService();
  const version = useVersion(useConnectionStatus());
  const registry = useRegistry();
  const hasPlainKeys = useHasPlainKeys();
  return (
    <>
      <Card title={aboutStrings.about}>
        <dl className="about">
          <div>
            <dt>{aboutStrings.version}</dt>
            <dd>{version ?? aboutStrings.unknown}</dd>
          </div>
          <div>
            <dt>{aboutStrings.address}</dt>
            <dd>
              <code>{client.baseUrl}</code>
            </dd>
          </div>
        </dl>
        <p className="about-links">
          <a href={`${client.baseUrl}/api/docs`} target="_blank" rel="noreferrer">
            {aboutStrings.docs}
          </a>
          <a href={`${client.baseUrl}/api/openapi.json`} target="_blank" rel="noreferrer">
            {aboutStrings.openapi}
          </a>
        </p>
      </Card>
      <Card
        title={aboutStrings.keys}
        hint={hasPlainKeys ? aboutStrings.keysHint : undefined}
        aside={
          <Button
            onClick={() => {
              registry
                .all()
                .find(({ id }) => id === 'app.keys')
                ?.perform();
            }}
          >
            {aboutStrings.showKeys}
            <Keys shortcut="Shift+?" />
          </Button>
        }
      >
        <div>
          <label className="switch-row">
            <Switch checked={hasPlainKeys} onChange={choosePlainKeys} />
            {aboutStrings.plainKeys}
          </label>
          <p className="settings-hint">{aboutStrings.plainKeysHint}</p>
        </div>
      </Card>
      <Licences />
    </>
  );
}

/**
 * The version of the program that serves the page; null until it has told. Asked anew after each reconnection: it may have been updated.
 */
function useVersion(status: ConnectionStatus): string | null {
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
