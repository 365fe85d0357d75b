import type { ReactNode } from 'react';
import { useRegistry } from '../../../actions/registry.ts';
import { useConnectionStatus, useService } from '../../../api/service.ts';
import { useVersion } from '../../../api/use-version.ts';
import { Button } from '../../../ui/Button.tsx';
import { Keys } from '../../../ui/Keys.tsx';
import { Card } from '../Card.tsx';
import { Licences } from './Licences.tsx';
import { strings } from './strings.ts';

/** Which Daybook this is, where more is to be read, and what it is made of. */
export function About(): ReactNode {
  const { client } = useService();
  const version = useVersion(useConnectionStatus());
  const registry = useRegistry();
  return (
    <>
      <Card title={strings.about}>
        <dl className="about">
          <div>
            <dt>{strings.version}</dt>
            <dd>{version ?? strings.unknown}</dd>
          </div>
          <div>
            <dt>{strings.address}</dt>
            <dd>
              <code>{client.baseUrl}</code>
            </dd>
          </div>
        </dl>
        <p className="about-links">
          <a href={`${client.baseUrl}/api/docs`} target="_blank" rel="noreferrer">
            {strings.docs}
          </a>
          <a href={`${client.baseUrl}/api/openapi.json`} target="_blank" rel="noreferrer">
            {strings.openapi}
          </a>
        </p>
      </Card>
      <Card
        title={strings.keys}
        hint={strings.keysHint}
        aside={
          <Button
            onClick={() => {
              registry
                .all()
                .find(({ id }) => id === 'app.keys')
                ?.perform();
            }}
          >
            {strings.showKeys}
            <Keys shortcut="Shift+?" />
          </Button>
        }
      >
        {null}
      </Card>
      <Licences />
    </>
  );
}
